// Spiral: walks over the boxes from the middle outwards, and sends the tank that reaches the first one it does not hold.

import { below, offer } from "./muster";
import { View, makeMove } from "./tank_war";

const order = new StaticArray<i32>(36);
let ready = false;

function prepare(): void {
  let row = 2;
  let column = 2;
  let length = 1;
  let found = 0;
  let way = 0;
  while (found < 36) {
    for (let turn = 0; turn < 2; turn++) {
      for (let step = 0; step < length; step++) {
        if (row >= 0 && row < 6 && column >= 0 && column < 6) {
          unchecked((order[found] = 6 * row + column));
          found++;
          if (found == 36) return;
        }
        if (way == 0) column++;
        else if (way == 1) row++;
        else if (way == 2) column--;
        else row--;
      }
      way = (way + 1) & 3;
    }
    length++;
  }
}

function reaches(view: View, tank: i32, box: i32): i32 {
  const at: i32 = 6 * (<i32>view.seat) + tank;
  if (<i32>view.column(at) != box % 6) return -1;
  const row = view.seat == 0 ? <i32>view.advanced(at) : 5 - <i32>view.advanced(at);
  const distance = view.seat == 0 ? box / 6 - row : row - box / 6;
  return distance > 0 ? distance : -1;
}

export function choose(view: View): u64 {
  if (!ready) {
    prepare();
    ready = true;
  }
  const movable: i32 = view.movable(view.seat);
  for (let index = 0; index < 36; index++) {
    const box = unchecked(order[index]);
    if (view.owner(box) == view.seat) continue;
    for (let tank = 0; tank < 6; tank++) {
      if (((movable >> tank) & 1) == 1 && reaches(view, tank, box) > 0) {
        offer(makeMove(tank));
        return makeMove(tank);
      }
    }
  }
  let tank: i32 = below(6);
  while (((movable >> tank) & 1) == 0) tank = (tank + 1) % 6;
  return makeMove(tank);
}
