/** The lines of a bot's log, drawn in parts, since a log may have more lines than a page can hold. */

import * as dom from "./dom.js";
import * as words from "./words.js";

/** Number of lines drawn at first on a page, and number of lines that each click adds. */
const [AT_ONCE, ADDED] = [2000, 500];

/**
 * Returns a function that draws the logs of one page: `AT_ONCE` lines in total, and a button for the rest of each log.
 * @returns {(lines: string[]) => HTMLElement}
 */
export function drawer() {
  let left = AT_ONCE;
  return (lines) => {
    const first = Math.min(left, lines.length);
    left -= first;
    return drawn(lines, first);
  };
}

/**
 * @param {string[]} lines
 * @param {number} first number of lines to draw at first
 */
function drawn(lines, first) {
  const container = dom.make("div.logged");
  let count = 0;
  const add = (/** @type {number} */ to) => {
    container.append(...lines.slice(count, to).map((line) => dom.make("span.logline", words.visible(line))));
    count = to;
    if (count === lines.length) return;
    const next = Math.min(lines.length, count + ADDED);
    const label = `Show ${words.count(next - count)} of ${words.count(lines.length - count)} more lines`;
    const more = dom.button(label, () => {
      more.remove();
      add(next);
    });
    container.append(more);
  };
  add(first);
  return container;
}
