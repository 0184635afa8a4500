"use strict";

const assert = require("node:assert/strict");
const elements = require("./support/elements.js");
const { main } = require("./support/main.js");
const reader = require("./support/reader.js");

/** @typedef {import("./support/visit.js").Visit} Visit */

/** The message after each move. @type {[string, RegExp][]} */
const faults = [
  ["throw", /apply: exception in .*traps.js:9: Error: no way on/],
  ["lie", /apply: exception in .*which is not a move/],
];

/**
 * `node file_faults.js BROWSER SITE`: two people play a game whose rules throw, lie or never end after some moves.
 */
main(async (browser, [site = ""]) => {
  const started = await browser.start();
  for (const [move, words] of faults) {
    const visit = await begun(await reader.opened(started, site));
    await reader.enter(visit.page, move);
    await visit.until(async () => (await reader.table(visit.page)).over);
    const told = await elements.text(visit.page, "#status");
    assert.ok(told.startsWith("The rules of this game failed, so neither side loses: ") && words.test(told), told);
    await visit.close();
  }
  const visit = await begun(await reader.opened(started, site));
  if (!process.env.MUSTER_FULL) await reader.hurry(visit.page);
  await reader.enter(visit.page, "loop");
  await visit.until(async () => /did not answer within 10 s/.test(await elements.text(visit.page, "#notes")));
  // The rules have a new worker, and the match goes on.
  await reader.enter(visit.page, "step");
  assert.equal((await reader.settled(visit, 0)).plies, 1);
  await visit.close();
});

/** @param {Visit} visit */
async function begun(visit) {
  await reader.sit(visit, ["a person", "a person"]);
  await reader.settled(visit);
  return visit;
}
