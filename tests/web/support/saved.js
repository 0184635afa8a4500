"use strict";

const elements = require("./elements.js");

/**
 * The page that "Save this match" downloads.
 *
 * @param {import("./visit.js").Visit} visit
 * @returns {Promise<string>}
 */
async function saved(visit) {
  const { page } = visit;
  // A headless browser would ask for the location of the file.
  await page.evaluate(() => {
    const { createObjectURL } = URL;
    URL.createObjectURL = (made) => {
      if (made instanceof Blob) Reflect.set(window, "made", made.text());
      return createObjectURL(made);
    };
    HTMLAnchorElement.prototype.click = () => undefined;
  });
  await elements.all(page, "#actions button", (buttons) => {
    buttons.find((button) => button.textContent === "Save this match")?.click();
  });
  await visit.until(() => page.evaluate(() => Reflect.has(window, "made")));
  return page.evaluate(() => Reflect.get(window, "made"));
}

module.exports = { saved };
