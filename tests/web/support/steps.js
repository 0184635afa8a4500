"use strict";

const elements = require("./elements.js");

/**
 * A user on the pages of a service.
 *
 * @typedef {import("./visit.js").Visit} Somebody
 */

/**
 * Clicks an element that leads to another page, and waits for that page.
 *
 * @param {Somebody} visit
 * @param {string} what
 */
async function follow({ page }, what) {
  await Promise.all([page.waitForNavigation({ waitUntil: "load" }), elements.click(page, what)]);
}

/** @param {Somebody} visit */
function text({ page }) {
  return page.evaluate(() => document.body.innerText);
}

/**
 * Waits until a page shows a text, without reloading it.
 *
 * @param {Somebody} visit
 * @param {string} what
 * @param {number} [patience] in milliseconds
 */
async function says(visit, what, patience) {
  await visit.until(async () => (await text(visit)).includes(what), patience);
}

/**
 * Sets the value of a field directly, whatever control the browser shows for it.
 *
 * @param {Somebody} visit
 * @param {string} field
 * @param {string} value
 */
async function fill({ page }, field, value) {
  await elements.one(
    page,
    field,
    (found, typed) => {
      /** @type {HTMLInputElement} */ (found).value = typed;
    },
    value,
  );
}

/**
 * @param {Somebody} visit
 * @param {string} field
 */
function value({ page }, field) {
  return elements.one(page, field, (found) => /** @type {HTMLInputElement} */ (found).value);
}

/**
 * Submits the form of a field, complete or not, and waits for the next page.
 *
 * @param {Somebody} visit
 * @param {string} field
 */
async function send({ page }, field) {
  await Promise.all([
    page.waitForNavigation({ waitUntil: "load" }),
    elements.one(page, field, (found) => {
      const form = /** @type {HTMLElement} */ (found).closest("form");
      if (form === null) return;
      form.noValidate = true;
      form.requestSubmit();
    }),
  ]);
}

/**
 * Chooses a file for a field.
 *
 * @param {Somebody} visit
 * @param {string} field
 * @param {string[]} files
 */
async function choose({ page }, field, ...files) {
  await elements.upload(page, field, ...files);
}

/**
 * Chooses files and hands them in.
 *
 * @param {Somebody} visit
 * @param {string[]} files
 */
async function handIn(visit, ...files) {
  await choose(visit, "#bot", ...files);
  await follow(visit, ".drop button");
}

/**
 * Signs in with a personal link.
 *
 * @param {Somebody} visit
 * @param {string} link
 */
async function enter(visit, link) {
  await visit.page.goto(link);
  await follow(visit, "button.main");
}

module.exports = { choose, enter, fill, follow, handIn, says, send, text, value };
