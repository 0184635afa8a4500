/** The host calls of the module `muster`. */

import { span, spent, writeLog, bytesOf } from "./seat.js";

/** Nanoseconds, whole and never below zero. @param {number} ticks */
const nanos = (ticks) => BigInt(Math.max(0, Math.floor(ticks / 10)));

/** Bytes of an action in the list of legal ones, and in the history. */
const [code, record] = [8, 16];

/**
 * @param {BotSeat} seat
 * @returns {Record<string, WasmCall>}
 */
export const of = (seat) => ({
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
  random: () => seat.dice.bits(),
  offer: (/** @type {bigint} */ action) => {
    if (!seat.asked) return;
    seat.offer = action;
    seat.tell({ offer: action });
  },
  remaining: () => nanos(seat.limit - spent(seat)),
  game_remaining: () => nanos(seat.gameLeft - spent(seat)),
});
