"use strict";

const assert = require("node:assert/strict");
const { main } = require("./support/main.js");
const { Visit } = require("./support/visit.js");

/**
 * `node hostile.js BROWSER TEXTS FILE[#FRAGMENT]…`: checks that the pages show every text verbatim and run none as
 * code.
 */
main(async (browser, [texts, ...places]) => {
  const started = await browser.start();
  /** @type {Set<string>} */
  const seen = new Set();
  for (const place of places) {
    const [file, fragment] = place.split("#");
    const visit = await Visit.open(started, file, { fragment });
    await visit.settled();
    const { title, text, made } = await visit.page.evaluate(() => ({
      title: document.title,
      text: document.body.innerText,
      // Elements that a hostile name would create. No page has any of these, except the script after the main part of a
      // projector's page.
      made: document.querySelectorAll("img, script:not([src], main ~ script), [onload], [onerror], b b").length,
    }));
    assert.ok(!/^OBEYED/.test(title), `${place}: ${title}`);
    assert.equal(made, 0, `${place} has elements that a name has made`);
    for (const hostile of JSON.parse(texts)) if (text.includes(hostile)) seen.add(hostile);
    await visit.close();
  }
  const unseen = JSON.parse(texts).filter((/** @type {string} */ hostile) => !seen.has(hostile));
  assert.deepEqual(unseen, [], "every name is shown somewhere, as it is");
});
