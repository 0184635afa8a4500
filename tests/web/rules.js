"use strict";

// Reads recorded matches through `engine.js` in Node. Each line of standard input is a match (see tests/it/rules.rs);
// each line of standard output is what the engine says about it.

const { readFileSync } = require("node:fs");
const readline = require("node:readline");
const { gzipSync } = require("node:zlib");

/** @typedef {{ game: string, limits: string, transcript: string }} Match */

/** Loads `engine.js` as a page does, beside the module of the rules. */
function load() {
  const module = gzipSync(readFileSync(/** @type {string} */ (process.argv[2]))).toString("base64");
  Object.assign(globalThis, { rulesModule: module });
  return import("../../crates/viewer/app/engine.js");
}

/** @param {Uint8Array} bytes */
const hex = (bytes) => Buffer.from(bytes).toString("hex");

/** @type {Seat[]} */
const seats = [0, 1];

/**
 * @param {Session} session
 * @param {number} ply
 */
function seen(session, ply) {
  const frame = session.frame(ply);
  const { position, drawing, clocks, metrics, svg } = frame;
  return {
    position,
    clocks,
    metrics,
    svg,
    tones: drawing.cells.map((cell) => cell.tone),
    pieces: drawing.pieces.map((piece) => `${piece.name} ${piece.column} ${piece.row}`),
    seats: seats.map((seat) => ({
      view: hex(session.view(ply, seat).bytes),
      legal: session.legal(ply, seat),
    })),
  };
}

/**
 * Replays the match in the browser's referee, with the answers that led to its actions.
 * @param {Rules} rules
 * @param {Match} match
 * @param {Overview} overview
 */
function again(rules, match, overview) {
  const live = rules.live(match);
  for (const { actions } of overview.plies) {
    for (const { seat, code, ticks, offered } of actions) {
      const used = { spent: ticks, offer: offered ? code : undefined };
      live.answer(seat, offered ? { fault: "timeout" } : { code }, used);
    }
  }
  const told = { transcript: hex(live.transcript()), history: hex(live.history(1)), verdict: live.verdict() };
  live.free();
  return told;
}

/**
 * @param {Rules} rules
 * @param {Match} match
 */
function told(rules, match) {
  const session = rules.open({ ...match, transcript: new Uint8Array(Buffer.from(match.transcript, "hex")) });
  const overview = session.overview();
  const plies = [];
  for (let ply = 0; ply <= session.plies; ply += 1) plies.push(seen(session, ply));
  session.free();
  return { plies, again: again(rules, match, overview) };
}

async function main() {
  const engine = await load();
  const rules = await engine.start();
  for await (const line of readline.createInterface({ input: process.stdin })) {
    process.stdout.write(`${JSON.stringify(told(rules, JSON.parse(line)))}\n`);
  }
}

void main();
