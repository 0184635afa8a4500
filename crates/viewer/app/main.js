/** The entry point of every page, and of a bot's worker, which runs the same script. */

import * as worker from "./host/worker.js";
import * as compare from "./lists/compare.js";
import * as entrant from "./lists/entrant.js";
import * as matches from "./lists/matches.js";
import * as viewer from "./match/viewer.js";
import * as play from "./play/page.js";

/**
 * The function that opens each page, by the document's `data-page`.
 * @type {Record<string, () => any>}
 */
const pages = {
  compare: compare.open,
  entrant: entrant.open,
  match: viewer.open,
  matches: matches.open,
  play: play.open,
};

if (typeof document === "undefined") {
  worker.serve();
} else {
  globalThis.musterPage = pages[document.documentElement.dataset.page ?? ""]();
}
