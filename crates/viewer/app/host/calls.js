/** The host calls of the module `muster`. */

import { span, spent, writeLog, bytesOf } from "./seat.js";

/** Converts ticks to whole nanoseconds, at least zero. @param {number} ticks */
const nanos = (ticks) => BigInt(Math.max(0, Math.floor(ticks / 10)));

/** Size of an action in bytes, in the list of legal actions and in the history. */
const [code, record] = [8, 16];

/**
 * The calls on positions, in the order of the rules' module, with their parameters: `n` is a number, `a` an action's
 * code, `b` bytes to read, `c` codes to read, and `o` the destination of the reply.
 */
const positions = Object.entries({
  here: "c",
  read: "b",
  after: "naa",
  playout: "nn",
  release: "n",
  phase: "n",
  legal: "nno",
  metrics: "nno",
  view: "nno",
  events: "naao",
  text: "no",
  children: "nnao",
  error: "o",
});

/** The names of these calls, by their index. */
export const positionNames = positions.map(([name]) => name);

/** @param {BotSeat} seat @param {number} index @param {string} shape @returns {WasmCall} */
const overPositions =
  (seat, index, shape) =>
  (...values) => {
    const numbers = values.filter((_, at) => shape[at] === "n");
    const actions = values.filter((_, at) => shape[at] === "a");
    const [pointer, length] = values.slice(-2);
    const reads = { b: 1, c: code }[shape];
    const input = reads ? span(seat, pointer, (length >>> 0) * reads) : new Uint8Array();
    const { result, reply } = seat.rules.position(index, numbers, actions, input);
    if (!shape.endsWith("o")) return result;
    const unit = result > 0 ? reply.length / result : 1;
    const written = Math.min(reply.length, (length >>> 0) * unit);
    span(seat, pointer, written).set(reply.subarray(0, written));
    return result;
  };

/**
 * @param {BotSeat} seat
 * @returns {Record<string, WasmCall>}
 */
export const of = (seat) => ({
  ...Object.fromEntries(
    positions.map(([name, shape], index) => [`position_${name}`, overPositions(seat, index, shape)]),
  ),
  legal_actions: (/** @type {number} */ pointer, /** @type {number} */ cap) => {
    const codes = seat.legal ?? new Uint8Array();
    const written = Math.min(codes.length / code, cap >>> 0) * code;
    span(seat, pointer, written).set(codes.subarray(0, written));
    return codes.length / code;
  },
  history: (/** @type {number} */ pointer, /** @type {number} */ cap) => {
    bytesOf(seat);
    if (seat.history === null) return 0;
    const count = seat.history.length / record;
    const written = Math.min(count, cap >>> 0) * record;
    span(seat, pointer, written).set(seat.history.subarray(0, written));
    return count;
  },
  settings: (/** @type {number} */ pointer, /** @type {number} */ cap) => {
    const written = Math.min(seat.settings.length, cap >>> 0);
    span(seat, pointer, written).set(seat.settings.subarray(0, written));
    return seat.settings.length;
  },
  log: (/** @type {number} */ pointer, /** @type {number} */ length) =>
    writeLog(seat, span(seat, pointer, length >>> 0)),
  random: () => seat.rules.bits(),
  offer: (/** @type {bigint} */ action) => {
    if (!seat.asked) return;
    seat.offer = action;
    seat.tell({ offer: action });
  },
  remaining: () => nanos(seat.limit - spent(seat)),
  game_remaining: () => nanos(seat.gameLeft - spent(seat)),
});
