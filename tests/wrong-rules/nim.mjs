/* A heap of seven stones; each side takes one to three; the side that takes the last one wins. The rules of this file
are right: the files beside it change one thing each. */
import { action, metric, u8, win } from "./muster_rules.mjs";

export const title = "Nim", seats = ["Left", "Right"], maxPlies = 7;
export const take = action({ notation: "{stones}", parts: { stones: [1, 3, "Stones to take."] }, about: "Takes stones." });
export const metrics = [metric("taken", "Stones taken.")];
export const view = { heap: u8(1, "Stones on the heap.") };
export const start = () => ({ heap: 7, next: 0, taken: [0, 0] });
export const turn = ({ heap, next }) => (heap > 0 ? next : win(1 - next, "the last stone is taken"));
export const legal = ({ heap }) => [1, 2, 3].filter((stones) => stones <= heap).map((stones) => take(stones));
export function apply(state, moves) {
  const { stones } = moves[state.next];
  state.heap -= stones;
  state.taken[state.next] += stones;
  state.next = 1 - state.next;
  return state;
}
export const measure = ({ taken }, seat) => [taken[seat]];
export const show = ({ heap }) => ({ heap });
