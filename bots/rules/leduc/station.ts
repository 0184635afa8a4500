// Station: never folds; it bets a king or a pair, and calls everything else.

import { legalActions } from "./muster.js";
import { bet, call, type View } from "./leduc_poker.js";

export function choose(view: View): number {
  const isStrong = view.card === 3 || view.turned === view.card;
  return isStrong && legalActions().includes(bet()) ? bet() : call();
}
