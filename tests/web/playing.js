"use strict";

// Plays on `play.html` as a reader does: `node playing.js BROWSER SITE MODULES FIRST FROM SCENE…`. FIRST is the
// sample bot of the first seat of the recorded match, which is played to another end from the ply FROM on;
// MODULES is a folder of modules that the page refuses or stops.

const path = require("node:path");
const { main } = require("./support/main.js");
const { Visit } = require("./support/visit.js");

/** @typedef {import("puppeteer-core").Page} Page */
/** @typedef {LegalAction} Action */

/** Numbers below a bound, the same in every run. */
function dice(seed = 1) {
  let state = seed;
  return (/** @type {number} */ bound) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}

/** @param {Page} page @returns {Promise<{ legal: Action[], seats: number[], plies: number, over: boolean }>} */
const table = (page) =>
  page.evaluate(() => {
    const match = play.now()?.match;
    if (!match) throw new Error("no match is open");
    const seats = match.persons();
    const [seat] = seats;
    const legal = seat === undefined ? [] : match.live.legal(seat);
    return { legal, seats, plies: match.live.plies, over: match.live.verdict() !== null };
  });

/** The element of a square. @param {Page} page @param {Square} square */
async function cell(page, square) {
  const handle = await page.evaluateHandle((at) => play.now()?.cellOf(at) ?? null, square);
  const element = handle.asElement();
  if (!element) throw new Error(`the board has no square ${square}`);
  return /** @type {import("puppeteer-core").ElementHandle<HTMLElement>} */ (element);
}

/** Clicks the button of an action, if there are buttons. @param {Page} page @param {Action} action */
async function button(page, action) {
  for (const each of await page.$$("#choices button")) {
    const text = await each.evaluate((element) => element.textContent);
    if (text === (action.label ?? action.text)) return each.click();
  }
  throw new Error(`there is no button for ${action.text}`);
}

/** @param {Action[]} legal @param {Action} action */
const isAlone = (legal, action) =>
  legal.filter((each) => String(each.piece) === String(action.piece) && String(each.target) === String(action.target))
    .length === 1;

/** Plays an action by clicks. @param {Page} page @param {Action[]} legal @param {Action} action */
async function click(page, legal, action) {
  if (action.piece) await (await cell(page, action.piece)).click();
  if (action.target) await (await cell(page, action.target)).click();
  if (!action.target || !isAlone(legal, action)) await button(page, action);
}

/** Plays an action with the keys alone. @param {Page} page @param {Action[]} legal @param {Action} action */
async function press(page, legal, action) {
  for (const square of [action.piece, action.target]) {
    if (!square) continue;
    await (await cell(page, square)).focus();
    await page.keyboard.press("Enter");
  }
  if (action.target && isAlone(legal, action)) return;
  for (const each of await page.$$("#choices button")) {
    if ((await each.evaluate((element) => element.textContent)) !== (action.label ?? action.text)) continue;
    await each.focus();
    await page.keyboard.press("Enter");
    return;
  }
  throw new Error(`there is no button for ${action.text}`);
}

/** Waits until a person is to act, or the match is over. @param {Visit} visit @param {number} after plies */
async function settled(visit, after = -1) {
  await visit.until(async () => {
    const { seats, over, plies } = await table(visit.page);
    return over || (seats.length > 0 && plies > after);
  });
  return table(visit.page);
}

/**
 * Sits down: who is at each seat, by the words of the form.
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
      if (!(field instanceof HTMLSelectElement) || !option) throw new Error(`nobody is called ${wanted[seat]}`);
      field.value = option.value;
      field.dispatchEvent(new Event("change"));
    });
  }, sitters);
  // The page may still be moving under a pointer: what is tested with one is the match.
  await visit.page.$eval("#setup button.main", (start) => {
    if (start instanceof HTMLElement) start.click();
  });
}

/** @param {import("puppeteer-core").Browser} browser @param {string} site @param {string} fragment */
async function opened(browser, site, fragment) {
  const visit = await Visit.open(browser, path.join(site, "play.html"), { fragment });
  await visit.until(() => visit.page.evaluate(() => dom.byId("main").getAttribute("aria-busy") === "false"));
  return visit;
}

/**
 * Plays a match to its end.
 * @param {Visit} visit
 * @param {[string, string]} sitters
 * @param {(page: Page, legal: Action[], action: Action) => Promise<void>} act
 */
async function toTheEnd(visit, sitters, act) {
  await sit(visit, sitters);
  const roll = dice();
  let now = await settled(visit);
  while (!now.over) {
    const action = now.legal[roll(now.legal.length)];
    if (!action) throw new Error("a person who is to act has no action");
    await act(visit.page, now.legal, action);
    now = await settled(visit, now.plies);
  }
  const status = await visit.page.$eval("#status", (element) => element.textContent);
  if (!/win|draw/.test(status ?? "")) throw new Error(`the match is over: ${status}`);
}

