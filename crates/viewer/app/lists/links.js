/** Links to matches, entrants and lists. */

import * as dom from "../common/dom.js";
import * as filter from "./filter.js";

/**
 * An entrant's name, linked to the entrant's page.
 *
 * @param {SiteIndex} index
 * @param {number} number
 */
export function entrant(index, number) {
  return dom.make("a", { href: `entrant.html#${number}` }, dom.name(index.entrants[number].name));
}

/**
 * A match's key, linked to its replay.
 *
 * @param {string} key
 */
export function match(key) {
  return dom.make("a", { href: `match.html#${key}` }, key);
}

/**
 * A text linked to the list of matches that pass a filter.
 *
 * @param {string | number} text
 * @param {Partial<MatchFilter>} filtered
 */
export function list(text, filtered) {
  return dom.make("a", { href: `matches.html#${filter.format(filtered)}` }, text);
}
