// Made by the kit: the functions that the host calls. They call `choose` in bot.ts.

import { choose } from "./bot";
import { View } from "./tank_battle";

const room = memory.data(1232, 8);

export function muster_buffer(length: u32): usize {
  assert(length <= 1232, "the view is longer than the kit knows");
  return room;
}

export function muster_choose(length: u32): u64 {
  return choose(changetype<View>(room));
}
