// A bot for The Tank War. It looks one move ahead: each of its tanks that may move is tried in thought, and the one
// that would hit most and be hit least moves.
//
// Ideas: look at what the other tanks hit, too; expect the enemy's own best move; save the tanks once you lead.

import { type View, move } from "./tank_war.js";

/** At which distance a tank hits, squared: A diagonally, B straight, C two boxes away. */
const REACH = [2, 1, 4];

/** Seat 0 drives down from row 0, seat 1 up from row 5. */
const rowOf = (seat: number, steps: number) => (seat === 0 ? steps : 5 - steps);

/** What a tank of mine would hit one box ahead, less what would hit it there. */
function valueOf(view: View, tank: number) {
  const me = view.seat;
  const enemy = 1 - me;
  const steps = view.advanced[6 * me + tank] + 1;
  const row = rowOf(me, steps);
  const column = view.column[6 * me + tank];
  let value = -steps; // The tanks advance in line, the hindmost first,
  if (view.owner[6 * row + column] === enemy) value += 3; // unless there is a box to take.
  for (let other = 0; other < 6; other++) {
    const itsSteps = view.advanced[6 * enemy + other];
    if (itsSteps < 0) continue; // Destroyed.
    const rows = row - rowOf(enemy, itsSteps);
    const columns = column - view.column[6 * enemy + other];
    const distance = rows * rows + columns * columns;
    if (distance === REACH[tank % 3]) value += 10; // I would hit it,
    if (distance === REACH[other % 3]) value -= 10; // and it me.
  }
  return value;
}

export function choose(view: View) {
  const mayMove = (tank: number) => (view.movable[view.seat] >> tank) & 1;
  const tanks = [0, 1, 2, 3, 4, 5].filter(mayMove);
  const best = tanks.reduce((one, other) => (valueOf(view, other) > valueOf(view, one) ? other : one));
  console.log(`round ${view.rounds}: tank ${best}, worth ${valueOf(view, best)}`); // To the match's log.
  return move(best);
}
