// A bot for The Tank War. It looks one move ahead: it tries each movable tank, and moves the one that would hit
// most and be hit least.
//
// Ideas: look at what the other tanks hit, too; expect the enemy's best move; keep your tanks safe once you lead.

import { log } from "./muster";
import { View, makeMove } from "./tank_war";

/** The squared distance at which a tank hits: A diagonally, B straight, C two boxes away. */
const REACH: StaticArray<i32> = [2, 1, 4];

/** Seat 0 drives down from row 0, seat 1 up from row 5. */
function rowOf(seat: i32, steps: i32): i32 {
  return seat == 0 ? steps : 5 - steps;
}

/** Returns the value of moving a tank: its targets one box ahead, minus the enemies that would hit it there. */
function valueOf(view: View, tank: i32): i32 {
  const me: i32 = view.seat;
  const enemy: i32 = 1 - me;
  const steps: i32 = view.advanced(6 * me + tank) + 1;
  const row = rowOf(me, steps);
  const column: i32 = view.column(6 * me + tank);
  let value = -steps; // Prefer the tank that has advanced least.
  if (view.owner(6 * row + column) == enemy) value += 3; // Prefer taking a box.
  for (let other = 0; other < 6; other++) {
    const itsSteps: i32 = view.advanced(6 * enemy + other);
    if (itsSteps < 0) continue; // Destroyed.
    const rows = row - rowOf(enemy, itsSteps);
    const columns = column - <i32>view.column(6 * enemy + other);
    const distance = rows * rows + columns * columns;
    if (distance == REACH[tank % 3]) value += 10; // My tank hits the enemy.
    if (distance == REACH[other % 3]) value -= 10; // The enemy hits my tank.
  }
  return value;
}

export function choose(view: View): u64 {
  let best = -1;
  let bestValue = 0;
  for (let tank = 0; tank < 6; tank++) {
    const mayMove = ((view.movable(view.seat) >> <u8>tank) & 1) == 1;
    if (!mayMove) continue;
    const value = valueOf(view, tank);
    if (best < 0 || value > bestValue) {
      best = tank;
      bestValue = value;
    }
  }
  log(`round ${view.rounds}: tank ${best}, worth ${bestValue}`);
  return makeMove(best);
}
