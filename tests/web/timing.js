"use strict";

const { main } = require("./support/main.js");
const { Visit } = require("./support/visit.js");

/** `node timing.js BROWSER FILE[#FRAGMENT]…`: prints how long each page takes until it shows what it was asked for. */
main(async (browser, places) => {
  const started = await browser.start();
  for (const place of places) {
    const [file, fragment] = place.split("#");
    const times = [];
    for (let time = 0; time < 5; time++) {
      const visit = await Visit.open(started, file, { fragment });
      await visit.settled();
      times.push(await visit.page.evaluate(() => performance.getEntriesByName("shown")[0]?.startTime ?? NaN));
      await visit.close();
    }
    console.log(`${place}: ${times.map((time) => time.toFixed(0)).join(", ")} ms`);
  }
});
