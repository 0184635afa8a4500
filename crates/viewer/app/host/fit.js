/**
 * Writes the host's limits into a module, since a browser has no other way to limit the growth of memory. A browser
 * also cannot answer host calls of a start function, which runs before the exports exist. So the start function is
 * exported, and called afterwards. The globals of a game's rules are exported, so that they can be restored.
 */

import * as botInterface from "./interface.js";

/** Export name of the start function. */
export const startName = "muster:start";
/** Beginning of the export names of a game's globals that can change. */
export const globalName = "muster:global";

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

/** The entry of an export. @param {string} text @param {number} kind @param {number} index */
const entry = (text, kind, index) => {
  const name = new TextEncoder().encode(text);
  return [...number(name.length), ...name, kind, ...number(index)];
};

/** The section of exports with more of them.
 * @param {Uint8Array} bytes @param {WasmFile} file @param {WasmSection} place @param {number[][]} more */
const withExports = (bytes, file, place, more) => {
  const entries = place.body + bytes.subarray(place.body).findIndex((byte) => byte < 128) + 1;
  const added = more.flat();
  const old = bytes.subarray(entries, place.end);
  const count = number(file.exports.length + more.length);
  const size = number(count.length + old.length + added.length);
  return [[place.id, ...size, ...count], old, added].map((part) => Uint8Array.from(part));
};

/**
 * Writes limits on memory and tables into a module.
 * @param {Uint8Array} bytes
 * @param {WasmFile} file the contents of the module as read by `wasm.js`
 * @param {number} memory maximum memory of the module in bytes
 * @returns {{ bytes: Uint8Array<ArrayBuffer>, moved: number }} the new module, and by how many bytes its code moved
 */
export const fit = (bytes, file, memory) => {
  const more = file.mutable.map((index) => entry(`${globalName}${index}`, 3, index));
  if (file.start !== null) more.push(entry(startName, 0, file.start));
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
    } else if (place.id === 7 && more.length > 0) {
      made = withExports(bytes, file, place, more);
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
