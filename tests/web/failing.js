"use strict";

const assert = require("node:assert/strict");
const { main } = require("./support/main.js");
const { Visit } = require("./support/visit.js");

/**
 * `node failing.js BROWSER PAGE LINE [WORDS …]`: checks that the first line on the card of a failed bot is LINE, the
 * one that it ended with, and that the card contains each of WORDS exactly once.
 */
main(async (browser, [page = "", line = "", ...once]) => {
  const visit = await Visit.open(await browser.start(), page);
  await visit.settled();
  const { card, lines } = await visit.page.evaluate(() => ({
    card: document.getElementById("loss")?.textContent ?? "",
    lines: [...document.querySelectorAll("#loss .logline")].map((found) => found.textContent ?? ""),
  }));
  assert.equal(lines[0], line);
  assert.ok(!card.includes("wasm trap"), card);
  for (const words of once) assert.equal(card.split(words).length, 2, `${words}: ${card}`);
  await visit.close();
});
