// Hunter: follows the nearest enemy with the tank that is nearest to it, by steps of a king.

import { legalActions } from "./muster";
import { View, moveFrom, moveTo } from "./tank_battle";

function steps(one: i32, other: i32): i32 {
  const rows = abs(one / 11 - other / 11);
  const files = abs((one % 11) - (other % 11));
  return max(rows, files);
}

function isEnemy(view: View, square: i32): bool {
  const stone: i32 = view.board(square);
  return view.seat == 0 ? stone > 2 : stone == 1 || stone == 2;
}

function prey(view: View): i32 {
  let found = -1;
  let least = i32.MAX_VALUE;
  for (let square = 0; square < 121; square++) {
    if (!isEnemy(view, square)) continue;
    let near = 0;
    for (let other = 0; other < 121; other++) {
      if (<i32>view.board(other) != 0 && !isEnemy(view, other)) near += 12 - steps(square, other);
    }
    const lonely = 1000 - near;
    if (lonely < least) {
      least = lonely;
      found = square;
    }
  }
  return found;
}

export function choose(view: View): u64 {
  const codes = legalActions();
  const target = prey(view);
  let best = codes[0];
  let closest = i32.MAX_VALUE;
  for (let index = 0; index < codes.length; index++) {
    const from = moveFrom(codes[index]);
    const to = moveTo(codes[index]);
    let far = steps(to, target) * 4 + (steps(from, target) < 3 ? 5 : 0);
    if (isEnemy(view, to)) far -= 50;
    if (far < closest) {
      closest = far;
      best = codes[index];
    }
  }
  return best;
}
