/**
 * WASI preview 1 for toolchains that insist on importing it. Everything is denied, clocks show the seat's own time, and
 * every answer is the same on every host.
 */

import * as botComplaint from "./complaint.js";
import * as botInterface from "./interface.js";
import { span, stop, writeError, writeLog, ownTime } from "./seat.js";

const [success, badFile, invalid, notSupported, notSeekable] = [0, 8, 28, 58, 70];
const [standardInput, standardOutput, standardError] = [0, 1, 2];
/** Start of each clock in nanoseconds: real time at 2000-01-01, monotonic time, and two for processor time. */
const begins = [946684800000000000n, 1000000000n, 1000000000n, 1000000000n];
/** Maximum number of buffers in one write, and of events in one wait. */
const buffersMax = 1024;

/** The answer of a denied function. @param {string} name */
const denial = (name) => {
  if (name === "fd_close") return success;
  if (name === "fd_seek" || name === "fd_tell") return notSeekable;
  return name.startsWith("fd_") || name.startsWith("path_") ? badFile : notSupported;
};

/** @param {BotSeat} seat @param {number} pointer @param {ArrayLike<number>} bytes */
const write = (seat, pointer, bytes) => {
  span(seat, pointer, bytes.length).set(bytes);
  return success;
};

/** @param {BotSeat} seat @param {number} pointer @param {bigint} nanos */
const writeNanos = (seat, pointer, nanos) => write(seat, pointer, new Uint8Array(BigUint64Array.of(nanos).buffer));

/** The 32-bit number at an offset. @param {Uint8Array} bytes @param {number} at */
const word = (bytes, at) => new DataView(bytes.buffer, bytes.byteOffset).getUint32(at, true);

/** Writes the output of a program to its log.
 * @param {BotSeat} seat @param {number} file @param {number} buffers @param {number} count @param {number} written */
const print = (seat, file, buffers, count, written) => {
  if (count > buffersMax) stop(seat, "bad-pointer", `a write of ${count} buffers`);
  let total = 0;
  for (let index = 0; index < count; index++) {
    const at = buffers + index * 8;
    if (at >= 2 ** 32) stop(seat, "bad-pointer", `a list of buffers at address ${buffers}`);
    const entry = span(seat, at, 8);
    const [pointer, length] = [word(entry, 0), word(entry, 4)];
    const text = span(seat, pointer, length);
    if (file === standardError) {
      botComplaint.write(seat.complaint, text);
      writeError(seat, text);
    } else {
      writeLog(seat, text);
    }
    total = (total + length) >>> 0;
  }
  return write(seat, written, new Uint8Array(Uint32Array.of(total).buffer));
};

/** Size of a subscription and of an event in bytes. */
const [waitLength, eventLength] = [48, 32];

/** Reports all awaited events immediately. A bot that sleeps finds that only its own time has passed.
 * @param {BotSeat} seat @param {number} waits @param {number} events @param {number} count @param {number} stored */
const poll = (seat, waits, events, count, stored) => {
  if (count > buffersMax) stop(seat, "bad-pointer", `a wait for ${count} events`);
  for (let index = 0; index < count; index++) {
    const [from, to] = [waits + index * waitLength, events + index * eventLength];
    if (from >= 2 ** 32 || to >= 2 ** 32) stop(seat, "bad-pointer", `a list of events at address ${events}`);
    const wait = span(seat, from, waitLength);
    const event = new Uint8Array(eventLength);
    // User data and type of the event. The rest, an error and a number of bytes, is zero.
    event.set(wait.subarray(0, 8));
    event[10] = wait[8] ?? 0;
    write(seat, to, event);
  }
  return write(seat, stored, new Uint8Array(Uint32Array.of(count).buffer));
};

/** Fills bytes from the seat's dice, eight from each number. @param {BotSeat} seat @param {Uint8Array} bytes */
const fill = (seat, bytes) => {
  const eight = new DataView(new ArrayBuffer(8));
  for (let at = 0; at < bytes.length; at += 8) {
    eight.setBigUint64(0, seat.rules.bits(), true);
    bytes.set(new Uint8Array(eight.buffer).subarray(0, Math.min(8, bytes.length - at)), at);
  }
  return success;
};

/**
 * The implemented functions.
 * @param {BotSeat} seat
 * @returns {Record<string, WasmCall>}
 */
const answered = (seat) => {
  // No arguments and no environment: two counts of zero.
  const none = (/** @type {number} */ count, /** @type {number} */ size) => {
    write(seat, count, [0, 0, 0, 0]);
    return write(seat, size, [0, 0, 0, 0]);
  };
  return {
    args_sizes_get: none,
    environ_sizes_get: none,
    args_get: () => success,
    environ_get: () => success,
    clock_res_get: (/** @type {number} */ clock, /** @type {number} */ at) =>
      clock in begins ? writeNanos(seat, at, 1n) : invalid,
    clock_time_get: (/** @type {number} */ clock, /** @type {bigint} */ _precision, /** @type {number} */ at) =>
      clock in begins ? writeNanos(seat, at, begins[clock] + BigInt(Math.floor(ownTime(seat) / 10))) : invalid,
    fd_fdstat_get: (/** @type {number} */ file, /** @type {number} */ at) => {
      if (file < standardInput || file > standardError) return badFile;
      // A character device, so that C libraries do not try to seek; the rest is zero.
      return write(seat, at, Uint8Array.of(2, ...new Uint8Array(23)));
    },
    fd_write: (/** @type {number[]} */ ...[file = 0, buffers = 0, count = 0, written = 0]) => {
      if (file !== standardOutput && file !== standardError) return badFile;
      return print(seat, file, buffers >>> 0, count >>> 0, written);
    },
    // Standard input is at its end.
    fd_read: (/** @type {number[]} */ ...[file = 0, , , count = 0]) =>
      file === standardInput ? write(seat, count, [0, 0, 0, 0]) : badFile,
    poll_oneoff: (/** @type {number[]} */ ...[waits = 0, events = 0, count = 0, stored = 0]) =>
      poll(seat, waits >>> 0, events >>> 0, count >>> 0, stored),
    proc_exit: (/** @type {number} */ status) => stop(seat, "exit", `it called exit(${status})`),
    random_get: (/** @type {number} */ pointer, /** @type {number} */ length) =>
      fill(seat, span(seat, pointer, length >>> 0)),
    sched_yield: () => success,
  };
};

/**
 * All functions, by name.
 * @param {BotSeat} seat
 * @returns {Record<string, WasmCall>}
 */
export const of = (seat) => {
  const own = answered(seat);
  const names = Object.keys(botInterface.imports.wasi_snapshot_preview1);
  return Object.fromEntries(names.map((name) => [name, own[name] ?? (() => denial(name))]));
};
