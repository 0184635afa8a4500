// The calls of the host. In the sandbox Muster provides this module and does not run this file. It runs if the bot
// plays as a program on your machine, for example in a debugger:
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

// ---- Positions ----

const FIRST_ACTS = 1, SECOND_ACTS = 2, BOTH_ACT = 3, IS_OVER = 8, FIRST_HAS_WON = 9, SECOND_HAS_WON = 10;
/** The action of a seat that does not act. */
const NONE = -1;

/** Returns the host's reply to a call on positions: a number and bytes. Throws the message of an invalid call. */
function call(name, ...parameters) {
  const [result, bytes] = ask(`@position_${name} ${parameters.join(" ")}`).split(" ");
  if (result >= 0) return [Number(result), Buffer.from(bytes, "hex")];
  throw new Error(Buffer.from(bytes || ask("@position_error").split(" ")[1], "hex").toString());
}

const integers = (bytes) => Array.from({ length: bytes.length / 8 }, (_, index) => Number(bytes.readBigInt64LE(8 * index)));

function hexOfCodes(codes) {
  const bytes = Buffer.alloc(8 * codes.length);
  codes.forEach((code, index) => bytes.writeBigInt64LE(BigInt(code), 8 * index));
  return bytes.toString("hex");
}

export class Position {
  #handle;
  #question = question;
  #phase;

  constructor(handle) {
    if (typeof handle !== "number") {
      throw new TypeError("a position is made by Position.here(), Position.read(text), or by another position");
    }
    this.#handle = handle;
  }

  static here = (...supposed) => new Position(call("here", hexOfCodes(supposed))[0]);
  static read = (text) => new Position(call("read", Buffer.from(String(text)).toString("hex"))[0]);

  #held() {
    if (!this.#handle) throw new Error("this position was released");
    if (this.#question !== question) {
      throw new Error("this position is of an earlier question: positions end with the answer; keep its text");
    }
    return this.#handle;
  }

  /** Returns the actions of both seats, given that of the seat that acts, or both. */
  #ply(first, second) {
    const alone = (second ?? NONE) === NONE && this.phase === SECOND_ACTS;
    return alone ? [NONE, first ?? NONE] : [first ?? NONE, second ?? NONE];
  }

  /** The seat that acts; the bot's own if both do. */
  #seat(seat) {
    return seat ?? (this.phase === FIRST_ACTS ? 0 : this.phase === SECOND_ACTS ? 1 : ownSeat);
  }

  after(first, second) {
    return new Position(call("after", this.#held(), ...this.#ply(first, second))[0]);
  }

  playout(plies = 2 ** 31 - 1) {
    return new Position(call("playout", this.#held(), plies)[0]);
  }

  release() {
    call("release", this.#held());
    this.#handle = 0;
  }

  get phase() {
    const handle = this.#held();
    return (this.#phase ??= call("phase", handle)[0]);
  }

  get isOver() {
    return this.phase >= IS_OVER;
  }

  get winner() {
    return this.phase === FIRST_HAS_WON ? 0 : this.phase === SECOND_HAS_WON ? 1 : null;
  }

  acts(seat) {
    return this.phase <= BOTH_ACT && (seat === 0 || seat === 1) && ((this.phase >> seat) & 1) === 1;
  }

  legalActions(seat) {
    return integers(call("legal", this.#held(), this.#seat(seat))[1]);
  }

  metrics(seat) {
    const values = integers(call("metrics", this.#held(), this.#seat(seat))[1]);
    return Object.fromEntries(metrics.map((name, index) => [name, values[index]]));
  }

  view(seat) {
    return viewOf(layout, call("view", this.#held(), this.#seat(seat))[1]);
  }

  children(seat, other) {
    const [, bytes] = call("children", this.#held(), this.#seat(seat), other ?? NONE);
    const values = integers(bytes), count = metrics.length, length = 2 + 2 * count;
    return Array.from({ length: values.length / length }, (_, index) => {
      const [action, phase, ...both] = values.slice(index * length, (index + 1) * length);
      return [action, phase, both.slice(0, count), both.slice(count)];
    });
  }

  /** Returns each legal action of a seat with its lead: the minimum over the other's actions, if none is given. */
  #leads(weights, seat, other) {
    const weigh = weigher(weights), own = this.#seat(seat);
    const against = (other) => this.children(own, other).map(([action, ...child]) => [action, leadOf(child, own, weigh)]);
    if ((other ?? NONE) !== NONE || this.phase !== BOTH_ACT) return against(other);
    const least = (leads, next) => leads.map(([action, lead], index) => [action, Math.min(lead, next[index][1])]);
    return this.legalActions(1 - own).map(against).reduce(least);
  }

  leads(weights, seat, other) {
    return this.#leads(weights, seat, other).map(([, lead]) => lead);
  }

  best(weights, seat, other) {
    const leads = this.#leads(weights, seat, other);
    if (!leads.length) throw new Error("the seat has no legal action here");
    return leads.reduce((best, next) => (next[1] > best[1] ? next : best))[0];
  }

  events(first, second) {
    return call("events", this.#held(), ...this.#ply(first, second))[1].toString().split("\n").slice(0, -1);
  }

  get text() {
    return call("text", this.#held())[1].toString();
  }
}

/** Returns a function that computes the weighted sum of both seats' metrics. */
function weigher(weights) {
  if (typeof weights !== "string" && (typeof weights !== "object" || weights === null)) {
    throw new TypeError("weights are the name of a metric, or an object of names and weights: { points: 10, tanks: 1 }");
  }
  const known = ([name, weight]) => {
    const index = metrics.indexOf(name);
    if (index < 0) throw new TypeError(`\`${name}\` is not a metric of this game: it has ${metrics.join(", ")}`);
    if (!Number.isFinite(+weight)) throw new RangeError(`the weight of \`${name}\` is not a finite number`);
    return [index, +weight];
  };
  const list = (typeof weights === "string" ? [[weights, 1]] : Object.entries(weights)).map(known);
  return (first, second) => list.reduce((sum, [index, weight]) => sum + weight * (first[index] - second[index]), 0);
}

/** Returns a seat's lead in a child: infinity for a win, minus infinity for a loss, 0 for a draw. */
function leadOf([phase, first, second], seat, weigh) {
  const decided = { [IS_OVER]: 0, [FIRST_HAS_WON]: Infinity, [SECOND_HAS_WON]: -Infinity };
  const lead = decided[phase] ?? weigh(first, second);
  return seat === 0 ? lead : 0 - lead;
}

export const position = Position.here;

// ---- Play as a program on your machine ----

const settings = new Map();
let asked = false;
/** Number of calls of `choose` so far. Positions expire with each. */
let question = 0;
let ownSeat = 0;
/** The fields of the view and the names of the game's metrics. */
let layout, metrics;
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

/** Returns the reply to a request, without its name. */
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

/** Answers until the match is over. Starts when the top level has run. */
async function play() {
  const { choose } = await import(pathToFileURL(process.argv[1]));
  if (typeof choose !== "function") {
    throw new TypeError("the file has no function choose: write `export function choose(view)`, which returns the code of an action");
  }
  asked = true;
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
    metrics ??= ask("@metrics").split(" ");
    const view = viewOf(layout, Buffer.from(ask("@view"), "hex"));
    question += 1;
    ownSeat = view.seat;
    const action = choose(view);
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
