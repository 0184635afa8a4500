"use strict";

const axe = require("axe-core");

/**
 * What a page is looked at for: in another colour scheme its colours alone differ.
 *
 * @typedef {"everything" | "colours"} Rules
 */

/**
 * What axe-core finds in a page.
 *
 * @param {import("puppeteer-core").Page} page
 * @param {Rules} rules
 */
async function violations(page, rules) {
  // It takes its time to read, and stays in a page that is looked at again.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  return page.evaluate(
    async (options) => {
      // @ts-expect-error -- The source that was just evaluated defines it.
      const { violations: found } = await window.axe.run(document, options);
      return /** @type {import("axe-core").Result[]} */ (found);
    },
    {
      resultTypes: ["violations"],
      preload: false,
      ...(rules === "colours" ? { runOnly: ["color-contrast", "link-in-text-block"] } : {}),
    },
  );
}

/** @param {import("axe-core").Result[]} found */
function lines(found) {
  return found.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`));
}

/**
 * What axe-core finds in a page that keeps a reader from using it: one line for each element.
 *
 * @param {import("puppeteer-core").Page} page
 * @param {Rules} [rules]
 */
async function barriers(page, rules = "everything") {
  const found = await violations(page, rules);
  return lines(found.filter(({ impact }) => impact === "serious" || impact === "critical"));
}

/**
 * Everything that axe-core finds in a page: one line for each element.
 *
 * @param {import("puppeteer-core").Page} page
 * @param {Rules} [rules]
 */
async function findings(page, rules = "everything") {
  return lines(await violations(page, rules));
}

module.exports = { barriers, findings };
