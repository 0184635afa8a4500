"use strict";

const assert = require("node:assert/strict");
const { main } = require("./support/main.js");
const { Visit } = require("./support/visit.js");

/** `node failing.js BROWSER PAGE LINE`: the card of a failed bot begins with the line that it ended with. */
main(async (browser, [page = "", line = ""]) => {
  const visit = await Visit.open(await browser.start(), page);
  await visit.settled();
  const { card, lines } = await visit.page.evaluate(() => ({
    card: document.getElementById("loss")?.textContent ?? "",
    lines: [...document.querySelectorAll("#loss .logline")].map((found) => found.textContent ?? ""),
  }));
  assert.equal(lines[0], line);
  assert.ok(!card.includes("wasm trap"), card);
  await visit.close();
});
