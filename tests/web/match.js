"use strict";

const assert = require("node:assert/strict");
const elements = require("./support/elements.js");
const { main } = require("./support/main.js");
const { Visit } = require("./support/visit.js");

/** @typedef {import("puppeteer-core").Page} Page */

/**
 * Opens a match and waits until it is shown.
 *
 * @param {import("./support/profile.js").Profile} profile
 * @param {string} file
 * @param {{ fragment?: string, width?: number }} options
 */
async function opened(profile, file, options) {
  const visit = await Visit.open(profile, file, options);
  await visit.until(() =>
    elements.one(visit.page, "#main", (element) => element.getAttribute("aria-busy") === "false"),
  );
  return visit;
}

/**
 * The ply that the board shows.
 *
 * @param {Page} page
 */
function shown(page) {
  return elements.one(page, "#board", (board) => Number(board.getAttribute("data-ply")));
}

/**
 * The text of an element.
 *
 * @param {Page} page
 * @param {string} selector
 */
function text(page, selector) {
  return elements.text(page, selector);
}

/**
 * Presses keys one after another, and returns the ply that the board then shows.
 *
 * @param {Page} page
 * @param {...import("puppeteer-core").KeyInput} keys
 */
async function pressed(page, ...keys) {
  for (const key of keys) await page.keyboard.press(key);
  return shown(page);
}

/**
 * Checks that keys and buttons lead to the right plies, and that the address follows.
 *
 * @param {Visit} visit
 * @param {string} key
 * @param {number} plies
 */
async function steps(visit, key, plies) {
  const { page } = visit;
  assert.equal(await shown(page), 3);
  assert.equal(await pressed(page, "ArrowRight"), 4);
  assert.equal(await pressed(page, "ArrowLeft", "ArrowLeft"), 2);
  assert.equal(await pressed(page, "End"), plies);
  assert.equal(await pressed(page, "ArrowRight"), plies);
  assert.equal(await pressed(page, "Home"), 0);
  const entries = await page.evaluate(() => history.length);
  const buttons = ".moves button[data-ply]";
  assert.equal(await elements.count(page, buttons), plies);
  await elements.all(page, buttons, (found) => found[6] instanceof HTMLElement && found[6].click());
  assert.equal(await shown(page), 7);
  await visit.until(() => page.evaluate((end) => location.hash === end, `#${key}/7`));
  assert.equal(await page.evaluate(() => history.length), entries);
  await elements.one(page, ".slider", (slider) => {
    if (slider instanceof HTMLInputElement) slider.value = "12";
    slider.dispatchEvent(new Event("input"));
  });
  assert.equal(await shown(page), 12);
  assert.equal(await elements.one(page, ".moves [aria-current]", (button) => button.getAttribute("data-ply")), "12");
}

/**
 * Checks that a match plays to its end and stops there.
 *
 * @param {Visit} visit
 * @param {number} plies
 */
async function plays(visit, plies) {
  const { page } = visit;
  await pressed(page, "End", "ArrowLeft", "ArrowLeft", "+", "+", "+", " ");
  await visit.until(async () => (await shown(page)) === plies);
  await visit.until(() => elements.one(page, ".icon.main", (button) => button.getAttribute("title") === "Play"));
}

/**
 * Checks that Shift steps by turns where a turn has several plies, and that n and p go from mark to mark.
 *
 * @param {Page} page
 * @param {number} plies
 */
async function leaps(page, plies) {
  await pressed(page, "Home");
  await page.keyboard.down("Shift");
  const [one, other] = [await pressed(page, "ArrowRight"), await pressed(page, "ArrowRight")];
  assert.equal(await pressed(page, "ArrowLeft"), one);
  await page.keyboard.up("Shift");
  assert.ok(one > 1 && other > one + 1 && other < plies);
  const mark = await pressed(page, "n");
  assert.ok(mark > one);
  const next = await pressed(page, "n");
  assert.ok(next > mark);
  assert.equal(await pressed(page, "p"), mark);
}

/**
 * Checks that the wheel over the curve steps through the plies, and that the curve shows the ply below the pointer.
 *
 * @param {Visit} visit
 */
