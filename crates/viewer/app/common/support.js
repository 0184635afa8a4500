/** Checks for browser features, and error messages. */

import * as dom from "./dom.js";
import * as words from "./words.js";

/** Returns `true` if the browser has the features that the rules and the data need. */
export const hasAll = () => typeof WebAssembly === "object" && typeof DecompressionStream === "function";

/** Returns `true` if the browser has the features that a match needs; otherwise shows a notice. */
export function isThere() {
  const isSo = hasAll();
  dom.byId("unsupported").hidden = isSo;
  return isSo;
}

/**
 * Shows an error message on the page.
 * @param {string} what
 * @param {unknown} error
 */
export function complain(what, error) {
  const place = dom.byId("trouble");
  dom.fill(place, dom.make("strong", what), words.reason(error));
  place.hidden = false;
}
