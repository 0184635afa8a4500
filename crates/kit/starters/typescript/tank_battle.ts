// A bot for Tank Battle. It looks one move ahead: it captures if it can, preferably a commander, and otherwise
// drives towards the enemy's base.
//
// Ideas: avoid squares where the enemy can capture; bring the commander to the circle; leave no tank behind.

import { legalActions } from "./muster.js";
import { type View, moveFrom, moveTo } from "./tank_battle.js";

/** Returns the number of steps from a square to the circle in the enemy's base: a11 for White, k1 for Black. */
function wayToGo(seat: number, square: number) {
  const files = Math.abs((square % 11) - (seat === 0 ? 0 : 10));
  const ranks = Math.abs(Math.floor(square / 11) - (seat === 0 ? 10 : 0));
  return Math.max(files, ranks);
}

function valueOf(view: View, action: number) {
  const from = moveFrom(action);
  const to = moveTo(action);
  const value = wayToGo(view.seat, from) - wayToGo(view.seat, to);
  const captured = view.board[to];
  if (captured === 0) return value;
  const isCommander = captured === 2 || captured === 4;
  return value + (isCommander ? 30 : 20);
}

export function choose(view: View) {
  const actions = legalActions();
  let best = actions[0];
  for (const action of actions) {
    if (valueOf(view, action) > valueOf(view, best)) best = action;
  }
  console.log(`${actions.length} moves, the best is worth ${valueOf(view, best)}`); // Goes to the match's log.
  return best;
}
