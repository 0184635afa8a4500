"use strict";

// Steps of a reader on `play.html`: opening it, and playing actions with the mouse or the keyboard.

const path = require("node:path");
const elements = require("./elements.js");
const { Visit } = require("./visit.js");

/**
 * @typedef {import("puppeteer-core").Page} Page
 * @typedef {import("puppeteer-core").ElementHandle<HTMLElement>} Element
 * @typedef {LegalAction} Action
 *
 * A way to play an action. `isAlone` is `true` if no other legal action has the same squares.
 * @typedef {(page: Page, action: Action, isAlone: boolean) => Promise<void>} Way
 */

/** Maximum number of Tab presses from one end of the page to the other. */
const STOPS = 600;

/** @param {import("./profile.js").Profile} profile @param {string} site @param {string} [fragment] */
async function opened(profile, site, fragment = "") {
  const visit = await Visit.open(profile, path.join(site, "play.html"), { fragment });
  await visit.until(() =>
    visit.page.evaluate(() => document.getElementById("main")?.getAttribute("aria-busy") === "false"),
  );
  return visit;
}

/** The current state of the match. `legal` holds the actions of the first person who is to act. @param {Page} page */
const table = (page) =>
  page.evaluate(() => {
    const match = musterPage.now()?.match;
    if (!match) throw new Error("no match is open");
    const seats = match.persons();
    const [seat] = seats;
    const legal = seat === undefined ? [] : match.live.legal(seat);
    return { legal, seats, plies: match.live.plies, over: match.live.verdict() !== null };
  });

/**
 * Chooses the player of each seat by the words of the form, and starts the match.
 * @param {Visit} visit
 * @param {[string, string]} sitters
 */
async function sit(visit, sitters) {
  await visit.page.evaluate((wanted) => {
    const fields = [...document.querySelectorAll("#setup select")].filter((field) =>
      [...field.querySelectorAll("option")].some((option) => option.textContent === "a person"),
    );
    fields.forEach((field, seat) => {
      const option = [...field.querySelectorAll("option")].find((each) =>
        each.textContent?.startsWith(wanted[seat] ?? ""),
      );
      if (!(field instanceof HTMLSelectElement) || !option) throw new Error(`unknown player: ${wanted[seat]}`);
      field.value = option.value;
      field.dispatchEvent(new Event("change"));
    });
  }, sitters);
  // The page may still move under a pointer, so the script clicks the button itself. Pointers are tested in the match.
  await elements.one(visit.page, "#setup button.main", (start) => {
    if (start instanceof HTMLElement) start.click();
  });
}

/** Shortens waits of ten seconds to one, which saves the processor time of an endless call. @param {Page} page */
async function hurry(page) {
  await page.evaluate(() => {
    const later = window.setTimeout.bind(window);
    const sooner = (/** @type {() => void} */ act, /** @type {number} */ wait) =>
      later(act, wait === 10_000 ? 1_000 : wait);
    Object.assign(window, { setTimeout: sooner });
  });
}

/** Enters an action in notation. @param {Page} page @param {string} text */
async function enter(page, text) {
  await elements.type(page, "#notation input", text);
  await page.keyboard.press("Enter");
}

/** Waits until a person is to act, or the match is over. @param {Visit} visit @param {number} after plies */
async function settled(visit, after = -1) {
  // The rules of a game from a file are asked before the match opens.
  await visit.until(() => visit.page.evaluate(() => musterPage.now() !== null));
  await visit.until(async () => {
    const { seats, over, plies } = await table(visit.page);
    return over || (seats.length > 0 && plies > after);
  });
  return table(visit.page);
}

/** The element of a square. Runs in the page. @param {Square} square */
const cell = (square) => musterPage.now()?.cellOf(square);

/** The button of a choice. Runs in the page. @param {string} label */
const choice = (label) =>
  [...document.querySelectorAll("#choices button")].find(({ textContent }) => textContent === label);

/** @param {Action[]} legal @param {Action} action */
const isAlone = (legal, action) =>
  legal.filter((each) => String(each.piece) === String(action.piece) && String(each.target) === String(action.target))
    .length === 1;

/** @param {Action} action */
const labelOf = (action) => action.label ?? action.text;

/** Plays an action with clicks on squares and buttons. @type {Way} */
async function click(page, action, alone) {
  for (const square of [action.piece, action.target]) {
    if (square) await elements.clickFound(page, cell, square);
  }
  if (action.target && alone) return;
  await elements.clickFound(page, choice, labelOf(action));
}

/** Plays an action with the keyboard only. @type {Way} */
async function press(page, action, alone) {
  await page.keyboard.press("b");
  for (const square of [action.piece, action.target]) {
    if (square) await choose(page, square);
  }
  if (action.target && alone) return;
  const isButton = (/** @type {string} */ label) =>
    document.activeElement?.matches("#choices button") === true && document.activeElement.textContent === label;
  await tabTo(page, isButton, labelOf(action));
  await page.keyboard.press("Enter");
}

/** Goes to a square with the arrow keys and chooses it. @param {Page} page @param {Square} square */
async function choose(page, square) {
  const way = await page.evaluate((to) => {
    const placeOf = (/** @type {globalThis.Element | null | undefined} */ element) => {
      const row = element?.parentElement;
      if (!element || !row?.parentElement) throw new Error("the focus is not on the board");
      return [[...row.children].indexOf(element), [...row.parentElement.children].indexOf(row)];
    };
    const [from, end] = [placeOf(document.activeElement), placeOf(musterPage.now()?.cellOf(to))];
    return [(end[0] ?? 0) - (from[0] ?? 0), (end[1] ?? 0) - (from[1] ?? 0)];
  }, square);
  const [across = 0, down = 0] = way;
  const arrows = [
    ...Array(Math.abs(across)).fill(across > 0 ? "ArrowRight" : "ArrowLeft"),
    ...Array(Math.abs(down)).fill(down > 0 ? "ArrowDown" : "ArrowUp"),
  ];
  for (const arrow of arrows) await page.keyboard.press(arrow);
  await page.keyboard.press("Enter");
}

/**
 * Presses Tab until `isThere` returns `true` in the page.
 * @param {Page} page
 * @param {(wanted: string) => boolean} isThere
 * @param {string} wanted
 */
async function tabTo(page, isThere, wanted) {
  for (let stop = 0; stop < STOPS; stop++) {
    if (await page.evaluate(isThere, wanted)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not lead to ${wanted}`);
}

module.exports = { opened, table, sit, hurry, enter, settled, cell, isAlone, click, press, tabTo };
