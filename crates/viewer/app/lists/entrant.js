/** The page of one entrant. */

import * as dom from "../common/dom.js";
import * as words from "../common/words.js";
import * as data from "../data.js";
import * as scoreCourse from "./course.js";
import * as found from "./found.js";
import * as links from "./links.js";
import * as opponentTable from "./opponents.js";
import * as listPage from "./page.js";
import * as pager from "./pager.js";
import * as ratingCourse from "./rating.js";
import * as matchTable from "./table.js";
import * as tally from "./tally.js";

/** Maximum number of losses on the page. */
const WORST = 20;

/** @typedef {{ index: SiteIndex, entrant: number, rows: EntrantRows }} Subject */

/**
 * @param {SiteIndex} index
 * @param {HTMLElement} main
 */
async function fill(index, main) {
  const open = async () => {
    const entrant = Number(location.hash.slice(1) || "0");
    if (!(entrant in index.entrants)) throw new Error("Unknown entrant: choose one from the overview.");
    dom.setBusy(main, true);
    const rows = await data.entrant(entrant);
    heading(index, entrant);
    const subject = { index, entrant, rows };
    dom.fill(main, ...(rows.count > 0 ? parts(subject) : [dom.make("p", "No matches yet.")]));
    dom.setBusy(main, false);
  };
  window.onhashchange = () => location.reload();
  await open();
}

/**
 * @param {SiteIndex} index
 * @param {number} entrant
 */
function heading(index, entrant) {
  const { name, bot, guest } = index.entrants[entrant];
  dom.fill(dom.byId("name"), dom.name(name), guest ? " " : null, guest && dom.make("span.tag", "guest"));
  dom.fill(dom.byId("bot"), "Bot: ", dom.name(bot));
  listPage.head(name, index);
}

/** @param {Subject} subject */
function parts(subject) {
  const { index, entrant, rows } = subject;
  const scores = tally.byOpponent(rows, entrant);
  const lost = tally.losses(index, rows, entrant);
  const faults = tally.faults(index, rows, entrant);
  return [
    summary(subject, [...scores.values()]),
    ...worst(subject, lost),
    ...failures(subject, faults),
    title("Results by opponent"),
    opponentTable.draw(index, entrant, scores),
    ...time(subject),
    title("Rating and points"),
    dom.make("div.charts", ratingCourse.draw(index, entrant), scoreCourse.draw(rows, entrant)),
    title("Matches"),
    list(subject),
  ];
}

/** @param {string} text */
const title = (text) => dom.make("h2", text);

/**
 * @param {Subject} subject
 * @param {[Score, Score][]} scores
 * @typedef {{ won: number, drawn: number, lost: number }} Score
 */
function summary({ index, entrant, rows }, scores) {
  const { place = null, rating } = index.entrants[entrant];
  const all = tally.sum(scores.flat());
  const seats = index.game.seats.map(({ word }, number) => {
    const score = tally.sum(scores.map((both) => both[number]));
    return card(
      `Points as ${word}`,
      `${opponentTable.half(tally.points(score))} of ${words.count(tally.games(score))}`,
    );
  });
  return dom.make(
    "dl.cards",
    place !== null && card("Place", String(place)),
    rating && card("Rating", `${rating.open ?? ""}${ratingCourse.shown(rating.elo, rating.plus_minus)}`),
    card("Matches", links.list(words.count(rows.count), { entrant })),
    card("Won", links.list(words.count(all.won), { entrant, result: "won" })),
    card("Drawn", links.list(words.count(all.drawn), { entrant, result: "drawn" })),
    card("Lost", links.list(words.count(all.lost), { entrant, result: "lost" })),
    ...seats,
  );
}

/**
 * @param {string} term
 * @param {string | Node} value
 */
const card = (term, value) => dom.make("div", dom.make("dt", term), dom.make("dd", value));

/**
 * @param {Subject} subject
 * @param {number[]} lost
 */
function worst({ index, entrant, rows }, lost) {
  if (lost.length === 0) return [];
  const shown = lost.slice(0, WORST).map((at) => ({ rows, index: at }));
  const order = "The worst first: by a fault, then against the lowest placed opponent, then the shortest.";
  const all = lost.length > WORST && [" ", links.list(`All ${words.count(lost.length)}`, { entrant, result: "lost" })];
  return [title("Losses"), dom.make("p.soft", order, ...(all || [])), matchTable.draw(index, "Losses", shown, entrant)];
}

/**
 * @param {Subject} subject
 * @param {[number, number][]} faults
 */
function failures({ index, entrant }, faults) {
  if (faults.length === 0) return [];
  const items = faults.map(([reason, count]) => {
    const list = links.list(words.counted(count, "match", "matches"), { entrant, reason });
    const { text, faults: named = [] } = index.reasons[reason];
    const meaning = named.map(({ explanation }) => explanation).join("; ");
    return dom.make("li", words.visible(text), ": ", list, dom.make("div.soft.small", meaning));
  });
  return [title("Faults"), dom.make("ul", ...items)];
}

/** @param {Subject} subject */
function time({ rows }) {
  const each = Array.from({ length: rows.count }, (_, at) => at).filter((at) => rows.plies[at] > 0);
  if (each.length === 0) return [];
  const perPly = (/** @type {number} */ at) => rows.spent[at] / rows.plies[at];
  const sorted = [...each].sort((one, other) => perPly(one) - perPly(other));
  const [middle, most] = [sorted[sorted.length >> 1], sorted[sorted.length - 1]];
  const longest = each.reduce((one, other) => (rows.spent[other] > rows.spent[one] ? other : one));
  const text = (/** @type {number} */ at, /** @type {number} */ ticks) => {
    return dom.make("span", `${words.duration(ticks)} (`, links.match(rows.key(at)), ")");
  };
  return [
    title("Time"),
    dom.make(
      "dl.cards",
      card("A ply, in the median match", text(middle, perPly(middle))),
      card("A ply, in the slowest match", text(most, perPly(most))),
      card("A match, at most", text(longest, rows.spent[longest])),
    ),
  ];
}

/** @param {Subject} subject */
function list({ index, entrant, rows }) {
  const place = dom.make("div");
  const picked = Uint32Array.from({ length: rows.count }, (_, at) => at);
  void pager.show(place, index, found.among([{ rows, picked }]), 0, { entrant });
  return place;
}

/** Shows the page. */
export function open() {
  void listPage.show("Entrant", fill);
}
