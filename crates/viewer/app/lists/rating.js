/** An entrant's rating after each round, with error bars, as a curve and as a table. */

import * as dom from "../common/dom.js";
import * as plot from "./plot.js";

/** Maximum number of labels below the curve. */
const NAMED = 12;

/** @typedef {{ at: number, value: number, spread: number | null }} Point */

/**
 * The ratings from the first game on; none in a large tournament or after a single round.
 *
 * @param {SiteIndex} index
 * @param {number} entrant
 * @returns {Point[]}
 */
function points(index, entrant) {
  const ratings = index.entrants[entrant].ratings ?? [];
  return ratings.flatMap((rating, at) => (rating ? [{ at, value: rating[0], spread: rating[1] }] : []));
}

/**
 * @param {SiteIndex} index
 * @param {number} entrant
 */
export function draw(index, entrant) {
  const said = (/** @type {Point} */ { value, spread }) => shown(value, spread);
  const [known, after] = [points(index, entrant), index.rated_after ?? []];
  if (known.length < 2) return null;
  const every = Math.ceil(after.length / NAMED);
  const isNamed = (/** @type {number} */ at) => (after.length - 1 - at) % every === 0;
  const names = after.map((_, at) => /** @type {[number, string]} */ ([at, place(index, at)]));
  const curve = plot.draw({
    label: `${said(known[0])} after the first round it played, ${said(known[known.length - 1])} at the end`,
    count: after.length,
    points: known,
    marks: marks(known),
    places: names.filter(([at]) => isNamed(at)),
  });
  const rounds = index.stages.length > 1 ? "Across: stage and round." : "Across: rounds.";
  const about = `Elo after each round, fitted to the games so far, with its 95 % interval. ${rounds}`;
  return plot.figure("Rating over rounds", about, curve, figures(index, known));
}

/**
 * A table of the curve's values.
 *
 * @param {SiteIndex} index
 * @param {Point[]} known
 */
function figures(index, known) {
  const heads = ["Round", "Rating", "±"].map((text, at) =>
    dom.make("th", { scope: "col", class: at > 0 ? "n" : "" }, text),
  );
  const rows = known.map(({ at, value, spread }) =>
    dom.make(
      "tr",
      dom.make("th", { scope: "row" }, place(index, at)),
      dom.make("td.n", value),
      dom.make("td.n", spread ?? ""),
    ),
  );
  const table = dom.region("Rating after each round", dom.table(heads, rows), "scroll bounded");
  return dom.make("details", dom.make("summary", "The figures"), table);
}

/**
 * The round of a rating: `3`, or `2.3` with several stages.
 *
 * @param {SiteIndex} index
 * @param {number} at
 */
function place(index, at) {
  const [stage = 0, round = 0] = index.rated_after?.[at] ?? [];
  return index.stages.length > 1 ? `${stage}.${round}` : String(round);
}

/**
 * A rating with its interval: `1612 ± 31`.
 *
 * @param {number} elo
 * @param {number | null} spread
 */
export function shown(elo, spread) {
  return `${Math.round(elo)}${spread === null ? "" : ` ± ${Math.round(spread)}`}`;
}

/**
 * At most five round numbers within the range of the curve.
 *
 * @param {Point[]} known
 * @returns {[number, string][]}
 */
function marks(known) {
  const low = Math.min(...known.map(({ value, spread }) => value - (spread ?? 0)));
  const high = Math.max(...known.map(({ value, spread }) => value + (spread ?? 0)));
  const step = [10, 20, 50, 100, 200, 500, 1000, 2000].find((each) => (high - low) / each < 5) ?? 5000;
  const first = Math.ceil(low / step);
  const count = Math.floor(high / step) - first + 1;
  return Array.from({ length: count }, (_, at) => [(first + at) * step, String((first + at) * step)]);
}
