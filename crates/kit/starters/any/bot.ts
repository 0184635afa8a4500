// A bot for $title. It looks one move ahead: $plan.
//
// Ideas: expect the opponent's best answer (`after`, `best`); play random games to the end (`playout`); look at the view.

import { below, legalActions, offer, position } from "./muster.js";
import { type View } from "./$name.js"; // Has the moves, by name: $actions.

/** A flag of the view. */
const BOTH_ACT = 2;

export function choose(view: View) {
  const actions = legalActions();
  const start = below(actions.length);
  offer(actions[start]); // Is played if the time runs out.
  const here = position();
  let other: number | undefined;
  if (view.flags & BOTH_ACT) {
    const answers = here.legalActions(1 - view.seat);
    other = answers[below(answers.length)];
  }
  const leads = here.leads($weights, view.seat, other);
  let best = start;
  // Of equally good moves, the bot plays the first one after a random index.
  for (let step = 1; step < leads.length; step++) {
    const next = (start + step) % leads.length;
    if (leads[next] > leads[best]) best = next;
  }
  console.log(`ply ${view.ply}: move ${best} of ${actions.length}`); // Goes to the match's log.
  return actions[best];
}
