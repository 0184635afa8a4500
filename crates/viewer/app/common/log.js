/** Lines that a bot logged, drawn in parts: a log may have more of them than a page can hold. */

import * as dom from "./dom.js";
import * as words from "./words.js";

/** Lines that are drawn for a page's reader who has not asked for more, and those that each click adds. */
const [AT_ONCE, ADDED] = [2000, 500];

/**
 * What draws the logs of one page: all together `AT_ONCE` lines, and then a button in the place of the rest.
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
 * @param {number} first lines that are drawn at once
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
