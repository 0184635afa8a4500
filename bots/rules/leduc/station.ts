// Station: never folds; it bets a pair, and calls everything else.

import { legalActions } from "./muster.js";
import { bet, call, type View } from "./leduc_poker.js";

export function choose(view: View): number {
  const isPair = view.turned === view.card;
  return isPair && legalActions().includes(bet()) ? bet() : call();
}
