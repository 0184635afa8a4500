/** The fragment of an address: the keys of one or two matches, or a whole match, and a ply. */

/** Characters of a match key. The rules decide if the key is valid. */
const KEY = /^[\d.+]{1,40}$/;
/** The key of a match that the address contains. */
const WHOLE = /^match=([\w-]+)$/;

/** @typedef {{ keys: string[], ply: number | null }} Place */

/**
 * Parses `#1.3.2.1/12` or `#1.3.2.1|1.3.2.2/12`; returns `null` for any other address.
 * @param {string} hash
 * @returns {Place | null}
 */
export function read(hash) {
  const [keys = "", ply] = decodeURIComponent(hash.replace(/^#/, "")).split("/");
  const named = keys.split("|");
  if (named.length > 2 || !named.every((key) => KEY.test(key) || WHOLE.test(key))) return null;
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
 * The match that an address contains, packed; `null` if there is none.
 * @param {string} hash
 */
export function whole(hash) {
  const [key = ""] = read(hash)?.keys ?? [];
  const [, text] = WHOLE.exec(key) ?? [];
  return text === undefined ? null : { key, text: text.replaceAll("-", "+").replaceAll("_", "/") };
}

/**
 * The key of a packed match.
 * @param {string} text
 */
export const keyOf = (text) => `match=${text.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")}`;

let waiting = 0;

/**
 * Shows the ply in the address bar without adding an entry to the browser's history. Some browsers reject frequent
 * changes, so only the last of several quick ones is shown.
 * @param {string[]} keys
 * @param {number} ply
 */
export function show(keys, ply) {
  window.clearTimeout(waiting);
  waiting = window.setTimeout(() => history.replaceState(null, "", write(keys, ply)), 250);
}
