"use strict";

/**
 * The file that a button below the board downloads.
 *
 * @param {import("./visit.js").Visit} visit
 * @param {string} label
 */
async function saved(visit, label = "Save this match") {
  const { page } = visit;
  // A headless browser would ask for the location of the file.
  await page.evaluate(() => {
    const { createObjectURL } = URL;
    URL.createObjectURL = (made) => {
      if (made instanceof Blob) {
        const bytes = () => made.arrayBuffer().then((buffer) => Array.from(new Uint8Array(buffer)));
        // Firefox does not pass on arrays as long as a page.
        Reflect.set(window, "made", made.type === "image/png" ? bytes() : made.text());
      }
      return createObjectURL(made);
    };
    HTMLAnchorElement.prototype.click = () => undefined;
  });
  await page.evaluate((text) => {
    Reflect.deleteProperty(window, "made");
    const buttons = document.querySelectorAll("#actions button");
    const button = [...buttons].find((each) => each.textContent === text);
    if (button instanceof HTMLElement) button.click();
  }, label);
  await visit.until(() => page.evaluate(() => Reflect.has(window, "made")));
  return Buffer.from(await page.evaluate(() => Reflect.get(window, "made")));
}

module.exports = { saved };
