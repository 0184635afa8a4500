/** The address of the viewer with a match that was played on this page. */

import * as address from "../common/address.js";
import * as packed from "../common/packed.js";

/** The number of a match outside of any run. */
const KEY = "1.1.1.1";

/**
 * The address of a finished match. It contains the whole match, so that it can be shared.
 * @param {Rules} rules
 * @param {SiteIndex} site the site with the viewer
 * @param {Opening} opening
 * @param {Live} live
 * @param {[string, string]} names
 */
export async function addressOf(rules, site, opening, live, names) {
  const { outcome, reason, failures } = live.verdict() ?? { outcome: null, reason: "", failures: [] };
  const { start, plies } = live.overview();
  const { metrics, spent } = plies.at(-1) ?? start;
  const faults = rules.faults(
    outcome,
    failures.flatMap((failure) => (failure ? [failure.fault] : [])),
  );
  /** @type {MatchRow} */
  const row = {
    key: KEY,
    stage: 0,
    round: 1,
    entrants: [0, 1],
    outcome,
    reasonText: reason,
    faults,
    counts: true,
    plies: live.plies,
    metrics,
    spent,
    memory: [0, 0],
  };
  const none = { root: null, rated_after: undefined, earlier: undefined, by_seed: undefined, private: undefined };
  const lists = { stages: [], reasons: [], chunks: [], lists: 0, boards: [], matches: 1 };
  const entrants = names.map((name) => ({ name, bot: "", guest: false, place: null, rating: null, notes: [] }));
  /** @type {SiteIndex} */
  const index = {
    ...site,
    ...none,
    ...lists,
    kind: "match",
    name: "",
    date: null,
    entrants,
    times: "exact",
  };
  const match = { opening: { ...opening, transcript: packed.base64(live.transcript()) }, row };
  const key = address.keyOf(await packed.pack(JSON.stringify({ index, match, private: null })));
  return `match.html${address.write([key], 0)}`;
}
