"use strict";

const { barriers, rulesFor } = require("./support/axe.js");
const { main } = require("./support/main.js");
const { Visit, schemesOf } = require("./support/visit.js");

const isFull = Boolean(process.env.MUSTER_FULL);

/**
 * `node access.js BROWSER FILE[#FRAGMENT]…`: checks that no page has a serious accessibility barrier, wide or narrow,
 * light or dark. Unless MUSTER_FULL is set, it checks only the colours of dark pages, and only wide ones, since the
 * layout does not depend on the scheme, and everything but the colours of narrow pages.
 */
main(async (browser, places) => {
  /** @type {string[]} */
  const found = [];
  for (const schemes of schemesOf(browser.name, isFull)) {
    const started = await browser.start(schemes[0]);
    for (const place of places) {
      const [file, fragment] = place.split("#");
      const visit = await Visit.open(started, file, { fragment });
      for (const scheme of schemes) {
        if (schemes.length > 1) await visit.prefer(scheme);
        for (const width of isFull || scheme === "light" ? [360, 1440] : [1440]) {
          await visit.resize(width, 900);
          await visit.settled();
          const all = await barriers(visit.page, rulesFor(scheme, width));
          found.push(...all.map((barrier) => `${place} ${scheme} ${width}: ${barrier}`));
        }
      }
      if (schemes.length > 1) await visit.prefer("light");
      await visit.close();
    }
  }
  if (found.length > 0) throw new Error(`${found.length} barriers:\n  ${found.join("\n  ")}`);
});
