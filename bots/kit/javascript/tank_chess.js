// Tank Chess: what a bot sees, and how it answers.
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

export const PLACE = 0;
export const place = (square, piece, facing) => {
  check("place", "square", square, 0, 255);
  check("place", "piece", piece, 0, 5);
  check("place", "facing", facing, 0, 7);
  return 0 * 2 ** 48 + square + piece * 256 + facing * 65536;
};
export const placeSquare = (action) => action & 255;
export const placePiece = (action) => Math.floor(action / 256) & 255;
export const placeFacing = (action) => Math.floor(action / 65536) & 255;

export const SHOOT = 1;
export const shoot = (firer, target, retreat, distance) => {
  check("shoot", "firer", firer, 0, 255);
  check("shoot", "target", target, 0, 255);
  check("shoot", "retreat", retreat, 0, 6);
  check("shoot", "distance", distance, 0, 5);
  return 1 * 2 ** 48 + firer + target * 256 + retreat * 65536 + distance * 1048576;
};
export const shootFirer = (action) => action & 255;
export const shootTarget = (action) => Math.floor(action / 256) & 255;
export const shootRetreat = (action) => Math.floor(action / 65536) & 15;
export const shootDistance = (action) => Math.floor(action / 1048576) & 15;

export const END_FIRING = 2;
export const endFiring = () => {
  return 2 * 2 ** 48;
};

export const MOVE = 3;
export const move = (from, to, facing) => {
  check("move", "from", from, 0, 255);
  check("move", "to", to, 0, 255);
  check("move", "facing", facing, 0, 7);
  return 3 * 2 ** 48 + from + to * 256 + facing * 65536;
};
export const moveFrom = (action) => action & 255;
export const moveTo = (action) => Math.floor(action / 256) & 255;
export const moveFacing = (action) => Math.floor(action / 65536) & 255;

export const END_TURN = 4;
export const endTurn = () => {
  return 4 * 2 ** 48;
};

/** Number of columns. A square's number is column + columns x row. */
export const COLUMN_COUNT = 16;

/** Number of rows. */
export const ROW_COUNT = 16;

/** The name of each square, for @cell and @arrow in the log. */
export const SQUARE_NAMES = [
    "a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1", "i1", "j1", "k1", "l1", "m1", "n1", "o1", "p1",
    "a2", "b2", "c2", "d2", "e2", "f2", "g2", "h2", "i2", "j2", "k2", "l2", "m2", "n2", "o2", "p2",
    "a3", "b3", "c3", "d3", "e3", "f3", "g3", "h3", "i3", "j3", "k3", "l3", "m3", "n3", "o3", "p3",
    "a4", "b4", "c4", "d4", "e4", "f4", "g4", "h4", "i4", "j4", "k4", "l4", "m4", "n4", "o4", "p4",
    "a5", "b5", "c5", "d5", "e5", "f5", "g5", "h5", "i5", "j5", "k5", "l5", "m5", "n5", "o5", "p5",
    "a6", "b6", "c6", "d6", "e6", "f6", "g6", "h6", "i6", "j6", "k6", "l6", "m6", "n6", "o6", "p6",
    "a7", "b7", "c7", "d7", "e7", "f7", "g7", "h7", "i7", "j7", "k7", "l7", "m7", "n7", "o7", "p7",
    "a8", "b8", "c8", "d8", "e8", "f8", "g8", "h8", "i8", "j8", "k8", "l8", "m8", "n8", "o8", "p8",
    "a9", "b9", "c9", "d9", "e9", "f9", "g9", "h9", "i9", "j9", "k9", "l9", "m9", "n9", "o9", "p9",
    "a10", "b10", "c10", "d10", "e10", "f10", "g10", "h10", "i10", "j10", "k10", "l10", "m10",
    "n10", "o10", "p10", "a11", "b11", "c11", "d11", "e11", "f11", "g11", "h11", "i11", "j11",
    "k11", "l11", "m11", "n11", "o11", "p11", "a12", "b12", "c12", "d12", "e12", "f12", "g12",
    "h12", "i12", "j12", "k12", "l12", "m12", "n12", "o12", "p12", "a13", "b13", "c13", "d13",
    "e13", "f13", "g13", "h13", "i13", "j13", "k13", "l13", "m13", "n13", "o13", "p13", "a14",
    "b14", "c14", "d14", "e14", "f14", "g14", "h14", "i14", "j14", "k14", "l14", "m14", "n14",
    "o14", "p14", "a15", "b15", "c15", "d15", "e15", "f15", "g15", "h15", "i15", "j15", "k15",
    "l15", "m15", "n15", "o15", "p15", "a16", "b16", "c16", "d16", "e16", "f16", "g16", "h16",
    "i16", "j16", "k16", "l16", "m16", "n16", "o16", "p16",
];

