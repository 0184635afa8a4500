"use strict";

const assert = require("node:assert/strict");
const { main } = require("./support/main.js");
const { Visit } = require("./support/visit.js");

/**
 * `node long_log.js BROWSER PAGE LINES`: checks that the page of a match whose log has LINES lines draws them in parts.
 */
main(async (browser, [page = "", lines = ""]) => {
  const visit = await Visit.open(await browser.start(), page);
  await visit.settled();
  const counts = () =>
    visit.page.evaluate(() => {
      const more = [...document.querySelectorAll(".moves button")].find(({ textContent }) =>
        textContent?.startsWith("Show "),
      );
      return {
        drawn: document.querySelectorAll("#moves .logline").length,
        more: more?.textContent ?? "",
        squares: document.querySelectorAll("#board svg *").length,
      };
    });
  const first = await counts();
  assert.equal(first.drawn, 2000);
  assert.match(first.more, /^Show 500 of [0-9,\u202f ]+ more lines$/);
  assert.equal(Number(first.more.slice("Show 500 of".length).replace(/\D/g, "")), Number(lines) - 2000);
  assert.ok(first.squares > 0, "the board is drawn");
  await visit.page.evaluate(() => {
    for (const button of document.querySelectorAll(".moves button")) {
      if (button instanceof HTMLElement && button.textContent?.startsWith("Show ")) return button.click();
    }
  });
  assert.equal((await counts()).drawn, 2500);
  await visit.close();
});
