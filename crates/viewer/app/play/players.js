/** The bots that can sit down: those that the site brings along, and modules from the reader's own disk. */

import * as packed from "../common/packed.js";
import * as words from "../common/words.js";
import * as bots from "../host/bots.js";

/** Bytes of memory that a module may have; a match's own limits may allow less. */
const memory = 64 << 20;

/**
 * A bot whose module is compiled once, when it is first needed.
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
 * The sample bots of a game, weakest first.
 * @param {string} game
 */
export function samples(game) {
  return sampleBots
    .filter((bot) => bot.game === game)
    .map((bot) => known(bot.name, bot.about, async () => new Uint8Array(await packed.unpack(bot.module))));
}

/**
 * A module from a file, which is checked and compiled at once.
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
