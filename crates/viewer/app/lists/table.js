/** Matches as the rows of a table, by seats or from one entrant's point of view. */

import * as address from "../common/address.js";
import * as dom from "../common/dom.js";
import * as words from "../common/words.js";
import * as links from "./links.js";
import * as tally from "./tally.js";

const RESULTS = ["1–0", "0–1", "½–½"];

/**
 * @param {SiteIndex} index
 * @param {string} label the label of the table
 * @param {PlacedMatch[]} matches
 * @param {number | null} entrant the entrant whose matches they are; `null` to show both seats
 */
export function draw(index, label, matches, entrant = null) {
  const players = entrant === null ? index.game.seats.map(({ word }) => word) : ["Opponent", "Seat"];
  const heads = [
    head("Match"),
    head("Round", "extra"),
    ...players.map((text) => head(text)),
    head("Result"),
    head("Why"),
    head("Plies", "n"),
    head("Return game", "extra"),
  ];
  const rows = matches.map((match) => row(index, match, entrant));
  return dom.region(label, dom.table(heads, rows));
}

/**
 * @param {string} text
 * @param {string} [kind]
 */
const head = (text, kind = "") => dom.make("th", { scope: "col", class: kind }, text);

/**
 * @param {SiteIndex} index
 * @param {PlacedMatch} match
 * @param {number | null} entrant
 */
function row(index, { rows, index: at }, entrant) {
  const key = rows.key(at);
  const counts = rows.counts[at] === 1;
  const cells = entrant === null ? seats(index, rows, at) : own(index, rows, at, entrant);
  if (!counts) cells[2].append(" ", dom.make("span.tag", "does not count"));
  const other = dom.make("a", { href: `compare.html${address.write([key])}` }, "compare");
  return dom.make(
    "tr",
    { class: counts ? "" : "unranked" },
    dom.make("td.nowrap", links.match(key)),
    dom.make("td.extra", roundOf(index, rows.stage[at], rows.round[at])),
    ...cells,
    dom.make("td.why", words.visible(index.reasons[rows.reason[at]].text)),
    dom.make("td.n", words.count(rows.plies[at])),
    dom.make("td.extra", other),
  );
}

/**
 * The cells for both entrants, with the winner in bold, and the result.
 *
 * @param {SiteIndex} index
 * @param {MatchRows} rows
 * @param {number} at
 */
function seats(index, rows, at) {
  const outcome = rows.outcome[at];
  const names = [rows.first[at], rows.second[at]].map((entrant, seat) => {
    const name = links.entrant(index, entrant);
    return dom.make("td.name", outcome === seat ? dom.make("b", name) : name);
  });
  return [...names, dom.make("td.nowrap", RESULTS[outcome])];
}

/**
 * The cells for the opponent, the entrant's seat and the result.
 *
 * @param {SiteIndex} index
 * @param {MatchRows} rows
 * @param {number} at
 * @param {number} entrant
 */
function own(index, rows, at, entrant) {
  const { seat, opponent, result } = tally.seen(rows, entrant, at);
  return [
    dom.make("td.name", links.entrant(index, opponent)),
    dom.make("td.nowrap", index.game.seats[seat].word),
    dom.make("td.nowrap", result),
  ];
}

/**
 * @param {SiteIndex} index
 * @param {number} stage
 * @param {number} round
 */
function roundOf(index, stage, round) {
  if (index.stages.length === 1) return words.count(round);
  return `${words.visible(index.stages[stage].name)}, ${words.count(round)}`;
}
