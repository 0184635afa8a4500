// Tank Chess: what a bot sees, and how it answers.
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
  /** 0 setup, 1 firing, 2 moving, 3 game over. */
  get phase(): u8 {
    return load<u8>(changetype<usize>(this), 64);
  }
  /** The seat whose turn it is: 0 White, 1 Black; 2 in the setup, when both act. */
  get mover(): u8 {
    return load<u8>(changetype<usize>(this), 65);
  }
  /** Rule option pieces: 14 full, 10 basic. */
  get pieces_per_side(): u8 {
    return load<u8>(changetype<usize>(this), 66);
  }
  /** Rule option min_range: minimum distance of a shot, except a mortar's. */
  get min_range(): u8 {
    return load<u8>(changetype<usize>(this), 67);
  }
  /** Rule option side_edge: 0 eliminates, 1 blocks the choice. */
  get side_edge(): u8 {
    return load<u8>(changetype<usize>(this), 68);
  }
  /** Rule option command_files: the first, 0 is file a. */
  get command_first_file(): u8 {
    return load<u8>(changetype<usize>(this), 69);
  }
  /** Rule option command_files: the last, 0 is file a. */
  get command_last_file(): u8 {
    return load<u8>(changetype<usize>(this), 70);
  }
  /** Number of placements by each seat. */
  get placed(): u8 {
    return load<u8>(changetype<usize>(this), 71);
  }
  /** Rule option no_elimination_turns: twice as many quiet turns draw the game. */
  get no_elimination_turns(): u16 {
    return load<u16>(changetype<usize>(this), 72);
  }
  /** Consecutive turns of both seats before this one without an elimination. */
  get quiet_turns(): u16 {
    return load<u16>(changetype<usize>(this), 74);
  }
  /** Number of occurrences of the position at the start of this turn; the third is a draw. */
  get occurrences(): u8 {
    return load<u8>(changetype<usize>(this), 76);
  }
  /** 1 if a piece was eliminated in this turn. */
  get elimination(): u8 {
    return load<u8>(changetype<usize>(this), 77);
  }
  /**
   * The pieces of the group that moves in this turn: bit i for the mover's piece i; 0 before its
   * first move.
   */
  get group(): u16 {
    return load<u16>(changetype<usize>(this), 78);
  }
  /**
   * For each piece of the mover: its valid targets at the start of the turn, bit j for the other
   * seat's piece j.
   */
  targets(index: i32): u16 {
    assert(<u32>index < 14, "targets: no such index");
    return load<u16>(changetype<usize>(this) + (<usize>index << 1), 80);
  }
  /** White's pieces 0 to 13, then Black's: 0 K, 1 L, 2 M, 3 H, 4 D, 5 O. */
  kind(index: i32): u8 {
    assert(<u32>index < 28, "kind: no such index");
    return load<u8>(changetype<usize>(this) + (<usize>index << 0), 108);
  }
  /** The square of each piece: 16 x rank + file, both from 0. */
  square(index: i32): u8 {
    assert(<u32>index < 28, "square: no such index");
    return load<u8>(changetype<usize>(this) + (<usize>index << 0), 136);
  }
  /** The facing of each piece: 0 to 7 clockwise from north. */
  facing(index: i32): u8 {
    assert(<u32>index < 28, "facing: no such index");
    return load<u8>(changetype<usize>(this) + (<usize>index << 0), 164);
  }
  /**
   * Flags of each piece: 1 on the board and known to you; in this turn: 2 fired, 4 fired on, 8
   * moved, 16 in the group that moves. If 0, its square and facing mean nothing.
   */
  state(index: i32): u8 {
    assert(<u32>index < 28, "state: no such index");
    return load<u8>(changetype<usize>(this) + (<usize>index << 0), 192);
  }
  /** By square: 0 empty, 255 obstacle, 1 to 14 White's piece 0 to 13, 15 to 28 Black's. */
  board(index: i32): u8 {
    assert(<u32>index < 256, "board: no such index");
    return load<u8>(changetype<usize>(this) + (<usize>index << 0), 220);
  }
}

/** The kind of `place` actions. */
export const KIND_PLACE: i32 = 0;
/**
 * Places the next piece in the setup.
 * square: The square to place it on.
 * piece: The kind of the piece: 0 K, 1 L, 2 M, 3 H, 4 D, 5 O.
 * facing: Its facing: 0 to 7 clockwise from north.
 */
export function makePlace(square: u64, piece: u64, facing: u64): u64 {
  assert(square <= 255, "makePlace: square is from 0 to 255");
  assert(piece <= 5, "makePlace: piece is from 0 to 5");
  assert(facing <= 7, "makePlace: facing is from 0 to 7");
  return (square & 255) | (piece & 255) << 8 | (facing & 255) << 16;
}
/** Returns `square` of a `place` action. */
export function placeSquare(action: u64): i32 {
  return <i32>(action & 255);
}
/** Returns `piece` of a `place` action. */
export function placePiece(action: u64): i32 {
  return <i32>(action >> 8 & 255);
}
/** Returns `facing` of a `place` action. */
export function placeFacing(action: u64): i32 {
  return <i32>(action >> 16 & 255);
}

/** The kind of `shoot` actions. */
export const KIND_SHOOT: i32 = 1;
/**
 * Fires at an enemy.
 * firer: The square of the piece that fires.
 * target: The square of the enemy.
 * retreat: The direction of the retreat: 0 north, 2 east, 4 south, 6 west; 0 for no effect.
 * distance: Gun minus armour of the side that is hit; 0 for no effect.
 */
