// A bot for Tank Chess. It sets up at random, shoots at the most valuable target, and moves its pieces onto lines with
// the enemy's Command tank.
//
// Ideas: set up behind obstacles; choose where a target retreats to; do not stop where the enemy can fire.

import { below, legalActions } from "./muster.js";
import { MOVE, SHOOT, type View, kind, moveFrom, moveTo, shootDistance, shootTarget } from "./tank_chess.js";

/** The value of hitting a piece, by kind: K L M H D O. */
const WORTH = [100, 1, 2, 3, 4, 5];

/** Returns the distance from a square to the nearest line (rank, file, diagonal) through the enemy's Command tank. */
function wayToGo(view: View, square: number) {
  const command = view.square[view.seat === 0 ? 14 : 0]; // Each side's piece 0 is its Command tank.
  const files = Math.abs((square % 16) - (command % 16));
  const ranks = Math.abs(Math.floor(square / 16) - Math.floor(command / 16));
  const offLine = Math.min(files, ranks, Math.abs(files - ranks));
  return 4 * offLine + Math.max(files, ranks);
}

/** Returns the value of an action. Ending the phase is worth 0, so the bot plays any useful action first. */
function valueOf(view: View, action: number) {
  switch (kind(action)) {
    case SHOOT: {
      const target = view.board[shootTarget(action)] - 1;
      return WORTH[view.kind[target]] * shootDistance(action);
    }
    case MOVE:
      return wayToGo(view, moveFrom(action)) - wayToGo(view, moveTo(action));
    default:
      return 0;
  }
}

export function choose(view: View) {
  const actions = legalActions();
  if (view.phase === 0) return actions[below(actions.length)];
  let best = actions[0];
  for (const action of actions) {
    if (valueOf(view, action) > valueOf(view, best)) best = action;
  }
  console.log(`${actions.length} actions, the best is worth ${valueOf(view, best)}`); // Goes to the match's log.
  return best;
}
