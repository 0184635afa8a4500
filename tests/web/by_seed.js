"use strict";

const assert = require("node:assert/strict");
const fs = require("node:fs");
const elements = require("./support/elements.js");
const { main } = require("./support/main.js");
const { saved } = require("./support/saved.js");
const { Visit } = require("./support/visit.js");

/**
 * `node by_seed.js BROWSER MATCH_PAGE KEY FILE [NAME]`: checks that the page of a match, and the page saved as `FILE`,
 * say that NAME is ahead by seed, or, without NAME, do not mention the seed.
 */
main(async (browser, [page = "", key = "", file = "", name = ""]) => {
  const running = await browser.start();
  const visit = await Visit.open(running, page, { fragment: key });
  await visit.settled();
  await says(visit, name);
  fs.writeFileSync(file, await saved(visit));
  await visit.close();
  const alone = await Visit.open(running, file);
  await alone.settled();
  await says(alone, name);
  await alone.close();
});

/**
 * @param {Visit} visit
 * @param {string} name
 */
async function says({ page }, name) {
  const result = await elements.text(page, "#result");
  assert.match(result, /^Draw: .*plies\./);
  const sentence = `. Level after the replays, so that ${name} is ahead by seed.`;
  assert.ok(name ? result.endsWith(sentence) : !result.includes("seed"), result);
}
