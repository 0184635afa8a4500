/**
 * The host's state for one bot at one seat during one match. It outlives a dropped instance, so that the log and the
 * random stream continue.
 */

import * as botComplaint from "./complaint.js";
import * as botFailure from "./failure.js";
import * as botLog from "./log.js";
import { settingsMax, memory } from "./interface.js";

/**
 * @param {BotOptions} options
 * @returns {BotSeat}
 */
export const open = ({ rules, settings, limits, now, tell }) => ({
  rules,
  now,
  tell,
  settings: new TextEncoder().encode(settings).subarray(0, settingsMax),
  limits,
  log: botLog.none(),
  late: { isOpen: false, isWithinLine: false },
  memoryPeak: 0,
  instance: null,
  ply: 0,
  asked: false,
  legal: null,
  history: null,
  offer: null,
  begun: 0,
  limit: 0,
  gameLeft: 0,
  ownTime: { used: 0, runs: false },
  complaint: botComplaint.none(),
  stopped: null,
});

/** Offset in a view of the increment, the nanoseconds added to the game's time after each move. */
const incrementAt = 48;
const ticksOfNanosecond = 10;

/**
 * Records the remaining game time at a question. Since the last question, it fell by the time of that answer and rose
 * by the increment.
 * @param {BotSeat} seat
 * @param {BotQuestion} question
 * @param {boolean} isFirst
 */
export const noteTime = (seat, { view, gameLeft }, isFirst) => {
  const increment = new DataView(view.buffer, view.byteOffset).getBigUint64(incrementAt, true);
  const rose = Number(increment) * ticksOfNanosecond;
  if (!isFirst) seat.ownTime.used += Math.max(0, seat.gameLeft + rose - gameLeft);
  seat.gameLeft = gameLeft;
};

/** Appends a text to the log. @param {BotSeat} seat @param {Uint8Array} bytes */
export const writeLog = (seat, bytes) => {
  const { ply } = seat;
  const first = botLog.write(seat.log, ply, bytes, seat.limits);
  if (first.length > 0) seat.tell({ log: { ply, bytes: first } });
};

/**
 * Appends a text from standard error to the log. A script's account of running out of time is only reported to the
 * page, which knows if the bot answers in time after all.
 * @param {BotSeat} seat
 * @param {Uint8Array} bytes
 */
export const writeError = (seat, bytes) => {
  const { late, ply } = seat;
  for (let from = 0; from < bytes.length;) {
    const end = bytes.indexOf(lineEnd, from) + 1 || bytes.length;
    const piece = bytes.slice(from, end);
    from = end;
    if (!late.isWithinLine) {
      const starts = (/** @type {number[]} */ words) => words.every((byte, at) => piece[at] === byte);
      late.isOpen = accountsOfTime.some(starts) || (late.isOpen && starts(indented));
    }
    late.isWithinLine = piece.at(-1) !== lineEnd;
    if (late.isOpen) seat.tell({ late: { ply, bytes: piece } });
    else writeLog(seat, piece);
  }
};

const lineEnd = 10;
/** Beginning of the indented lines of an account of the time, and beginnings of its first line. */
const [indented = [], ...accountsOfTime] = ["  ", "time runs out in ", "out of time in "].map((words) => [
  ...new TextEncoder().encode(words),
]);

/** Begins an answer. @param {BotSeat} seat */
export const beginAnswer = (seat) => {
  seat.complaint = botComplaint.none();
  seat.late = { isOpen: false, isWithinLine: false };
};

/** Reports the end of a log that exceeds its limit, after an answer. @param {BotSeat} seat */
export const endAnswer = (seat) => {
  const bytes = botLog.endOfPly(seat.log, seat.ply, seat.limits);
  if (bytes.length > 0) seat.tell({ end: { ply: seat.ply, bytes } });
};

/** Stops the bot. A bot that catches the error of its host call fails nevertheless.
 * @param {BotSeat} seat @param {string} fault @param {string} detail @returns {never} */
export const stop = (seat, fault, detail) => {
  seat.stopped ??= new botFailure.Stop(fault, detail);
  throw seat.stopped;
};

/** The bot's current memory. @param {BotSeat} seat */
export const bytesOf = (seat) => {
  const found = seat.instance?.exports[memory];
  if (!(found instanceof WebAssembly.Memory)) return stop(seat, "bad-pointer", "the bot has no memory");
  return new Uint8Array(found.buffer);
};

/**
 * The bytes that a bot points to.
 * @param {BotSeat} seat
 * @param {number} pointer
 * @param {number} length
 */
export const span = (seat, pointer, length) => {
  const bytes = bytesOf(seat);
  const from = pointer >>> 0;
  if (from + length <= bytes.length) return bytes.subarray(from, from + length);
  const detail = `${length} bytes at address ${from}, in a memory of ${bytes.length} bytes`;
  return stop(seat, "bad-pointer", detail);
};

/** Ticks since the call began. @param {BotSeat} seat */
export const spent = (seat) => Math.round((seat.now() - seat.begun) * 1e7);

/** Ticks that the seat has used for its answers; 0 before the first question. @param {BotSeat} seat */
export const ownTime = (seat) => (seat.ownTime.runs ? seat.ownTime.used + spent(seat) : 0);

/** The log as the referee keeps it. @param {BotSeat} seat */
export const wholeLog = ({ log, limits }) => botLog.keep(log, limits);
