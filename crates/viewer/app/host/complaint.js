/**
 * The last line that a bot wrote to standard error in a call, usually the reason why it gave up. A script's interpreter
 * writes an account of several lines.
 */

/** Maximum number of bytes kept of a line. */
const lineMax = 1024;
const lineEnd = 10;
/** Maximum number of lines kept of an account, and its first words. */
const accountMax = 50;
const accounts = /^(exception|out of memory) in /;
const blanks = /^[ \t\n\f\r]+|[ \t\n\f\r]+$/g;

/** A line without surrounding whitespace. @param {number[]} line */
const trimmed = (line) =>
  new TextDecoder("utf-8", { ignoreBOM: true }).decode(Uint8Array.from(line)).replace(blanks, "");

/** The state before anything is written. @returns {BotComplaint} */
export const none = () => ({ last: "", current: [], account: [] });

/** @param {BotComplaint} complaint @param {Uint8Array} bytes */
export const write = (complaint, bytes) => {
  for (const byte of bytes) {
    if (byte === lineEnd) {
      const { account, current } = complaint;
      complaint.last = trimmed(current) || complaint.last;
      const text = new TextDecoder().decode(Uint8Array.from(current));
      if (account.length < accountMax && (account.length > 0 || accounts.test(text))) account.push(text);
      complaint.current = [];
    } else if (complaint.current.length < lineMax) {
      complaint.current.push(byte);
    }
  }
};

/** The last line; empty if nothing was written. @param {BotComplaint} complaint */
export const line = ({ last, current }) => trimmed(current) || last;
