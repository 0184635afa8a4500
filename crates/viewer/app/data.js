/**
 * What a site has about its matches (`crates/report/README.md`, "What the viewer reads"). The files below `data/` are
 * scripts, because a page from a folder can load nothing else: each calls `musterData(name, value)`.
 */

import * as packed from "./common/packed.js";
import * as engine from "./engine.js";

/** The newest version of the files that is known here. Every earlier one is read, too. */
const newest = 1;
/** The number of chunks that stay open. */
const keptOpen = 4;

/** @type {Map<string, (value: unknown) => void>} who waits for the value of a file */
const waiting = new Map();
/** @type {Map<number, Promise<Archive>>} the chunks that were used last, the last one at the end */
const open = new Map();
/** @type {Promise<SiteIndex> | undefined} */
let known;

/** @type {Record<string, unknown> | null | undefined} */
let inside;

/** The values that a page has inside which stands alone; `null` in a page of a site. */
function brought() {
  if (inside === undefined) {
    const element = document.querySelector('script[type="application/json"]');
    inside = element && JSON.parse(element.textContent ?? "");
  }
  return inside;
}

/** @param {string} name @param {unknown} value */
globalThis.musterData = (name, value) => waiting.get(name)?.(value);

/**
 * The value of a file: from the page, if it brings its data along, or from beside it.
 *
 * @param {string} name
 * @returns {Promise<unknown>}
 */
function load(name) {
  const own = brought();
  if (own) return Promise.resolve(own[name]);
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
 * The value of a file, which is loaded once however many ask for it at the same time.
 *
 * @param {string} name
 */
function value(name) {
  const begun = loading.get(name) ?? load(name).finally(() => loading.delete(name));
  loading.set(name, begun);
  return begun;
}

/**
 * The bytes of a file.
 *
 * @param {string} name
 * @returns {Promise<ArrayBuffer>}
 */
async function bytes(name) {
  const coded = await value(name);
  if (typeof coded !== "string") throw new Error(`data/${name}.js is damaged`);
  return packed.unpack(coded);
}

/**
 * What there is. It stays loaded.
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
 * A key as numbers in the order of the schedule. A game that was played again is after the others of its pairing.
 *
 * @param {string} key
 */
function places(key) {
  const [place = "", again = "0"] = key.split("+");
  const [stage = 0, round = 0, pairing = 0, game = 0] = place.split(".").map(Number);
  return [stage, round, pairing, Number(again), game];
}

/**
 * Whether a key is after another in the schedule.
 *
 * @param {string} one
 * @param {string} other
 */
function isAfter(one, other) {
  const [ones, others] = [places(one), places(other)];
  const at = ones.findIndex((number, place) => number !== others[place]);
  return at >= 0 && (ones[at] ?? 0) > (others[at] ?? 0);
}

/**
 * The number of the chunk that has a match, if it is there: the last that begins no later.
 *
 * @param {SiteIndex} site
 * @param {string} key
 */
function chunkOf(site, key) {
  const after = site.chunks.findIndex((first) => isAfter(first, key));
  return (after < 0 ? site.chunks.length : after) - 1;
}

/** @param {number} number @param {number} digits */
const padded = (number, digits) => String(number).padStart(digits, "0");

/**
 * A chunk, opened. The ones that were not used for longest are closed.
 *
 * @param {number} number
 * @returns {Promise<Archive>}
 */
function chunk(number) {
  const opened = open.get(number) ?? archived(number);
  open.delete(number);
  open.set(number, opened);
  // What cannot be opened may be tried again.
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
 * A recorded match, ready to be opened.
 *
 * @param {string} key
 * @returns {Promise<RecordedMatch>}
 */
export async function match(key) {
  const site = await index();
  if (site.single === key) {
    const { opening, row } = /** @type {SingleMatch} */ (await value("match"));
    return { opening: { ...opening, transcript: packed.bytes(opening.transcript) }, row };
  }
  const number = chunkOf(site, key);
  const archive = number < 0 ? null : await chunk(number);
  const at = archive?.find(key) ?? null;
  if (archive === null || at === null) throw new Error(`There is no match ${key} in this report.`);
  const { start, reason, ...recorded } = archive.row(at);
  const [stage = 1, round = 1] = places(key);
  const { rules, limits } = site.stages[stage - 1] ?? { rules: "", limits: "" };
  const { text, faults = [] } = site.reasons[reason] ?? { text: "?" };
  return {
    opening: { game: site.game.name, rules, limits, start, transcript: archive.transcript(at) },
    row: { ...recorded, stage: stage - 1, round, reasonText: text, faults: bySeat(recorded.outcome, faults) },
  };
}

/**
 * The fault of each seat that forfeited: the one that lost, or both.
 *
 * @param {Seat | null} outcome
 * @param {ListedFault[]} faults
 * @returns {[NamedFault | null, NamedFault | null]}
 */
function bySeat(outcome, faults) {
  const [one = null, other = null] = faults.map(({ explanation, ...fault }) => ({ ...fault, about: explanation }));
  if (outcome === null) return [one, other];
  return outcome === 0 ? [null, one] : [one, null];
}

/**
 * The columns of a list.
 *
 * @param {ArrayBuffer} list
 * @returns {EntrantRows}
 */
function columns(list) {
  const [, count = 0] = new Uint32Array(list, 0, 2);
  /** @param {number} column */
  const wide = (column) => new Uint32Array(list, 8 + 4 * count * column, count);
  /** @param {number} column */
  const medium = (column) => new Uint16Array(list, 8 + count * (20 + 2 * column), count);
  /** @param {number} column */
  const narrow = (column) => new Uint8Array(list, 8 + count * (26 + column), count);
  const common = Math.ceil((8 + 28 * count) / 4) * 4;
  const [rounds, pairings, stages, games] = [wide(0), wide(1), medium(0), medium(1)];
  /** @param {number} at */
  const key = (at) => {
    const [stage = 0, round = 0, pairing = 0, game = 0] = [stages[at], rounds[at], pairings[at], games[at]];
    const [again, number] = [game >> 12, game & 0xfff];
    return `${stage + 1}.${round + 1}.${pairing + 1}.${number + 1}${again > 0 ? `+${again}` : ""}`;
  };
  return {
    count,
    key,
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
 * A block of 65,536 matches of the list of all.
 *
 * @param {number} number
 * @returns {Promise<MatchRows>}
 */
export const list = async (number) => columns(await bytes(`l/${padded(number, 3)}`));

/**
 * The matches of an entrant.
 *
 * @param {number} number
 */
export const entrant = async (number) => columns(await bytes(`e/${number}`));

/**
 * What the reader may know of a match beside the public record.
 *
 * @param {string} key
 * @returns {Promise<PrivateRecord | null>}
 */
export async function privateOf(key) {
  const site = await index();
  if (site.single === key) return /** @type {PrivateRecord | null} */ (await value("private"));
  const number = chunkOf(site, key);
  if (!site.private?.includes(number)) return null;
  const text = new TextDecoder().decode(await bytes(`p/${padded(number, 5)}`));
  return JSON.parse(text)[key] ?? null;
}
