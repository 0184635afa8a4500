// Tank Chess: what a bot sees, and how it answers.
// Made from the layout in the rules' own code; do not edit.

/** What a bot sees. */
export interface View {
  /** Version of this interface. */
  readonly abi_version: number;
  /** The game's number. */
  readonly game: number;
  /** Your seat, 0 or 1. */
  readonly seat: number;
  /** Number of seats, 2. */
  readonly seats: number;
  /** 1: restarted in the middle of a match, 2: both seats act at once. */
  readonly flags: number;
  /** Ply, from 0 at the start of the match. */
  readonly ply: number;
  /** Turn, counted by the game. */
  readonly turn: number;
  /** Number of legal actions, or 4294967295 if not counted. */
  readonly legal_count: number;
  /** Nanoseconds left for this move: never more than what is left for the game. */
  readonly move_left: bigint;
  /** Nanoseconds left for your game. */
  readonly game_left: bigint;
  /** Nanoseconds your opponent has left, rounded down to 1/100 of the game's time or 1 ms. */
  readonly opponent_left: bigint;
  /** Nanoseconds added to your game's time after each move. */
  readonly increment: bigint;
  /** 0 setup, 1 firing, 2 moving, 3 the game is over. */
  readonly phase: number;
  /** The seat whose turn it is: 0 White, 1 Black; 2 in the setup, when both act. */
  readonly mover: number;
  /** Rule option pieces: 14 full, 10 basic. */
  readonly pieces_per_side: number;
  /** Rule option min_range: shortest distance of a shot, save the mortar's. */
  readonly min_range: number;
  /** Rule option side_edge: 0 eliminates, 1 blocks the choice. */
  readonly side_edge: number;
  /** Rule option command_files: the first, 0 is file a. */
  readonly command_first_file: number;
  /** Rule option command_files: the last, 0 is file a. */
  readonly command_last_file: number;
  /** Placements that each seat has made. */
  readonly placed: number;
  /** Rule option no_elimination_turns: twice as many quiet turns draw the game. */
  readonly no_elimination_turns: number;
  /** Turns in a row before this one, of both seats together, without an elimination. */
  readonly quiet_turns: number;
  /** How often the position at the start of this turn has occurred; 3 draw. */
  readonly occurrences: number;
  /** 1 if a piece was eliminated in this turn. */
  readonly elimination: number;
  /**
   * The mover's pieces of the group that moves, bit i for the mover's piece i; 0 before the first
   * move.
   */
  readonly group: number;
  /**
   * For each piece of the mover the enemies it had a valid shot at when the turn started, bit j for
   * the other seat's piece j.
   */
  readonly targets: readonly number[];
  /** White's pieces 0 to 13, then Black's: 0 K, 1 L, 2 M, 3 H, 4 D, 5 O. */
  readonly kind: readonly number[];
  /** Where each piece stands: 16 times the rank from 0, plus the file from 0. */
  readonly square: readonly number[];
  /** Where each piece faces: 0 to 7 clockwise from north. */
  readonly facing: readonly number[];
  /**
   * Of each piece: 1 on the board and known to you, plus in this turn: 2 fired, 4 fired on, 8
   * moved, 16 in the group that moves. 0: square and facing mean nothing.
   */
  readonly state: readonly number[];
  /** Each square: 0 empty, 255 obstacle, 1 to 14 White's piece 0 to 13, 15 to 28 Black's. */
  readonly board: readonly number[];
}

/** The kind of an action. */
export function kind(action: number): number;

export const PLACE: 0;
/**
 * Places the next piece in the setup.
 * square: On this square.
 * piece: A piece of this kind: 0 K, 1 L, 2 M, 3 H, 4 D, 5 O.
 * facing: Facing there: 0 to 7 clockwise from north.
 */
export function place(square: number, piece: number, facing: number): number;
export function placeSquare(action: number): number;
export function placePiece(action: number): number;
export function placeFacing(action: number): number;

export const SHOOT: 1;
/**
 * Fires on an enemy.
 * firer: The square of the piece that fires.
 * target: The square of the enemy.
 * retreat: Where the target retreats: 0 north, 2 east, 4 south, 6 west; 0 for no effect.
 * distance: Gun less armour of the side that is hit; 0 for no effect.
 */
export function shoot(firer: number, target: number, retreat: number, distance: number): number;
export function shootFirer(action: number): number;
export function shootTarget(action: number): number;
export function shootRetreat(action: number): number;
export function shootDistance(action: number): number;

export const END_FIRING: 2;
/** Ends the fire phase. */
export function endFiring(): number;

export const MOVE: 3;
/**
 * Moves a piece.
 * from: From this square.
 * to: To this square.
 * facing: Facing there in the end: 0 to 7 clockwise from north.
 */
export function move(from: number, to: number, facing: number): number;
export function moveFrom(action: number): number;
export function moveTo(action: number): number;
export function moveFacing(action: number): number;

export const END_TURN: 4;
/** Ends the turn. */
export function endTurn(): number;

/** The number of columns: a square's number is column + columns x row. */
export const COLUMN_COUNT: 16;

/** The number of rows. */
export const ROW_COUNT: 16;

/** The name of each square, as @cell and @arrow in a log have it. */
export const SQUARE_NAMES: readonly string[];

/**
 * The piece of each value of the board, a character each, as the board is printed; a space for
 * none.
 */
export const PIECE_SYMBOLS: string;

/** The board at the start, under the usual rules. */
export const START_BOARD: readonly number[];

/** The ground of each square, a character each, as the board is printed. */
export const SQUARE_GROUND: string;

/** The kinds of pieces: command, light, medium and heavy tank, tank destroyer, mortar. */
export const KIND_LETTERS: string;

/** How many steps a piece of each kind moves. */
export const KIND_SPEEDS: readonly number[];

/** The gun of each kind. */
export const KIND_GUNS: readonly number[];

/** The armour of each kind: front, side and rear of the first one, then of the next. */
export const KIND_ARMOUR: readonly number[];

/** The directions that a piece faces, clockwise. */
export const DIRECTION_NAMES: readonly string[];

/** Columns that a step in each direction goes. */
export const DIRECTION_COLUMNS: readonly number[];

/** Rows that a step in each direction goes. */
export const DIRECTION_ROWS: readonly number[];

/** The place of a metric. Surviving pieces. */
export const METRIC_PIECES: 0;

/** The place of a metric. Sum of the guns of the surviving pieces. */
export const METRIC_VALUE: 1;

/** The place of a metric. Enemy pieces eliminated. */
export const METRIC_ELIMINATED: 2;

/** Writes the board to the log. */
export function logBoard(view: View): void;
