// The functions that the host calls. They call the rules in game.ts.

import { Game } from "./game";
import { answer, buffer } from "./muster_rules";

export function muster_game(): void {}

export function muster_buffer(length: u32): usize {
  return buffer(length);
}

export function muster_choose(length: u32): u64 {
  return answer(new Game());
}
