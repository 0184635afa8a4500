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
    const animations = document.getAnimations();
    const { delay = 0 } = animations[1]?.effect?.getTiming() ?? {};
    // A busy browser may start animations at different times, so the test sets the time itself.
    const seen = [0, 1.5, frames.length - 0.5].map((turn) => {
      for (const animation of animations) {
        animation.pause();
        animation.currentTime = turn * delay;
      }
      return frames.filter((frame) => getComputedStyle(frame).visibility === "visible").length;
    });
    return {
      widths: [...document.images].map((image) => image.naturalWidth),
      visible: seen,
      all: frames.length,
    };
  });
  assert.ok(widths.length === 2 && widths.every((width) => width > 0), `an image is not well-formed: ${widths}`);
  assert.equal(all, Number(plies) + 1);
  assert.deepEqual(visible, [1, 1, 1]);
  await visit.close();
});