export function makeShoot(firer: u64, target: u64, retreat: u64, distance: u64): u64 {
  assert(firer <= 255, "makeShoot: firer is from 0 to 255");
  assert(target <= 255, "makeShoot: target is from 0 to 255");
  assert(retreat <= 6, "makeShoot: retreat is from 0 to 6");
  assert(distance <= 5, "makeShoot: distance is from 0 to 5");
  return 281474976710656 | (firer & 255) | (target & 255) << 8 | (retreat & 15) << 16 | (distance & 15) << 20;
}
/** Returns `firer` of a `shoot` action. */
export function shootFirer(action: u64): i32 {
  return <i32>(action & 255);
}
/** Returns `target` of a `shoot` action. */
export function shootTarget(action: u64): i32 {
  return <i32>(action >> 8 & 255);
}
/** Returns `retreat` of a `shoot` action. */
export function shootRetreat(action: u64): i32 {
  return <i32>(action >> 16 & 15);
}
/** Returns `distance` of a `shoot` action. */
export function shootDistance(action: u64): i32 {
  return <i32>(action >> 20 & 15);
}

/** The kind of `end_firing` actions. */
export const KIND_END_FIRING: i32 = 2;
/** Ends the fire phase. */
export function makeEndFiring(): u64 {
  return 562949953421312;
}

/** The kind of `move` actions. */
export const KIND_MOVE: i32 = 3;
/**
 * Moves a piece.
 * from: The square of the piece.
 * to: The destination.
 * facing: Its facing at the end: 0 to 7 clockwise from north.
 */
export function makeMove(from: u64, to: u64, facing: u64): u64 {
  assert(from <= 255, "makeMove: from is from 0 to 255");
  assert(to <= 255, "makeMove: to is from 0 to 255");
  assert(facing <= 7, "makeMove: facing is from 0 to 7");
  return 844424930131968 | (from & 255) | (to & 255) << 8 | (facing & 255) << 16;
}
/** Returns `from` of a `move` action. */
export function moveFrom(action: u64): i32 {
  return <i32>(action & 255);
}
/** Returns `to` of a `move` action. */
export function moveTo(action: u64): i32 {
  return <i32>(action >> 8 & 255);
}
/** Returns `facing` of a `move` action. */
export function moveFacing(action: u64): i32 {
  return <i32>(action >> 16 & 255);
}

/** The kind of `end_turn` actions. */
export const KIND_END_TURN: i32 = 4;
/** Ends the turn. */
export function makeEndTurn(): u64 {
  return 1125899906842624;
}

/** Number of columns. A square's number is column + columns x row. */
export const COLUMN_COUNT: i32 = 16;

/** Number of rows. */
export const ROW_COUNT: i32 = 16;

/** The name of each square, for @cell and @arrow in the log. */
export const SQUARE_NAMES: StaticArray<string> = [
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
export const PIECE_SYMBOLS: string = " KLLLLMMMHHDDOOkllllmmmhhddoo";

/** The board at the start, under the default rules. */
export const START_BOARD: StaticArray<i32> = [
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
export const SQUARE_GROUND: string = "..........................##..#....##.....##..#............#..#........##........##..#####.......#..........##.............###....###.............##..........#.......#####..##........##........#..#............#..##.....##....#..##..........................";

/** The kinds of pieces: command, light, medium and heavy tank, tank destroyer, mortar. */
export const KIND_LETTERS: string = "KLMHDO";

/** Maximum number of steps of a piece of each kind. */
export const KIND_SPEEDS: StaticArray<i32> = [
    0, 5, 4, 3, 4, 3,
];

/** The gun of each kind. */
export const KIND_GUNS: StaticArray<i32> = [
    1, 1, 2, 3, 4, 5,
];

/** The armour of each kind: front, side and rear of the first one, then of the next. */
export const KIND_ARMOUR: StaticArray<i32> = [
    1, 0, 0, 1, 0, 0, 2, 1, 0, 3, 2, 1, 2, 1, 0, 1, 0, 0,
];

/** The directions that a piece can face, clockwise. */
export const DIRECTION_NAMES: StaticArray<string> = [
    "north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west",
];

/** The change of the column by a step in each direction. */
export const DIRECTION_COLUMNS: StaticArray<i32> = [
    0, 1, 1, 1, 0, -1, -1, -1,
];

/** The change of the row by a step in each direction. */
export const DIRECTION_ROWS: StaticArray<i32> = [
    1, 1, 0, -1, -1, -1, 0, 1,
];

/** Index of a metric. Surviving pieces. */
export const METRIC_PIECES: i32 = 0;

/** Index of a metric. Sum of the guns of the surviving pieces. */
export const METRIC_VALUE: i32 = 1;

/** Index of a metric. Enemy pieces eliminated. */
export const METRIC_ELIMINATED: i32 = 2;

/** Writes the board to the log. */
export function logBoard(view: View): void {
  const symbols = " KLLLLMMMHHDDOOkllllmmmhhddoo";
  const ground = "..........................##..#....##.....##..#............#..#........##........##..#####.......#..........##.............###....###.............##..........#.......#####..##........##........#..#............#..##.....##....#..##..........................";
  const labels = " 1 2 3 4 5 6 7 8 910111213141516";
  log("   a b c d e f g h i j k l m n o p");
  for (let index = 0; index < 16; index++) {
    const row = 15 - index;
    let line = labels.substr(2 * row, 2);
    for (let column = 0; column < 16; column++) {
      const square = 16 * row + column;
      const value = <i32>view.board(square);
      const symbol = value < symbols.length ? symbols.charAt(value) : " ";
      line += " " + (symbol == " " ? ground.charAt(square) : symbol);
    }
    log(line);
  }
}
