// Tank Chess: what a bot sees, and how it answers.
// Made from the layout in the rules' own code; do not edit.

import { log } from "./muster";

/** What a bot sees. */
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
  /** 0 setup, 1 firing, 2 moving, 3 the game is over. */
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
  /** Rule option min_range: shortest distance of a shot, save the mortar's. */
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
  /** Placements that each seat has made. */
  get placed(): u8 {
    return load<u8>(changetype<usize>(this), 71);
  }
  /** Rule option no_elimination_turns: twice as many quiet turns draw the game. */
  get no_elimination_turns(): u16 {
    return load<u16>(changetype<usize>(this), 72);
  }
  /** Turns in a row before this one, of both seats together, without an elimination. */
  get quiet_turns(): u16 {
    return load<u16>(changetype<usize>(this), 74);
  }
  /** How often the position at the start of this turn has occurred; 3 draw. */
  get occurrences(): u8 {
    return load<u8>(changetype<usize>(this), 76);
  }
  /** 1 if a piece was eliminated in this turn. */
  get elimination(): u8 {
    return load<u8>(changetype<usize>(this), 77);
  }
  /**
   * The mover's pieces of the group that moves, bit i for the mover's piece i; 0 before the first
   * move.
   */
  get group(): u16 {
    return load<u16>(changetype<usize>(this), 78);
  }
  /**
   * For each piece of the mover the enemies it had a valid shot at when the turn started, bit j for
   * the other seat's piece j.
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
  /** Where each piece stands: 16 times the rank from 0, plus the file from 0. */
  square(index: i32): u8 {
    assert(<u32>index < 28, "square: no such index");
    return load<u8>(changetype<usize>(this) + (<usize>index << 0), 136);
  }
  /** Where each piece faces: 0 to 7 clockwise from north. */
  facing(index: i32): u8 {
    assert(<u32>index < 28, "facing: no such index");
    return load<u8>(changetype<usize>(this) + (<usize>index << 0), 164);
  }
  /**
   * Of each piece: 1 on the board and known to you, plus in this turn: 2 fired, 4 fired on, 8
   * moved, 16 in the group that moves. 0: square and facing mean nothing.
   */
  state(index: i32): u8 {
    assert(<u32>index < 28, "state: no such index");
    return load<u8>(changetype<usize>(this) + (<usize>index << 0), 192);
  }
  /** Each square: 0 empty, 255 obstacle, 1 to 14 White's piece 0 to 13, 15 to 28 Black's. */
  board(index: i32): u8 {
    assert(<u32>index < 256, "board: no such index");
    return load<u8>(changetype<usize>(this) + (<usize>index << 0), 220);
  }
}

/** The kind of such actions. */
export const KIND_PLACE: i32 = 0;
/**
 * Places the next piece in the setup.
 * square: On this square.
 * piece: A piece of this kind: 0 K, 1 L, 2 M, 3 H, 4 D, 5 O.
 * facing: Facing there: 0 to 7 clockwise from north.
 */
export function makePlace(square: u64, piece: u64, facing: u64): u64 {
  return (square & 255) | (piece & 255) << 8 | (facing & 255) << 16;
}
/** A part of such a code. */
export function placeSquare(action: u64): i32 {
  return <i32>(action & 255);
}
/** A part of such a code. */
export function placePiece(action: u64): i32 {
  return <i32>(action >> 8 & 255);
}
/** A part of such a code. */
export function placeFacing(action: u64): i32 {
  return <i32>(action >> 16 & 255);
}

/** The kind of such actions. */
export const KIND_SHOOT: i32 = 1;
/**
 * Fires on an enemy.
 * firer: The square of the piece that fires.
 * target: The square of the enemy.
 * retreat: Where the target retreats: 0 north, 2 east, 4 south, 6 west; 0 for no effect.
 * distance: Gun less armour of the side that is hit; 0 for no effect.
 */
export function makeShoot(firer: u64, target: u64, retreat: u64, distance: u64): u64 {
  return 281474976710656 | (firer & 255) | (target & 255) << 8 | (retreat & 15) << 16 | (distance & 15) << 20;
}
/** A part of such a code. */
export function shootFirer(action: u64): i32 {
  return <i32>(action & 255);
}
/** A part of such a code. */
export function shootTarget(action: u64): i32 {
  return <i32>(action >> 8 & 255);
}
/** A part of such a code. */
export function shootRetreat(action: u64): i32 {
  return <i32>(action >> 16 & 15);
}
/** A part of such a code. */
export function shootDistance(action: u64): i32 {
  return <i32>(action >> 20 & 15);
}

/** The kind of such actions. */
export const KIND_END_FIRING: i32 = 2;
/** Ends the fire phase. */
export function makeEndFiring(): u64 {
  return 562949953421312;
}

/** The kind of such actions. */
export const KIND_MOVE: i32 = 3;
/**
 * Moves a piece.
 * from: From this square.
 * to: To this square.
 * facing: Facing there in the end: 0 to 7 clockwise from north.
 */
export function makeMove(from: u64, to: u64, facing: u64): u64 {
  return 844424930131968 | (from & 255) | (to & 255) << 8 | (facing & 255) << 16;
}
/** A part of such a code. */
export function moveFrom(action: u64): i32 {
  return <i32>(action & 255);
}
/** A part of such a code. */
export function moveTo(action: u64): i32 {
  return <i32>(action >> 8 & 255);
}
/** A part of such a code. */
export function moveFacing(action: u64): i32 {
  return <i32>(action >> 16 & 255);
}

/** The kind of such actions. */
export const KIND_END_TURN: i32 = 4;
/** Ends the turn. */
export function makeEndTurn(): u64 {
  return 1125899906842624;
}

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
