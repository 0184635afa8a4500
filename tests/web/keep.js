"use strict";

// Keeps a browser for all tests of a program: `node keep.js BROWSER` prints its address, and ends it when its
// input ends.

const { installed, launch } = require("./support/browsers.js");

/** @param {string | undefined} name */
async function keep(name) {
  if (name !== "chromium" && name !== "firefox") throw new Error(`${name} is neither chromium nor firefox`);
  // Whoever wants to use it finds out that it is not there, and says so.
  if (installed(name) === null) return;
  const browser = await launch(name);
  const [program, address] = [browser.process(), browser.wsEndpoint()];
  // Firefox serves one connection at a time.
  await browser.disconnect();
  console.log(address);
  process.stdin.resume();
  process.stdin.once("end", () => program?.kill());
}

void keep(process.argv[2]);
