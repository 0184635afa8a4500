/* Draws a random number. */
// check: rules draw no random numbers
export * from "./nim.mjs";

export const start = () => ({ heap: 7 + Math.floor(2 * Math.random()), next: 0, taken: [0, 0] });
