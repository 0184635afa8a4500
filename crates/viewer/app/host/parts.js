"use strict";

/**
 * The scripts that a bot's worker is made of. A page from a folder can neither fetch a worker's script nor load it from
 * there, so every script that the worker needs notes its own text here, and the worker is made from these texts.
 */
const workerParts = (() => {
  /** @type {string[]} */
  const texts = [];

  /**
   * Defines a constant of the page that the worker has under the same name. `make` uses nothing but constants that
   * were defined here before.
   * @template T
   * @param {string} name
   * @param {() => T} make
   * @returns {T}
   */
  const define = (name, make) => {
    texts.push(`const ${name} = (${make})();`);
    return make();
  };

  /** The worker's script. */
  const text = () => ['"use strict";', ...texts, "botWorker.serve();"].join("\n");

  return { define, text };
})();
