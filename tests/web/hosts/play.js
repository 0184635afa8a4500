"use strict";

// Asks bots the questions that a sandbox asked them, and prints their answers and logs. Each line of standard input is
// one seat of one match (see tests/it/hosts/asked.rs); each line of standard output is its result. Time stands still,
// so a bot that thinks until its time is up needs another limit.

const { readFileSync } = require("node:fs");
const readline = require("node:readline");
const { load, bytesOf, hexOf } = require("./host.js");

/** @typedef {Awaited<ReturnType<typeof load>>} Host */

/** The module of the rules, which has the same dice as the sandbox. */
const rules = new WebAssembly.Module(readFileSync(process.argv[2]));

/** @typedef {{ ply: number, view: string, limit: number, left: number, restarted: boolean, legal: string,
 *     history: string, standing: string }} Asked */
/** @typedef {{ module: string, settings: string, dice: string, memory: number, log: number, logEnd: number,
 *     start: number, asked: Asked[] }} SeatOfMatch */

/**
 * Admitted modules by file and memory limit.
 * @type {Map<string, ReturnType<typeof admitted>>}
 */
const modules = new Map();

/** @param {Host} host @param {string} file @param {number} memory */
function admitted({ botModule }, file, memory) {
  const found = botModule.admit(new Uint8Array(readFileSync(file)), memory);
  if (found.bytes === null) return { refused: found.objections };
  return { bot: { ...found.facts, module: new WebAssembly.Module(found.bytes) } };
}

/** @param {Host} host @param {string} file @param {number} memory */
function module(host, file, memory) {
  const key = `${memory} ${file}`;
  const found = modules.get(key) ?? admitted(host, file, memory);
  modules.set(key, found);
  return found;
}

/** @param {bigint | null} number */
const text = (number) => (number === null ? null : String(number));

/** @param {Host} host @param {SeatOfMatch} seat */
function play(host, seat) {
  const found = module(host, seat.module, seat.memory);
  if (found.bot === undefined) return found;
  const player = host.botPlayer.open(found.bot, {
    rules: host.botRules.open(rules, bytesOf(seat.dice), found.bot.makesPositions),
    settings: seat.settings,
    limits: { memory: seat.memory, log: seat.log, logEnd: seat.logEnd, start: seat.start },
    now: () => 0,
    tell: () => {},
  });
  const answers = seat.asked.map(({ ply, view, limit, left, restarted, legal, history, standing }) => {
    const { makesPositions } = found.bot;
    const shown = makesPositions ? bytesOf(standing) : null;
    const match = { legal: bytesOf(legal), history: bytesOf(history), standing: shown };
    const question = { ply, view: bytesOf(view), limit, gameLeft: left, restarted, ...match };
    const { code, failure, offer } = player.ask(question);
    return { code: text(code), fault: failure?.fault, detail: failure?.detail, offer: text(offer) };
  });
  const { log, memoryPeak } = player.close();
  return { answers, log: hexOf(log.bytes), marks: log.marks, dropped: log.dropped, memory: memoryPeak };
}

void load().then((host) => {
  const lines = readline.createInterface({ input: process.stdin });
  lines.on("line", (line) => process.stdout.write(`${JSON.stringify(play(host, JSON.parse(line)))}\n`));
});
