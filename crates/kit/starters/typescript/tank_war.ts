// A bot for The Tank War. It looks one move ahead: it tries each movable tank, and moves the one that would hit
// most and be hit least.
//
// Ideas: look at what the other tanks hit, too; expect the enemy's best move; keep your tanks safe once you lead.

import { type View, move } from "./tank_war.js";

/** The squared distance at which a tank hits: A diagonally, B straight, C two boxes away. */
const REACH = [2, 1, 4];

/** Seat 0 drives down from row 0, seat 1 up from row 5. */
const rowOf = (seat: number, steps: number) => (seat === 0 ? steps : 5 - steps);

/** Returns the value of moving a tank: its targets one box ahead, minus the enemies that would hit it there. */
function valueOf(view: View, tank: number) {
  const me = view.seat;
  const enemy = 1 - me;
  const steps = view.advanced[6 * me + tank] + 1;
  const row = rowOf(me, steps);
  const column = view.column[6 * me + tank];
  let value = -steps; // Prefer the tank that has advanced least.
  if (view.owner[6 * row + column] === enemy) value += 3; // Prefer taking a box.
  for (let other = 0; other < 6; other++) {
    const itsSteps = view.advanced[6 * enemy + other];
    if (itsSteps < 0) continue; // Destroyed.
    const rows = row - rowOf(enemy, itsSteps);
    const columns = column - view.column[6 * enemy + other];
    const distance = rows * rows + columns * columns;
    if (distance === REACH[tank % 3]) value += 10; // My tank hits the enemy.
    if (distance === REACH[other % 3]) value -= 10; // The enemy hits my tank.
  }
  return value;
}

export function choose(view: View) {
  const mayMove = (tank: number) => (view.movable[view.seat] >> tank) & 1;
  const tanks = [0, 1, 2, 3, 4, 5].filter(mayMove);
  const best = tanks.reduce((one, other) => (valueOf(view, other) > valueOf(view, one) ? other : one));
  console.log(`round ${view.rounds}: tank ${best}, worth ${valueOf(view, best)}`); // Goes to the match's log.
  return move(best);
}
