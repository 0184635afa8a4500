"use strict";

/** @param {number} value */
function number(value) {
  const bytes = [];
  for (let rest = value; ; rest >>>= 7) {
    if (rest < 128) return [...bytes, rest];
    bytes.push((rest & 127) | 128);
  }
}

/** @param {string} text */
const name = (text) => [...number(text.length), ...Buffer.from(text)];

/** @param {number} id @param {Buffer} body */
const section = (id, body) => Buffer.concat([Buffer.from([id, ...number(body.length)]), body]);

/** @param {number} id @param {number[]} body */
const small = (id, body) => section(id, Buffer.from(body));

/** The body of a function without locals. @param {number[]} code */
function body(code) {
  const whole = [0, ...code, 0x0b];
  return Buffer.from([...number(whole.length), ...whole]);
}

/**
 * A bot that plays the first legal action, in a module of at least this many bytes of code.
 *
 * @param {number} size
 */
function largeBot(size) {
  const idle = body(Array.from({ length: 170 }, () => [0x41, 7, 0x1a]).flat());
  const count = Math.ceil(size / idle.length);
  const [i32, i64, func] = [0x7f, 0x7e, 0x60];
  const types = [4, func, 2, i32, i32, 1, i32, func, 1, i32, 1, i32, func, 1, i32, 1, i64, func, 0, 0];
  const functions = [...number(count + 2), 1, 2, ...Array.from({ length: count }, () => 3)];
  const exported = [name("memory"), [2, 0], name("muster_buffer"), [0, 1], name("muster_choose"), [0, 2]].flat();
  // Calls legal_actions(0, 1) and loads the first code.
  const choose = body([0x41, 0, 0x41, 1, 0x10, 0, 0x1a, 0x41, 0, 0x29, 3, 0]);
  const buffer = body([0x41, ...[0x80, 0x08]]);
  const code = Buffer.concat([Buffer.from(number(count + 2)), buffer, choose, ...Array(count).fill(idle)]);
  return Buffer.concat([
    Buffer.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]),
    small(1, types),
    small(2, [1, ...name("muster"), ...name("legal_actions"), 0, 0]),
    small(3, functions),
    small(5, [1, 0, 1]),
    small(7, [3, ...exported]),
    section(10, code),
  ]);
}

module.exports = { largeBot };
