// Tank Battle: what a bot sees, and how it answers.
// Made from the layout in the rules' own code; do not edit.

import "./muster.js"; // Plays the match if node runs the bot.

export const kind = (action) => Math.floor(action / 2 ** 48);

/** Throws if a part of an action is out of range. */
const check = (action, part, value, least, most) => {
  if (!Number.isInteger(value)) {
    throw new TypeError(`${action}: ${part} is ${String(value)}, but it is a whole number from ${least} to ${most}`);
  }
  if (value < least || value > most) {
    throw new RangeError(`${action}: ${part} is ${value}, but it is from ${least} to ${most}`);
  }
};

export const MOVE = 0;
export const move = (from, to) => {
  check("move", "from", from, 0, 120);
  check("move", "to", to, 0, 120);
  return 0 * 2 ** 48 + from + to * 256;
};
export const moveFrom = (action) => action & 127;
export const moveTo = (action) => Math.floor(action / 256) & 127;

/** Number of columns. A square's number is column + columns x row. */
export const COLUMN_COUNT = 11;

/** Number of rows. */
export const ROW_COUNT = 11;

/** The name of each square, for @cell and @arrow in the log. */
export const SQUARE_NAMES = [
    "a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1", "i1", "j1", "k1", "a2", "b2", "c2", "d2", "e2",
    "f2", "g2", "h2", "i2", "j2", "k2", "a3", "b3", "c3", "d3", "e3", "f3", "g3", "h3", "i3", "j3",
    "k3", "a4", "b4", "c4", "d4", "e4", "f4", "g4", "h4", "i4", "j4", "k4", "a5", "b5", "c5", "d5",
    "e5", "f5", "g5", "h5", "i5", "j5", "k5", "a6", "b6", "c6", "d6", "e6", "f6", "g6", "h6", "i6",
    "j6", "k6", "a7", "b7", "c7", "d7", "e7", "f7", "g7", "h7", "i7", "j7", "k7", "a8", "b8", "c8",
    "d8", "e8", "f8", "g8", "h8", "i8", "j8", "k8", "a9", "b9", "c9", "d9", "e9", "f9", "g9", "h9",
    "i9", "j9", "k9", "a10", "b10", "c10", "d10", "e10", "f10", "g10", "h10", "i10", "j10", "k10",
    "a11", "b11", "c11", "d11", "e11", "f11", "g11", "h11", "i11", "j11", "k11",
];

/**
 * The printed symbol for each value of the board, one character per value; a space if there is
 * none.
 */
export const PIECE_SYMBOLS = " TCtc";

/** The board at the start, under the default rules. */
export const START_BOARD = [
    0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1,
    1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 3, 3, 0, 0, 0, 0, 0,
    0, 0, 0, 3, 0, 3, 3, 0, 0, 0, 0, 0, 0, 0, 4, 3, 3, 3, 3, 0, 0, 0, 0, 0, 0,
];

/** The printed ground of each square, one character per square. */
export const SQUARE_GROUND = ".....#......#.......#....#.#.#.....#.....#......~~~....#.#.~~~.#.#....~~~......#.....#.....#.#.#....#.......#......#.....";

/**
 * Index of a metric. 1 for each surviving tank, 2 in the enemy's base, 3 for the commander on its
 * circle.
 */
export const METRIC_POINTS = 0;

/** Index of a metric. Surviving tanks, the commander among them. */
export const METRIC_TANKS = 1;

/** Index of a metric. Tanks in the enemy's base. */
export const METRIC_IN_BASE = 2;

/** Index of a metric. Enemy tanks captured. */
export const METRIC_CAPTURES = 3;

export function logBoard(view) {
  const symbols = " TCtc";
  const ground = ".....#......#.......#....#.#.#.....#.....#......~~~....#.#.~~~.#.#....~~~......#.....#.....#.#.#....#.......#......#.....";
  const labels = " 1 2 3 4 5 6 7 8 91011";
  console.log("   a b c d e f g h i j k");
  for (let index = 0; index < 11; index++) {
    const row = 10 - index;
    let line = labels.slice(2 * row, 2 * (row + 1));
    for (let column = 0; column < 11; column++) {
      const square = 11 * row + column;
      const symbol = symbols[view.board[square]] ?? " ";
      line += " " + (symbol === " " ? ground[square] : symbol);
    }
    console.log(line);
  }
}
