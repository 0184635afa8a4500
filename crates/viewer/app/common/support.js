/** Whether the browser can show the page. Where it cannot, the page says so. */

import * as dom from "./dom.js";
import * as words from "./words.js";

/** Whether there is what the rules and the data need. */
export const hasAll = () => typeof WebAssembly === "object" && typeof DecompressionStream === "function";

/** Whether there is what a match needs. Where there is not, the page says so. */
export function isThere() {
  const isSo = hasAll();
  dom.byId("unsupported").hidden = isSo;
  return isSo;
}

/**
 * Says what failed, where a reader finds it.
 * @param {string} what
 * @param {unknown} error
 */
export function complain(what, error) {
  const place = dom.byId("trouble");
  dom.fill(place, dom.make("strong", what), words.reason(error));
  place.hidden = false;
}