/** @param {Page} page @param {string} id */
const textOf = (page, id) => page.evaluate((each) => dom.byId(each).textContent ?? "", id);

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
  await page.type("#notation input", "neither a move nor a word");
  await page.keyboard.press("Enter");
  must((await textOf(page, "notes")) !== "", "what is no notation is refused with a reason");
  await page.click("#notation input", { count: 3 });
  await page.type("#notation input", first?.text ?? "");
  await page.keyboard.press("Enter");
  const later = await settled(visit, plies);
  await page.evaluate(() => play.now()?.undo());
  const back = await settled(visit);
  must(back.plies === plies && later.plies > plies, "undo goes back to the person's last action");
  await page.evaluate(() => play.now()?.hint());
  await visit.until(async () => /would play/.test(await textOf(page, "notes")));
  const movable = back.legal.find((action) => action.piece && action.target && isAlone(back.legal, action));
  if (!movable?.piece || !movable.target) return;
  await drag(page, movable.piece, movable.target);
  await settled(visit, back.plies);
}

/** Drags a piece with the mouse. @param {Page} page @param {Square} from @param {Square} to */
async function drag(page, from, to) {
  const [start, end] = [await (await cell(page, from)).clickablePoint(), await (await cell(page, to)).clickablePoint()];
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2, { steps: 4 });
  await page.mouse.move(end.x, end.y, { steps: 4 });
  await page.mouse.up();
}

/** Two persons at one screen: a curtain where something is secret, none elsewhere. @param {Visit} visit */
async function twoPersons(visit) {
  const { page } = visit;
  await sit(visit, ["a person", "a person"]);
  let curtains = 0;
  for (let turn = 0; turn < 30; turn++) {
    const { legal, over } = await table(page);
    if (over) break;
    const [action] = legal;
    must(action !== undefined, "somebody is to act");
    if (action) await click(page, legal, action);
    const lift = await page.$("dialog.curtain button");
    if (!lift) continue;
    curtains += 1;
    const shown = await page.$eval(".picture", (element) => getComputedStyle(element).visibility);
    must(shown === "hidden", "the board is hidden while the curtain is down");
    await lift.click();
  }
  return curtains;
}

/** Chooses a module from the disk, and waits for what the page says. @param {Visit} visit @param {string} file */
async function give(visit, file) {
  const input = await visit.page.$("#setup input[type=file]");
  await /** @type {import("puppeteer-core").ElementHandle<HTMLInputElement>} */ (input).uploadFile(file);
}

/** @param {Visit} visit @param {string} file @param {RegExp} reason */
async function isRefused(visit, file, reason) {
  await give(visit, file);
  await visit.until(async () => reason.test(await textOf(visit.page, "setup")));
}

/** A module of the reader's own sits down at the second seat. @param {Visit} visit @param {string} file */
async function isSeated(visit, file) {
  const name = path.basename(file, ".wasm");
  await give(visit, file);
  await visit.until(async () => (await textOf(visit.page, "setup")).includes(`${name}: your module`));
  await sit(visit, ["a person", name]);
  return settled(visit);
}

/** A call without end is stopped, and the bot loses by it. @param {Visit} visit @param {string} file */
async function isStopped(visit, file) {
  const { legal } = await isSeated(visit, file);
  const [action] = legal;
  if (action) await click(visit.page, legal, action);
  await visit.until(async () => (await table(visit.page)).over);
  const status = await textOf(visit.page, "status");
  must(/10 s of real time/.test(status), `a call without end is stopped: ${status}`);
}

/** Bots against each other. @param {Visit} visit @param {[string, string]} names */
async function watched(visit, names) {
  await sit(visit, names);
  await visit.until(async () => (await table(visit.page)).plies > 3);
}

/**
 * On from a ply of the recorded match.
 * @param {Visit} visit
 * @param {[string, string]} sitters
 */
async function playedOn(visit, sitters) {
  await sit(visit, sitters);
  const { legal } = await settled(visit);
  const isTold = async () => /plays as it did in the record/.test(await textOf(visit.page, "notes"));
  // A bot that is not to act is asked after the person.
  const [action] = legal;
  if (action && !(await isTold())) await press(visit.page, legal, action);
  await visit.until(isTold);
}

/** The key of the recorded match that is played on. */
const KEY = "1.1.1.1";

main(async (browser, [site = "", modules = "", first = "", from = "", ...scenes]) => {
  const started = await browser.start();
  const module = (/** @type {string} */ name) => path.join(modules, `${name}.wasm`);
  /** @param {string} name @param {(visit: Visit) => Promise<unknown>} act @param {string} [fragment] */
  const scene = async (name, act, fragment = "") => {
    if (!scenes.includes(name)) return;
    const visit = await opened(started, site, fragment);
    await act(visit);
    await visit.close();
  };
  const late = `${KEY}/${from}`;
  const early = `${KEY}/6`;
  await scene("clicks", (visit) => toTheEnd(visit, ["a person", "scatter"], click), late);
  await scene("keys", (visit) => toTheEnd(visit, ["scatter", "a person"], press), late);
  await scene("aids", aids);
  await scene("persons", twoPersons);
  await scene("bots", (visit) => watched(visit, ["greedy", "scatter"]));
  await scene("record", (visit) => playedOn(visit, [first, "a person"]), early);
  await scene("program", (visit) => isRefused(visit, module("program"), /is a program with _start/));
  await scene("import", (visit) => isRefused(visit, module("import"), /which does not exist here/));
  await scene("endless", (visit) => isStopped(visit, module("endless")));
  await scene("large", (visit) => isSeated(visit, module("large")));
});
