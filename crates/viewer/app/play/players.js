/** The bots that can play: the site's samples, and modules from the reader's disk. */

import * as packed from "../common/packed.js";
import * as words from "../common/words.js";
import * as bots from "../host/bots.js";

/** Maximum memory of a module in bytes. The limits of a match may allow less. */
const memory = 64 << 20;

/**
 * A bot whose module is compiled once, on first use.
 * @param {string} name
 * @param {string} about
 * @param {() => Promise<Uint8Array>} load
 * @returns {KnownBot}
 */
function known(name, about, load) {
  /** @type {Promise<BotModule> | undefined} */
  let compiled;
  return {
    name,
    about,
    module(onProgress) {
      compiled ??= load().then((bytes) => bots.admit(bytes, memory, onProgress));
      return compiled;
    },
  };
}

/**
 * The sample bots of a game, weakest first. Each is a level.
 * @param {string} game
 */
export function samples(game) {
  const own = sampleBots.filter((bot) => bot.game === game);
  own.sort((one, other) => (one.rating ?? 0) - (other.rating ?? 0));
  return own.map(({ name, about, rating, module }, index) => {
    const level = rating === null ? "" : `level ${index + 1} of ${own.length}, rated ${rating}; `;
    return known(name, level + about, async () => new Uint8Array(await packed.unpack(module)));
  });
}

/**
 * A bot from a file, which is checked and compiled immediately.
 * @param {File} file
 * @param {(text: string) => void} onProgress
 */
export async function own(file, onProgress) {
  const name = words.visible(file.name.replace(/\.wasm$/, "")).slice(0, 60) || "your module";
  const bot = known(name, "your module", async () => new Uint8Array(await file.arrayBuffer()));
  const size = words.count(Math.ceil(file.size / 1024));
  await bot.module((share) => onProgress(`Compiling ${name}, ${size} KiB: ${Math.round(share * 100)} %`));
  return bot;
}
