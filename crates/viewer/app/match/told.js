/** What a failure's record tells its reader. */

/**
 * The detail without the engine's own words for a trap, which say what the explanation says: as `muster why` tells
 * it. The record keeps both.
 * @param {string} fault
 * @param {string} detail
 */
export function told(fault, detail) {
  if (!fault.startsWith("trap(") || fault === "trap(other)") return detail;
  if (detail.startsWith("wasm trap: ")) return "";
  const quoted = detail.endsWith(")") ? detail.lastIndexOf(" (wasm trap: ") : -1;
  return quoted < 0 ? detail : detail.slice(0, quoted);
}
