/* Draws a button for an action that is not declared. */
// check: which is not declared
import { label } from "./muster_rules.mjs";

export * from "./nim.mjs";

export const scene = () => [label("take", 10, 10, "take", { action: { code: 2 ** 50 } })];
