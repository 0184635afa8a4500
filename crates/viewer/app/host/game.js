/**
 * The rules of a game from a file. Each call sees the module as it was after its start, so equal requests have equal
 * answers.
 */

import * as botCalls from "./calls.js";
import * as botFailure from "./failure.js";
import * as moduleFit from "./fit.js";
import { buffer, choose, initialize, memory } from "./interface.js";
import * as botSeat from "./seat.js";
import * as botWasi from "./wasi.js";

/** Bytes of the view by which a script is called, all zero. */
const viewLength = 16;
/** Least room for the request of a compiled module, in bytes. */
const leastRoom = 4096;
/** Bytes of output that are kept. */
const outputMax = 1 << 16;

/**
 * @param {BotModule} module
 * @returns {(request: Uint8Array) => GameAnswer}
 */
export const open = (module) => {
  /** @type {Uint8Array} */
  let request = new Uint8Array();
  /** @type {Uint8Array | null} */
  let answer = null;
  /** The calls over positions, by which a script reads the request and gives the answer. @type {BotRules} */
  const rules = {
    bits: () => botSeat.stop(seat, "other", "rules draw no random numbers: return chance(n) from turn"),
    count: () => 0,
    begin: () => {},
    end: () => {},
    position: (index, _numbers, _actions, input) => {
      const name = botCalls.positionNames[index];
      if (name === "text") return { result: request.length, reply: request };
      if (name === "read") answer = input.slice();
      return { result: name === "here" || name === "read" ? 1 : 0, reply: new Uint8Array() };
    },
  };
  const limits = { memory: Infinity, log: outputMax, logEnd: 0, start: 0 };
  const seat = botSeat.open({ rules, settings: "", limits, now: () => 0, tell: () => {} });
  const imports = { muster: botCalls.of(seat), wasi_snapshot_preview1: botWasi.of(seat) };
  /** The state after the start: memory, and the globals that can change. */
  /** @type {Uint8Array} */
  let bytes = new Uint8Array();
  /** @type {[WebAssembly.Global, any][]} */
  let globals = [];

  const exported = (/** @type {string} */ name) => seat.instance?.exports[name];
  const call = (/** @type {string} */ name, /** @type {any[]} */ ...values) =>
    /** @type {WasmCall} */ (exported(name))(...values);

  /** Makes a new instance. */
  const start = () => {
    seat.instance = new WebAssembly.Instance(module.module, imports);
    if (module.starts) call(moduleFit.startName);
    if (exported(initialize.name) !== undefined) call(initialize.name);
    bytes = botSeat.bytesOf(seat).slice();
    globals = Object.entries(seat.instance.exports).flatMap(([name, value]) =>
      name.startsWith(moduleFit.globalName) && value instanceof WebAssembly.Global ? [[value, value.value]] : [],
    );
  };

  /** Restores the state after the start. */
  const begin = () => {
    const room = exported(memory);
    if (!(room instanceof WebAssembly.Memory) || room.buffer.byteLength !== bytes.length) return start();
    new Uint8Array(room.buffer).set(bytes);
    for (const [global, value] of globals) global.value = value;
    return undefined;
  };

  /** @returns {Uint8Array} */
  const answered = () => {
    begin();
    const isScript = module.rules === "lines";
    const given = isScript ? new Uint8Array(viewLength) : request;
    const room = isScript ? viewLength : Math.max(leastRoom, 2 ** Math.ceil(Math.log2(Math.max(1, request.length))));
    const address = Number(call(buffer.name, room));
    botSeat.span(seat, address, given.length).set(given);
    const code = BigInt.asUintN(64, BigInt(call(choose.name, given.length)));
    if (seat.stopped !== null) throw seat.stopped;
    if (!isScript) return botSeat.span(seat, Number(code & 0xffffffffn), Number(code >> 32n)).slice();
    return answer ?? botSeat.stop(seat, "bad-answer", "the rules returned without an answer");
  };

  return (asked) => {
    request = asked;
    answer = null;
    botSeat.beginAnswer(seat);
    try {
      return { answer: answered() };
    } catch (error) {
      const failure = botFailure.of(error, seat, module.moved);
      Object.assign(seat, { instance: null, stopped: null });
      if (failure === null) throw error;
      const { account } = seat.complaint;
      return { failure: (account.length > 0 ? account : [failure.detail, ...failure.backtrace]).join("\n") };
    }
  };
};

/** Answers every request of a page without rules. @returns {GameAnswer} */
export const none = () => ({ failure: "the rules are not loaded" });

/**
 * An instance of the engine in a worker.
 * @param {WebAssembly.Module} code
 * @param {(request: Uint8Array) => GameAnswer} call
 */
export const engine = (code, call) => {
  const linked = link(call);
  return linked.of(new WebAssembly.Instance(code, linked.imports));
};

/**
 * The imports of the engine, by which it calls the rules of a game from a file.
 * @param {(request: Uint8Array, number: number) => GameAnswer} call given the number with which the game was opened
 */
export const link = (call) => {
  /** @type {WebAssembly.Memory | null} */
  let room = null;
  const rules = (/** @type {number[]} */ ...[from = 0, length = 0, to = 0, most = 0, number = 0]) => {
    const span = (/** @type {number} */ at, /** @type {number} */ size) =>
      new Uint8Array(/** @type {WebAssembly.Memory} */ (room).buffer, at >>> 0, size);
    const { answer, failure } = call(span(from, length).slice(), number);
    const told = answer ?? new TextEncoder().encode(failure);
    if (told.length <= most) span(to, told.length).set(told);
    return answer ? told.length : ~told.length;
  };
  return {
    imports: { muster: { rules } },
    /** Connects the imports to their instance. @param {WebAssembly.Instance} instance */
    of(instance) {
      room = /** @type {WebAssembly.Memory} */ (instance.exports.memory);
      return instance;
    },
  };
};
