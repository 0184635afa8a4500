"use strict";

/**
 * Whether a request is for the stream of what is new.
 *
 * @param {import("puppeteer-core").HTTPRequest} request
 */
function isStream(request) {
  return new URL(request.url()).pathname.endsWith("/news");
}

/**
 * Checks that a page follows what is new as long as it is looked at: its stream ends while another tab is shown, and
 * begins again after that.
 *
 * @param {import("./visit.js").Visit} visit
 */
async function followsWhileShown(visit) {
  const { page } = visit;
  /** @type {Set<import("puppeteer-core").HTTPRequest>} */
  const open = new Set();
  const begin = (/** @type {import("puppeteer-core").HTTPRequest} */ request) => {
    if (isStream(request)) open.add(request);
  };
  const end = (/** @type {import("puppeteer-core").HTTPRequest} */ request) => open.delete(request);
  page.on("request", begin).on("requestfailed", end).on("requestfinished", end);
  await page.reload();
  await visit.until(() => open.size === 1);
  const other = await page.browserContext().newPage();
  await other.bringToFront();
  await visit.until(() => page.evaluate(() => document.hidden));
  await visit.until(() => open.size === 0);
  await page.bringToFront();
  await visit.until(() => open.size === 1);
  await other.close();
  page.off("request", begin).off("requestfailed", end).off("requestfinished", end);
}

module.exports = { followsWhileShown, isStream };
