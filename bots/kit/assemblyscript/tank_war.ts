// The Tank War: what a bot sees, and how it answers.
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
  /** Rule option: 0 a-inside, 1 a-outside. */
  get layout(): u8 {
    return load<u8>(changetype<usize>(this), 64);
  }
  /** Rule option: 0 illegal, 1 wasted. */
  get blocked(): u8 {
    return load<u8>(changetype<usize>(this), 65);
  }
  /** Rule option: 0 false, 1 true. */
  get c_blocked_by_tanks(): u8 {
    return load<u8>(changetype<usize>(this), 66);
  }
  /** Maximum number of rounds: 54, or 200 with wasted moves. */
  get max_rounds(): u8 {
    return load<u8>(changetype<usize>(this), 67);
  }
  /** Rounds played. */
  get rounds(): u8 {
    return load<u8>(changetype<usize>(this), 68);
  }
  /** By seat: bit t is set if tank t may be named now. */
  movable(index: i32): u8 {
    assert(<u32>index < 2, "movable: no such index");
    return load<u8>(changetype<usize>(this) + (<usize>index << 0), 69);
  }
  /** By seat: number of living tanks. */
  tanks(index: i32): u8 {
    assert(<u32>index < 2, "tanks: no such index");
    return load<u8>(changetype<usize>(this) + (<usize>index << 0), 71);
  }
  /** By seat: number of boxes held. */
  boxes(index: i32): u8 {
    assert(<u32>index < 2, "boxes: no such index");
    return load<u8>(changetype<usize>(this) + (<usize>index << 0), 73);
  }
  /** By seat and tank: boxes advanced, 0 to 5; -1 if destroyed. */
  advanced(index: i32): i8 {
    assert(<u32>index < 12, "advanced: no such index");
    return load<i8>(changetype<usize>(this) + (<usize>index << 0), 75);
  }
  /** By seat and tank: the column of its track, 0 to 5. */
  column(index: i32): u8 {
    assert(<u32>index < 12, "column: no such index");
    return load<u8>(changetype<usize>(this) + (<usize>index << 0), 87);
  }
  /** By box: the seat that holds it. */
  owner(index: i32): u8 {
    assert(<u32>index < 36, "owner: no such index");
    return load<u8>(changetype<usize>(this) + (<usize>index << 0), 99);
  }
  /** By box: 6 * seat + tank of the tank on it; 255 if none. */
  tank(index: i32): u8 {
    assert(<u32>index < 36, "tank: no such index");
    return load<u8>(changetype<usize>(this) + (<usize>index << 0), 135);
  }
}

/** The kind of `move` actions. */
export const KIND_MOVE: i32 = 0;
/**
 * Names one of your movable tanks, which moves one box forward.
 * tank: The tank that moves: 0 LA, 1 LB, 2 LC, 3 RA, 4 RB, 5 RC; 6 and 7 are invalid.
 */
export function makeMove(tank: u64): u64 {
  assert(tank <= 5, "makeMove: tank is from 0 to 5");
  return tank & 7;
}
/** Returns `tank` of a `move` action. */
export function moveTank(action: u64): i32 {
  return <i32>(action & 7);
}

/** Number of columns. A square's number is column + columns x row. */
export const COLUMN_COUNT: i32 = 6;

/** Number of rows. */
export const ROW_COUNT: i32 = 6;

/** The name of each square, for @cell and @arrow in the log. */
export const SQUARE_NAMES: StaticArray<string> = [
    "00", "10", "20", "30", "40", "50", "01", "11", "21", "31", "41", "51", "02", "12", "22", "32",
    "42", "52", "03", "13", "23", "33", "43", "53", "04", "14", "24", "34", "44", "54", "05", "15",
    "25", "35", "45", "55",
];

/**
 * The printed symbol for each value of the board, one character per value; a space if there is
 * none.
 */
export const PIECE_SYMBOLS: string = "ABCABCabcabc";

/** The board at the start, under the default rules. */
export const START_BOARD: StaticArray<i32> = [
    5, 4, 3, 0, 1, 2, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    255, 255, 255, 255, 255, 255, 255, 255, 255, 8, 7, 6, 9, 10, 11,
];

/** The squared distances at which tanks A, B and C hit: diagonal, straight, two boxes away. */
export const HIT_DISTANCES: StaticArray<i32> = [
    2, 1, 4,
];

/** Index of a metric. Own tanks that survived, 0 to 6. */
export const METRIC_TANKS: i32 = 0;

/** Index of a metric. Boxes held at the end, 0 to 36. */
export const METRIC_BOXES: i32 = 1;

/** Index of a metric. Enemy tanks that did not survive, 0 to 6. */
export const METRIC_DESTROYED: i32 = 2;

/** Writes the board to the log. */
export function logBoard(view: View): void {
  const symbols = "ABCABCabcabc";
  const ground = "ud";
  const labels = "012345";
  log("  0 1 2 3 4 5");
  for (let index = 0; index < 6; index++) {
    const row = index;
    let line = labels.substr(1 * row, 1);
    for (let column = 0; column < 6; column++) {
      const square = 6 * row + column;
      const value = <i32>view.tank(square);
      const symbol = value < symbols.length ? symbols.charAt(value) : " ";
      line += " " + (symbol == " " ? ground.charAt(view.owner(square)) : symbol);
    }
    log(line);
  }
}
