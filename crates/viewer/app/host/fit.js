/**
 * Writes the host's limits into a module, since a browser has no other way to limit the growth of memory. A browser
 * also cannot answer host calls of a start function, which runs before the exports exist. So the start function is
 * exported, and called afterwards.
 */

import * as botInterface from "./interface.js";

/** Export name of the start function. */
export const startName = "muster:start";

/** @param {number} value */
const number = (value) => {
  const bytes = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return [...bytes, rest];
    bytes.push((rest % 128) | 0x80);
  }
};

/** @param {WasmRoom} room @param {number} most */
const bounded = (room, most) => [
  room.flags | 1,
  ...number(room.initial),
  ...number(Math.max(room.initial, Math.min(room.maximum ?? most, most))),
];

/** @param {number} id @param {number[]} body */
const section = (id, body) => Uint8Array.from([id, ...number(body.length), ...body]);

/** @param {Uint8Array} bytes @param {WasmFile} file @param {WasmSection} place @param {number} start */
const withStart = (bytes, file, place, start) => {
  const entries = place.body + bytes.subarray(place.body).findIndex((byte) => byte < 128) + 1;
  const name = new TextEncoder().encode(startName);
  const added = [...number(name.length), ...name, 0, ...number(start)];
  const old = bytes.subarray(entries, place.end);
  const size = number(number(file.exports.length + 1).length + old.length + added.length);
  return [[place.id, ...size, ...number(file.exports.length + 1)], old, added].map((part) => Uint8Array.from(part));
};

/**
 * Writes limits on memory and tables into a module.
 * @param {Uint8Array} bytes
 * @param {WasmFile} file the contents of the module as read by `wasm.js`
 * @param {number} memory maximum memory of the module in bytes
 * @returns {{ bytes: Uint8Array<ArrayBuffer>, moved: number }} the new module, and by how many bytes its code moved
 */
export const fit = (bytes, file, memory) => {
  const pages = Math.floor(memory / botInterface.page);
  /** @type {Uint8Array[]} */
  const parts = [bytes.subarray(0, 8)];
  let [length, moved] = [8, 0];
  for (const place of file.sections) {
    if (place.id === 10) moved = length - place.from;
    let made = [bytes.subarray(place.from, place.end)];
    if (place.id === 4) {
      const tables = file.tables.flatMap((each) => [each.type, ...bounded(each, botInterface.tableMax)]);
      made = [section(4, [...number(file.tables.length), ...tables])];
    } else if (place.id === 5) {
      made = [section(5, [...number(file.memories.length), ...file.memories.flatMap((each) => bounded(each, pages))])];
    } else if (place.id === 7 && file.start !== null) {
      made = withStart(bytes, file, place, file.start);
    } else if (place.id === 8) {
      made = [];
    }
    parts.push(...made);
    length += made.reduce((sum, part) => sum + part.length, 0);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return { bytes: whole, moved };
};
