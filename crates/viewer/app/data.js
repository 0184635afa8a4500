/**
 * The data of a site's matches (`crates/report/README.md`, "What the viewer reads"). The files in `data/` are scripts,
 * because a page opened from a folder can load nothing else. Each calls `musterData(name, value)`.
 */

import * as address from "./common/address.js";
import * as packed from "./common/packed.js";
import * as engine from "./engine.js";
import * as game from "./game.js";

/** The newest supported version of the files. All earlier versions are supported, too. */
const newest = 1;
/** Maximum number of open chunks. */
const keptOpen = 4;

/** @type {Map<string, (value: unknown) => void>} callbacks that wait for the value of a file */
const waiting = new Map();
/** @type {Map<number, Promise<Archive>>} the most recently used chunks, the latest at the end */
const open = new Map();
/** @type {Promise<SiteIndex> | undefined} */
let known;

/** @type {Promise<Record<string, unknown> | null> | undefined} */
let inside;

/** The data embedded in a standalone page or in the address; `null` in a page of a site. */
function brought() {
  inside ??= embedded();
  return inside;
}

async function embedded() {
  const element = document.querySelector('script[type="application/json"]');
  if (element) return JSON.parse(element.textContent ?? "");
  const whole = address.whole(location.hash);
  if (!whole) return null;
  try {
    const data = JSON.parse(new TextDecoder().decode(await packed.unpack(whole.text)));
    // The page must not present a link's claims as results of the site.
    const name = "A match from a link, not from the record";
    return { ...data, index: { ...data.index, single: whole.key, kind: "match", name } };
  } catch {
    throw new Error("the address is damaged: part of the match is missing");
  }
}

/** @param {string} name @param {unknown} value */
globalThis.musterData = (name, value) => waiting.get(name)?.(value);

/**
 * Loads the value of a file, from the page itself or the address if it is there.
 *
 * @param {string} name
 * @returns {Promise<unknown>}
 */
async function load(name) {
  const own = await brought();
  if (own && name in own) return own[name];
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    /** @param {string} what */
    const fail = (what) => {
      waiting.delete(name);
      script.remove();
      reject(new Error(`data/${name}.js ${what}. Copy the whole folder of the report, or have it made again.`));
    };
    waiting.set(name, (value) => {
      waiting.delete(name);
      script.remove();
      resolve(value);
    });
    script.onerror = () => fail("is missing or cannot be read");
    script.onload = () => waiting.has(name) && fail("is damaged");
    script.src = `data/${name}.js`;
    document.head.append(script);
  });
}

/** @type {Map<string, Promise<unknown>>} files that are being loaded */
const loading = new Map();

/**
 * The value of a file. Concurrent requests share one load.
 *
 * @param {string} name
 */
function value(name) {
  const begun = loading.get(name) ?? load(name).finally(() => loading.delete(name));
  loading.set(name, begun);
  return begun;
}

/**
 * The bytes that a file contains, packed.
 *
 * @param {string} name
 * @returns {Promise<string>}
 */
async function coded(name) {
  const found = await value(name);
  if (typeof found !== "string") throw new Error(`data/${name}.js is damaged`);
  return found;
}

/**
 * The bytes that a file contains.
 *
 * @param {string} name
 */
const bytes = async (name) => packed.unpack(await coded(name));

/** The module of the bot that values positions. */
export const reference = () => bytes("reference");

/**
 * The site's index. It stays loaded.
 *
 * @returns {Promise<SiteIndex>}
 */
export function index() {
  known ??= value("index").then((found) => {
    const site = /** @type {SiteIndex} */ (found);
    if (site.schema > newest) {
      throw new Error(`This report's data are of version ${site.schema}; this page reads versions up to ${newest}.`);
    }
    return site;
  });
  return known;
}

/**
 * The number of the only chunk that may contain a match; `null` if none can.
 *
 * @param {SiteIndex} site
 * @param {string} key
 */
const chunkOf = async (site, key) => (await engine.start()).place(key, site.chunks);

/** @param {number} number @param {number} digits */
const padded = (number, digits) => String(number).padStart(digits, "0");

/**
 * Opens a chunk, and closes the least recently used ones.
 *
 * @param {number} number
 * @returns {Promise<Archive>}
 */
function chunk(number) {
  const opened = open.get(number) ?? archived(number);
  open.delete(number);
  open.set(number, opened);
  // A chunk that failed to open may be tried again.
  opened.catch(() => open.get(number) === opened && open.delete(number));
  for (const [oldest, unused] of open) {
    if (open.size <= keptOpen) break;
    open.delete(oldest);
    unused.then((archive) => archive.free()).catch(() => undefined);
  }
  return opened;
}

/** @param {number} number */
async function archived(number) {
  const [rules, archive] = await Promise.all([engine.start(), bytes(`m/${padded(number, 5)}`)]);
  return rules.archive(new Uint8Array(archive));
}

/**
 * Opens a recorded match.
 *
 * @param {string} key
 * @returns {Promise<RecordedMatch>}
 */
