"use strict";

// Queries and actions on the elements of a page. Puppeteer's own `$eval`, `click` and the like first evaluate helpers
// in each new document and make up to ten round trips: in Firefox, a quarter of a second for each element.

/** @typedef {import("puppeteer-core").Page} Page */
/** @typedef {import("puppeteer-core").ElementHandle<HTMLInputElement>} Input */

/**
 * @template {string} Selector
 * @typedef {import("puppeteer-core").NodeFor<Selector>} Found
 */

/**
 * Calls a function in a page. The function sees its arguments, but no variables of this script.
 *
 * @param {Page} page
 * @param {string} found
 * @param {Function} act
 * @param {unknown[]} args
 */
function evaluate(page, found, act, args) {
  return page.evaluate(`(${act})(${[found, ...args.map((arg) => JSON.stringify(arg))].join(", ")})`);
}

/** @param {string} selector */
function queried(selector) {
  const text = JSON.stringify(selector);
  return `document.querySelector(${text}) ?? (() => { throw new Error("no element is " + ${text}); })()`;
}

/**
 * Returns the result of a function for the first element that matches a selector.
 *
 * @template {string} Selector
 * @template {unknown[]} Args
 * @template Result
 * @param {Page} page
 * @param {Selector} selector
 * @param {(element: Found<Selector>, ...args: Args) => Result} act
 * @param {Args} args
 */
async function one(page, selector, act, ...args) {
  return /** @type {Awaited<Result>} */ (await evaluate(page, queried(selector), act, args));
}

/**
 * Returns the result of a function for all elements that match a selector.
 *
 * @template {string} Selector
 * @template {unknown[]} Args
 * @template Result
 * @param {Page} page
 * @param {Selector} selector
 * @param {(elements: Found<Selector>[], ...args: Args) => Result} act
 * @param {Args} args
 */
async function all(page, selector, act, ...args) {
  const found = `[...document.querySelectorAll(${JSON.stringify(selector)})]`;
  return /** @type {Awaited<Result>} */ (await evaluate(page, found, act, args));
}

/**
 * The number of elements that match a selector.
 *
 * @param {Page} page
 * @param {string} selector
 */
function count(page, selector) {
  return all(page, selector, (found) => found.length);
}

/**
 * @param {Page} page
 * @param {string} selector
 */
function text(page, selector) {
  return one(page, selector, (element) => element.textContent ?? "");
}

/**
 * The middle of an element. Scrolls to the element if a pointer would not hit it there.
 *
 * @param {Element} element
 */
function middle(element) {
  const place = () => {
    const { x, y, width, height } = element.getClientRects()[0] ?? new DOMRect(NaN);
    return { x: x + width / 2, y: y + height / 2 };
  };
  const met = () => {
    const { x, y } = place();
    return Number.isFinite(x) ? document.elementFromPoint(x, y) : null;
  };
  if (!element.contains(met())) element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
  // An ancestor of the element may receive the pointer instead, an element that covers it may not.
  const last = met();
  if (last === null || !(element.contains(last) || last.contains(element))) {
    throw new Error(`no pointer meets ${element.outerHTML.slice(0, 200)}`);
  }
  return place();
}

/**
 * The position of an element once it has stopped moving.
 *
 * @param {() => Promise<{ x: number, y: number }>} look
 */
async function resting(look) {
  for (let before = await look(); ;) {
    await new Promise((resolve) => {
      setTimeout(resolve, 10);
    });
    const now = await look();
    if (now.x === before.x && now.y === before.y) return now;
    before = now;
  }
}

/**
 * The middle of the element that a function finds in a page.
 *
 * @template {unknown[]} Args
 * @param {Page} page
 * @param {(...args: Args) => Element | null | undefined} find
 * @param {Args} args
 */
function middleOf(page, find, ...args) {
  const called = `(${find})(${args.map((arg) => JSON.stringify(arg)).join(", ")})`;
  const found = `${called} ?? (() => { throw new Error("it is not there"); })()`;
  return resting(async () => /** @type {{ x: number, y: number }} */ (await evaluate(page, found, middle, [])));
}

/**
 * Clicks the first element that matches a selector with the mouse.
 *
 * @param {Page} page
 * @param {string} selector
 */
async function click(page, selector) {
  const { x, y } = await resting(() => one(page, selector, middle));
  await page.mouse.click(x, y);
}

/**
 * Clicks the element that a function finds in a page.
 *
 * @template {unknown[]} Args
 * @param {Page} page
 * @param {(...args: Args) => Element | null | undefined} find
 * @param {Args} args
 */
async function clickFound(page, find, ...args) {
  const { x, y } = await middleOf(page, find, ...args);
  await page.mouse.click(x, y);
}

/**
 * Replaces the text in a field, key by key.
 *
 * @param {Page} page
 * @param {string} selector
 * @param {string} typed
 */
async function type(page, selector, typed) {
  await one(page, selector, (element) => {
    const field = /** @type {HTMLInputElement} */ (element);
    field.focus();
    field.select();
  });
  await page.keyboard.press("Backspace");
  await page.keyboard.type(typed);
}

/**
 * Chooses an option of a list, as a reader does.
 *
 * @param {Page} page
 * @param {string} selector
 * @param {string} value
 */
function select(page, selector, value) {
  const choose = (/** @type {Element} */ list, /** @type {string} */ chosen) => {
    /** @type {HTMLSelectElement} */ (list).value = chosen;
    for (const kind of ["input", "change"]) list.dispatchEvent(new Event(kind, { bubbles: true }));
  };
  return one(page, selector, choose, value);
}

/**
 * Chooses files for a field.
 *
 * @param {Page} page
 * @param {string} selector
 * @param {string[]} files
 */
async function upload(page, selector, ...files) {
  const handle = await page.evaluateHandle((wanted) => document.querySelector(wanted), selector);
  const field = /** @type {Input | null} */ (handle.asElement());
  if (field === null) throw new Error(`${page.url()} has no ${selector}`);
  await field.uploadFile(...files);
}

module.exports = { all, click, clickFound, count, middleOf, one, select, text, type, upload };
