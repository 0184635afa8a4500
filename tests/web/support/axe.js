"use strict";

const axe = require("axe-core");

/**
 * What axe-core finds in a page that keeps a reader from using it: one line for each element.
 *
 * @param {import("puppeteer-core").Page} page
 * @returns {Promise<string[]>}
 */
async function barriers(page) {
  await page.evaluate(axe.source);
  const found = await page.evaluate(async () => {
    // @ts-expect-error -- The source that was just evaluated defines it.
    const { violations } = await window.axe.run(document, { resultTypes: ["violations"], preload: false });
    return /** @type {import("axe-core").Result[]} */ (violations);
  });
  const grave = found.filter(({ impact }) => impact === "serious" || impact === "critical");
  return grave.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`));
}

module.exports = { barriers };
