// The kernels of the table of speeds, so often as the setting `times` says.

import { Position, legalActions, log, number } from "./muster";
import { View } from "./tank_battle";

const wall = new StaticArray<bool>(256);
let seed: u32 = 5;

function next(): u32 {
  seed = (seed * 1103 + 12345) & 0xffff;
  return seed;
}

function add(): u32 {
  let sum: u32 = 0;
  for (let step: u32 = 0; step < 1_000_000; step++) sum = (sum + (sum >> 3) + step) & 0xffffff;
  return sum;
}

function flood(): u32 {
  const seen = new StaticArray<bool>(256);
  const stack: i32[] = [0];
  let reached: u32 = 0;
  seen[0] = true;
  while (stack.length > 0) {
    const square = stack.pop();
    const file = square % 16;
    const rank = square / 16;
    reached++;
    for (let side = 0; side < 4; side++) {
      let other = -1;
      if (side == 0 && file > 0) other = square - 1;
      if (side == 1 && file < 15) other = square + 1;
      if (side == 2 && rank > 0) other = square - 16;
      if (side == 3 && rank < 15) other = square + 16;
      if (other < 0 || wall[other] || seen[other]) continue;
      seen[other] = true;
      stack.push(other);
    }
  }
  return reached;
}

function sort(first: u32): u32 {
  seed = first;
  const numbers = new Array<u32>(100);
  for (let at = 0; at < 100; at++) numbers[at] = next();
  numbers.sort((one, other) => <i32>one - <i32>other);
  return numbers[50];
}

function node(here: Position, action: u64): u32 {
  const child = here.after(action);
  const lead = child.metrics(0)[0] - child.metrics(1)[0];
  child.release();
  return <u32>(lead + 1000);
}

export function choose(view: View): u64 {
  const kernel = number("kernel", 0);
  const times = number("times", 0);
  const here = Position.here();
  const actions = legalActions();
  for (let square = 1; square < 256; square++) wall[square] = next() >> 14 == 0;
  let sum: u32 = 0;
  for (let run: i64 = 0; run < times; run++) {
    let result: u32 = 0;
    if (kernel == 0) result = add();
    else if (kernel == 1) result = flood();
    else if (kernel == 2) result = sort(<u32>run);
    else result = node(here, actions[<i32>(run % actions.length)]);
    sum = (sum + result) & 0xffffff;
  }
  log(sum.toString());
  return actions[0];
}
