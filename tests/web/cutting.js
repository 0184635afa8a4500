"use strict";

const assert = require("node:assert/strict");
const elements = require("./support/elements.js");
const { main } = require("./support/main.js");
const { Visit } = require("./support/visit.js");

/**
 * `node cutting.js BROWSER FILE LINES NAME ROWS`: the first table has LINES lines of ROWS rows each. Checks that the
 * page shows fifty lines at first and all of them on request, and finds the line of the last entrant, NAME. Without
 * scripts, which only Chromium can test, nothing is cut.
 */
main(async (browser, [file = "", lines = "", name = "", rows = ""]) => {
  const started = await browser.start();
  const visit = await Visit.open(started, file);
  const seen = async () => {
    const texts = await elements.one(visit.page, "table:has(tbody.rest)", (table) =>
      Array.from(table.querySelectorAll("tbody tr"))
        .filter((row) => row.checkVisibility())
        .map((row) => row.querySelector("th .who")?.textContent ?? ""),
    );
    const names = texts.filter((text) => text !== "");
    assert.equal(texts.length, names.length * Number(rows), "lines are seen as a whole");
    return names;
  };
  const typed = async (/** @type {string} */ text) => {
    await elements.type(visit.page, ".finding input", text);
  };
  assert.equal((await seen()).length, 50);
  await typed(name.toUpperCase());
  assert.deepEqual(await seen(), [name]);
  await typed("nobody is called that");
  assert.deepEqual(await seen(), []);
  assert.match(await elements.text(visit.page, ".finding [role=status]"), /^0 found/);
  await typed("");
  assert.equal((await seen()).length, 50);
  await elements.click(visit.page, ".finding button");
  assert.equal((await seen()).length, Number(lines));
  await visit.close();
  // Puppeteer cannot disable scripts in Firefox.
  if (browser.name !== "chromium") return;
  const still = await Visit.inNewTab(started);
  await still.page.setJavaScriptEnabled(false);
  await still.go(file);
  const count = await elements.count(still.page, "table:has(tbody.rest) tbody tr");
  assert.ok(count >= Number(lines));
  assert.equal(await elements.count(still.page, ".finding"), 0);
  assert.equal(await elements.one(still.page, "tbody.rest tr", (row) => row.checkVisibility()), true, "nothing is cut");
  await still.page.close();
});
