"use strict";

const assert = require("node:assert/strict");
const elements = require("./support/elements.js");
const { main } = require("./support/main.js");
const { Visit } = require("./support/visit.js");

/** `node narrow.js BROWSER HALL`: checks that the projector's page cuts off no table at the right on a phone. */
main(async (browser, [file = ""]) => {
  const visit = await Visit.open(await browser.start(), file, { width: 390, height: 844 });
  // Slides out of view are laid out, too.
  const ends = await elements.all(visit.page, ".slide table", (tables) =>
    tables.map((table) => table.getBoundingClientRect().right),
  );
  assert.ok(ends.length > 0);
  for (const end of ends) assert.ok(end <= 390, ends.join());
  await visit.close();
});
