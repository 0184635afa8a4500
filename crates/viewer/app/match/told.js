/** What a failure's record tells its reader. */

/** Where in a line of the backtrace a script's interpreter says what to do. */
const ADVICE = "  advice: ";

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

/**
 * What a script's own account advises; nothing of any other bot.
 * @param {string[]} backtrace
 */
export const advice = (backtrace) => backtrace.find((line) => line.startsWith(ADVICE))?.slice(ADVICE.length);

/**
 * The lines that say where.
 * @param {string[]} backtrace
 */
export const trace = (backtrace) => backtrace.filter((line) => !line.startsWith(ADVICE));

/**
 * A log without a script's account at its end.
 * @param {string[]} log lines
 * @param {string[]} account the failure's detail and backtrace
 */
export function logBefore(log, [detail = "", ...backtrace]) {
  // A script wrote that its time runs out before it had.
  const written = [detail.replace(/^out of time in /, "time runs out in "), ...backtrace];
  const before = log.slice(0, -written.length);
  return written.every((line, at) => line === log[before.length + at]) ? before : log;
}
