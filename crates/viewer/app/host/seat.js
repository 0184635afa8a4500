/**
 * What the host keeps for one bot at one seat during one match. It outlives an instance that had to be dropped, so that
 * log and random stream continue where they were.
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

/** The place in a view of the nanoseconds that are added to the game's time after each move. */
const incrementAt = 48;
const ticksOfNanosecond = 10;

/**
 * Notes what is left of the game's time at a question. Since the last one it fell by what that answer took, and rose
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

/** Adds a text to the log. @param {BotSeat} seat @param {Uint8Array} bytes */
export const writeLog = (seat, bytes) => {
  const { ply } = seat;
  const first = botLog.write(seat.log, ply, bytes, seat.limits);
  if (first.length > 0) seat.tell({ log: { ply, bytes: first } });
};

/**
 * Adds a text that was written to standard error. A script's account of a time that runs out is of no use to a bot that
 * answers in time: only the page knows whether it does.
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
/** How an account of the time begins, and how its other lines do. */
const [indented = [], ...accountsOfTime] = ["  ", "time runs out in ", "out of time in "].map((words) => [
  ...new TextEncoder().encode(words),
]);

/** Begins an answer. @param {BotSeat} seat */
export const beginAnswer = (seat) => {
  seat.complaint = botComplaint.none();
  seat.late = { isOpen: false, isWithinLine: false };
};

/** Tells the end of a log that is longer than its limit, once an answer is over. @param {BotSeat} seat */
export const endAnswer = (seat) => {
  const bytes = botLog.endOfPly(seat.log, seat.ply, seat.limits);
  if (bytes.length > 0) seat.tell({ end: { ply: seat.ply, bytes } });
};

/** Stops the bot. A bot that caught the error of its host call has still failed by it.
 * @param {BotSeat} seat @param {string} fault @param {string} detail @returns {never} */
export const stop = (seat, fault, detail) => {
  seat.stopped ??= new botFailure.Stop(fault, detail);
  throw seat.stopped;
};

/** The bot's memory as it is now. @param {BotSeat} seat */
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

/** Ticks that the seat has used for its answers; none until the first question. @param {BotSeat} seat */
export const ownTime = (seat) => (seat.ownTime.runs ? seat.ownTime.used + spent(seat) : 0);

/** The log as the referee keeps it. @param {BotSeat} seat */
export const wholeLog = ({ log, limits }) => botLog.keep(log, limits);
