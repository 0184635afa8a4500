/* Throws near the end. */
// check: legal
export * from "./nim.mjs";

export function legal(state) {
  return state.heap > 3 ? [1, 2, 3].map((stones) => ({ stones })) : state.stones.map(String);
}
