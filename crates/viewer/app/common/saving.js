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
 * @param {BlobPart[]} parts
 */
export function file(name, type, parts) {
  const link = dom.make("a", { href: URL.createObjectURL(new Blob(parts, { type })), download: name });
  link.click();
  window.setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** The parts of the page of a single match: the texts before, between and after what each page has of its own. */
async function parts() {
  await load();
  const unpacked = await Promise.all(singlePage.map(packed.unpack));
  return unpacked.map((part) => new TextDecoder().decode(part));
}

/** Width of a saved picture in pixels. */
const WIDTH = 1200;

/**
 * Offers a board to the reader as an SVG with its style, or as a PNG.
 * @param {string} name the file's name without an ending
 * @param {string} svg
 * @param {"svg" | "png"} format
 */
export async function picture(name, svg, format) {
  const [head = ""] = await parts();
  const [, pages = "", boards = ""] = head.split("<style>").map((part) => part.split("<")[0] ?? "");
  // The style of pages begins with the colours. A script inside a page must not contain the end tag as a whole.
  const style = ["<style>", pages.split("*{")[0], boards, ".board{max-height:none}<", "/style>"].join("");
  const styled = svg.replace(">", () => `>${style}`);
  if (format === "svg") return file(`${name}.svg`, "image/svg+xml", [styled]);
  const image = new Image();
  const [, , width = 1, height = 1] = (/viewBox="([^"]*)"/.exec(svg)?.[1] ?? "").split(" ").map(Number);
  const canvas = dom.make("canvas", { width: WIDTH, height: Math.round((WIDTH * height) / width) });
  image.width = canvas.width;
  image.height = canvas.height;
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(styled)}`;
  await image.decode();
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  context.fillStyle = getComputedStyle(document.body).backgroundColor;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise((resolve) => canvas.toBlob(resolve));
  file(`${name}.png`, "image/png", [/** @type {Blob} */ (blob)]);
}

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
 * @param {number} ply the ply at which the page opens
 */
export async function match(site, { opening, row, session }, own, rules, ply) {
  const [head = "", beforeRules = "", beforeViewer = "", end = ""] = await parts();
  const brought = {
    index: { ...indexOf(site, row), ply },
    match: {
      opening: { ...opening, transcript: packed.base64(session.transcript()) },
      row: { ...row, stage: 0, entrants: [0, 1] },
    },
    private: own,
    rules,
  };
  // In JSON, `<` occurs only in strings, where it can be escaped. Then no string can end the element.
  const json = JSON.stringify(brought).replaceAll("<", "\\u003c");
  file(`match-${row.key}.html`, "text/html", [head, json, beforeRules, rulesModule, beforeViewer, `${muster}`, end]);
}
