/** A recorded match with everything the page shows of it: the players, the events of each ply and the result. */

import * as packed from "../common/packed.js";
import * as squares from "../common/squares.js";
import * as words from "../common/words.js";
import * as data from "../data.js";
import * as engine from "../engine.js";

/**
 * Loads a match. Its session stays open.
 * @param {string} key
 * @returns {Promise<Story>}
 */
export async function load(key) {
  const parts = /** @type {const} */ ([engine.start(), data.index(), data.match(key), data.privateOf(key)]);
  const [rules, index, recorded, own] = await Promise.all(parts);
  const game = rules.games().find((each) => each.name === recorded.opening.game);
  if (!game) throw new Error(`unknown game: ${recorded.opening.game}`);
  const { row, session } = recorded;
  const logs = logsOf(session, own);
  const overview = session.overview();
  const sides = /** @type {[Side, Side]} */ ([0, 1].map((seat) => sideOf(index, row, game, seat === 0 ? 0 : 1)));
  const winner = row.outcome === null ? "Draw" : `${sides[row.outcome].word} won`;
  /** @type {Map<string, LegalAction[]>} */
  const known = new Map();

  /**
   * The legal actions of a seat, cached.
   * @param {number} ply
   * @param {Seat} seat
   */
  function legal(ply, seat) {
    const place = `${ply} ${seat}`;
    const found = known.get(place) ?? session.legal(ply, seat);
    known.set(place, found);
    return found;
  }

  return {
    key,
    index,
    isStandalone: index.single === row.key,
    row,
    game,
    session,
    stage: index.stages[row.stage] ?? null,
    opening: recorded.opening,
    plies: session.plies,
    steps: stepsOf(overview),
    decided: row.faults.some(Boolean) ? null : overview.decided,
    logs,
    logged: (seat, ply) => logs[seat].get(ply) ?? [],
    sides,
    ahead: sides.find(({ number }) => number === index.by_seed?.[key]) ?? null,
    verdict: `${winner}: ${row.reasonText}`,
    records: own ? own.seats : [null, null],
    topSeat: squares.topSeat(session.frame(0).drawing),
    isOver: "over" in session.frame(session.plies).phase,
    legal,
  };
}

/**
 * The log of each seat's bot, by ply from 0; empty if the reader may not see it.
 * @param {Session} session
 * @param {PrivateRecord | null} own
 * @returns {[Lines, Lines]}
 */
function logsOf(session, own) {
  /** @type {(seat: Seat) => Lines} */
  const of = (seat) => {
    const closing = own?.seats[seat]?.closing;
    const parts = closing ? session.log(seat, packed.hex(closing.log), closing.log_marks) : [];
    // An old record does not contain the ply of each line. All lines go to the end then.
    return new Map(parts.map(({ ply, lines }) => [ply ?? session.plies, lines]));
  };
  return [of(0), of(1)];
}

/**
 * The steps of a match: entry 0 is the start, entry 12 is the twelfth ply.
 * @param {Overview} overview
 * @returns {Step[]}
 */
function stepsOf({ start, plies }) {
  const first = { ...start, ply: 0, turn: 0, actions: [], events: [] };
  return [first, ...plies.map((entry) => ({ ...entry, ply: entry.ply + 1 }))];
}

/**
 * @param {SiteIndex} index
 * @param {MatchRow} row
 * @param {Game} game
 * @param {Seat} seat
 * @returns {Side}
 */
function sideOf(index, row, game, seat) {
  const number = row.entrants[seat];
  const entrant = index.entrants[number];
  return {
    ...game.seats[seat],
    seat,
    number,
    name: words.visible(entrant?.name ?? "?"),
    fault: row.faults[seat],
    link: index.single ? null : `entrant.html#${number}`,
  };
}
