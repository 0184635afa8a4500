"use strict";

// Checks that the viewer describes failures as the program does. The file lists failures, each with the expected
// description, advice and lines of the trace, and the log without the failure's own lines.

const assert = require("node:assert/strict");
const { readFileSync } = require("node:fs");

/**
 * @typedef {object} Case
 * @property {string} fault
 * @property {string} detail
 * @property {string[]} backtrace
 * @property {string} told
 * @property {string | null} advice from a script's backtrace, if it has any
 * @property {string[]} trace
 * @property {string[]} log
 * @property {string[]} before
 */

/** @type {Case[]} */
const cases = JSON.parse(readFileSync(process.argv[2] ?? "", "utf8"));

void import("../../crates/viewer/app/match/told.js").then(({ told, advice, trace, logBefore }) => {
  for (const each of cases) {
    const { fault, detail, backtrace } = each;
    const about = `${fault}: ${detail}`;
    assert.equal(told(fault, detail), each.told, about);
    assert.equal(advice(backtrace) ?? null, each.advice, about);
    assert.deepEqual(trace(backtrace), each.trace, about);
    assert.deepEqual(logBefore(each.log, [detail, ...backtrace]), each.before, about);
  }
});
