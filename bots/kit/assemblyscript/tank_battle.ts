// Tank Battle: what a bot sees, and how it answers.
// Made from the layout in the rules' own code; do not edit.

import { log } from "./muster";

/** The bot's view of the position. */
@unmanaged
export class View {
  /** Version of this interface. */
  get abi_version(): u32 {
    return load<u32>(changetype<usize>(this), 0);
  }
  /** The game's number. */
  get game(): u32 {
    return load<u32>(changetype<usize>(this), 4);
  }
  /** Your seat, 0 or 1. */
  get seat(): u8 {
    return load<u8>(changetype<usize>(this), 8);
  }
  /** Number of seats, 2. */
  get seats(): u8 {
    return load<u8>(changetype<usize>(this), 9);
  }
  /** 1: restarted in the middle of a match, 2: both seats act at once. */
  get flags(): u16 {
    return load<u16>(changetype<usize>(this), 10);
  }
  /** Ply, from 0 at the start of the match. */
  get ply(): u32 {
    return load<u32>(changetype<usize>(this), 12);
  }
  /** Turn, counted by the game. */
  get turn(): u32 {
    return load<u32>(changetype<usize>(this), 16);
  }
  /** Number of legal actions, or 4294967295 if not counted. */
  get legal_count(): u32 {
    return load<u32>(changetype<usize>(this), 20);
  }
  /** Nanoseconds left for this move: never more than what is left for the game. */
  get move_left(): u64 {
    return load<u64>(changetype<usize>(this), 24);
  }
  /** Nanoseconds left for your game. */
  get game_left(): u64 {
    return load<u64>(changetype<usize>(this), 32);
  }
  /** Nanoseconds your opponent has left, rounded down to 1/100 of the game's time or 1 ms. */
  get opponent_left(): u64 {
    return load<u64>(changetype<usize>(this), 40);
  }
  /** Nanoseconds added to your game's time after each move. */
  get increment(): u64 {
    return load<u64>(changetype<usize>(this), 48);
  }
  /** Rule option: plies without a capture or an entry that end the game; 0 if none do. */
  get no_progress_plies(): u16 {
    return load<u16>(changetype<usize>(this), 64);
  }
  /** Rule option: occurrences of a position that end the game; 0 if none do. */
  get repetitions(): u16 {
    return load<u16>(changetype<usize>(this), 66);
  }
  /**
   * Rule option: 0 a commander on a contaminated square is safe from the other, 1 and it cannot
   * capture the other from there either.
   */
  get commander_duel_in_zone(): u8 {
    return load<u8>(changetype<usize>(this), 68);
  }
  /** The seat to move: 0 White, 1 Black. */
  get to_move(): u8 {
    return load<u8>(changetype<usize>(this), 69);
  }
  /** Number of occurrences of this position so far, with this one; 1 if repetitions do not count. */
  get occurrences(): u16 {
    return load<u16>(changetype<usize>(this), 70);
  }
  /** Successive plies without a capture and without a tank newly entering the enemy's base. */
  get quiet_plies(): u32 {
    return load<u32>(changetype<usize>(this), 72);
  }
  /** White's and Black's points if the game ended now. */
  points(index: i32): u8 {
    assert(<u32>index < 2, "points: no such index");
    return load<u8>(changetype<usize>(this) + (<usize>index << 0), 76);
  }
  /** Number of elements of `recent` in use. */
  get recent_count(): u16 {
    return load<u16>(changetype<usize>(this), 78);
  }
  /**
   * The tank on each square, a1, b1, ... k1, a2, ... k11: 0 none, 1 White's, 2 White's commander, 3
   * Black's, 4 Black's commander.
   */
  board(index: i32): u8 {
    assert(<u32>index < 121, "board: no such index");
    return load<u8>(changetype<usize>(this) + (<usize>index << 0), 80);
  }
  /**
   * The moves since the last capture or entry, newest first, as the low 16 bits of their codes.
   * Taken back one by one, they give the earlier positions that count for repetition.
   */
  recent(index: i32): u16 {
    assert(<u32>index < 512, "recent: no such index");
    return load<u16>(changetype<usize>(this) + (<usize>index << 1), 202);
  }
}

/** The kind of `move` actions. */
export const KIND_MOVE: i32 = 0;
/**
 * Moves a tank, which captures a tank on its destination.
 * from: The square of the tank: 11 x rank + file, both from 0.
 * to: The destination. A tank on it is captured.
 */
export function makeMove(from: u64, to: u64): u64 {
  assert(from <= 120, "makeMove: from is from 0 to 120");
  assert(to <= 120, "makeMove: to is from 0 to 120");
  return (from & 127) | (to & 127) << 8;
}
/** Returns `from` of a `move` action. */
export function moveFrom(action: u64): i32 {
  return <i32>(action & 127);
}
/** Returns `to` of a `move` action. */
export function moveTo(action: u64): i32 {
  return <i32>(action >> 8 & 127);
}

/** Number of columns. A square's number is column + columns x row. */
export const COLUMN_COUNT: i32 = 11;

/** Number of rows. */
export const ROW_COUNT: i32 = 11;

/** The name of each square, for @cell and @arrow in the log. */
export const SQUARE_NAMES: StaticArray<string> = [
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
export const PIECE_SYMBOLS: string = " TCtc";

/** The board at the start, under the default rules. */
export const START_BOARD: StaticArray<i32> = [
    0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1,
    1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 3, 3, 0, 0, 0, 0, 0,
    0, 0, 0, 3, 0, 3, 3, 0, 0, 0, 0, 0, 0, 0, 4, 3, 3, 3, 3, 0, 0, 0, 0, 0, 0,
];

/** The printed ground of each square, one character per square. */
export const SQUARE_GROUND: string = ".....#......#.......#....#.#.#.....#.....#......~~~....#.#.~~~.#.#....~~~......#.....#.....#.#.#....#.......#......#.....";

/**
 * Index of a metric. 1 for each surviving tank, 2 in the enemy's base, 3 for the commander on its
 * circle.
 */
export const METRIC_POINTS: i32 = 0;

/** Index of a metric. Surviving tanks, the commander among them. */
export const METRIC_TANKS: i32 = 1;

/** Index of a metric. Tanks in the enemy's base. */
export const METRIC_IN_BASE: i32 = 2;

/** Index of a metric. Enemy tanks captured. */
export const METRIC_CAPTURES: i32 = 3;

/** Writes the board to the log. */
export function logBoard(view: View): void {
  const symbols = " TCtc";
  const ground = ".....#......#.......#....#.#.#.....#.....#......~~~....#.#.~~~.#.#....~~~......#.....#.....#.#.#....#.......#......#.....";
  const labels = " 1 2 3 4 5 6 7 8 91011";
  log("   a b c d e f g h i j k");
  for (let index = 0; index < 11; index++) {
    const row = 10 - index;
    let line = labels.substr(2 * row, 2);
    for (let column = 0; column < 11; column++) {
      const square = 11 * row + column;
      const value = <i32>view.board(square);
      const symbol = value < symbols.length ? symbols.charAt(value) : " ";
      line += " " + (symbol == " " ? ground.charAt(square) : symbol);
    }
    log(line);
  }
}
