"use strict";

const { readFileSync } = require("node:fs");
const path = require("node:path");
const vm = require("node:vm");

/** The scripts of the worker's host, in the order in which a page lists them. */
const SCRIPTS = [
  "parts",
  "interface",
  "wasm",
  "fit",
  "door",
  "failure",
  "seat",
  "calls",
  "wasi",
  "player",
  "module",
  "dice",
];

/** The host as a browser has it: the same scripts, in one scope. */
function load() {
  const folder = path.join(__dirname, "../../../crates/viewer/app/host");
  const texts = SCRIPTS.map((name) => readFileSync(path.join(folder, `${name}.js`), "utf8"));
  const names = "({ botInterface, botModule, botPlayer, botDice })";
  return vm.runInThisContext(`${texts.join("\n")}\n${names};`, { filename: "host.js" });
}

/** @param {string} hex */
const bytesOf = (hex) => new Uint8Array(Buffer.from(hex, "hex"));

/** @param {Uint8Array} bytes */
const hexOf = (bytes) => Buffer.from(bytes).toString("hex");

module.exports = { load, bytesOf, hexOf };
