"use strict";

/** Loads the modules that a page's workers use as their host. */
async function load() {
  const [botInterface, botModule, botPlayer, botRules] = await Promise.all([
    import("../../../crates/viewer/app/host/interface.js"),
    import("../../../crates/viewer/app/host/module.js"),
    import("../../../crates/viewer/app/host/player.js"),
    import("../../../crates/viewer/app/host/rules.js"),
  ]);
  return { botInterface, botModule, botPlayer, botRules };
}

/** @param {string} hex */
const bytesOf = (hex) => new Uint8Array(Buffer.from(hex, "hex"));

/** @param {Uint8Array} bytes */
const hexOf = (bytes) => Buffer.from(bytes).toString("hex");

module.exports = { load, bytesOf, hexOf };
