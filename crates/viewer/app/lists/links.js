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

  /**
   * The key of a game's return game, which has the same opening with the seats swapped: games 1 and 2 of a pairing, 3
   * and 4, and so on. It need not have been played.
   *
   * @param {string} key
   */
  function returnKey(key) {
    const [stage, round, pairing, game] = key.split("+")[0].split(".").map(Number);
    return [stage, round, pairing, game % 2 === 0 ? game - 1 : game + 1].join(".");
  }

  return { entrant, match, list, returnKey };
})();
