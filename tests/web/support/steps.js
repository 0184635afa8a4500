"use strict";

const elements = require("./elements.js");

/**
 * What somebody does on pages of a service.
 *
 * @typedef {import("./visit.js").Visit} Somebody
 */

/**
 * Clicks what leads to another page, and waits for it.
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
 * Waits until a page says something, without being asked again.
 *
 * @param {Somebody} visit
 * @param {string} what
 * @param {number} [patience] in milliseconds
 */
async function says(visit, what, patience) {
  await visit.until(async () => (await text(visit)).includes(what), patience);
}

/**
 * Writes into a field as it is, whatever a browser's own form for it looks like.
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
 * Sends the form of a field, complete or not, and waits for the page that is answered.
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
 * Enters by a personal link.
 *
 * @param {Somebody} visit
 * @param {string} link
 */
async function enter(visit, link) {
  await visit.page.goto(link);
  await follow(visit, "button.main");
}

module.exports = { choose, enter, fill, follow, handIn, says, send, text, value };