/**
 * The printed symbol for each value of the board, one character per value; a space if there is
 * none.
 */
export const PIECE_SYMBOLS = " KLLLLMMMHHDDOOkllllmmmhhddoo";

/** The board at the start, under the default rules. */
export const START_BOARD = [
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 0, 0,
    255, 0, 0, 0, 0, 255, 255, 0, 0, 0, 0, 0, 255, 255, 0, 0, 255, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 255, 0, 0, 255, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 0, 0,
    255, 255, 255, 255, 255, 0, 0, 0, 0, 0, 0, 0, 255, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 255, 0, 0, 0, 0, 255, 255, 255, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 255, 255, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 0, 0, 0, 0, 0, 0, 0, 255, 255,
    255, 255, 255, 0, 0, 255, 255, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 0, 0, 0, 0, 0, 0, 0, 0, 255, 0,
    0, 255, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 0, 0, 255, 255, 0, 0, 0, 0, 0, 255, 255, 0, 0,
    0, 0, 255, 0, 0, 255, 255, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0,
];

/** The printed ground of each square, one character per square. */
export const SQUARE_GROUND = "..........................##..#....##.....##..#............#..#........##........##..#####.......#..........##.............###....###.............##..........#.......#####..##........##........#..#............#..##.....##....#..##..........................";

/** The kinds of pieces: command, light, medium and heavy tank, tank destroyer, mortar. */
export const KIND_LETTERS = "KLMHDO";

/** Maximum number of steps of a piece of each kind. */
export const KIND_SPEEDS = [
    0, 5, 4, 3, 4, 3,
];

/** The gun of each kind. */
export const KIND_GUNS = [
    1, 1, 2, 3, 4, 5,
];

/** The armour of each kind: front, side and rear of the first one, then of the next. */
export const KIND_ARMOUR = [
    1, 0, 0, 1, 0, 0, 2, 1, 0, 3, 2, 1, 2, 1, 0, 1, 0, 0,
];

/** The directions that a piece can face, clockwise. */
export const DIRECTION_NAMES = [
    "north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west",
];

/** The change of the column by a step in each direction. */
export const DIRECTION_COLUMNS = [
    0, 1, 1, 1, 0, -1, -1, -1,
];

/** The change of the row by a step in each direction. */
export const DIRECTION_ROWS = [
    1, 1, 0, -1, -1, -1, 0, 1,
];

/** Index of a metric. Surviving pieces. */
export const METRIC_PIECES = 0;

/** Index of a metric. Sum of the guns of the surviving pieces. */
export const METRIC_VALUE = 1;

/** Index of a metric. Enemy pieces eliminated. */
export const METRIC_ELIMINATED = 2;

export function logBoard(view) {
  const symbols = " KLLLLMMMHHDDOOkllllmmmhhddoo";
  const ground = "..........................##..#....##.....##..#............#..#........##........##..#####.......#..........##.............###....###.............##..........#.......#####..##........##........#..#............#..##.....##....#..##..........................";
  const labels = " 1 2 3 4 5 6 7 8 910111213141516";
  console.log("   a b c d e f g h i j k l m n o p");
  for (let index = 0; index < 16; index++) {
    const row = 15 - index;
    let line = labels.slice(2 * row, 2 * (row + 1));
    for (let column = 0; column < 16; column++) {
      const square = 16 * row + column;
      const symbol = symbols[view.board[square]] ?? " ";
      line += " " + (symbol === " " ? ground[square] : symbol);
    }
    console.log(line);
  }
}
