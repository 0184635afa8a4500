"use strict";

// Prints the interface of the browser's host for each line of standard input.

const readline = require("node:readline");
const { load } = require("./host.js");

void load().then(({ botInterface }) => {
  readline.createInterface({ input: process.stdin }).on("line", () => {
    process.stdout.write(`${JSON.stringify(botInterface)}\n`);
  });
});