async function scrubs({ page }) {
  await pressed(page, "Home", "ArrowRight");
  const [x = 0, y = 0] = await elements.one(page, ".slider", (slider) => {
    const { left, top, width, height } = slider.getBoundingClientRect();
    return [left + width / 2, top + height / 2];
  });
  await page.mouse.move(x, y);
  assert.match(await text(page, ".pointed"), /^ply \d{2,}: /);
  await page.evaluate(() => {
    const slider = document.querySelector(".slider");
    for (const deltaY of [100, 100, -100]) slider?.dispatchEvent(new WheelEvent("wheel", { deltaY, bubbles: true }));
  });
  assert.equal(await shown(page), 2);
}

/**
 * Checks that a step slides the piece that moves, and that a lost piece fades, unless the reader wants no motion. A
 * leap moves nothing.
 *
 * @param {Visit} visit
 */
async function moves({ page }) {
  const { move, loss } = await page.evaluate(() => {
    /** @param {string} kind */
    const first = (kind) =>
      musterPage.story()?.steps.findIndex((step) => step.events.some(({ mark }) => mark?.kind === kind)) ?? 0;
    return { move: first("move"), loss: first("loss") };
  });
  assert.ok(move > 0 && loss > 0);
  /** @param {boolean} still @param {number} from @param {number} to */
  const frames = (still, from, to) =>
    page.evaluate(
      async (isStill, before, after) => {
        /** @type {string[]} */
        const seen = [];
        const { animate } = Element.prototype;
        const { matchMedia } = window;
        /** @this {Element} @param {Parameters<Element["animate"]>} given */
        const spy = function (...given) {
          seen.push(JSON.stringify(given[0]));
          return animate.apply(this, given);
        };
        Element.prototype.animate = spy;
        window.matchMedia = (query) => Object.defineProperty(matchMedia(query), "matches", { value: isStill });
        for (const ply of [before, after]) {
          seen.length = 0;
          location.hash = location.hash.replace(/\/.*/, `/${ply}`);
          await new Promise((resolve) => setTimeout(resolve));
          while (document.getElementById("board")?.dataset.ply !== String(ply)) {
            await new Promise(requestAnimationFrame);
          }
        }
        Element.prototype.animate = animate;
        window.matchMedia = matchMedia;
        return seen.join(" ");
      },
      still,
      from,
      to,
    );
  assert.match(await frames(false, move - 1, move), /translate\(\d+px, \d+px\)/);
  assert.match(await frames(false, move, move - 1), /translate/);
  assert.match(await frames(false, loss - 1, loss), /opacity/);
  assert.equal(await frames(false, 0, loss), "");
  assert.equal(await frames(true, loss - 1, loss), "");
}

/**
 * Checks that the board is a grid of labelled squares, that arrow keys move over it, and that it can be turned.
 *
 * @param {Page} page
 */
async function squares(page) {
  const label = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? "");
  await pressed(page, "End", "b");
  assert.match(await label(), /^a16: /);
  const ply = await pressed(page, "ArrowDown", "ArrowRight");
  assert.match(await label(), /^b15: blocked/);
  assert.equal(ply, await shown(page));
  await pressed(page, "f");
  assert.match(await label(), /^o2: blocked/);
  await pressed(page, "f");
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
}

/**
 * Focuses every piece, and checks that the hint and the targets on the board agree. Also checks that the key for all
 * hits draws those that the hints name. Returns the numbers of moves and hits.
 *
 * @param {Visit} visit
 * @param {number} ply
 */
