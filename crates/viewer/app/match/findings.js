/** Notable moments of a match, found in its record. */

import * as words from "../common/words.js";
import * as turns from "./turns.js";

/** A turn is slow if it took more than this many times the 90th percentile of the seat's turns. */
const SLOW = 2;

/**
 * All findings for the timeline, in order of plies.
 * @param {Story} story
 * @returns {Finding[]}
 */
export function of({ steps, sides, plies, decided }) {
  const faults = sides.flatMap(({ seat, word, fault }) =>
    fault ? [finding(plies, "fault", seat, `${word}: ${fault.name}`)] : [],
  );
  return [
    ...steps.flatMap(losses),
    ...steps.flatMap((step) => offers(step, sides)),
    ...slowTurns(steps, sides),
    ...(decided ? [finding(decided.ply, "decided", null, decided.text || `${decided.score}`)] : []),
    ...faults,
  ].sort((one, other) => one.ply - other.ply);
}

/**
 * @param {number} ply
 * @param {FindingKind} kind
 * @param {Seat | null} seat
 * @param {string} about
 * @returns {Finding}
 */
function finding(ply, kind, seat, about) {
  return { ply, kind, seat, about };
}

/** @param {Step} step */
function losses({ ply, events }) {
  const lost = events.filter((event) => event.mark?.kind === "loss");
  return lost.map((event) => finding(ply, "loss", null, event.text));
}

/**
 * @param {Step} step
 * @param {[Side, Side]} sides
 */
function offers({ ply, actions }, sides) {
  const offered = actions.filter((action) => action.offered);
  return offered.map(({ seat }) =>
    finding(ply, "offer", seat, `${sides[seat].word}'s time ran out, and its offer was played`),
  );
}

/**
 * @param {Step[]} steps
 * @param {[Side, Side]} sides
 */
function slowTurns(steps, sides) {
  const groups = turns.of(steps);
  return sides.flatMap(({ seat, word }) => {
    const usually = turns.quantile(groups, seat, 0.9) ?? 0;
    return groups.flatMap((turn) => {
      const [first] = turn;
      const ticks = turns.time(turn, seat) ?? 0;
      const isSlow = first && usually > 0 && ticks > SLOW * usually;
      return isSlow ? [finding(first.ply, "slow", seat, `${word} took ${words.duration(ticks)}`)] : [];
    });
  });
}
