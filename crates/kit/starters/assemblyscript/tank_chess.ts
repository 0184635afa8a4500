// A bot for Tank Chess. It sets up at random, shoots at the most valuable target, and moves its pieces onto lines with
// the enemy's Command tank.
//
// Ideas: set up behind obstacles; choose where a target retreats to; do not stop where the enemy can fire.

import { below, kind, legalActions, log } from "./muster";
import { KIND_MOVE, KIND_SHOOT, View, moveFrom, moveTo, shootDistance, shootTarget } from "./tank_chess";

/** The value of hitting a piece, by kind: K L M H D O. */
const WORTH: StaticArray<i32> = [100, 1, 2, 3, 4, 5];

/** Returns the distance from a square to the nearest line (rank, file, diagonal) through the enemy's Command tank. */
function wayToGo(view: View, square: i32): i32 {
  const command: i32 = view.square(view.seat == 0 ? 14 : 0); // Each side's piece 0 is its Command tank.
  const files = abs(square % 16 - command % 16);
  const ranks = abs(square / 16 - command / 16);
  const offLine = min(min(files, ranks), abs(files - ranks));
  return 4 * offLine + max(files, ranks);
}

/** Returns the value of an action. Ending the phase is worth 0, so the bot plays any useful action first. */
function valueOf(view: View, action: u64): i32 {
  switch (kind(action)) {
    case KIND_SHOOT: {
      const target = view.board(shootTarget(action)) - 1;
      return WORTH[view.kind(target)] * shootDistance(action);
    }
    case KIND_MOVE:
      return wayToGo(view, moveFrom(action)) - wayToGo(view, moveTo(action));
    default:
      return 0;
  }
}

export function choose(view: View): u64 {
  const actions = legalActions();
  if (view.phase == 0) return actions[below(actions.length)];
  let best = actions[0];
  for (let index = 1; index < actions.length; index++) {
    if (valueOf(view, actions[index]) > valueOf(view, best)) best = actions[index];
  }
  log(`${actions.length} actions, the best is worth ${valueOf(view, best)}`);
  return best;
}
