/** A curve of an entrant's share of the points after each match. */

import * as plot from "./plot.js";
import * as tally from "./tally.js";

/**
 * The share of points after each match that counts.
 *
 * @param {MatchRows} rows
 * @param {number} entrant
 */
function shares(rows, entrant) {
  const all = [];
  let points = 0;
  for (let at = 0; at < rows.count; at++) {
    if (rows.counts[at] === 0) continue;
    const { result } = tally.seen(rows, entrant, at);
    points += result === "won" ? 1 : result === "drawn" ? 0.5 : 0;
    all.push(points / (all.length + 1));
  }
  return all;
}

/**
 * @param {MatchRows} rows
 * @param {number} entrant
 */
export function draw(rows, entrant) {
  const all = shares(rows, entrant);
  // More points than the width of the picture would not be visible.
  const step = Math.max(1, Math.ceil(all.length / plot.WIDTH));
  const points = all.map((value, at) => ({ value, at }));
  const curve = plot.draw({
    label: `${percent(all[0])} after the first match, ${percent(all[all.length - 1])} at the end`,
    count: all.length,
    points: points.filter(({ at }) => at % step === 0 || at === all.length - 1),
    marks: [0, 0.5, 1].map((share) => [share, percent(share)]),
    places: [],
  });
  return plot.figure("Share of the points", "after each match, in the order of the schedule", curve);
}

/** @param {number} share */
const percent = (share) => `${Math.round(share * 100)} %`;
