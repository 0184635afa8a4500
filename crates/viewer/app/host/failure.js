/** The failures of bots, named as in the sandbox, as far as a browser can tell them apart. */

import * as botComplaint from "./complaint.js";
import * as validation from "./validation.js";
import * as botInterface from "./interface.js";

/** Thrown by a host call to stop the bot. */
export class Stop extends Error {
  /** @param {string} fault @param {string} detail */
  constructor(fault, detail) {
    super(detail);
    this.fault = fault;
  }
}

/**
 * Patterns that identify a trap by the browser's message. Some messages are ambiguous: Firefox says "index out of
 * bounds" for memory and for tables, and Chromium has the same message for an empty table entry and one of a wrong
 * type.
 * @type {[RegExp, string][]}
 */
const traps = [
  [/unreachable/i, "unreachable"],
  [/in integer range|conversion|trunc/i, "bad-conversion"],
  [/unrepresentable|integer overflow/i, "integer-overflow"],
  [/data segment|memory|^index out of bounds/i, "memory-out-of-bounds"],
  [/null/i, "null-call"],
  [/signature/i, "bad-signature"],
  [/table|element segment/i, "table-out-of-bounds"],
  [/zero/i, "division-by-zero"],
];

/** @param {unknown} error */
const isStackOverflow = (error) => error instanceof Error && /call stack|too much recursion/i.test(error.message);

/** @param {string} message */
const trapOf = (message) => `trap(${traps.find(([words]) => words.test(message))?.[1] ?? "other"})`;

/**
 * The functions of a backtrace, innermost first.
 * @param {unknown} error
 * @param {number} moved number of bytes by which the code moved when limits were written into the module
 */
const frames = (error, moved) => {
  const stack = error instanceof Error ? String(error.stack) : "";
  return stack.split("\n").flatMap((line) => {
    const place = /wasm-function\[(\d+)\]:0x([0-9a-f]+)/.exec(line);
    if (place === null) return [];
    const name = /^\s*at (.+) \(/.exec(line)?.[1] ?? /^([^@]+)@/.exec(line)?.[1];
    const named = name === undefined || name.startsWith("wasm-function[") ? `function ${place[1]}` : name;
    return [`${validation.foreign(named)} (byte 0x${(parseInt(place[2], 16) - moved).toString(16)})`];
  });
};

/** Number of bytes by which a program's own stack pointer is below address 0; `null` if it is not below.
 * @param {WebAssembly.Instance | null} instance */
const below = (instance) => {
  const pointer = instance?.exports[botInterface.stackPointer];
  const memory = instance?.exports[botInterface.memory];
  if (!(pointer instanceof WebAssembly.Global) || !(memory instanceof WebAssembly.Memory)) return null;
  const value = pointer.value >>> 0;
  return value > memory.buffer.byteLength ? 2 ** 32 - value : null;
};

/** Returns `true` for a fault by which the bot itself ends a call. Its last line usually says why. If the host refused
 * a call, the host's detail is better. @param {string} fault */
const givesUp = (fault) => fault.startsWith("trap(") || fault === "out-of-memory" || fault === "exit";

/** A detail, preceded by the last line that the bot wrote to standard error in this call.
 * @param {BotSeat} seat @param {string} fault @param {string} detail */
const quoting = ({ complaint }, fault, detail) => {
  const line = givesUp(fault) ? botComplaint.line(complaint) : "";
  return line === "" ? detail : `${validation.foreign(line)} (${detail})`;
};

/**
 * The failure behind an error from a bot's call; `null` if the error is the browser's own.
 * @param {unknown} error
 * @param {BotSeat} seat
 * @param {number} moved
 * @returns {BotFailure | null}
 */
export const of = (error, seat, moved) => {
  const backtrace = frames(error, moved);
  /** @param {string} fault @param {string} detail */
  const failure = (fault, detail) => ({ fault, detail: quoting(seat, fault, detail), backtrace });
  if (error instanceof Stop) return failure(error.fault, error.message);
  if (isStackOverflow(error)) return failure("trap(stack-overflow)", "wasm trap: call stack exhausted");
  if (!(error instanceof WebAssembly.RuntimeError)) return null;
  const fault = trapOf(error.message);
  const bytes = fault === "trap(memory-out-of-bounds)" ? below(seat.instance) : null;
  if (bytes === null) return failure(fault, `wasm trap: ${error.message}`);
  const detail = `stack overflow (of the program's own stack): its pointer is ${bytes} bytes below address 0`;
  return { fault: "trap(stack-overflow)", detail, backtrace };
};
