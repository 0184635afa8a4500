/** Links to matches, entrants and lists. */

import * as dom from "../common/dom.js";
import * as filter from "./filter.js";

/**
 * An entrant's name, which leads to the entrant's page.
 *
 * @param {SiteIndex} index
 * @param {number} number
 */
export function entrant(index, number) {
  return dom.make("a", { href: `entrant.html#${number}` }, dom.name(index.entrants[number].name));
}

/**
 * A match's key, which leads to its replay.
 *
 * @param {string} key
 */
export function match(key) {
  return dom.make("a", { href: `match.html#${key}` }, key);
}

/**
 * A text that leads to the list of the matches that a filter finds.
 *
 * @param {string | number} text
 * @param {Partial<MatchFilter>} filtered
 */
export function list(text, filtered) {
  return dom.make("a", { href: `matches.html#${filter.format(filtered)}` }, text);
}
