"use strict";

/** Links to matches, entrants and lists. */
const links = (() => {
  /**
   * An entrant's name, which leads to the entrant's page.
   *
   * @param {SiteIndex} index
   * @param {number} number
   */
  function entrant(index, number) {
    return dom.make("a", { href: `entrant.html#${number}` }, dom.name(index.entrants[number].name));
  }

  /**
   * A match's key, which leads to its replay.
   *
   * @param {string} key
   */
  function match(key) {
    return dom.make("a", { href: `match.html#${key}` }, key);
  }

  /**
   * A text that leads to the list of the matches that a filter finds.
   *
   * @param {string | number} text
   * @param {Partial<MatchFilter>} filtered
   */
  function list(text, filtered) {
    return dom.make("a", { href: `matches.html#${filter.format(filtered)}` }, text);
  }

  return { entrant, match, list };
})();
