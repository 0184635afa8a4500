"use strict";

const fs = require("node:fs");

// A quarter of the time that a look takes is reading the source, of which this is the short form.
const source = fs.readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

/**
 * What a page is looked at for: in another colour scheme its colours alone differ, in a narrow window all but these.
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
 * What a page in this colour scheme and of this width is looked at for, if not in full.
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
 * What axe-core finds in a page.
 *
 * @param {import("puppeteer-core").Page} page
 * @param {Rules} rules
 */
async function violations(page, rules) {
  // It takes its time to read, and stays in a page that is looked at again.
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

module.exports = { barriers, findings, rulesFor };
