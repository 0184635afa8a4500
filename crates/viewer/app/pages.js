/** The beginning of every page, and of a worker, which runs the script of its page. */

import * as worker from "./host/worker.js";

/**
 * Opens the page that the document names, or serves in a worker.
 * @param {Record<string, () => any>} pages the function that opens each page, by the document's `data-page`
 */
export function start(pages) {
  if (typeof document === "undefined") worker.serve();
  else globalThis.musterPage = pages[document.documentElement.dataset.page ?? ""]?.();
}
