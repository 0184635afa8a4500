"use strict";

// Keeps one browser for all tests of a test program: `node keep.js BROWSER` starts it, prints its address, and stops it
// at the end of standard input.

const { installed, launch } = require("./support/browsers.js");

/** @param {string | undefined} name */
async function keep(name) {
  if (name !== "chromium" && name !== "firefox") throw new Error(`${name} is neither chromium nor firefox`);
  // A script that needs the browser reports that it is missing.
  if (installed(name) === null) return;
  const browser = await launch(name);
  const [program, address] = [browser.process(), browser.wsEndpoint()];
  // Firefox accepts only one connection at a time.
  await browser.disconnect();
  console.log(address);
  process.stdin.resume();
  process.stdin.once("end", () => program?.kill());
}

void keep(process.argv[2]);
