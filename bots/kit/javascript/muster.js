// The calls of the host. In the sandbox Muster answers this import itself, and this file is not run. It is run where a bot plays
// as a program of your machine, with any debugger:
//
//     muster play GAME --native "node bot.js" builtin:random --per-move 1h --per-game 10h

import { readSync, writeSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { format } from "node:util";

export const legalActions = () => ask("@legal").split(" ").filter(Boolean).map(Number);

export function history() {
  const record = () => {
    const [ply, seat, code] = read().split(" ").slice(1).map(Number);
    return { code, ply, seat };
  };
  return Array.from({ length: Number(ask("@history")) }, record);
}

export const remaining = () => Number(ask("time").split(" ")[0]) / 1e9;
export const gameRemaining = () => Number(ask("time").split(" ")[1]) / 1e9;

export function offer(action) {
  inMatch();
  say(`offer @${action}`);
}

export const random = () => Number(BigInt(ask("@random")) >> 11n) * 2 ** -53;

/** Positions are the sandbox's. */
const unavailable = () => {
  throw new Error("there are no positions outside of the sandbox: build the bot with `muster build`, and play what it makes");
};
export const position = unavailable;
export class Position {
  static here = unavailable;
  static read = unavailable;
}

export function below(bound) {
  if (!(bound >= 1 && bound < 2 ** 32)) throw new RangeError("below() needs a bound from 1 to 4294967295");
  return Number(((BigInt(ask("@random")) >> 32n) * BigInt(Math.floor(bound))) >> 32n);
}

export function setting(name, otherwise) {
  inMatch();
  return settings.get(name) ?? otherwise;
}

export function number(name, otherwise) {
  const text = setting(name, "");
  return /^[+-]?\d+$/.test(text) ? Number(text) : otherwise;
}

export const log = (text) => {
  for (const line of String(text).split("\n")) say(`# ${line}`);
};

// ---- How a program of your machine plays ----

const settings = new Map();
let asked = false;
let unread = Buffer.alloc(0);

function inMatch() {
  if (!asked) throw new Error('known inside choose only, in a match: muster play GAME --native "node bot.js" builtin:random');
}

const say = (line) => writeSync(1, `${line}\n`);

function read() {
  let end;
  while ((end = unread.indexOf(10)) < 0) {
    const chunk = Buffer.alloc(65536);
    const length = readSync(0, chunk);
    if (length === 0) process.exit(0); // The match is over.
    unread = Buffer.concat([unread, chunk.subarray(0, length)]);
  }
  const line = unread.toString("utf8", 0, end);
  unread = unread.subarray(end + 1);
  return line;
}

/** The reply to a request, without its name. */
function ask(request) {
  inMatch();
  say(request);
  const line = read();
  return line.slice(line.indexOf(": ") + 2);
}

const READERS = {
  u8: (bytes, at) => bytes.readUInt8(at),
  i8: (bytes, at) => bytes.readInt8(at),
  u16: (bytes, at) => bytes.readUInt16LE(at),
  u32: (bytes, at) => bytes.readUInt32LE(at),
  u64: (bytes, at) => bytes.readBigUInt64LE(at),
};

function viewOf(layout, bytes) {
  const field = ([name, offset, kind, count]) => {
    const width = Number(kind.slice(1)) / 8;
    const value = (index) => READERS[kind](bytes, Number(offset) + index * width);
    return [name, count === "1" ? value(0) : Array.from({ length: Number(count) }, (_, index) => value(index))];
  };
  return Object.fromEntries(layout.map(field));
}

/** Answers until the match is over, once the top level has run. */
async function play() {
  const { choose } = await import(pathToFileURL(process.argv[1]));
  if (typeof choose !== "function") {
    throw new TypeError("there is no function choose: write `export function choose(view)`, which returns the code of an action");
  }
  asked = true;
  let layout;
  for (;;) {
    const line = read();
    if (line.startsWith("settings: ")) {
      for (const word of line.slice(10).split(/[ ,]+/)) {
        const equals = word.indexOf("=");
        const name = word.slice(0, equals);
        if (equals > 0 && !settings.has(name)) settings.set(name, word.slice(equals + 1));
      }
    }
    if (line !== "move?") continue;
    layout ??= Array.from({ length: Number(ask("@layout")) }, () => read().split(" "));
    const action = choose(viewOf(layout, Buffer.from(ask("@view"), "hex")));
    if (!Number.isSafeInteger(action)) {
      throw new TypeError(`choose returned ${format("%O", action)}, which is not the code of an action`);
    }
    say(`@${action}`);
  }
}

if (process.env.MUSTER_NATIVE) {
  for (const name of ["log", "info", "debug", "warn", "error"]) {
    console[name] = (...values) => log(format(...values));
  }
  setImmediate(play);
}
