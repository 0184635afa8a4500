"use strict";

// Plays on `play.html` as a reader does: `node playing.js BROWSER SITE MODULES FIRST FROM SCENE…`. FIRST is the sample
// bot in the first seat of the recorded match. From ply FROM on, that match is played to another end. MODULES is a
// folder of modules that the page refuses, stops or seats.

const path = require("node:path");
const elements = require("./support/elements.js");
const { main } = require("./support/main.js");
const reader = require("./support/reader.js");

/** @typedef {import("./support/reader.js").Page} Page */
/** @typedef {import("./support/visit.js").Visit} Visit */

const { hurry, settled, sit, table } = reader;

/** Plays the first legal action. @param {Page} page @param {LegalAction[]} legal @param {reader.Way} act */
async function playsFirst(page, legal, act) {
  const [action] = legal;
  must(action !== undefined, "somebody is to act");
  if (action) await act(page, action, reader.isAlone(legal, action));
}

/**
 * Plays a match to its end.
 * @param {Visit} visit
 * @param {[string, string]} sitters
 */
async function toTheEnd(visit, sitters) {
  await sit(visit, sitters);
  let now = await settled(visit);
  while (!now.over) {
    await playsFirst(visit.page, now.legal, reader.click);
    now = await settled(visit, now.plies);
  }
  must(/win|draw/.test(await textOf(visit.page, "status")), "the result is told");
}

/** @param {Page} page @param {string} id */
const textOf = (page, id) => page.evaluate((each) => document.getElementById(each)?.textContent ?? "", id);

/** @param {boolean} is @param {string} what */
function must(is, what) {
  if (!is) throw new Error(what);
}

/** Undo, a hint, notation and dragging, against a sample bot. @param {Visit} visit */
async function aids(visit) {
  const { page } = visit;
  await sit(visit, ["a person", "greedy"]);
  const { legal, plies } = await settled(visit);
  const [first] = legal;
  must(first !== undefined, "there is a legal action");
  // The match exists before its controls.
  const isVisible = (/** @type {Element[]} */ found) => found.some((each) => each.checkVisibility());
  await visit.until(() => elements.all(page, "#notation input", isVisible));
  await reader.enter(page, "neither a move nor a word");
  await visit.until(async () => (await textOf(page, "notes")) !== "");
  await reader.enter(page, first?.text ?? "");
  const later = await settled(visit, plies);
  await page.evaluate(() => musterPage.now()?.undo());
  const back = await settled(visit);
  must(back.plies === plies && later.plies > plies, "undo goes back to the person's last action");
  must((await elements.count(page, "#moves tbody tr")) === plies, "what was undone is not in the list of moves");
  await page.evaluate(() => musterPage.now()?.hint());
  await visit.until(async () => /would play/.test(await textOf(page, "notes")));
  if (await elements.one(page, "#controls button[name=finish]", (button) => button.checkVisibility())) {
    await finishes(visit);
    return;
  }
  const movable = back.legal.find((action) => action.piece && action.target && reader.isAlone(back.legal, action));
  if (!movable?.piece || !movable.target) return;
  await drag(page, movable.piece, movable.target);
  await settled(visit, back.plies);
}

/** A bot plays for the person until the prompt changes. @param {Visit} visit */
async function finishes(visit) {
  const { page } = visit;
  const word = () =>
    page.evaluate(() => {
      const match = musterPage.now()?.match;
      const [seat] = match?.persons() ?? [];
      return match && seat !== undefined ? match.live.frame(null).prompts[seat].split(" ")[0] : null;
    });
  const first = await word();
  must(first === "Place", "the person places pieces");
  await elements.click(page, "#controls button[name=finish]");
  await visit.until(async () => ![first, null].includes(await word()));
}

/** Drags a piece with the mouse. @param {Page} page @param {Square} from @param {Square} to */
async function drag(page, from, to) {
  const [start, end] = [
    await elements.middleOf(page, reader.cell, from),
    await elements.middleOf(page, reader.cell, to),
  ];
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2, { steps: 4 });
  await page.mouse.move(end.x, end.y, { steps: 4 });
  await page.mouse.up();
}

