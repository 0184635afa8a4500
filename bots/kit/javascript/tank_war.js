// The Tank War: what a bot sees, and how it answers.
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
export const move = (tank) => {
  check("move", "tank", tank, 0, 5);
  return 0 * 2 ** 48 + tank;
};
export const moveTank = (action) => action & 7;

/** Number of columns. A square's number is column + columns x row. */
export const COLUMN_COUNT = 6;

/** Number of rows. */
export const ROW_COUNT = 6;

/** The name of each square, for @cell and @arrow in the log. */
export const SQUARE_NAMES = [
    "00", "10", "20", "30", "40", "50", "01", "11", "21", "31", "41", "51", "02", "12", "22", "32",
    "42", "52", "03", "13", "23", "33", "43", "53", "04", "14", "24", "34", "44", "54", "05", "15",
    "25", "35", "45", "55",
];

/**
 * The printed symbol for each value of the board, one character per value; a space if there is
 * none.
 */
export const PIECE_SYMBOLS = "ABCABCabcabc";

/** The board at the start, under the default rules. */
export const START_BOARD = [
    5, 4, 3, 0, 1, 2, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    255, 255, 255, 255, 255, 255, 255, 255, 255, 8, 7, 6, 9, 10, 11,
];

/** The squared distances at which tanks A, B and C hit: diagonal, straight, two boxes away. */
export const HIT_DISTANCES = [
    2, 1, 4,
];

/** Index of a metric. Own tanks that survived, 0 to 6. */
export const METRIC_TANKS = 0;

/** Index of a metric. Boxes held at the end, 0 to 36. */
export const METRIC_BOXES = 1;

/** Index of a metric. Enemy tanks that did not survive, 0 to 6. */
export const METRIC_DESTROYED = 2;

export function logBoard(view) {
  const symbols = "ABCABCabcabc";
  const ground = "ud";
  const labels = "012345";
  console.log("  0 1 2 3 4 5");
  for (let index = 0; index < 6; index++) {
    const row = index;
    let line = labels.slice(1 * row, 1 * (row + 1));
    for (let column = 0; column < 6; column++) {
      const square = 6 * row + column;
      const symbol = symbols[view.tank[square]] ?? " ";
      line += " " + (symbol === " " ? ground[view.owner[square]] : symbol);
    }
    console.log(line);
  }
}
