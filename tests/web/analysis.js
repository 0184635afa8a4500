"use strict";

const assert = require("node:assert/strict");
const elements = require("./support/elements.js");
const { main } = require("./support/main.js");
const { Visit } = require("./support/visit.js");

/**
 * `node analysis.js BROWSER MATCH_PAGE VALUES MARKS`: analyses match 1.1.1.1 of a site. The page must find the same
 * expected points as the program (`PLY,POINTS …` of each seat, separated by a semicolon) and mark as many mistakes.
 * Then the test plays a line of the reference on the board.
 */
main(async (browser, [file = "", values = "", marks = ""]) => {
  const visit = await Visit.open(await browser.start(), file, { fragment: "1.1.1.1" });
  const { page } = visit;
  await page.waitForSelector(".analysis button");
  await page.click(".analysis button");
  await page.waitForSelector(".analysis[data-values]", { timeout: 120_000 });
  const found = await page.$eval(".analysis", (place) => place.getAttribute("data-values"));
  assert.equal(found, values);
  assert.equal(await elements.count(page, "#timeline .mark.mistake"), Number(marks));
  const buttons = await page.$$(".analysis p button");
  if (buttons[0]) {
    await buttons[0].click();
    const before = await position(page);
    await page.waitForFunction(
      (old) => document.querySelector("#board")?.getAttribute("data-position") !== old,
      { timeout: 10_000 },
      before,
    );
    await page.keyboard.press("Home");
    assert.equal(await page.$eval("#board", (board) => board.getAttribute("data-ply")), "0");
  }
  await visit.close();
});

/** @param {import("puppeteer-core").Page} page */
const position = (page) => page.$eval("#board", (board) => board.getAttribute("data-position"));