/** Two people play at one screen and confirm each handover. Returns the number of handovers. @param {Visit} visit */
async function twoPersons(visit) {
  const { page } = visit;
  await sit(visit, ["a person", "a person"]);
  let curtains = 0;
  for (let turn = 0; turn < 30; turn++) {
    const { legal, over } = await table(page);
    if (over) break;
    await playsFirst(page, legal, reader.click);
    const confirm = "dialog.handover button";
    if ((await elements.count(page, confirm)) === 0) continue;
    curtains += 1;
    const shown = await elements.one(page, ".picture", (element) => getComputedStyle(element).visibility);
    must(shown === "hidden", "the board is hidden during the handover");
    await elements.click(page, confirm);
    await visit.until(async () => (await elements.count(page, confirm)) === 0);
  }
  return curtains;
}

/** Chooses a module file in the form. @param {Visit} visit @param {string} file */
async function give(visit, file) {
  await elements.upload(visit.page, "#setup input[type=file]", file);
}

/** @param {Visit} visit @param {string} file @param {RegExp} reason */
async function isRefused(visit, file, reason) {
  await give(visit, file);
  await visit.until(async () => reason.test(await textOf(visit.page, "setup")));
}

/** Seats a module of the reader in the second seat. @param {Visit} visit @param {string} file */
async function isSeated(visit, file) {
  const name = path.basename(file, ".wasm");
  await give(visit, file);
  await visit.until(async () => (await textOf(visit.page, "setup")).includes(`${name}: your module`));
  await sit(visit, ["a person", name]);
  return settled(visit);
}

/** Checks that an endless call is stopped. @param {Visit} visit @param {string} file */
async function isStopped(visit, file) {
  // In a game where both act at once, the bot is asked as soon as it is seated.
  if (!process.env.MUSTER_FULL) await hurry(visit.page);
  const { legal } = await isSeated(visit, file);
  await playsFirst(visit.page, legal, reader.click);
  await visit.until(async () => (await table(visit.page)).over);
  const status = await textOf(visit.page, "status");
  must(/10 s of real time/.test(status), `a call without end is stopped: ${status}`);
}

/** Watches two bots play. @param {Visit} visit @param {[string, string]} names */
async function watched(visit, names) {
  await sit(visit, names);
  await visit.until(async () => (await table(visit.page)).plies > 3);
}

/**
 * Plays on from a ply of the recorded match.
 * @param {Visit} visit
 * @param {[string, string]} sitters
 */
async function playedOn(visit, sitters) {
  await sit(visit, sitters);
  const { legal } = await settled(visit);
  const isTold = async () => /plays as it did in the record/.test(await textOf(visit.page, "notes"));
  // If the bot does not act first, it is asked after the person.
  if (!(await isTold())) await playsFirst(visit.page, legal, reader.press);
  await visit.until(isTold);
}

/** The key of the recorded match. */
const KEY = "1.1.1.1";

main(async (browser, [site = "", modules = "", first = "", from = "", ...scenes]) => {
  const started = await browser.start();
  const module = (/** @type {string} */ name) => path.join(modules, `${name}.wasm`);
  /** @param {string} name @param {(visit: Visit) => Promise<unknown>} act @param {string} [fragment] */
  const scene = async (name, act, fragment = "") => {
    if (!scenes.includes(name)) return;
    const visit = await reader.opened(started, site, fragment);
    await act(visit);
    await visit.close();
  };
  const late = `${KEY}/${from}`;
  const early = `${KEY}/6`;
  await scene("late", (visit) => toTheEnd(visit, ["a person", "scatter"]), late);
  await scene("aids", aids);
  await scene("persons", twoPersons);
  await scene("bots", (visit) => watched(visit, ["greedy", "scatter"]));
  await scene("record", (visit) => playedOn(visit, [first, "a person"]), early);
  await scene("program", (visit) => isRefused(visit, module("program"), /is a program with _start/));
  await scene("import", (visit) => isRefused(visit, module("import"), /which does not exist here/));
  await scene("endless", (visit) => isStopped(visit, module("endless")));
  await scene("large", (visit) => isSeated(visit, module("large")));
});
