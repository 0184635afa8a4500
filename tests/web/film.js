"use strict";

const path = require("node:path");
const elements = require("./support/elements.js");
const { main } = require("./support/main.js");
const { Visit } = require("./support/visit.js");

/** The part of the page in the picture, and the picture's size relative to it. */
const viewport = { width: 1320, height: 860, deviceScaleFactor: 2 / 3 };

/** `node film.js BROWSER FOLDER MATCH_PAGE MATCH FIRST LAST`: takes a picture of each ply, for `film.py`. */
main(async (browser, [folder, page, match, first, last]) => {
  const visit = await Visit.open(await browser.start(), page, { fragment: `${match}/${Number(first) - 1}` });
  await visit.page.setViewport(viewport);
  await visit.settled();
  // The list of moves ends at the picture's edge, so that the current move is always in it.
  await elements.one(visit.page, ".moves", (list) => {
    /** @type {HTMLElement} */ (list).style.maxHeight = "22rem";
  });
  for (let ply = Number(first); ply <= Number(last); ply++) {
    await visit.page.keyboard.press("ArrowRight");
    const isShown = () =>
      elements.one(visit.page, "#board", (board, due) => board.getAttribute("data-ply") === due, `${ply}`);
    await visit.until(isShown);
    await visit.page.screenshot({ path: path.join(folder, `${String(ply).padStart(4, "0")}.png`) });
  }
  await visit.close();
});
