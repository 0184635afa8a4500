// A bot for $title. It looks one move ahead: $plan.
//
// Ideas: expect the opponent's best answer (`after`, `children`); play random games to the end (`playout`); look at the
// view.

import { Child, NO_ACTION, Position, SIMULTANEOUS, below, legalActions, log, offer } from "./muster";
import { View } from "./$name";

const WON: i64 = 1000000000;

/** Returns a seat's lead after a move. */
function lead(child: Child, seat: i32): i64 {
  const winner = child.phase.winner;
  if (winner >= 0) return winner == seat ? WON : -WON;
  return child.phase.isOver ? 0 : $lead{child.metric(seat, 0) - child.metric(1 - seat, 0)};
}

export function choose(view: View): u64 {
  const actions = legalActions();
  const start: i32 = below(actions.length);
  offer(actions[start]); // Is played if the time runs out.
  if (!Position.isAvailable()) return actions[start];
  const here = Position.here();
  const seat: i32 = view.seat;
  let other = NO_ACTION;
  if ((view.flags & SIMULTANEOUS) != 0) {
    const answers = here.legalActions(1 - seat);
    other = answers[below(answers.length)];
  }
  const children = here.children(seat, other);
  let best = start;
  // Of equally good moves, the bot plays the first one after a random index.
  for (let step = 1; step < children.length; step++) {
    const next = (start + step) % children.length;
    if (lead(children[next], seat) > lead(children[best], seat)) best = next;
  }
  log(`ply ${view.ply}: move ${best} of ${actions.length}`);
  return actions[best];
}
