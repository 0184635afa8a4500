/** A long list, one page at a time. Only the rows of the current page are loaded and drawn. */

import * as dom from "../common/dom.js";
import * as words from "../common/words.js";
import * as matchTable from "./table.js";

const PAGE = 50;

/**
 * Shows one page of the matches (the first is 0), and calls `turned` when the reader turns to another. Shows nothing if
 * the result is no longer wanted once it is loaded.
 *
 * @param {HTMLElement} container
 * @param {SiteIndex} index
 * @param {FoundMatches} matches
 * @param {number} page
 * @param {{ entrant?: number, turned?: (page: number) => void, isWanted?: () => boolean }} [options]
 *   `entrant`: the entrant whose matches they are, if they are one entrant's
 */
export async function show(container, index, matches, page, options = {}) {
  const last = Math.max(Math.ceil(matches.count / PAGE) - 1, 0);
  const shown = Math.min(page, last);
  const from = shown * PAGE;
  const rows = await matches.slice(from, Math.min(from + PAGE, matches.count));
  if (options.isWanted?.() === false) return;
  const turn = async (/** @type {number} */ to) => {
    await show(container, index, matches, to, options);
    options.turned?.(to);
  };
  const table = matches.count > 0 ? matchTable.draw(index, "Matches", rows, options.entrant) : null;
  dom.fill(container, table, last > 0 && buttons(shown, last, turn));
}

/**
 * @param {number} shown
 * @param {number} last
 * @param {(page: number) => Promise<void>} turn
 */
function buttons(shown, last, turn) {
  /** @type {[string, string, number, boolean][]} */
  const ways = [
    ["«", "First page", 0, shown > 0],
    ["‹", "Page before", shown - 1, shown > 0],
    ["›", "Next page", shown + 1, shown < last],
    ["»", "Last page", last, shown < last],
  ];
  const [first, before, next, end] = ways.map(([sign, label, to, possible]) => {
    const refocus = async () => {
      await turn(to);
      focus(label);
    };
    return dom.button(sign, () => void refocus(), { "aria-label": label, disabled: !possible });
  });
  const box = dom.make("input", { type: "number", min: 1, max: last + 1, value: shown + 1, "aria-label": "Page" });
  box.onchange = () => {
    const to = Math.trunc(box.valueAsNumber) - 1;
    if (to >= 0 && to <= last) void turn(to).then(() => focus("Page"));
  };
  const place = dom.make("span", box, ` of ${words.count(last + 1)}`);
  return dom.make("nav.turning", { "aria-label": "Pages" }, first, before, place, next, end);
}

/**
 * Returns the focus to the control that was used, since the list was redrawn.
 *
 * @param {string} label
 */
function focus(label) {
  const control = document.querySelector(`.turning [aria-label="${label}"]`);
  if (control instanceof HTMLElement) control.focus();
}
