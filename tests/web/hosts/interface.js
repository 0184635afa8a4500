"use strict";

// Prints the interface that the browser's host offers, for every line of standard input.

const readline = require("node:readline");
const { load } = require("./host.js");

void load().then(({ botInterface }) => {
  readline.createInterface({ input: process.stdin }).on("line", () => {
    process.stdout.write(`${JSON.stringify(botInterface)}\n`);
  });
});
