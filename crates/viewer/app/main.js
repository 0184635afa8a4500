/** Where every page begins, and the worker of a bot, which is made of the same script. */

import * as worker from "./host/worker.js";
import * as compare from "./lists/compare.js";
import * as entrant from "./lists/entrant.js";
import * as matches from "./lists/matches.js";
import * as viewer from "./match/viewer.js";
import * as play from "./play/page.js";

/**
 * What shows each page, by the name that its document has.
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
