"use strict";

const assert = require("node:assert/strict");
const fs = require("node:fs");
const path = require("node:path");
const elements = require("./support/elements.js");
const { main } = require("./support/main.js");
const { Visit } = require("./support/visit.js");

/**
 * The expected contents of a site's list pages.
 *
 * @typedef {object} Expected
 * @property {{ fragment: string, keys: string[] }[]} filters the matches that each filter finds, in schedule order
 * @property {{ won: number, drawn: number, lost: number }[]} entrants the results of each entrant
 * @property {{ keys: [string, string], ply: number | null }[]} pairs two games, and the ply at which they part
 */

/**
 * `node lists.js BROWSER SITE EXPECTED [many]`: checks that filters find the recorded matches, and that the pages of
 * entrants and pairs show the recorded results. With `many` it also filters more matches than the site has.
 */
main(async (browser, [site, list, many]) => {
  const started = await browser.start();
  const { filters, entrants, pairs } = /** @type {Expected} */ (JSON.parse(fs.readFileSync(list, "utf8")));
  const open = async (/** @type {string} */ page, /** @type {string} */ fragment) => {
    const visit = await Visit.open(started, path.join(site, page), { fragment });
    await visit.settled();
    return visit;
  };
  // Opens the page with the last filter, then changes the address to each of the others.
  const visit = await open("matches.html", filters.at(-1)?.fragment ?? "");
  for (const [at, { fragment, keys }] of [...filters].reverse().entries()) {
    if (at > 0) await follow(visit, fragment);
    assert.deepEqual(await listed(visit), keys, `#${fragment} finds`);
  }
  await choosing(visit, filters);
  if (many !== undefined) await scale(visit);
  await visit.close();
  for (const [number, results] of entrants.entries()) {
    const page = await open("entrant.html", String(number));
    assert.deepEqual(await counted(page), results, `entrant ${number}`);
    assert.deepEqual(await ratings(page), recorded(site, number), `ratings of entrant ${number}`);
    await page.close();
  }
  for (const { keys, ply } of pairs) {
    const page = await open("compare.html", keys.join("|"));
    await parts(page, keys, ply);
    await page.close();
  }
});

/**
 * Changes the fragment of the address, and waits until the page has followed.
 *
 * @param {Visit} visit
 * @param {string} fragment
 */
async function follow(visit, fragment) {
  await visit.page.evaluate(
    (to) =>
      new Promise((resolve) => {
        addEventListener("hashchange", resolve, { once: true });
        location.hash = to;
      }).then(() => undefined),
    fragment,
  );
  await visit.settled();
}

/**
 * The keys of the matches that a list shows on all its pages.
 *
 * @param {Visit} visit
 */
async function listed(visit) {
  const keys = [];
  for (let page = 1; ; page++) {
    const cells = await elements.all(visit.page, "#matches tbody td:first-child", (all) =>
      all.map((cell) => cell.textContent),
    );
    keys.push(...cells);
    const next = '.turning [aria-label="Next page"]:not(:disabled)';
    if ((await elements.count(visit.page, next)) === 0) return keys;
    await elements.click(visit.page, next);
    const isTurned = (/** @type {Element} */ box, /** @type {string} */ to) => "value" in box && box.value === to;
    await visit.until(() => elements.one(visit.page, ".turning input", isTurned, String(page + 1)));
  }
}

/**
 * The figures of an entrant's rating curve, after each round from its first game on.
 *
 * @param {Visit} visit
 */
function ratings({ page }) {
  return elements.all(page, '[aria-label="Rating after each round"] tbody tr', (rows) =>
    rows.map((row) =>
      Array.from(row.querySelectorAll("td"), ({ textContent }) => (textContent === "" ? null : Number(textContent))),
    ),
  );
}

/**
 * The same figures from the site's data.
 *
 * @param {string} site
 * @param {number} number
 */
function recorded(site, number) {
  const [, index = ""] =
    /^musterData\("index", (.*)\);$/s.exec(fs.readFileSync(path.join(site, "data/index.js"), "utf8").trim()) ?? [];
  // Sites of versions without a rating history have none.
  const { ratings: all = [] } = JSON.parse(index).entrants[number];
  return all.filter(Boolean);
}

