"use strict";

const path = require("node:path");
const { main } = require("./support/main.js");
const { Visit } = require("./support/visit.js");

/** Height of a picture in pixels; longer pages are cut. */
const height = 1800;

/** `node screens.js BROWSER FOLDER FILE[#FRAGMENT]…`: takes pictures of pages for review. */
main(async (browser, [folder, ...places]) => {
  for (const scheme of /** @type {const} */ (["light", "dark"])) {
    const started = await browser.start(scheme);
    for (const [number, place] of places.entries()) {
      for (const width of [360, 768, 1440]) {
        const [file, fragment] = place.split("#");
        const visit = await Visit.open(started, file, { fragment, width, height });
        await visit.settled();
        const name = `${path.basename(file, ".html")}-${number + 1}-${width}-${scheme}.png`;
        await visit.page.screenshot({ path: path.join(folder, name) });
        await visit.close();
      }
    }
  }
});
