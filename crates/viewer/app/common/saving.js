/** Files that the reader can save, including a match as a single HTML file. */

import * as dom from "./dom.js";
import * as packed from "./packed.js";

/** @type {Promise<void> | undefined} */
let loaded;

/** Loads `app/single.js`, which is needed only to save a match. */
function load() {
  loaded ??= new Promise((resolve, reject) => {
    const script = dom.make("script", { src: "app/single.js" });
    script.onload = () => resolve();
    script.onerror = () => reject(new Error("app/single.js is missing or cannot be read"));
    document.head.append(script);
  });
  return loaded;
}

/**
 * Offers a file to the reader as a download.
 * @param {string} name
 * @param {string} type
 * @param {string[]} parts
 */
export function file(name, type, parts) {
  const link = dom.make("a", { href: URL.createObjectURL(new Blob(parts, { type })), download: name });
  link.click();
  window.setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** @param {Uint8Array} bytes */
const base64 = (bytes) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));

/**
 * The part of a site's index about one match, without places, ratings and notes, which depend on other matches.
 * @param {SiteIndex} index
 * @param {MatchRow} row
 * @returns {SiteIndex}
 */
function indexOf(index, row) {
  const entrants = row.entrants.map((number) => {
    const { name = "?", bot = "", guest = false } = index.entrants[number] ?? {};
    return { name, bot, guest, place: null, rating: null, notes: [] };
  });
  const stages = index.stages.slice(row.stage, row.stage + 1);
  const ahead = index.by_seed?.[row.key];
  const bySeed = ahead === undefined ? undefined : { [row.key]: row.entrants.indexOf(ahead) };
  const none = { root: null, reasons: [], chunks: [], lists: 0, boards: [], private: undefined };
  return { ...index, ...none, by_seed: bySeed, entrants, stages, matches: 1, single: row.key };
}

/**
 * Offers a match to the reader as a single HTML file.
 * @param {SiteIndex} site
 * @param {RecordedMatch} recorded
 * @param {PrivateRecord | null} own
 * @param {unknown} rules the module of a game from a file
 */
export async function match(site, { opening, row, session }, own, rules) {
  await load();
  const unpacked = await Promise.all(singlePage.map(packed.unpack));
  const [head = "", beforeRules = "", beforeViewer = "", end = ""] = unpacked.map((part) =>
    new TextDecoder().decode(part),
  );
  const brought = {
    index: indexOf(site, row),
    match: {
      opening: { ...opening, transcript: base64(session.transcript()) },
      row: { ...row, stage: 0, entrants: [0, 1] },
    },
    private: own,
    rules,
  };
  // In JSON, `<` occurs only in strings, where it can be escaped. Then no string can end the element.
  const json = JSON.stringify(brought).replaceAll("<", "\\u003c");
  file(`match-${row.key}.html`, "text/html", [head, json, beforeRules, rulesModule, beforeViewer, `${muster}`, end]);
}