export async function match(key) {
  const [rules, site] = await Promise.all([engine.start(), index()]);
  const played = await gameOf(site, key);
  await openGame(site, played);
  // Built-in games have no chance, and a saved match must not depend on the browser.
  const luck = played.module ? engine.newLuck() : undefined;
  if (site.single === key) {
    const { opening, row } = /** @type {SingleMatch} */ (await value("match"));
    const recorded = { ...opening, luck, transcript: packed.bytes(opening.transcript) };
    await game.survey(recorded, { transcript: recorded.transcript, isWhole: true });
    return { opening: { ...opening, luck }, row, session: rules.open(recorded) };
  }
  const { archive, at } = await found(site, key);
  const { start, reason, ...row } = archive.row(at);
  const { rules: options, limits } = site.stages[row.stage] ?? { rules: "", limits: "" };
  const { text, faults = [] } = site.reasons[reason] ?? { text: "?" };
  const opening = { game: played.name, rules: options, limits, start, luck };
  const names = faults.map(({ name }) => name);
  await game.survey(opening);
  const session = archive.open(at, opening);
  await game.survey(opening, { transcript: session.transcript(), isWhole: true });
  return { opening, row: { ...row, reasonText: text, faults: rules.faults(row.outcome, names) }, session };
}

/** @type {Promise<string[][]> | undefined} the matches of each earlier game */
let earlier;

/**
 * The game that a match was played with.
 *
 * @param {SiteIndex} site
 * @param {string} key
 */
async function gameOf(site, key) {
  if (!site.earlier) return site.game;
  earlier ??= /** @type {Promise<string[][]>} */ (value("earlier"));
  const matches = await earlier;
  return site.earlier[matches.findIndex((keys) => keys.includes(key))] ?? site.game;
}

/**
 * The name of the file with a game's rules.
 *
 * @param {SiteIndex} site
 * @param {SiteGame} of
 */
const rulesFile = (site, of) => (of === site.game ? "rules" : `rules-${of.name.split("@")[1]}`);

/**
 * Opens a game of a site in the engine.
 *
 * @param {SiteIndex} site
 * @param {SiteGame} of
 */
export const openGame = (site, of) => game.open(of, () => coded(rulesFile(site, of)));

/**
 * The index reduced to one match, and the module of its rules as it is in the data; no module for a built-in game.
 *
 * @param {string} key
 */
export async function alone(key) {
  const site = await index();
  const played = await gameOf(site, key);
  const rules = played.module ? await value(rulesFile(site, played)) : undefined;
  return { site: { ...site, game: played, earlier: undefined }, rules };
}

/**
 * The chunk with a match, and the match's index in it.
 *
 * @param {SiteIndex} site
 * @param {string} key
 */
async function found(site, key) {
  const number = await chunkOf(site, key);
  const archive = number === null ? null : await chunk(number);
  const at = archive?.find(key) ?? null;
  if (archive === null || at === null) throw new Error(`Match ${key} is not in this report.`);
  return { archive, at };
}

/**
 * Returns `true` if a match is on record.
 *
 * @param {string} key
 */
export async function has(key) {
  const site = await index();
  if (site.single) return site.single === key;
  return found(site, key).then(
    () => true,
    () => false,
  );
}

/**
 * Loads a list of matches.
 *
 * @param {string} name
 * @returns {Promise<EntrantRows>}
 */
async function listed(name) {
  const [rules, list] = await Promise.all([engine.start(), bytes(name)]);
  return columns(rules, list);
}

/**
 * Splits a list into its columns.
 *
 * @param {Rules} rules
 * @param {ArrayBuffer} list
 * @returns {EntrantRows}
 */
function columns(rules, list) {
  const [, count = 0] = new Uint32Array(list, 0, 2);
  /** @param {number} column */
  const wide = (column) => new Uint32Array(list, 8 + 4 * count * column, count);
  /** @param {number} column */
  const medium = (column) => new Uint16Array(list, 8 + count * (20 + 2 * column), count);
  /** @param {number} column */
  const narrow = (column) => new Uint8Array(list, 8 + count * (26 + column), count);
  const common = Math.ceil((8 + 28 * count) / 4) * 4;
  const [rounds, pairings, stages, games] = [wide(0), wide(1), medium(0), medium(1)];
  return {
    count,
    key: (at) => rules.key(stages[at], rounds[at], pairings[at], games[at]),
    stage: stages,
    round: rounds.map((round) => round + 1),
    first: wide(2),
    second: wide(3),
    plies: wide(4),
    reason: medium(2),
    outcome: narrow(0),
    counts: narrow(1),
    spent: new Float32Array(list, common, list.byteLength > common ? count : 0),
  };
}

/**
 * Loads a block of 65,536 matches from the list of all matches.
 *
 * @param {number} number
 * @returns {Promise<MatchRows>}
 */
export const list = (number) => listed(`l/${padded(number, 3)}`);

/**
 * Loads the matches of an entrant.
 *
 * @param {number} number
 */
export const entrant = (number) => listed(`e/${number}`);

/**
 * The private record of a match, if this site has it for the reader; otherwise `null`.
 *
 * @param {string} key
 * @returns {Promise<PrivateRecord | null>}
 */
export async function privateOf(key) {
  const site = await index();
  if (site.single === key) return /** @type {PrivateRecord | null} */ (await value("private"));
  if (!site.private) return null;
  const number = await chunkOf(site, key);
  if (number === null || !site.private.includes(number)) return null;
  const text = new TextDecoder().decode(await bytes(`p/${padded(number, 5)}`));
  return JSON.parse(text)[key] ?? null;
}
