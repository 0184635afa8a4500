/** Two games side by side, starting at the ply where they diverge. */

import * as address from "../common/address.js";
import * as board from "../common/board.js";
import * as dom from "../common/dom.js";
import * as support from "../common/support.js";
import * as words from "../common/words.js";
import * as engine from "../engine.js";
import * as story from "../match/story.js";
import * as links from "./links.js";
import * as listPage from "./page.js";
import * as parting from "./parting.js";

/** @typedef {{ told: Story, show: (ply: number) => void }} Half a game and its half of the page */

/** @param {SiteIndex} index */
async function fill(index) {
  const place = await asked();
  form(place?.keys ?? []);
  window.onhashchange = () => location.reload();
  if (place === null || place.keys.length < 2) return;
  const [one, other] = await Promise.all(place.keys.map(story.load));
  // The key of a game from a file ends with the hash of its rules, which may have changed between the two matches.
  const [name, otherName] = [one, other].map(({ game }) => game.name.split("@")[0]);
  if (name !== otherName) throw new Error("The two matches are of different games.");
  const parted = parting.ply(one.steps, other.steps);
  dom.fill(dom.byId("parting"), parting.relation(one, other), " ", partedText(one, other, parted));
  const shown = [half(index, one, "game-1"), half(index, other, "game-2")];
  dom.byId("compared").hidden = false;
  stepping(shown, place.keys, parted, place.ply ?? parted ?? 0);
}

/** The matches that the address names. A single match is compared with its return game. */
async function asked() {
  const place = address.read(location.hash);
  if (place?.keys.length !== 1) return place;
  const other = (await engine.start()).returnGame(place.keys[0]);
  return other === null ? place : { ...place, keys: [place.keys[0], other] };
}

/**
 * Shows the two keys, which the reader may change.
 * @param {string[]} keys
 */
function form(keys) {
  const element = /** @type {HTMLFormElement} */ (dom.byId("keys"));
  const fields = [...element.querySelectorAll("input")];
  fields.forEach((field, number) => {
    field.value = keys[number] ?? "";
  });
  element.onsubmit = (event) => {
    event.preventDefault();
    location.hash = address.write(fields.map(({ value }) => value.trim()));
  };
}

/**
 * @param {Story} one
 * @param {Story} other
 * @param {number | null} parted
 */
function partedText(one, other, parted) {
  if (parted === null) return "Both games are the same from beginning to end.";
  const ended = [one, other].find(({ plies }) => plies < parted);
  if (ended) return `They are the same until ${ended.key} ends after ${words.counted(ended.plies, "ply", "plies")}.`;
  return `They part at ply ${words.count(parted)}.`;
}

/**
 * A game's half of the page.
 *
 * @param {SiteIndex} index
 * @param {Story} told
 * @param {string} id
 * @returns {Half}
 */
function half(index, told, id) {
  const place = dom.make("div");
  const said = dom.make("p", { "aria-live": "polite" });
  const [first, second] = told.row.entrants.map((entrant) => links.entrant(index, entrant));
  const title = dom.make("h2", links.match(told.key));
  const names = dom.make("p", `${told.sides[0].word}: `, first, ` · ${told.sides[1].word}: `, second);
  dom.fill(dom.byId(id), title, names, place, said);
  const drawn = board.create(place, `Board of ${told.key}`, [told.sides[0], told.sides[1]], {});
  return {
    told,
    show(ply) {
      const at = Math.min(ply, told.plies);
      drawn.show(told.session.frame(at), false);
      dom.set(place, { "data-ply": at });
      const over = at === told.plies ? ` ${told.verdict}.` : "";
      said.textContent = `${at === 0 ? "The start." : `${at}. ${acts(told, at)}`}${over}`;
    },
  };
}

/**
 * The actions of a ply in notation.
 *
 * @param {Story} told
 * @param {number} ply
 */
function acts({ steps }, ply) {
  const { actions = [], chance } = steps[ply] ?? {};
  return words.chance({ chance }) || actions.map(({ text }) => text).join(" / ");
}

/**
 * @param {Half[]} shown
 * @param {string[]} keys
 * @param {number | null} parted
 * @param {number} first
 */
function stepping(shown, keys, parted, first) {
  const last = Math.max(...shown.map(({ told }) => told.plies));
  const slider = /** @type {HTMLInputElement} */ (dom.byId("ply"));
  slider.max = String(last);
  const rows = moves(shown, parted, last, (ply) => go(ply));
  let ply = 0;

  /** @param {number} to */
  function go(to) {
    rows[ply]?.removeAttribute("aria-current");
    ply = Math.min(Math.max(to, 0), last);
    rows[ply]?.setAttribute("aria-current", "step");
    for (const { show } of shown) show(ply);
    slider.value = String(ply);
    dom.byId("shown").textContent = `${ply} of ${last}`;
    address.show(keys, ply);
  }

  /** @type {Record<string, () => number>} */
  const ways = {
    first: () => 0,
    back: () => ply - 1,
    parting: () => parted ?? last,
    forth: () => ply + 1,
    last: () => last,
  };
  for (const button of document.querySelectorAll("button")) {
    const way = ways[button.name];
    if (way) button.onclick = () => go(way());
  }
  slider.oninput = () => go(slider.valueAsNumber);
  go(first);
}

/**
 * Lists the moves of both games, ply by ply. Returns the rows, indexed by ply.
 *
 * @param {Half[]} shown
 * @param {number | null} parted
 * @param {number} last
 * @param {(ply: number) => void} go
 */
function moves(shown, parted, last, go) {
  /** @type {HTMLElement[]} */
  const rows = [];
  for (let ply = 1; ply <= last; ply++) {
    const cells = shown.map(({ told }) => dom.make("td", acts(told, ply)));
    const turn = dom.button(String(ply), () => go(ply), { "aria-label": `Show ply ${ply}` });
    rows[ply] = dom.make(
      "tr",
      { class: ply === parted ? "top" : "" },
      dom.make("th", { scope: "row" }, turn),
      ...cells,
    );
  }
  const table = dom.table(["Ply", ...shown.map(({ told }) => told.key)], rows.slice(1));
  dom.fill(dom.byId("moves"), dom.region("Moves of both games", table, "scroll bounded"));
  return rows;
}

/** Shows the page. */
export function open() {
  if (support.isThere()) void listPage.show("Two games compared", fill);
}
