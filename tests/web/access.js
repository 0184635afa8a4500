"use strict";

const { barriers } = require("./support/axe.js");
const { main } = require("./support/main.js");
const { Visit } = require("./support/visit.js");

/**
 * `node access.js BROWSER FILE[#FRAGMENT]…`: no page has a serious barrier, wide or narrow, light or dark. Firefox
 * looks at wide and light pages alone, if not in full: it has the same styles.
 */
main(async (browser, places) => {
  /** @type {string[]} */
  const found = [];
  const isShort = browser.name === "firefox" && !process.env.MUSTER_FULL;
  for (const scheme of /** @type {const} */ (["light", "dark"])) {
    if (isShort && scheme === "dark") continue;
    const started = await browser.start(scheme);
    for (const place of places) {
      for (const width of isShort ? [1440] : [360, 1440]) {
        const [file, fragment] = place.split("#");
        const visit = await Visit.open(started, file, { fragment, width });
        await visit.settled();
        for (const barrier of await barriers(visit.page)) found.push(`${place} ${scheme} ${width}: ${barrier}`);
        await visit.close();
      }
    }
  }
  if (found.length > 0) throw new Error(`${found.length} barriers:\n  ${found.join("\n  ")}`);
});
