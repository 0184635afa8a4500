// A bot for Tank Battle. It looks one move ahead: it captures if it can, preferably a commander, and otherwise
// drives towards the enemy's base.
//
// Ideas: avoid squares where the enemy can capture; bring the commander to the circle; leave no tank behind.

import { legalActions, log } from "./muster";
import { View, moveFrom, moveTo } from "./tank_battle";

/** Returns the number of steps from a square to the circle in the enemy's base: a11 for White, k1 for Black. */
function wayToGo(seat: i32, square: i32): i32 {
  const files = abs(square % 11 - (seat == 0 ? 0 : 10));
  const ranks = abs(square / 11 - (seat == 0 ? 10 : 0));
  return max(files, ranks);
}

function valueOf(view: View, action: u64): i32 {
  const from = moveFrom(action);
  const to = moveTo(action);
  const value = wayToGo(view.seat, from) - wayToGo(view.seat, to);
  const captured = view.board(to);
  if (captured == 0) return value;
  const isCommander = captured == 2 || captured == 4;
  return value + (isCommander ? 30 : 20);
}

export function choose(view: View): u64 {
  const actions = legalActions();
  let best = actions[0];
  for (let index = 1; index < actions.length; index++) {
    if (valueOf(view, actions[index]) > valueOf(view, best)) best = actions[index];
  }
  log(`${actions.length} moves, the best is worth ${valueOf(view, best)}`);
  return best;
}
