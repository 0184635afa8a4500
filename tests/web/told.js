"use strict";

// Compares what the viewer tells of a failure with what the program does: a file of `[fault, detail, told]`.

const assert = require("node:assert/strict");
const { readFileSync } = require("node:fs");

/** @type {[string, string, string][]} */
const cases = JSON.parse(readFileSync(process.argv[2] ?? "", "utf8"));

void import("../../crates/viewer/app/match/told.js").then(({ told }) => {
  for (const [fault, detail, expected] of cases) {
    assert.equal(told(fault, detail), expected, `${fault}: ${detail}`);
  }
});
