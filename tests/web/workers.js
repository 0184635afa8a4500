"use strict";

// Asks bots in a page's workers the questions that a sandbox asked them: `node workers.js BROWSER PLAY_PAGE`. The lines
// are the same as in hosts/play.js, without the facts that a page does not learn from its workers.

const { readFileSync } = require("node:fs");
const readline = require("node:readline");
const { main } = require("./support/main.js");
const { Visit } = require("./support/visit.js");

/** @typedef {import("puppeteer-core").Page} Page */
/** @typedef {import("puppeteer-core").JSHandle<BotModule>} Module */
/** @typedef {{ ply: number, view: string, limit: number, left: number, restarted: boolean, legal: string,
 *     history: string, standing: string }} Asked */
/** @typedef {{ module: string, settings: string, dice: string, memory: number, log: number, logEnd: number,
 *     start: number, asked: Asked[] }} SeatOfMatch */

/** Encodes bytes for a page. @param {Uint8Array | Buffer} bytes */
const packed = (bytes) => Buffer.from(bytes).toString("base64");

/** @param {string} hex */
const repacked = (hex) => packed(Buffer.from(hex, "hex"));

/**
 * Defines the helpers that the functions below use in the page. Time stands still in its workers, so bots see the
 * clocks of the record.
 */
function prepare() {
  const unpacked = (/** @type {string} */ text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  Object.assign(globalThis, { unpacked });
  const Plain = Blob;
  globalThis.Blob = class extends Plain {
    /** @param {BlobPart[]} [parts] @param {BlobPropertyBag} [options] */
    constructor(parts = [], options = {}) {
      const isWorker = options.type === "text/javascript";
      super(isWorker ? ["performance.now = () => 0;", ...parts] : parts, options);
    }
  };
}

/**
 * Has the page admit and compile a module.
 * @param {Page} page
 * @param {string} file
 * @param {number} memory
 * @returns {Promise<Module>}
 */
const admitted = (page, file, memory) =>
  page.evaluateHandle(
    // @ts-expect-error -- `prepare` defines it.
    (text, most) => musterPage.admit(unpacked(text), most, () => {}),
    packed(readFileSync(file)),
    memory,
  );

/**
 * Plays a seat as the page does, and returns its bot's answers and log.
 * @param {Page} page
 * @param {Module} module
 * @param {SeatOfMatch} seat
 */
async function played(page, module, seat) {
  const { needsMatch, makesPositions } = await module.evaluate((bot) => ({ ...bot, module: null }));
  const asked = seat.asked.map(({ ply, view, limit, left, restarted, legal, history, standing }) => ({
    question: { ply, limit, gameLeft: left, restarted },
    view: repacked(view),
    match: needsMatch ? { legal: repacked(legal), history: repacked(history) } : null,
    standing: makesPositions ? repacked(standing) : null,
  }));
  const { settings, memory, log, logEnd, start } = seat;
  const sitting = { settings, limits: { memory, log, logEnd, start }, key: repacked(seat.dice), asked };
  return page.evaluate(
    async (bot, { key, asked: calls, ...rest }) => {
      const bytesOf = /** @type {(text: string) => Uint8Array} */ (Reflect.get(globalThis, "unpacked"));
      const rules = await musterPage.rules();
      const player = musterPage.seat({ ...rest, bot, rules, game: null, key: bytesOf(key) });
      const answers = [];
      for (const { question, view, match, standing: stands } of calls) {
        const legal = match ? bytesOf(match.legal) : null;
        const history = match ? bytesOf(match.history) : null;
        const standing = stands ? bytesOf(stands) : null;
        const shown = { view: bytesOf(view), legal, history, standing };
        const { code, failure, offer } = await player.ask({ ...question, ...shown });
        const [coded, offered] = [code, offer].map((number) => (number === null ? null : String(number)));
        answers.push({ code: coded, fault: failure?.fault, detail: failure?.detail, offer: offered });
      }
      player.close();
      const hexOf = (/** @type {Uint8Array} */ bytes) =>
        Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
      const pieces = player.logged().map(({ ply, bytes }) => ({ ply, hex: hexOf(bytes) }));
      return { answers, pieces };
    },
    module,
    sitting,
  );
}

/** The log in one piece, with the offset at which each ply begins. @param {{ ply: number, hex: string }[]} pieces */
function joined(pieces) {
  /** @type {{ ply: number, offset: number }[]} */
  const marks = [];
  let log = "";
  for (const { ply, hex } of pieces) {
    if (marks.at(-1)?.ply !== ply) marks.push({ ply, offset: log.length / 2 });
    log += hex;
  }
  return { log, marks };
}

main(async (browser, [file = ""]) => {
  const visit = await Visit.open(await browser.start(), file);
  await visit.settled();
  await visit.page.evaluate(prepare);
  /** Modules by file and memory limit. @type {Map<string, Module>} */
  const modules = new Map();
  for await (const line of readline.createInterface({ input: process.stdin })) {
    const seat = /** @type {SeatOfMatch} */ (JSON.parse(line));
    const name = `${seat.memory} ${seat.module}`;
    const module = modules.get(name) ?? (await admitted(visit.page, seat.module, seat.memory));
    modules.set(name, module);
    const { answers, pieces } = await played(visit.page, module, seat);
    process.stdout.write(`${JSON.stringify({ answers, ...joined(pieces) })}\n`);
    visit.check();
  }
  await visit.close();
});
