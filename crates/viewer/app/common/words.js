/** Formats numbers and text from outside sources, in the same way as the rest of the site. */

const NARROW = "\u202f";
const FIXED = "\u00a0";

/** Characters that are invisible or reorder others, the same as in `game::visible`. */
const INVISIBLE = new RegExp(
  // eslint-disable-next-line no-misleading-character-class -- each character is meant by itself
  "[\\0-\\x1f\\x7f-\\x9f\\xad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f" +
    "\\u2028-\\u202e\\u2060-\\u206f\\u2800\\u3164\\ufdd0-\\ufdef\\ufeff\\uffa0\\ufff0-\\ufffb\\ufffe\\uffff" +
    "\\ud800-\\udfff\\u{13430}-\\u{1345f}\\u{16fe4}\\u{1bca0}-\\u{1bca3}\\u{1d159}\\u{1d173}-\\u{1d17a}" +
    "\\u{e0000}-\\u{e0fff}]",
  "gu",
);

/**
 * Spells out invisible characters: `⟨U+202E⟩`.
 * @param {string} text
 */
export function visible(text) {
  return text.replace(INVISIBLE, (found) => {
    const code = found.codePointAt(0) ?? 0;
    return `⟨U+${code.toString(16).toUpperCase().padStart(4, "0")}⟩`;
  });
}

/**
 * A whole number with thousands separated by narrow spaces.
 * @param {number} number
 */
export function count(number) {
  return String(number).replace(/\B(?=(\d{3})+$)/g, NARROW);
}

/**
 * A count with its noun: `1 ply`, `12 plies`.
 * @param {number} number
 * @param {string} one
 * @param {string} many
 */
export function counted(number, one, many) {
  return `${count(number)}${FIXED}${number === 1 ? one : many}`;
}

/**
 * A duration with three significant digits: `1.23 ms`.
 * @param {number} ticks of 0.1 ns
 */
export function duration(ticks) {
  if (ticks === 0) return `0${FIXED}s`;
  const units = /** @type {const} */ ([
    [10, "ns"],
    [1e4, "µs"],
    [1e7, "ms"],
    [1e10, "s"],
  ]);
  for (const [size, unit] of units) {
    const digits = threeDigits(ticks / size);
    if (Number(digits) < 1000 || unit === "s") return `${digits}${FIXED}${unit}`;
  }
  return "";
}

/** @param {number} number */
function threeDigits(number) {
  for (const decimals of [2, 1]) {
    const digits = number.toFixed(decimals);
    if (Number(digits) < 10 ** (3 - decimals)) return digits;
  }
  return number.toFixed(0);
}

/**
 * `a, b and c`.
 * @param {string[]} parts
 */
export function list(parts) {
  if (parts.length < 2) return parts.join("");
  return `${parts.slice(0, -1).join(", ")} and ${parts[parts.length - 1]}`;
}

/**
 * The name of a metric or an option in words: `boxes held` for `boxes_held`.
 * @param {string} name
 */
export function spaced(name) {
  return name.replaceAll("_", " ");
}

/**
 * The message of an error.
 * @param {unknown} error
 */
export function reason(error) {
  return visible(error instanceof Error ? error.message : String(error));
}

/**
 * A ply of chance in words: `Chance: 3`; empty for a ply of seats.
 * @param {{ chance?: string | undefined }} ply
 */
export function chance({ chance: outcome }) {
  return outcome === undefined ? "" : `Chance: ${outcome}`;
}
