"use strict";

const fs = require("node:fs");

// The minified source, since reading it takes a quarter of the time of a check.
const source = fs.readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

/**
 * The checks of a page. Another colour scheme changes only the colours, and a narrow window everything but these.
 *
 * @typedef {"everything" | "colours" | "layout"} Rules
 */

const COLOURS = ["color-contrast", "link-in-text-block"];

/** @type {Record<Rules, import("axe-core").RunOptions>} */
const OPTIONS = {
  everything: {},
  colours: { runOnly: COLOURS },
  layout: { rules: Object.fromEntries(COLOURS.map((rule) => [rule, { enabled: false }])) },
};

/**
 * The checks of a page with this colour scheme and width; `everything` if MUSTER_FULL is set.
 *
 * @param {import("./browsers.js").Scheme} scheme
 * @param {number} width
 * @returns {Rules}
 */
function rulesFor(scheme, width) {
  if (process.env.MUSTER_FULL) return "everything";
  if (scheme === "dark") return "colours";
  return width < 600 ? "layout" : "everything";
}

/**
 * The violations that axe-core finds in a page.
 *
 * @param {import("puppeteer-core").Page} page
 * @param {Rules} rules
 */
async function violations(page, rules) {
  // The source is slow to read, and stays in the page for later checks.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(source);
  return page.evaluate(
    async (options) => {
      // @ts-expect-error -- The source that was just evaluated defines it.
      const { violations: found } = await window.axe.run(document, options);
      return /** @type {import("axe-core").Result[]} */ (found);
    },
    {
      resultTypes: ["violations"],
      preload: false,
      ...OPTIONS[rules],
    },
  );
}

/** @param {import("axe-core").Result[]} found */
function lines(found) {
  return found.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`));
}

/**
 * The violations that keep a reader from using a page, one line for each element.
 *
 * @param {import("puppeteer-core").Page} page
 * @param {Rules} [rules]
 */
async function barriers(page, rules = "everything") {
  const found = await violations(page, rules);
  return lines(found.filter(({ impact }) => impact === "serious" || impact === "critical"));
}

/**
 * All violations in a page, one line for each element.
 *
 * @param {import("puppeteer-core").Page} page
 * @param {Rules} [rules]
 */
async function findings(page, rules = "everything") {
  return lines(await violations(page, rules));
}

module.exports = { barriers, findings, rulesFor };
