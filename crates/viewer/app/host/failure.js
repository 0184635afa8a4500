/** How a bot fails: what the sandbox calls each fault, as far as a browser tells them apart. */

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
 * The words by which browsers tell one trap from another. One word can stand for two of them: Firefox has "index out
 * of bounds" for memory and tables, Chromium has one message for an empty entry and one of another type.
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
 * @param {number} moved by how many bytes the code moved when limits were written into the module
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

/** How many bytes below address 0 the stack is that a program keeps in its memory; `null` if it is not below.
 * @param {WebAssembly.Instance | null} instance */
const below = (instance) => {
  const pointer = instance?.exports[botInterface.stackPointer];
  const memory = instance?.exports[botInterface.memory];
  if (!(pointer instanceof WebAssembly.Global) || !(memory instanceof WebAssembly.Memory)) return null;
  const value = pointer.value >>> 0;
  return value > memory.buffer.byteLength ? 2 ** 32 - value : null;
};

/** The faults by which a bot itself ends a call, so that what it printed last most often says why. Of a call that the
 * host refused the host knows better. @param {string} fault */
const givesUp = (fault) => fault.startsWith("trap(") || fault === "out-of-memory" || fault === "exit";

/** A detail behind the last line that the bot wrote to standard error in this call.
 * @param {BotSeat} seat @param {string} fault @param {string} detail */
const quoting = ({ complaint }, fault, detail) => {
  const line = givesUp(fault) ? botComplaint.line(complaint) : "";
  return line === "" ? detail : `${validation.foreign(line)} (${detail})`;
};

/**
 * What an error from a bot's call is; `null` for one that is the browser's.
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