async function pointing(visit, ply) {
  const { page } = visit;
  await page.evaluate((to) => {
    location.hash = location.hash.replace(/\/.*/, `/${to}`);
  }, ply);
  await visit.until(async () => (await shown(page)) === ply);
  const all = ".square";
  const labels = await elements.all(page, all, (found) => found.map((each) => each.getAttribute("aria-label") ?? ""));
  let [moving, hits] = [0, 0];
  for (const [at, label] of labels.entries()) {
    if (!/: (White|Black) /.test(label)) continue;
    const focus = (/** @type {Element[]} */ found, /** @type {number} */ index) =>
      found[index] instanceof HTMLElement && found[index].focus();
    await elements.all(page, all, focus, at);
    const hint = await text(page, "#hint");
    const count = Number(/(\d+)\smoves?:/.exec(hint)?.[1] ?? 0);
    const targets = await elements.count(page, ".over .target, .over .aim");
    assert.ok(count === 0 ? targets === 0 : targets > 0 && targets <= count, `${label}: ${hint} ${targets}`);
    assert.match(hint, /moves?:|not to move|no move|can be hit by/);
    moving += count;
    if (hint.includes("can be hit by")) hits += (hint.match(/\) on /g) ?? []).length;
  }
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  const shots = () => elements.count(page, ".over .drawn-shot");
  const before = await shots();
  await page.keyboard.press("h");
  assert.equal((await shots()) - before, hits, `hits after ply ${ply}`);
  await page.keyboard.press("h");
  assert.equal(await shots(), before);
  return { moving, hits };
}

/**
 * Checks the page in a browser without `DecompressionStream`, which unpacks the rules.
 *
 * @param {import("./support/profile.js").Profile} profile
 * @param {string} file
 * @param {string} key
 */
async function unsupported(profile, file, key) {
  const visit = await Visit.open(profile, file.replace(/match\.html$/, "matches/index.html"));
  await visit.page.evaluateOnNewDocument(() => Reflect.deleteProperty(window, "DecompressionStream"));
  await visit.page.goto(`file://${file}#${key}`);
  await visit.until(() =>
    elements.one(visit.page, "#main", (element) => element.getAttribute("aria-busy") === "false"),
  );
  assert.ok(await elements.one(visit.page, "#unsupported", (notice) => !notice.hasAttribute("hidden")));
  assert.ok(await elements.one(visit.page, "#match", (match) => match.hasAttribute("hidden")));
  await visit.close();
}

main(async (browser, [file = "", key = "", plies = "", loser = ""]) => {
  const last = Number(plies);
  const running = await browser.start();
  const visit = await opened(running, file, { fragment: `${key}/3` });
  const { page } = visit;
  await steps(visit, key, last);
  await plays(visit, last);
  await leaps(page, last);
  await scrubs(visit);
  await moves(visit);
  await squares(page);

  // A turn of firing and one of moving; in both, pieces of one side can act.
  for (const ply of [30, 42]) assert.ok((await pointing(visit, ply)).moving > 0, `ply ${ply}`);

  const why = await text(page, "#loss");
  assert.ok(why.includes(`Why did ${loser} lose?`) && why.includes(`muster why RUN ${key}`), why);
  await elements.one(page, "#loss button", (button) => button instanceof HTMLElement && button.click());
  const at = await shown(page);
  assert.equal(await text(page, "#loss button"), `Show ply ${at}`);
  // The marks of the blow: the piece that strikes, its line, and the piece that is hit.
  assert.ok(
    (await elements.count(page, "#board .noted.red")) > 0 && (await elements.count(page, "#board .drawn-shot")) > 0,
  );
  assert.ok((await pointing(visit, at - 1)).hits > 0, "the hit of the decisive blow");
  await elements.one(page, "#loss button", (button) => button instanceof HTMLElement && button.click());
  const position = await elements.one(page, "#board", (board) => board.getAttribute("data-position"));
  assert.equal(await text(page, ".here code"), position);
  assert.ok((await elements.count(page, "#events li")) > 0);

  await pressed(page, "?");
  assert.match(await text(page, "dialog[open]"), /one turn back.*these keys/s);
  await page.keyboard.press("Escape");

  await elements.one(page, ".told", (details) => details.setAttribute("open", ""));
  await visit.until(async () => (await elements.count(page, ".told tbody tr")) > 0);
  assert.match(await text(page, ".told"), /move_left.*squares?/s);

  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  const boards = await elements.count(page, "#printed figure");
  assert.ok(boards > 2 && boards <= 12, `${boards} boards are printed`);
  await visit.close();

  const small = await opened(running, file, { fragment: `${key}/20`, width: 360 });
  assert.ok(await small.page.evaluate(() => document.documentElement.scrollWidth <= 360));
  await small.close();
  await unsupported(running, file, key);
});
