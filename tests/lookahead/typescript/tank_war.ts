// One round's matrix: for each tank of its own the worst that any tank of the other side makes of it.
import { position } from "./muster.js";
import { move, type View } from "./tank_war.js";

/** A move of nothing better. */
const first = move(0);

export function choose({ seat }: View): number {
  const here = position();
  const worst = new Map<number, number>();
  for (const other of here.legalActions(1 - seat)) {
    for (const [action, , ...metrics] of here.children(seat, other)) {
      const [mine, its] = [metrics[seat]!, metrics[1 - seat]!];
      const lead = 10 * (mine[0]! - its[0]!) + mine[1]! - its[1]!;
      worst.set(action, Math.min(lead, worst.get(action) ?? Infinity));
    }
  }
  return [...worst].reduce((best, found) => (found[1] > best[1] ? found : best), [first, -Infinity])[0]!;
}
