"use strict";

const assert = require("node:assert/strict");
const elements = require("./support/elements.js");
const { main } = require("./support/main.js");
const reader = require("./support/reader.js");

/** @typedef {import("./support/reader.js").Page} Page */
/** @typedef {import("./support/visit.js").Visit} Visit */

/**
 * The choices in the form: the player of each seat, and rules that differ from the defaults.
 *
 * @typedef {{ sitters: [string, string], rules: [string, string][] }} Choice
 */

/**
 * The ways to play: with the mouse in the first seat, with the keyboard in the second.
 *
 * @type {Record<string, { sitters: [string, string], choose: (page: Page, choice: Choice) => Promise<void>,
 *   act: import("./support/reader.js").Way }>}
 */
const ways = {
  clicks: { sitters: ["a person", "scatter"], choose: chooseByClicks, act: reader.click },
  keys: { sitters: ["scatter", "a person"], choose: chooseByKeys, act: reader.press },
};

/** `node whole.js BROWSER SITE clicks|keys [OPTION=VALUE…]`: a person plays a whole match. */
main(async (browser, [site = "", name = "", ...options]) => {
  const way = ways[name];
  assert.ok(way, `${name} is neither clicks nor keys`);
  const rules = options.map((option) => /** @type {[string, string]} */ (option.split("=")));
  const visit = await reader.opened(await browser.start(), site);
  await way.choose(visit.page, { sitters: way.sitters, rules });
  const begun = Date.now();
  const plies = await toTheEnd(visit, way.act);
  await review(visit, plies);
  console.log(`${browser.name}, ${name}: a match of ${plies} plies in ${Math.round((Date.now() - begun) / 1000)} s`);
  await visit.close();
});

/**
 * Plays until the match is over, and compares the actions that the page played with the intended ones.
 *
 * @param {Visit} visit
 * @param {import("./support/reader.js").Way} act
 */
async function toTheEnd(visit, act) {
  const { page } = visit;
  const roll = dice();
  const meant = [];
  let now = await reader.settled(visit);
  const [seat] = now.seats;
  while (!now.over) {
    const action = now.legal[roll(now.legal.length)];
    assert.ok(action, "a person who is to act has an action");
    meant.push({ ply: now.plies, code: action.code });
    await act(page, action, reader.isAlone(now.legal, action));
    now = await reader.settled(visit, now.plies);
    visit.check();
  }
  const played = await page.evaluate((own) => {
    const { plies } = /** @type {NonNullable<ReturnType<typeof musterPage.now>>} */ (
      musterPage.now()
    ).match.live.overview();
    return plies.flatMap(({ ply, actions }) =>
      actions.filter((action) => action.seat === own).map(({ code }) => ({ ply, code })),
    );
  }, seat);
  assert.deepEqual(played, meant, "what was meant was played");
  const rows = await elements.count(page, "#moves tbody tr");
  assert.equal(rows, now.plies, "every ply is in the list of moves");
  const status = await elements.text(page, "#status");
  assert.match(status, /You win|scatter wins|A draw/);
  return now.plies;
}

/**
 * Opens the viewer on the match that was played. The address alone contains it, from the page of play to that of the
 * viewer and back.
 *
 * @param {Visit} visit
 * @param {number} plies
 */
async function review(visit, plies) {
  const { page } = visit;
  const status = await elements.text(page, "#status");
  await page.click("#over button[name=review]");
  await isOn(visit, "match");
  visit.check();
  const result = await elements.text(page, "#result");
  assert.match(result, new RegExp(`after ${plies}\\spl`));
  assert.equal(result.startsWith("Draw"), status.includes("A draw"), `${status} / ${result}`);
  await page.keyboard.press("End");
  await visit.until(() =>
    elements.one(page, "#board", (board) => board.getAttribute("data-ply")).then((ply) => ply === String(plies)),
  );
  await page.keyboard.press("ArrowLeft");
  await page.click("#actions a");
  await isOn(visit, "play");
  assert.match(await elements.text(page, "#branch"), new RegExp(`from ply ${plies - 1} on`));
}

/**
 * Waits until another page is there. A page cannot be evaluated while it is left.
 *
 * @param {Visit} visit
 * @param {string} name
 */
async function isOn(visit, name) {
  const isThere = (/** @type {string} */ page) =>
    document.documentElement.dataset.page === page && document.querySelector("[aria-busy=true]") === null;
  await visit.until(() => visit.page.evaluate(isThere, name).catch(() => false));
}

/** Generates numbers below a bound, the same in every run. */
function dice() {
  let state = 1;
  return (/** @type {number} */ bound) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}

/** The text in the label of each seat. */
const orders = ["the first seat", "the second seat"];

/** @param {Page} page @param {Choice} choice */
async function chooseByClicks(page, { sitters, rules }) {
  for (const [seat, sitter] of sitters.entries()) await fill(page, orders[seat] ?? "", sitter);
  if (rules.length > 0) await elements.click(page, "#setup summary");
  for (const [option, value] of rules) await fill(page, labelOf(option), value);
  await elements.click(page, "#setup button.main");
}

/** @param {Page} page @param {Choice} choice */
async function chooseByKeys(page, { sitters, rules }) {
  const isIn = (/** @type {string} */ label) =>
    document.activeElement?.closest("label")?.textContent?.includes(label) === true;
  /** @param {string} label @param {string} value */
  const type = async (label, value) => {
    await reader.tabTo(page, isIn, label);
    await selectAll(page);
    await page.keyboard.type(value);
  };
  // A list selects the option that begins with the typed text.
  for (const [seat, sitter] of sitters.entries()) await type(orders[seat] ?? "", sitter.slice(0, 1));
  const isThere = (/** @type {string} */ selector) => document.activeElement?.matches(selector) === true;
  if (rules.length > 0) {
    await reader.tabTo(page, isThere, "#setup summary");
    await page.keyboard.press("Enter");
  }
  for (const [option, value] of rules) await type(labelOf(option), value);
  await reader.tabTo(page, isThere, "#setup button.main");
  await page.keyboard.press("Enter");
}

/** @param {string} option */
const labelOf = (option) => option.replaceAll("_", " ");

/** @param {Page} page */
async function selectAll(page) {
  if (!(await page.evaluate(() => document.activeElement instanceof HTMLInputElement))) return;
  await page.keyboard.down("Control");
  await page.keyboard.press("a");
  await page.keyboard.up("Control");
}

/**
 * Fills the field whose label contains these words.
 *
 * @param {Page} page
 * @param {string} label
 * @param {string} value for a list, the start of the option's text
 */
async function fill(page, label, value) {
  const handle = await page.evaluateHandle((wanted) => {
    const labels = [...document.querySelectorAll("#setup label")];
    return labels.find((each) => each.textContent?.includes(wanted))?.querySelector("input,select") ?? null;
  }, label);
  const field = handle.asElement();
  assert.ok(field, `there is a field for ${label}`);
  const options = await field.evaluate((element) =>
    element instanceof HTMLSelectElement
      ? [...element.options].map((option) => ({ value: option.value, text: option.text }))
      : null,
  );
  const input = /** @type {import("./support/reader.js").Element} */ (field);
  if (options === null) {
    await input.click({ count: 3 });
    await input.type(value);
    return;
  }
  const option = options.find(({ text }) => text.startsWith(value));
  assert.ok(option, `${label} has the choice ${value}`);
  await input.select(option.value);
}
