/** A bot's seat in the rules: an instance of their module only for this bot, with its dice and positions. */

import * as botGame from "./game.js";

/** Number of random numbers drawn at a time if nothing else draws from the stream. */
const ahead = 512;
/** Maximum size of a call's input in bytes; no call reads more. */
const inputMax = 1 << 17;

/**
 * @param {WebAssembly.Module} rules
 * @param {Uint8Array} key of the dice, 32 bytes
 * @param {boolean} makesPositions `true` if positions draw from the same dice, so that nothing may be drawn ahead
 * @param {number} [skipped] number of random numbers that were drawn before
 * @param {GameModule | null} [game] the rules of a game from a file
 * @returns {BotRules}
 */
export const open = (rules, key, makesPositions, skipped = 0, game = null) => {
  const { exports } = botGame.engine(rules, game ? botGame.open(game.compiled) : botGame.none);
  const call = (/** @type {string} */ name, /** @type {any[]} */ ...values) =>
    /** @type {WasmCall} */ (exports[name])(...values);
  const memory = /** @type {WebAssembly.Memory} */ (exports.memory);
  const request = (/** @type {Uint8Array} */ bytes) => {
    const at = Number(call("rules_request", bytes.length));
    new Uint8Array(memory.buffer).set(bytes, at);
  };
  const reply = () => new Uint8Array(memory.buffer, call("rules_reply"), call("rules_reply_length"));
  const done = (/** @type {number} */ code) => {
    if (code === -1) throw new Error(new TextDecoder().decode(reply()));
    return code;
  };

  if (game) {
    request(new TextEncoder().encode(game.hash));
    done(call("rules_open_game", game.compiled.rules === "lines" ? 1 : 0, 0));
  }
  request(key);
  const seat = done(call("rules_open_seat"));
  let left = new DataView(new ArrayBuffer(0));
  let at = 0;
  const drawn = makesPositions ? 1 : ahead;

  /** The next 64-bit random number. */
  const bits = () => {
    if (at === left.byteLength) {
      done(call("rules_dice", seat, drawn * 8));
      left = new DataView(reply().slice().buffer);
      at = 0;
    }
    at += 8;
    return left.getBigUint64(at - 8, true);
  };
  for (let index = 0; index < skipped; index++) bits();

  return {
    bits,
    count: () => {
      done(call("rules_drawn", seat));
      return Number(new TextDecoder().decode(reply())) - (left.byteLength - at) / 8;
    },
    begin: (standing, of) => {
      request(standing);
      done(call("rules_begin_question", seat, of));
    },
    end: () => void done(call("rules_end_question", seat)),
    position: (index, [position = 0, number = 0], [first = 0n, second = 0n], input) => {
      request(input.subarray(0, inputMax));
      const result = call("rules_position", seat, index, position, number, first, second);
      return { result, reply: reply() };
    },
  };
};
