/**
 * A game from a file, on its page. Its rules run in a worker, which is ended if they take too long; the page has their
 * answers.
 */

import * as dom from "./common/dom.js";
import * as words from "./common/words.js";
import * as engine from "./engine.js";
import * as bots from "./host/bots.js";

/** Maximum memory of the rules in bytes. */
const memory = 256 << 20;

/** @type {{ module: GameModule, surveyor: ReturnType<typeof bots.surveyor> } | null} */
let opened = null;
/** @type {Promise<void> | undefined} */
let opening;

/** Shows how far the rules are; an empty text ends it. @param {string} text */
function tell(text) {
  const place = dom.byId("main");
  const shown = place.querySelector("#waiting") ?? dom.make("p.soft", { id: "waiting", role: "status" });
  if (text === "") return shown.remove();
  shown.textContent = text;
  return shown.isConnected ? undefined : place.prepend(shown);
}

/** @param {number} share */
const percent = (share) => `${Math.round(100 * share)} %`;

/**
 * Loads the rules of a site's game, if it is from a file. Later calls wait for the first.
 * @param {SiteIndex["game"]} game
 * @param {() => Promise<ArrayBuffer>} load
 */
export function open(game, load) {
  if (game.module) opening ??= begin(game, load).finally(() => tell(""));
  return opening;
}

/** @param {SiteIndex["game"]} game @param {() => Promise<ArrayBuffer>} load */
async function begin({ name, title }, load) {
  const about = `The rules of ${words.visible(title)}`;
  tell(`${about} are loaded.`);
  const [rules, code, loaded] = await Promise.all([engine.start(), engine.module(), load()]);
  const bytes = new Uint8Array(loaded);
  const compiled = await bots.admit(bytes, memory, (share) => tell(`${about} are compiled: ${percent(share)}`));
  const module = { bytes, compiled };
  const surveyor = bots.surveyor(code, module, engine.learn);
  await surveyor.begin();
  const found = rules.openGame(module);
  if (found !== name) throw new Error(`data/rules.js has the rules of ${found}, not of ${name}`);
  opened = { module, surveyor };
}

/** The rules' module; `null` for a built-in game. */
export const module = () => opened?.module ?? null;

/**
 * Calls the rules for everything that a page may need of a match. A built-in game needs no survey.
 * @param {Opening} of
 * @param {Partial<Survey>} [more]
 * @returns {Promise<void> | null}
 */
export function survey(of, more = {}) {
  if (opened === null) return null;
  const asked = { opening: of, transcript: null, plies: null, isWhole: false, answers: [], ...more };
  const onProgress = (/** @type {number} */ share) => tell(`The rules are asked about every ply: ${percent(share)}`);
  return opened.surveyor.survey(asked, asked.isWhole ? onProgress : () => {}).finally(() => tell(""));
}
