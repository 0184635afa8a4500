"use strict";

const assert = require("node:assert/strict");
const fs = require("node:fs");
const { main } = require("./support/main.js");
const { saved } = require("./support/saved.js");
const { Visit } = require("./support/visit.js");

/**
 * `node saving.js BROWSER MATCH_PAGE KEY FILE`: saves a match with the page's button, as `FILE.BROWSER.html`, and opens
 * it. The board as a picture has its colours with it.
 */
main(async (browser, [page = "", key = "", file = ""]) => {
  const visit = await Visit.open(await browser.start(), page, { fragment: key });
  await visit.settled();
  const text = await saved(visit);
  fs.writeFileSync(`${file}.${browser.name}.html`, text);
  const svg = (await saved(visit, "Save as SVG")).toString();
  assert.match(svg, /^<svg[^>]* xmlns="http:\/\/www.w3.org\/2000\/svg"[^>]*><style>:root\{/);
  assert.ok(svg.includes("--paint-first:") && svg.includes(".piece{"), "the style is in the picture");
  const png = await saved(visit, "Save as PNG");
  assert.equal(png.toString("latin1", 1, 4), "PNG");
  assert.equal(png.readUInt32BE(16), 1200, "the width of the picture");
  await visit.close();
  await opens(await browser.start(), `${file}.${browser.name}.html`);
});

/**
 * Checks that the saved page shows the log, a hostile one, as text.
 *
 * @param {import("./support/profile.js").Profile} profile
 * @param {string} file
 */
async function opens(profile, file) {
  const visit = await Visit.open(profile, file);
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
