/* Draws a shape without a form. */
// check: the shape `heap` needs one of rect, circle, line and at
export * from "./nim.mjs";

export const scene = () => [{ id: "heap", text: "7" }];
