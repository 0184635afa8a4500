/** The table of an entrant's results by opponent and seat. */

import * as dom from "../common/dom.js";
import * as words from "../common/words.js";
import * as links from "./links.js";
import * as tally from "./tally.js";

/** @typedef {{ won: number, drawn: number, lost: number }} Score */

/**
 * @param {SiteIndex} index
 * @param {number} entrant
 * @param {Map<number, [Score, Score]>} scores
 */
export function draw(index, entrant, scores) {
  const [first, second] = index.game.seats.map(({ word }) => word);
  const upper = dom.make(
    "tr",
    ...["Opponent", "Place", "Points", "Games"].map((text, at) =>
      head(text, { rowspan: 2, class: at === 0 ? "" : "n" }),
    ),
    head(`As ${first}`, { colspan: 3 }),
    head(`As ${second}`, { colspan: 3 }),
  );
  const results = ["won", "drawn", "lost"].map((text) => head(text, { class: "n" }));
  const lower = dom.make("tr", ...results, ...results.map((cell) => cell.cloneNode(true)));
  const place = (/** @type {number} */ opponent) => index.entrants[opponent].place ?? Infinity;
  const sorted = [...scores].sort(([one], [other]) => place(one) - place(other) || one - other);
  const rows = sorted.map(([opponent, seats]) => row(index, entrant, opponent, seats));
  const table = dom.make("table", dom.make("thead", upper, lower), dom.make("tbody", ...rows));
  return dom.region("Results by opponent", table, "scroll bounded");
}

/**
 * @param {string} text
 * @param {Record<string, string | number>} attributes
 */
const head = (text, attributes) =>
  dom.make("th", { scope: "colspan" in attributes ? "colgroup" : "col", ...attributes }, text);

/**
 * @param {SiteIndex} index
 * @param {number} entrant
 * @param {number} opponent
 * @param {[Score, Score]} seats
 */
function row(index, entrant, opponent, seats) {
  const score = tally.sum(seats);
  const { place, guest } = index.entrants[opponent];
  const name = dom.make("th.name", { scope: "row" }, links.entrant(index, opponent));
  const cells = seats.flatMap((each, seat) => cellsOf(entrant, opponent, /** @type {Seat} */ (seat), each));
  return dom.make(
    "tr",
    name,
    dom.make("td.n", guest ? dom.make("span.tag", "guest") : (place ?? "")),
    dom.make("td.n", half(tally.points(score))),
    dom.make("td.n", links.list(words.count(tally.games(score)), { entrant, opponent })),
    ...cells,
  );
}

/**
 * @param {number} entrant
 * @param {number} opponent
 * @param {Seat} seat
 * @param {Score} score
 */
function cellsOf(entrant, opponent, seat, score) {
  return /** @type {const} */ (["won", "drawn", "lost"]).map((result) => {
    const count = score[result];
    const text = count === 0 ? "–" : links.list(words.count(count), { entrant, opponent, seat, result });
    return dom.make("td.n", text);
  });
}

/**
 * Formats points, with a half if there is one: `12½`.
 *
 * @param {number} points
 */
export function half(points) {
  const whole = Math.floor(points);
  if (whole === points) return words.count(whole);
  return `${whole === 0 ? "" : words.count(whole)}½`;
}
