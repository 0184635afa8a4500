"use strict";

// Passes modules to the inspection of the browser's host, one file per line, and prints its objections.

const { readFileSync } = require("node:fs");
const readline = require("node:readline");
const { load } = require("./host.js");

void load().then(({ botModule }) => {
  const lines = readline.createInterface({ input: process.stdin });
  lines.on("line", (line) => {
    const { objections } = botModule.admit(new Uint8Array(readFileSync(JSON.parse(line))), 64 << 20);
    process.stdout.write(`${JSON.stringify(objections)}\n`);
  });
});