/**
 * Checks that choosing a filter in the form leads to the same list as its address.
 *
 * @param {Visit} visit
 * @param {Expected["filters"]} filters
 */
async function choosing(visit, filters) {
  const name = await elements.one(visit.page, "#entrants option", (option) => option.getAttribute("value") ?? "");
  await typeEntrant(visit, "nobody is called that");
  assert.equal(
    await elements.one(visit.page, "[name=entrant]", (field) => field.matches(":invalid")),
    true,
    "an unknown name",
  );
  assert.equal(await visit.page.evaluate(() => location.hash), "", "which finds nothing else");
  await typeEntrant(visit, name.toUpperCase());
  await elements.select(visit.page, "[name=result]", "lost");
  await visit.until(() => visit.page.evaluate(() => location.hash === "#entrant=0&result=lost"));
  const { keys } = filters.find(({ fragment }) => fragment === "entrant=0&result=lost") ?? { keys: null };
  await visit.settled();
  assert.deepEqual(await listed(visit), keys, "choosing finds what the address does");
  await elements.click(visit.page, "#filter [type=reset]");
  await visit.until(() => visit.page.evaluate(() => location.hash === ""));
}

/**
 * Types a name instead of choosing it from the list.
 *
 * @param {Visit} visit
 * @param {string} name
 */
async function typeEntrant(visit, name) {
  await elements.type(visit.page, "[name=entrant]", name);
  await visit.page.keyboard.press("Tab");
}

/**
 * Checks that a filter over as many matches as in a round robin of a thousand entrants finds the same as a plain loop.
 *
 * @param {Visit} visit
 */
async function scale(visit) {
  const { found, expected } = await visit.page.evaluate(() => {
    const count = 999_000;
    const column = (/** @type {number} */ factor, /** @type {number} */ modulus) =>
      Array.from({ length: count }, (_, at) => (at * factor) % modulus);
    const rows = {
      count,
      key: String,
      stage: Uint16Array.from(column(1, 2)),
      round: Uint32Array.from(column(7, 1999)),
      first: Uint32Array.from(column(13, 1000)),
      second: Uint32Array.from(column(17, 999)),
      outcome: Uint8Array.from(column(5, 3)),
      counts: new Uint8Array(count).fill(1),
      reason: Uint16Array.from(column(11, 7)),
      plies: Uint32Array.from(column(29, 300)),
    };
    const asked = musterPage.filter.parse("result=first&reason=4&stage=1&plies=100-250");
    const plain = [];
    for (let at = 0; at < count; at++) {
      const isLong = rows.plies[at] >= 100 && rows.plies[at] <= 250;
      if (rows.outcome[at] === 0 && rows.reason[at] === 4 && rows.stage[at] === 1 && isLong) plain.push(at);
    }
    return { found: [...musterPage.filter.select(asked, rows, [])], expected: plain };
  });
  assert.ok(expected.length > 1000 && expected.length < 100_000, `${expected.length} matches`);
  assert.deepEqual(found, expected);
}

/**
 * The numbers of games won, drawn and lost on an entrant's page.
 *
 * @param {Visit} visit
 */
async function counted(visit) {
  const cards = await elements.all(visit.page, ".cards div", (all) =>
    all.map((card) => [card.querySelector("dt")?.textContent, card.querySelector("dd")?.textContent]),
  );
  const number = (/** @type {string} */ name) => Number(cards.find(([term]) => term === name)?.[1]?.replace(/\D/g, ""));
  return { won: number("Won"), drawn: number("Drawn"), lost: number("Lost") };
}

/**
 * @param {Visit} visit
 * @param {[string, string]} keys
 * @param {number | null} ply
 */
async function parts(visit, keys, ply) {
  const told = await elements.text(visit.page, "#parting");
  const expected =
    ply === null
      ? "Both games are the same"
      : new RegExp(`part at ply ${ply}\\.|the same until .* ends after ${ply - 1}\\b`);
  assert.match(told, new RegExp(expected), keys.join(" and "));
  const shown = await elements.all(visit.page, ".twins [data-ply]", (boards) =>
    boards.map((board) => board.getAttribute("data-ply")),
  );
  assert.equal(shown.length, 2);
  await elements.click(visit.page, "[name=first]");
  assert.equal(await elements.one(visit.page, "#shown", ({ textContent }) => textContent?.split(" ")[0]), "0");
}
