// Looks two plies ahead: its own move, and every answer to it.
import { offer, position } from "./muster.js";
import "./tank_battle.js"; // Says which game the bot plays.

export function choose() {
  const here = position();
  const leads = here.leads("points");
  const moves = here.legalActions().map((action, index) => ({ action, lead: leads[index] }));
  let best, most = -Infinity;
  for (const { action } of moves.sort((one, other) => other.lead - one.lead).slice(0, 12)) {
    const least = -Math.max(...here.after(action).leads("points"));
    if (best === undefined || least > most) [most, best] = [least, action];
    offer(best);
  }
  return best;
}
