"use strict";

const assert = require("node:assert/strict");
const fs = require("node:fs");
const elements = require("./support/elements.js");
const { main } = require("./support/main.js");
const { saved } = require("./support/saved.js");
const { Visit } = require("./support/visit.js");

/**
 * `node fixed_rules.js BROWSER SITE FILE KEY PLIES KEY PLIES`: checks that pages show two matches to their end, of
 * which the first was played with earlier rules. Then checks the comparison of both, and the first one saved as `FILE`.
 */
main(async (browser, [site = "", file = "", ...matches]) => {
  const [first = "", plies = "", second = "", others = ""] = matches;
  const running = await browser.start();
  const visit = await Visit.open(running, `${site}/match.html`, { fragment: second });
  await visit.settled();
  await ends(visit, others);
  await visit.close();
  const earlier = await Visit.open(running, `${site}/match.html`, { fragment: first });
  await earlier.settled();
  await ends(earlier, plies);
  fs.writeFileSync(file, await saved(earlier));
  await earlier.close();
  const alone = await Visit.open(running, file);
  await alone.settled();
  await ends(alone, plies);
  await alone.close();
  const both = await Visit.open(running, `${site}/compare.html`, { fragment: `${first}|${second}` });
  await both.settled();
  assert.match(await elements.text(both.page, "#parting"), /They (part at ply|are the same until)/);
  await both.close();
});

/**
 * @param {Visit} visit
 * @param {string} plies
 */
async function ends({ page }, plies) {
  const result = await elements.text(page, "#result");
  assert.match(result, new RegExp(`^\\w+\\swon: the last stone is taken, after\\s${plies}\\splies\\.$`));
}
