/** Shapes that a page draws over a board: targets of a piece, and marks by a bot. The engine draws the board itself. */

import * as dom from "./dom.js";
import * as squares from "./squares.js";
import * as words from "./words.js";

/** Side of a square and half of it, in the units of the drawings by the crate `board`. */
const SIDE = 20;
const HALF = SIDE / 2;

/**
 * @param {Shape} shape
 * @param {(square: Square) => Square} place converts a square to its place on the screen
 */
export function drawn(shape, place) {
  switch (shape.kind) {
    case "target":
      return disc(centre(place(shape.at)), 3.2, "target");
    case "aim":
      return disc(centre(place(shape.at)), 8.8, "aim");
    case "chosen":
      return frame(place(shape.at), "chosen");
    case "cell":
      return frame(place(shape.at), `noted ${shape.colour}`);
    default:
      return arrow(shape, centre(place(shape.from)), centre(place(shape.to)));
  }
}

/** @param {Square} square */
function centre([column, row]) {
  return { x: column * SIDE + HALF, y: row * SIDE + HALF };
}

/**
 * @param {{ x: number, y: number }} centre
 * @param {number} radius
 * @param {string} name
 */
function disc({ x, y }, radius, name) {
  return dom.svg("circle", { class: name, cx: x, cy: y, r: radius });
}

/**
 * @param {Square} square
 * @param {string} name
 */
function frame([column, row], name) {
  const inside = { x: column * SIDE + 1, y: row * SIDE + 1, width: SIDE - 2, height: SIDE - 2, rx: 2 };
  return dom.svg("rect", { class: name, ...inside });
}

/**
 * A line between two squares with its label, and with a head if it is an arrow.
 * @param {{ kind: string, text?: string }} shape
 * @param {{ x: number, y: number }} from
 * @param {{ x: number, y: number }} to
 */
function arrow({ kind, text }, from, to) {
  const length = Math.max(1, Math.hypot(to.x - from.x, to.y - from.y));
  const [x, y] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const point = (/** @type {number} */ back, /** @type {number} */ aside) =>
    `${(to.x - x * back - y * aside).toFixed(1)} ${(to.y - y * back + x * aside).toFixed(1)}`;
  const group = dom.svg("g", { class: `drawn-${kind}` });
  group.append(dom.svg("path.shaft", { d: `M${from.x} ${from.y}L${point(kind === "arrow" ? 6 : 0, 0)}` }));
  if (kind === "arrow") {
    group.append(dom.svg("path.head", { d: `M${point(0, 0)}L${point(7, 3.5)}L${point(7, -3.5)}z` }));
  }
  if (text) {
    const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 - 2 };
    group.append(dom.svg("text", middle, words.visible(text).slice(0, 24)));
  }
  return group;
}

/**
 * A frame around the selected square; none for `null`.
 * @param {Square | null} square
 * @returns {Shape[]}
 */
export function chosen(square) {
  return square ? [{ kind: "chosen", at: square }] : [];
}

/**
 * The shapes for actions: a dot where a piece can go, a ring where it can take or fire. Several actions may lead to the
 * same square.
 * @param {Drawing} drawing
 * @param {LegalAction[]} actions
 */
export function ofActions(drawing, actions) {
  const all = actions.flatMap((action) => ofAction(drawing, action));
  return [...new Map(all.map((shape) => [JSON.stringify(shape), shape])).values()];
}

/**
 * @param {Drawing} drawing
 * @param {LegalAction} action
 * @returns {Shape[]}
 */
function ofAction(drawing, { piece, target, marks }) {
  for (const mark of marks) {
    if (mark.kind !== "shot") continue;
    const { from, to } = mark;
    return [
      { kind: "shot", from, to },
      { kind: "aim", at: to },
    ];
  }
  if (!target) return [];
  const taken = squares.pieceAt(drawing, target) && !squares.same(target, piece);
  return [{ kind: taken ? "aim" : "target", at: target }];
}
