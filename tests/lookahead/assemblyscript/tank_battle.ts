// Own move and every answer: of all moves the one that leaves me best off after the opponent's best answer.

import { Child, Position, log } from "./muster";
import { METRIC_POINTS, View } from "./tank_battle";

/** A win is worth more than any points. */
function value(child: Child, me: i32): i64 {
  const winner = child.phase.winner;
  const won = winner < 0 ? 0 : winner == me ? 1000 : -1000;
  return won + child.metric(me, METRIC_POINTS) - child.metric(1 - me, METRIC_POINTS);
}

/** Returns the value of a move after the best answer to it. */
function worst(here: Position, move: Child, me: i32): i64 {
  if (move.phase.isOver) return value(move, me);
  const after = here.after(move.action);
  const answers = after.children(1 - me);
  after.release();
  let least = value(answers[0], me);
  for (let index = 1; index < answers.length; index++) least = min(least, value(answers[index], me));
  return least;
}

export function choose(view: View): u64 {
  const here = Position.here();
  const moves = here.children(view.seat);
  let best = moves[0];
  let bestWorth = worst(here, best, view.seat);
  for (let index = 1; index < moves.length; index++) {
    const worth = worst(here, moves[index], view.seat);
    if (worth <= bestWorth) continue;
    best = moves[index];
    bestWorth = worth;
  }
  log(`worth ${bestWorth}`);
  return best.action;
}
