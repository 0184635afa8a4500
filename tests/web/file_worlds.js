"use strict";

const assert = require("node:assert/strict");
const { main } = require("./support/main.js");
const reader = require("./support/reader.js");

/** @typedef {import("./support/visit.js").Visit} Visit */

/**
 * The person's knowledge before an action, the shown page, and the full state.
 *
 * @typedef {{ known: string, shown: string, truth: string }} Moment
 */

/** Number of worlds. In Leduc Poker, the person's card is the same in a third of all pairs of worlds. */
const WORLDS = 8;
/** Maximum number of the person's actions in a world, so that the person places the fleet in Salvo. */
const ACTIONS = 5;

/**
 * `node file_worlds.js BROWSER SITE`: a person plays the same actions in worlds that differ only in secrets. While the
 * person's knowledge is equal, the page must show the same.
 */
main(async (browser, [site = ""]) => {
  const started = await browser.start();
  /** @type {Moment[][]} */
  const worlds = [];
  for (let world = 0; world < WORLDS; world++) {
    const visit = await reader.opened(started, site);
    await drawFrom(visit, world);
    await reader.sit(visit, ["a person", "scatter"]);
    worlds.push(await played(visit));
    await visit.close();
  }
  let pairs = 0;
  for (const [index, one] of worlds.entries()) {
    for (const other of worlds.slice(index + 1)) pairs += compared(one, other);
  }
  assert.ok(pairs > 0, "some worlds differ only in what the person may not know");
  console.log(`${browser.name}: ${pairs} pairs of moments in ${WORLDS} worlds`);
});

/** Has the page draw its random numbers from the number of a world. @param {Visit} visit @param {number} world */
async function drawFrom({ page }, world) {
  await page.evaluate((number) => {
    // The number from which chance is drawn has 32 bits, and the key of a bot's dice is made of bytes.
    crypto.getRandomValues = (array) => {
      const numbers = /** @type {Uint32Array | Uint8Array} */ (/** @type {unknown} */ (array));
      numbers.fill(numbers.BYTES_PER_ELEMENT === 1 ? number : Math.imul(number + 1, 0x9e3779b1) >>> 0);
      return array;
    };
  }, world);
}

/** Plays the last legal action again and again. @param {Visit} visit */
async function played(visit) {
  const { page } = visit;
  /** @type {Moment[]} */
  const moments = [];
  let now = await reader.settled(visit);
  while (!now.over && moments.length < ACTIONS) {
    await visit.until(() => page.evaluate(() => musterPage.now()?.match.thinking().length === 0));
    moments.push(await moment(visit));
    const action = now.legal.at(-1);
    assert.ok(action, "a person who is to act has an action");
    await reader.enter(page, action.text);
    now = await reader.settled(visit, now.plies);
  }
  return moments;
}

/** @param {Visit} visit @returns {Promise<Moment>} */
function moment({ page }) {
  return page.evaluate(() => {
    const live = musterPage.now()?.match.live;
    const shown = /** @type {HTMLElement | undefined} */ (document.getElementById("main")?.cloneNode(true));
    if (!live || !shown) throw new Error("no match is open");
    // A bot's time is real time.
    for (const time of shown.querySelectorAll(".time")) time.remove();
    const moves = live.overview(0).plies.flatMap(({ actions }) => actions.map(({ text }) => text));
    const known = JSON.stringify([live.session.view(live.plies, 0).fields, live.legal(0), moves]);
    return { known, shown: shown.innerHTML, truth: live.frame(null).position ?? "" };
  });
}

/**
 * Compares two worlds up to the moment at which the person learns how they differ. Returns the number of moments at
 * which they differ in secret.
 *
 * @param {Moment[]} one
 * @param {Moment[]} other
 */
function compared(one, other) {
  let different = 0;
  for (const [at, here] of one.entries()) {
    const there = other[at];
    if (there?.known !== here.known) break;
    assert.equal(there.shown, here.shown, `${here.truth} and ${there.truth}`);
    different += Number(there.truth !== here.truth);
  }
  return different;
}
