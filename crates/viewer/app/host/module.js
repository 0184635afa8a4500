/** Prepares the bytes of a module for play. */

import * as validation from "./validation.js";
import * as moduleFit from "./fit.js";
import * as botInterface from "./interface.js";

/**
 * Checks a module and writes the limits into it. The browser's own objections appear when it compiles the module.
 * @param {Uint8Array} bytes
 * @param {number} memory maximum memory of the module in bytes
 * @returns {BotAdmission}
 */
export const admit = (bytes, memory) => {
  const { objections, file } = validation.inspect(bytes);
  if (file === null || objections.length > 0) return { objections, bytes: null };
  const fitted = moduleFit.fit(bytes, file, memory);
  const calls = file.imports.flatMap(({ module, name }) => (module === "muster" ? [name] : []));
  const pages = Math.max(0, ...file.memories.map((each) => each.initial));
  const facts = {
    starts: file.start !== null,
    moved: fitted.moved,
    memory: pages * botInterface.page,
    needsMatch: calls.some((name) => name === "legal_actions" || name === "history"),
    rules: file.rules,
    makesPositions: calls.some((name) => name.startsWith("position_")),
  };
  return { objections, bytes: fitted.bytes, facts };
};
