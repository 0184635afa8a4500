"use strict";

const assert = require("node:assert/strict");
const fs = require("node:fs");
const elements = require("./support/elements.js");
const { main } = require("./support/main.js");
const { Visit } = require("./support/visit.js");

/**
 * The end of a match, according to the record and the command line.
 *
 * @typedef {object} Ending
 * @property {string} key
 * @property {number} plies
 * @property {[number[], number[]]} metrics
 * @property {string} position
 * @property {string} reason
 */

/**
 * `node stepping.js BROWSER MATCH_PAGE ENDINGS [LAST]`: steps through every ply of each match, or through its last LAST
 * plies, and checks that it ends as recorded.
 */
main(async (browser, [page, list, last]) => {
  const started = await browser.start();
  const endings = /** @type {Ending[]} */ (JSON.parse(fs.readFileSync(list, "utf8")));
  const begun = Date.now();
  for (const ending of endings) {
    const first = last === undefined ? 0 : Math.max(0, ending.plies - Number(last));
    const visit = await Visit.open(started, page, { fragment: `${ending.key}/${first}` });
    await visit.settled();
    await steps(visit, ending, first);
    await agrees(visit, ending);
    await jumps(visit, ending);
    await visit.close();
  }
  const plies = endings.reduce((sum, ending) => sum + ending.plies, 0);
  const minutes = ((Date.now() - begun) / 60_000).toFixed(1);
  console.log(`${browser.name}: ${endings.length} matches of ${plies} plies stepped in ${minutes} minutes`);
});

/**
 * The ply and the position that the board claims to show.
 *
 * @param {Visit} visit
 */
async function shown(visit) {
  const [ply, position] = await elements.one(visit.page, "#board", (board) => [
    board.getAttribute("data-ply"),
    board.getAttribute("data-position"),
  ]);
  return { ply: Number(ply), position };
}

/** Number of key presses that are sent at a time. */
const ahead = 20;

/**
 * Steps from a ply to the end of the match with the arrow key, and checks that the board shows every ply.
 *
 * @param {Visit} visit
 * @param {Ending} ending
 * @param {number} first
 */
async function steps(visit, { key, plies }, first) {
  const noted = await visit.page.evaluateHandle(() => {
    const board = /** @type {HTMLElement} */ (document.querySelector("#board"));
    const list = [Number(board.dataset.ply)];
    new MutationObserver(() => list.push(Number(board.dataset.ply))).observe(board, { attributeFilter: ["data-ply"] });
    return list;
  });
  for (let ply = first; ply < plies; ply += ahead) {
    const presses = Array.from({ length: Math.min(ahead, plies - ply) }, () => visit.page.keyboard.press("ArrowRight"));
    await Promise.all(presses);
    visit.check();
  }
  const every = Array.from({ length: plies - first + 1 }, (_, number) => first + number);
  assert.deepEqual(await noted.jsonValue(), every, `${key} is shown ply by ply`);
}

/**
 * @param {Visit} visit
 * @param {Ending} ending
 */
async function agrees(visit, { key, plies, metrics, position, reason }) {
  assert.deepEqual(await shown(visit), { ply: plies, position }, `${key} ends as the rules end it`);
  const counted = await visit.page.evaluate(() => musterPage.story()?.steps.at(-1)?.metrics);
  assert.deepEqual(counted, metrics, `${key} ends with the metrics on record`);
  const told = await elements.text(visit.page, "#result");
  assert.ok(told.includes(reason), `${key}: "${told}" has the reason ${reason}`);
}

/**
 * Checks the buttons, also beyond both ends of the match.
 *
 * @param {Visit} visit
 * @param {Ending} ending
 */
async function jumps(visit, { key, plies }) {
  const one = Math.min(1, plies);
  /** @type {[string, number][]} */
  const ways = [
    ["Forth", plies],
    ["Back", plies - one],
    ["End", plies],
    ["Start", 0],
    ["Back", 0],
    ["Forth", one],
  ];
  for (const [label, ply] of ways) {
    await elements.click(visit.page, `#controls button[aria-label="${label}"]`);
    assert.equal((await shown(visit)).ply, ply, `${label} of ${key} leads to ply ${ply}`);
  }
}
