"use strict";

const assert = require("node:assert/strict");
const fs = require("node:fs");
const { main } = require("./support/main.js");
const { Visit } = require("./support/visit.js");

/**
 * A match as the program replays it: the position after each ply, and the verdict on record.
 *
 * @typedef {{ key: string, positions: string[], outcome: Seat | null, reason: string,
 *   metrics: [number[], number[]] }} Expected
 */

/** Number of key presses that are sent at a time. */
const ahead = 20;

/**
 * `node file_games.js BROWSER MATCH_PAGE EXPECTED`: opens every match of a site whose game is from a file, steps
 * through it, and has the page's own referee judge it again.
 */
main(async (browser, [page = "", list = ""]) => {
  const started = await browser.start();
  const visit = await Visit.inNewTab(started);
  await visit.resize(1440, 900);
  await visit.page.evaluateOnNewDocument(noteWaiting);
  for (const match of /** @type {Expected[]} */ (JSON.parse(fs.readFileSync(list, "utf8")))) {
    // Another part of the same address would not load the page again.
    await visit.page.goto("about:blank");
    await visit.go(page, match.key);
    await visit.settled();
    const { waited, trouble } = await visit.page.evaluate(() => ({
      waited: [.../** @type {Set<string>} */ (Reflect.get(globalThis, "waited"))].join(" "),
      trouble: document.getElementById("trouble")?.textContent,
    }));
    assert.equal(trouble, "", match.key);
    assert.match(
      waited,
      /^Loading the rules of .*Compiling the rules of .*Replaying every ply/,
      "the page says why it waits",
    );
    await steps(visit, match);
    await isJudgedAlike(visit, match);
    visit.check();
  }
  await visit.close();
});

/** Records the messages of the progress bar. Runs in the page. */
function noteWaiting() {
  const waited = new Set();
  Reflect.set(globalThis, "waited", waited);
  new MutationObserver(() => {
    const told = document.getElementById("waiting");
    if (told) waited.add(told.textContent);
  }).observe(document, { subtree: true, childList: true });
}

/**
 * Steps to the end with the arrow key, and compares the position that the board shows at each ply.
 *
 * @param {Visit} visit
 * @param {Expected} match
 */
async function steps({ page }, { key, positions }) {
  const shown = await page.evaluateHandle(() => {
    const board = /** @type {HTMLElement} */ (document.querySelector("#board"));
    const now = () => `${board.dataset.ply}: ${board.dataset.position}`;
    const list = [now()];
    new MutationObserver(() => list.push(now())).observe(board, { attributeFilter: ["data-ply"] });
    return list;
  });
  const plies = positions.length - 1;
  for (let ply = 0; ply < plies; ply += ahead) {
    await Promise.all(Array.from({ length: Math.min(ahead, plies - ply) }, () => page.keyboard.press("ArrowRight")));
  }
  const due = positions.map((position, ply) => `${ply}: ${position}`);
  assert.deepEqual(await shown.jsonValue(), due, `${key} is shown as the program replays it`);
}

/**
 * Replays the match in the page's referee, which must reach the recorded verdict and metrics with the same transcript.
 * Of what a root covers in a match, only times and memory are left, which the bots alone determine.
 *
 * @param {Visit} visit
 * @param {Expected} match
 */
async function isJudgedAlike({ page }, { key, outcome, reason, metrics }) {
  const judged = await page.evaluate(() => {
    const told = musterPage.story();
    if (!told) throw new Error("no match is shown");
    const again = told.session.branch(told.plies);
    const [here, recorded] = [again, told.session].map((session) => String(session.transcript()));
    const verdict = again.verdict();
    const { start, plies } = again.overview();
    const counted = (plies.at(-1) ?? start).metrics;
    again.free();
    return {
      verdict,
      counted,
      isSame: here === recorded,
      result: document.getElementById("result")?.textContent ?? "",
    };
  });
  const { verdict, counted, isSame, result } = judged;
  assert.deepEqual(counted, metrics, `the metrics of ${key}`);
  assert.deepEqual([verdict?.outcome, verdict?.reason], [outcome, reason], `the verdict on ${key}`);
  assert.ok(isSame, `${key} has the same transcript`);
  assert.ok(result.includes(reason), `${key}: "${result}" has the reason ${reason}`);
}
