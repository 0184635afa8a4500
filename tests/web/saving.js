"use strict";

const assert = require("node:assert/strict");
const fs = require("node:fs");
const { main } = require("./support/main.js");
const { Visit } = require("./support/visit.js");

/** `node saving.js BROWSER MATCH_PAGE KEY FILE`: saves a match by the page's button, as `FILE.chromium.html`. */
main(async (browser, [page = "", key = "", file = ""]) => {
  const visit = await Visit.open(await browser.start(), page, { fragment: key });
  await visit.settled();
  // The page hands out what it made, and a browser without a window would ask where to put it.
  await visit.page.evaluate(() => {
    const { createObjectURL } = URL;
    URL.createObjectURL = (made) => {
      if (made instanceof Blob) Reflect.set(window, "made", made.text());
      return createObjectURL(made);
    };
    HTMLAnchorElement.prototype.click = () => undefined;
  });
  await visit.page.$$eval("#actions button", (buttons) => {
    buttons.find((button) => button.textContent === "Save this match")?.click();
  });
  await visit.until(() => visit.page.evaluate(() => Reflect.has(window, "made")));
  const text = await visit.page.evaluate(() => Reflect.get(window, "made"));
  fs.writeFileSync(`${file}.${browser.name}.html`, text);
  await visit.close();
  await opens(await browser.start(), `${file}.${browser.name}.html`);
});

/**
 * The saved page shows the log, which would run as code if it were not shown as text.
 *
 * @param {import("puppeteer-core").Browser} browser
 * @param {string} file
 */
async function opens(browser, file) {
  const visit = await Visit.open(browser, file);
  await visit.settled();
  const { title, lines, pictures } = await visit.page.evaluate(() => ({
    title: document.title,
    lines: [...document.querySelectorAll(".logline")].map((line) => line.textContent ?? ""),
    pictures: document.images.length,
  }));
  assert.ok(!title.startsWith("OBEYED"), title);
  assert.ok(
    lines.some((line) => line.startsWith("</script><script>")),
    lines.join(),
  );
  assert.equal(pictures, 0);
  await visit.close();
}
