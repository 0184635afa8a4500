/** The parts of a failure's record that the reader is shown. */

/** Prefix of the backtrace line in which a script's interpreter gives advice. */
const ADVICE = "  advice: ";

/**
 * The detail without the engine's own description of a trap, which repeats the explanation. `muster why` does the same.
 * The record keeps both.
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
 * The advice from a script's interpreter; `undefined` for any other bot.
 * @param {string[]} backtrace
 */
export const advice = (backtrace) => backtrace.find((line) => line.startsWith(ADVICE))?.slice(ADVICE.length);

/**
 * The backtrace without advice.
 * @param {string[]} backtrace
 */
export const trace = (backtrace) => backtrace.filter((line) => !line.startsWith(ADVICE));

/**
 * A log without a script's account of its failure at the end.
 * @param {string[]} log lines
 * @param {string[]} account the failure's detail and backtrace
 */
export function logBefore(log, [detail = "", ...backtrace]) {
  // A script logs the account before its time has run out, so the wording differs.
  const written = [detail.replace(/^out of time in /, "time runs out in "), ...backtrace];
  const before = log.slice(0, -written.length);
  return written.every((line, at) => line === log[before.length + at]) ? before : log;
}
