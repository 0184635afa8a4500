/** What follows the `#` of an address: which match, at which ply; or two matches. */

const KEY = /^\d{1,5}(\.\d{1,5}){3}(\+\d{1,3})?$/;

/** @typedef {{ keys: string[], ply: number | null }} Place */

/**
 * Reads `#1.3.2.1/12` or `#1.3.2.1|1.3.2.2/12`; `null` if it names no match.
 * @param {string} hash
 * @returns {Place | null}
 */
export function read(hash) {
  const [keys = "", ply] = decodeURIComponent(hash.replace(/^#/, "")).split("/");
  const named = keys.split("|");
  if (named.length > 2 || !named.every((key) => KEY.test(key))) return null;
  return { keys: named, ply: ply !== undefined && /^\d{1,9}$/.test(ply) ? Number(ply) : null };
}

/**
 * @param {string[]} keys
 * @param {number} [ply]
 */
export function write(keys, ply) {
  return `#${keys.join("|")}${ply === undefined ? "" : `/${ply}`}`;
}

/**
 * The key of a game's return game, which has the same opening with the seats swapped: games 1 and 2 of a pairing, 3
 * and 4, and so on. It need not have been played.
 * @param {string} key
 */
export function returnKey(key) {
  const [stage, round, pairing, game = 0] = key.split("+")[0].split(".").map(Number);
  return [stage, round, pairing, game % 2 === 0 ? game - 1 : game + 1].join(".");
}

let waiting = 0;

/**
 * Shows the ply in the address bar, without an entry in the browser's history. Some browsers refuse many changes
 * in a short time, so the last of several is what is shown.
 * @param {string[]} keys
 * @param {number} ply
 */
export function show(keys, ply) {
  window.clearTimeout(waiting);
  waiting = window.setTimeout(() => history.replaceState(null, "", write(keys, ply)), 250);
}
