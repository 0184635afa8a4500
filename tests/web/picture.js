"use strict";

const assert = require("node:assert/strict");
const { main } = require("./support/main.js");
const { Visit } = require("./support/visit.js");

/**
 * `node picture.js BROWSER PAGE PLIES`: a page shows a match as an animated and a still image, and has the animated
 * one inline. It must have a position for each ply; exactly one is visible at a time.
 */
main(async (browser, [file = "", plies = ""]) => {
  const visit = await Visit.open(await browser.start(), file);
  const { widths, visible, all } = await visit.page.evaluate(() => {
    const frames = [...document.querySelectorAll("svg .f")];
    return {
      widths: [...document.images].map((image) => image.naturalWidth),
      visible: frames.filter((frame) => getComputedStyle(frame).visibility === "visible").length,
      all: frames.length,
    };
  });
  assert.ok(widths.length === 2 && widths.every((width) => width > 0), `an image is not well-formed: ${widths}`);
  assert.equal(all, Number(plies) + 1);
  assert.equal(visible, 1);
  await visit.close();
});
