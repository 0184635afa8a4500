"use strict";

const axe = require("axe-core");

/**
 * What axe-core finds in a page.
 *
 * @param {import("puppeteer-core").Page} page
 */
async function violations(page) {
  // It takes its time to read, and stays in a page that is looked at again.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  return page.evaluate(async () => {
    // @ts-expect-error -- The source that was just evaluated defines it.
    const { violations: found } = await window.axe.run(document, { resultTypes: ["violations"], preload: false });
    return /** @type {import("axe-core").Result[]} */ (found);
  });
}

/** @param {import("axe-core").Result[]} found */
function lines(found) {
  return found.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`));
}

/**
 * What axe-core finds in a page that keeps a reader from using it: one line for each element.
 *
 * @param {import("puppeteer-core").Page} page
 */
async function barriers(page) {
  const found = await violations(page);
  return lines(found.filter(({ impact }) => impact === "serious" || impact === "critical"));
}

/**
 * Everything that axe-core finds in a page: one line for each element.
 *
 * @param {import("puppeteer-core").Page} page
 */
async function findings(page) {
  return lines(await violations(page));
}

module.exports = { barriers, findings };
