/** A log that is being written. It keeps the beginning up to the limit, and the end of the rest. */

const lineEnd = 10;

/** @returns {BotLog} */
export const none = () => ({ beginning: [], length: 0, end: [], endLength: 0, marks: [], written: 0 });

/** @param {Uint8Array[]} pieces @param {number} length */
const joined = (pieces, length) => {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
};

/**
 * Appends a text, and returns the part of it that belongs to the beginning.
 * @param {BotLog} log
 * @param {number} ply
 * @param {Uint8Array} bytes
 * @param {BotLimits} limits
 */
export const write = (log, ply, bytes, limits) => {
  if (bytes.length > 0 && log.marks.at(-1)?.ply !== ply) log.marks.push({ ply, offset: log.written });
  log.written += bytes.length;
  const first = bytes.slice(0, Math.max(0, limits.log - log.length));
  if (first.length > 0) log.beginning.push(first);
  log.length += first.length;
  if (first.length < bytes.length && limits.logEnd > 0) {
    log.end.push(bytes.slice(Math.max(first.length, bytes.length - limits.logEnd)));
    log.endLength += log.end.at(-1)?.length ?? 0;
    if (log.endLength > 2 * limits.logEnd || log.end.length > 1_000) {
      log.end = [joined(log.end, log.endLength).slice(-limits.logEnd)];
      log.endLength = log.end[0]?.length ?? 0;
    }
  }
  return first;
};

/** The end of a log without its incomplete first line, unless there is no other. @param {Uint8Array} end */
const wholeLines = (end) => {
  const from = end.indexOf(lineEnd) + 1;
  return from > 0 && from < end.length ? end.subarray(from) : end;
};

/** The last bytes after the beginning. @param {BotLog} log @param {BotLimits} limits */
const lastBytes = (log, limits) => {
  const bytes = joined(log.end, log.endLength);
  return bytes.subarray(Math.max(0, bytes.length - limits.logEnd));
};

/**
 * The part of the log's end that was written in a ply.
 * @param {BotLog} log
 * @param {number} ply
 * @param {BotLimits} limits
 */
export const endOfPly = (log, ply, limits) => {
  const mark = log.marks.at(-1);
  if (mark?.ply !== ply || log.written === log.length) return new Uint8Array();
  const bytes = lastBytes(log, limits);
  return bytes.slice(Math.max(0, bytes.length - (log.written - mark.offset)));
};

/**
 * The whole log; if it is too long, its beginning, a line with the number of bytes cut, and its last whole lines.
 * @param {BotLog} log
 * @param {BotLimits} limits
 */
export const keep = (log, limits) => {
  const { length, marks, written } = log;
  const beyond = written - length;
  const beginning = joined(log.beginning, length);
  const last = lastBytes(log, limits);
  if (beyond <= limits.logEnd) {
    return { bytes: joined([beginning, last], written), marks, dropped: 0 };
  }
  const kept = marks.filter(({ offset }) => offset < length);
  if (limits.logEnd === 0) return { bytes: beginning, marks: kept, dropped: beyond };
  const end = wholeLines(last);
  const [from, dropped] = [written - end.length, beyond - end.length];
  const line = new TextEncoder().encode(`\n[${dropped} bytes of this log were cut here]\n`);
  const begins = length + line.length;
  const [first = 0] = marks.map(({ offset }, at) => (offset <= from ? at : -1)).sort((one, other) => other - one);
  for (const { ply, offset } of marks.slice(first)) {
    if (kept.at(-1)?.ply !== ply) kept.push({ ply, offset: begins + Math.max(0, offset - from) });
  }
  return { bytes: joined([beginning, line, end], begins + end.length), marks: kept, dropped };
};
