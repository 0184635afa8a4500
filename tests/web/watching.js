"use strict";

const path = require("node:path");
const { main } = require("./support/main.js");
const { Visit } = require("./support/visit.js");

/** Faults of the faulty page that a visit must record: texts that every browser reports. */
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

// If visits noticed nothing, every other test would pass.
main(async (browser) => {
  const visit = await Visit.open(await browser.start(), path.join(__dirname, "faulty/page.html"));
  await visit
    .until(() => faults.every((fault) => visit.problems.some((problem) => problem.includes(fault))))
    .catch(() => undefined);
  const seen = visit.problems.join("\n  ");
  const missed = faults.filter((fault) => !seen.includes(fault));
  if (missed.length > 0) throw new Error(`not noticed: ${missed.join(", ")}; noticed:\n  ${seen}`);
});
