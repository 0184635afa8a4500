/** Counts of an entrant's matches by opponent, seat and reason. Annulled matches count only among the faults. */

/**
 * @typedef {object} Score
 * @property {number} won
 * @property {number} drawn
 * @property {number} lost
 */

/** @returns {Score} */
const nothing = () => ({ won: 0, drawn: 0, lost: 0 });

/** @param {Score} score */
export const games = ({ won, drawn, lost }) => won + drawn + lost;

/**
 * Points: one for a win, half for a draw.
 *
 * @param {Score} score
 */
export const points = ({ won, drawn }) => won + drawn / 2;

/**
 * The seat, opponent and result of an entrant in a match.
 *
 * @param {MatchRows} rows
 * @param {number} entrant
 * @param {number} index
 * @returns {{ seat: Seat, opponent: number, result: "won" | "drawn" | "lost" }}
 */
export function seen(rows, entrant, index) {
  const seat = rows.first[index] === entrant ? 0 : 1;
  const opponent = seat === 0 ? rows.second[index] : rows.first[index];
  const outcome = rows.outcome[index];
  const result = outcome === 2 ? "drawn" : outcome === seat ? "won" : "lost";
  return { seat, opponent, result };
}

/**
 * The scores against each opponent, by seat.
 *
 * @param {MatchRows} rows
 * @param {number} entrant
 * @returns {Map<number, [Score, Score]>}
 */
export function byOpponent(rows, entrant) {
  /** @type {Map<number, [Score, Score]>} */
  const scores = new Map();
  for (let index = 0; index < rows.count; index++) {
    if (rows.counts[index] === 0) continue;
    const { seat, opponent, result } = seen(rows, entrant, index);
    const score = scores.get(opponent) ?? [nothing(), nothing()];
    score[seat][result]++;
    scores.set(opponent, score);
  }
  return scores;
}

/**
 * The sum of scores.
 *
 * @param {Iterable<Score>} scores
 */
export function sum(scores) {
  const all = nothing();
  for (const { won, drawn, lost } of scores) {
    all.won += won;
    all.drawn += drawn;
    all.lost += lost;
  }
  return all;
}

/**
 * Lost matches, worst first: by a fault, then against the lowest-placed opponent, then the shortest.
 *
 * @param {SiteIndex} index
 * @param {MatchRows} rows
 * @param {number} entrant
 * @returns {number[]}
 */
export function losses(index, rows, entrant) {
  const fault = (/** @type {number} */ at) => Number(isFault(index, rows.reason[at]));
  // A guest has no place.
  const place = (/** @type {number} */ at) => index.entrants[seen(rows, entrant, at).opponent].place ?? 0;
  const all = Array.from({ length: rows.count }, (_, at) => at);
  const lost = all.filter((at) => rows.counts[at] === 1 && seen(rows, entrant, at).result === "lost");
  return lost.sort(
    (one, other) => fault(other) - fault(one) || place(other) - place(one) || rows.plies[one] - rows.plies[other],
  );
}

/**
 * The reasons of the entrant's faults and how often each occurred, most frequent first.
 *
 * @param {SiteIndex} index
 * @param {MatchRows} rows
 * @param {number} entrant
 * @returns {[number, number][]}
 */
export function faults(index, rows, entrant) {
  /** @type {Map<number, number>} */
  const counts = new Map();
  for (let at = 0; at < rows.count; at++) {
    const reason = rows.reason[at];
    // The winner of a match has not failed. In a draw by faults, both entrants have.
    if (!isFault(index, reason) || seen(rows, entrant, at).result === "won") continue;
    counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  return [...counts].sort((one, other) => other[1] - one[1]);
}

/**
 * Returns `true` if a reason is a fault.
 *
 * @param {SiteIndex} index
 * @param {number} reason
 */
export const isFault = (index, reason) => (index.reasons[reason].faults ?? []).length > 0;
