/** What follows the `#` of an address: which match, at which ply; or two matches. */

/** What a key of a match may consist of; whether it is one, the rules know. */
const KEY = /^[\d.+]{1,40}$/;

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
