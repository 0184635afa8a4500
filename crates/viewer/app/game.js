/**
 * Games from files on a page: usually one, and its earlier rules if they changed during the tournament. Rules run in a
 * worker, which the page terminates if they take too long. The page caches their answers.
 */

import * as dom from "./common/dom.js";
import * as words from "./common/words.js";
import * as engine from "./engine.js";
import * as bots from "./host/bots.js";

/** Maximum memory of the rules in bytes. */
const memory = 256 << 20;

/** @typedef {{ module: GameModule, surveyor: ReturnType<typeof bots.surveyor> }} OpenGame */
/** Games that are open, by name. @type {Map<string, OpenGame>} */
const opened = new Map();
/** Games that are open or being opened. @type {Map<string, Promise<void>>} */
const opening = new Map();

/** Shows what the page waits for; an empty text ends it. @param {string} text @param {number} [share] that is done */
function tell(text, share) {
  const place = dom.byId("main");
  const shown = place.querySelector("#waiting");
  if (text === "") return shown?.remove();
  const bar = shown?.querySelector("progress") ?? dom.make("progress", { max: 1 });
  const told = shown?.querySelector("span") ?? dom.make("span", { role: "status" });
  if (!shown) place.prepend(dom.make("label.soft", { id: "waiting" }, told, bar));
  // Screen readers hear each text once.
  if (told.textContent !== text) told.textContent = text;
  return dom.set(bar, { value: share ?? false });
}

/**
 * Loads the rules of a site's game, if it is from a file. Later calls wait for the first.
 * @param {SiteGame} game
 * @param {() => Promise<string>} load
 */
export function open(game, load) {
  if (!game.module) return undefined;
  const begun = opening.get(game.name) ?? begin(game, opening.size, load).finally(() => tell(""));
  opening.set(game.name, begun);
  return begun;
}

/** @param {SiteGame} game @param {number} number @param {() => Promise<string>} load */
async function begin({ name, title }, number, load) {
  const about = `the rules of ${words.visible(title)}`;
  tell(`Loading ${about} …`);
  const surveyor = bots.surveyor((learned) => engine.learn(number, learned));
  const [rules, code, packed] = await Promise.all([engine.start(), engine.module(), load()]);
  const module = await surveyor.open(code, packed, memory, (share) => tell(`Compiling ${about} …`, share));
  const found = rules.openGame(module, number);
  if (found !== name) throw new Error(`expected the rules of ${name}, but found those of ${found}`);
  opened.set(name, { module, surveyor });
}

/** The rules' module of a game; `null` for a built-in one. @param {string} name */
export const module = (name) => opened.get(name)?.module ?? null;

/**
 * Calls the rules for everything that a page may need of a match. A built-in game needs no survey.
 * @param {Opening} of
 * @param {Partial<Survey>} [more]
 * @returns {Promise<void> | null}
 */
export function survey(of, more = {}) {
  const own = opened.get(of.game);
  if (!own) return null;
  const asked = { opening: of, transcript: null, plies: null, isWhole: false, answers: [], ...more };
  const onProgress = (/** @type {number} */ share) => tell("Replaying every ply …", share);
  return own.surveyor.survey(asked, asked.isWhole ? onProgress : () => {}).finally(() => tell(""));
}
