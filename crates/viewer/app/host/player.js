/** A bot at a seat for one match. Its instance starts when the bot is asked, and is dropped after a failure. */

import * as botCalls from "./calls.js";
import * as botFailure from "./failure.js";
import * as moduleFit from "./fit.js";
import { buffer, choose, initialize, memory } from "./interface.js";
import * as botSeat from "./seat.js";
import * as botWasi from "./wasi.js";

/** Offset of the seat's number in a view. */
const seatAt = 8;
/** Required alignment of a view's address. */
const alignment = 8;

/** @param {string} fault @param {string} detail @returns {BotFailure} */
const failure = (fault, detail) => ({ fault, detail, backtrace: [] });

/**
 * @param {BotModule} bot
 * @param {BotOptions} options
 */
export const open = (bot, options) => {
  const seat = botSeat.open(options);
  const imports = { muster: botCalls.of(seat), wasi_snapshot_preview1: botWasi.of(seat) };
  /** Address of the view in the bot's memory; `null` while there is no instance. @type {number | null} */
  let address = null;

  /** An exported function. @param {string} name @returns {WasmCall} */
  const call = (name) => {
    const found = seat.instance?.exports[name];
    if (typeof found !== "function") throw new Error(`missing export: ${name}`);
    return /** @type {WasmCall} */ (found);
  };

  /** The result of a call, or the bot's failure in it. The browser's own errors are thrown.
   * @template T @param {() => T} attempt @returns {{ value: T } | { failure: BotFailure }} */
  const tried = (attempt) => {
    try {
      const value = attempt();
      if (seat.stopped === null) return { value };
      throw seat.stopped;
    } catch (error) {
      const found = botFailure.of(error, seat, bot.moved);
      if (found === null) throw error;
      return { failure: found };
    }
  };

  /** Creates an instance and initializes it. Returns the view's address. @param {number} length of the view */
  const begin = (length) => {
    seat.instance = new WebAssembly.Instance(bot.module, imports);
    if (bot.starts) call(moduleFit.startName)();
    if (seat.instance.exports[initialize.name] !== undefined) call(initialize.name)();
    const found = Number(call(buffer.name)(length)) >>> 0;
    const size = botSeat.bytesOf(seat).length;
    if (found % alignment === 0 && found + length <= size) return found;
    const detail = `${length} bytes at address ${found}, in a memory of ${size} bytes`;
    throw new botFailure.Stop("bad-buffer", detail);
  };

  /** Starts the bot; returns its failure, if any. @param {number} length of the view @returns {BotFailure | null} */
  const start = (length) => {
    if (bot.memory > options.limits.memory) {
      const detail = `the memory starts with ${bot.memory} bytes; ${options.limits.memory} are allowed`;
      return failure("out-of-memory", detail);
    }
    const begun = tried(() => begin(length));
    if ("failure" in begun) return begun.failure;
    address = begun.value;
    return null;
  };

  /** Drops the instance, but keeps the seat's state. */
  const drop = () => {
    seat.instance = null;
    seat.stopped = null;
    address = null;
  };

  /** @param {BotQuestion} question */
  const answer = (question) => {
    if (address === null) throw new Error("the bot has not started");
    botSeat.bytesOf(seat).set(question.view, address);
    Object.assign(seat, { asked: true, legal: question.legal, history: question.history });
    botSeat.beginAnswer(seat);
    if (question.standing) seat.rules.begin(question.standing, question.view[seatAt] ?? 0);
    const result = tried(() => BigInt(call(choose.name)(question.view.length)));
    if (question.standing) seat.rules.end();
    botSeat.endAnswer(seat);
    Object.assign(seat, { asked: false, legal: null, history: null });
    return result;
  };

  /** @param {BotAnswer["failure"]} found @param {bigint | null} code @param {number} spent @returns {BotAnswer} */
  const told = (found, code, spent) => {
    const exported = seat.instance?.exports[memory];
    if (exported instanceof WebAssembly.Memory) {
      seat.memoryPeak = Math.max(seat.memoryPeak, exported.buffer.byteLength);
    }
    const { offer } = seat;
    if (found !== null) drop();
    return { code, failure: found, offer, spent };
  };

  /**
   * Asks the bot. The start of an instance takes no time from the bot, except after a timeout answered by an offer.
   * @param {BotQuestion} question
   * @returns {BotAnswer}
   */
  const ask = (question) => {
    const { ply, view, limit, restarted } = question;
    if (restarted) drop();
    botSeat.noteTime(seat, question, !seat.ownTime.runs);
    Object.assign(seat, { ply, limit: options.limits.start, offer: null, begun: seat.now() });
    if (address === null) {
      const found = start(view.length);
      if (found !== null) return told(found, null, restarted ? botSeat.spent(seat) : 0);
      if (!restarted) seat.begun = seat.now();
    }
    seat.limit = limit;
    seat.ownTime.runs = true;
    const result = answer(question);
    const spent = botSeat.spent(seat);
    return "value" in result ? told(null, result.value, spent) : told(result.failure, null, spent);
  };

  /** The log and the peak memory, at the end of the match. */
  const close = () => ({ log: botSeat.wholeLog(seat), memoryPeak: seat.memoryPeak });

  return { ask, close };
};
