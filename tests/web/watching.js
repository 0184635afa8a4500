"use strict";

const path = require("node:path");
const { main } = require("./support/main.js");
const { Visit } = require("./support/visit.js");

/** What the faulty page does, as a visit is to note it: a part of the text in every browser. */
const faults = [
  "an error is logged",
  "a warning is logged",
  "an error is thrown",
  "a promise is rejected",
  "a dialog is opened",
  "://muster.invalid/image.png",
  "policy: style-src-attr",
  "absent.js is not there",
];

// A visit that noticed nothing would make every other test pass.
main(async (browser) => {
  const visit = await Visit.open(await browser.start(), path.join(__dirname, "faulty/page.html"));
  await visit
    .until(() => faults.every((fault) => visit.problems.some((problem) => problem.includes(fault))))
    .catch(() => undefined);
  const seen = visit.problems.join("\n  ");
  const missed = faults.filter((fault) => !seen.includes(fault));
  if (missed.length > 0) throw new Error(`not noticed: ${missed.join(", ")}; noticed:\n  ${seen}`);
});
