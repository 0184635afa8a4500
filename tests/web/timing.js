"use strict";

const path = require("node:path");
const { main } = require("./support/main.js");
const { Visit } = require("./support/visit.js");

const TIMES = 5;

/**
 * Milliseconds from the start of the navigation until the page has loaded and is no longer busy.
 *
 * @param {Visit} visit
 */
async function shownAfter(visit) {
  await visit.settled();
  return visit.page.evaluate(() => performance.getEntriesByName("shown")[0]?.startTime ?? NaN);
}

/**
 * `node timing.js BROWSER FILE[#FRAGMENT]…`: prints how long each page takes to show its content, both in a blank tab
 * and from the site's `index.html`, as a reader gets there.
 */
main(async (browser, places) => {
  const started = await browser.start();
  for (const place of places) {
    const [file, fragment] = place.split("#");
    const opened = [];
    const followed = [];
    for (let time = 0; time < TIMES; time++) {
      const visit = await Visit.open(started, file, { fragment });
      opened.push(await shownAfter(visit));
      await visit.close();
    }
    const visit = await Visit.open(started, path.join(path.dirname(file), "index.html"));
    for (let time = 0; time < TIMES; time++) {
      await visit.go(path.join(path.dirname(file), "index.html"));
      await visit.settled();
      await visit.go(file, fragment);
      followed.push(await shownAfter(visit));
    }
    await visit.close();
    const list = (/** @type {number[]} */ times) => times.map((time) => time.toFixed(0)).join(", ");
    console.log(`${place}: in a new tab ${list(opened)} ms; from index.html ${list(followed)} ms`);
  }
});
