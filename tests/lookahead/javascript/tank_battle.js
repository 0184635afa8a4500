// Looks two plies ahead: its own move, and every answer to it.
import { offer, position } from "./muster.js";
import "./tank_battle.js"; // Says which game the bot plays.

const lead = (child, seat) => child[2 + seat][0] - child[3 - seat][0];

export function choose({ seat }) {
  const here = position();
  const moves = here.children(seat);
  let best = moves[0][0];
  let most = -Infinity;
  for (const [action] of moves.sort((one, other) => lead(other, seat) - lead(one, seat)).slice(0, 12)) {
    const answers = here.after(action).children(1 - seat);
    const least = answers.reduce((worst, answer) => Math.min(worst, lead(answer, seat)), Infinity);
    if (least > most) [most, best] = [least, action];
    offer(best);
  }
  return best;
}
