/** The filter of a list of matches, as the fragment of a page and as tests of a match. */

const results = /** @type {const} */ (["won", "lost", "drawn", "first", "second"]);

/**
 * Parses a count; returns `null` for anything else.
 *
 * @param {string | null | undefined} text
 */
const number = (text) => (text && /^\d{1,9}$/.test(text) ? Number(text) : null);

/**
 * Parses a fragment such as `entrant=3&result=lost&plies=10-40`.
 *
 * @param {string} fragment
 * @returns {MatchFilter}
 */
export function parse(fragment) {
  const asked = new URLSearchParams(fragment);
  const [least, most] = (asked.get("plies") ?? "").split("-");
  const seat = number(asked.get("seat"));
  const reason = asked.get("reason");
  return {
    entrant: number(asked.get("entrant")),
    opponent: number(asked.get("opponent")),
    seat: seat === 0 || seat === 1 ? seat : null,
    result: results.find((result) => result === asked.get("result")) ?? null,
    reason: reason === "fault" ? reason : number(reason),
    stage: number(asked.get("stage")),
    round: number(asked.get("round")),
    least: number(least),
    most: number(most),
  };
}

/**
 * The fragment for a part of a filter, without the `#`.
 *
 * @param {Partial<MatchFilter>} filtered
 */
export function format({ least = null, most = null, ...others }) {
  const asked = new URLSearchParams();
  for (const [name, value] of Object.entries(others)) {
    if (value !== null) asked.set(name, String(value));
  }
  if (least !== null || most !== null) asked.set("plies", `${least ?? ""}-${most ?? ""}`);
  return asked.toString();
}

/**
 * Returns `true` if a match ended with `result`. `outcome` is 0 or 1 for the seat that won and 2 for a draw; `seat` is
 * the seat of the filter's entrant.
 *
 * @param {NonNullable<MatchFilter["result"]>} result
 * @param {number} outcome
 * @param {number} seat
 */
function ended(result, outcome, seat) {
  switch (result) {
    case "won":
      return outcome === seat;
    case "lost":
      return outcome === 1 - seat;
    case "drawn":
      return outcome === 2;
    case "first":
      return outcome === 0;
    case "second":
      return outcome === 1;
  }
}

/**
 * The tests that a match has to pass, cheapest first. Empty fields of the filter get no test, since a list may have a
 * million matches.
 *
 * @param {MatchFilter} asked
 * @param {MatchRows} rows
 * @param {boolean[]} faults `true` for each reason that is a fault
 * @returns {((index: number) => boolean)[]}
 */
function tests(asked, rows, faults) {
  const { first, second, stage, round, plies, reason, outcome } = rows;
  const seatOf = (/** @type {number} */ index) => (first[index] === asked.entrant ? 0 : 1);
  const { entrant, opponent, seat, result, least, most } = asked;
  /** @type {((index: number) => boolean)[]} */
  const all = [];
  if (entrant !== null) all.push((index) => first[index] === entrant || second[index] === entrant);
  if (entrant !== null && seat !== null) all.push((index) => seatOf(index) === seat);
  if (opponent !== null) all.push((index) => first[index] === opponent || second[index] === opponent);
  if (asked.stage !== null) all.push((index) => stage[index] === asked.stage);
  if (asked.round !== null) all.push((index) => round[index] === asked.round);
  if (least !== null) all.push((index) => plies[index] >= least);
  if (most !== null) all.push((index) => plies[index] <= most);
  if (asked.reason === "fault") all.push((index) => faults[reason[index]]);
  else if (asked.reason !== null) all.push((index) => reason[index] === asked.reason);
  if (result !== null) all.push((index) => ended(result, outcome[index], seatOf(index)));
  return all;
}

/**
 * The indices of the matches in a block that pass the filter.
 *
 * @param {MatchFilter} asked
 * @param {MatchRows} rows
 * @param {boolean[]} faults
 * @returns {Uint32Array}
 */
export function select(asked, rows, faults) {
  const left = new Uint32Array(rows.count).map((_, index) => index);
  let count = rows.count;
  // Each test is one loop over the remaining matches, which a browser compiles well.
  for (const test of tests(asked, rows, faults)) {
    let passed = 0;
    for (let place = 0; place < count; place++) {
      if (test(left[place])) left[passed++] = left[place];
    }
    count = passed;
  }
  return left.slice(0, count);
}
