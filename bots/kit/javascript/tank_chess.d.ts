// Tank Chess: what a bot sees, and how it answers.
// Made from the layout in the rules' own code; do not edit.

/** The bot's view of the position. */
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
  /** 0 setup, 1 firing, 2 moving, 3 game over. */
  readonly phase: number;
  /** The seat whose turn it is: 0 White, 1 Black; 2 in the setup, when both act. */
  readonly mover: number;
  /** Rule option pieces: 14 full, 10 basic. */
  readonly pieces_per_side: number;
  /** Rule option min_range: minimum distance of a shot, except a mortar's. */
  readonly min_range: number;
  /** Rule option side_edge: 0 eliminates, 1 blocks the choice. */
  readonly side_edge: number;
  /** Rule option command_files: the first, 0 is file a. */
  readonly command_first_file: number;
  /** Rule option command_files: the last, 0 is file a. */
  readonly command_last_file: number;
  /** Number of placements by each seat. */
  readonly placed: number;
  /** Rule option no_elimination_turns: twice as many quiet turns draw the game. */
  readonly no_elimination_turns: number;
  /** Consecutive turns of both seats before this one without an elimination. */
  readonly quiet_turns: number;
  /** Number of occurrences of the position at the start of this turn; the third is a draw. */
  readonly occurrences: number;
  /** 1 if a piece was eliminated in this turn. */
  readonly elimination: number;
  /**
   * The pieces of the group that moves in this turn: bit i for the mover's piece i; 0 before its
   * first move.
   */
  readonly group: number;
  /**
   * For each piece of the mover: its valid targets at the start of the turn, bit j for the other
   * seat's piece j.
   */
  readonly targets: readonly number[];
  /** White's pieces 0 to 13, then Black's: 0 K, 1 L, 2 M, 3 H, 4 D, 5 O. */
  readonly kind: readonly number[];
  /** The square of each piece: 16 x rank + file, both from 0. */
  readonly square: readonly number[];
  /** The facing of each piece: 0 to 7 clockwise from north. */
  readonly facing: readonly number[];
  /**
   * Flags of each piece: 1 on the board and known to you; in this turn: 2 fired, 4 fired on, 8
   * moved, 16 in the group that moves. If 0, its square and facing mean nothing.
   */
  readonly state: readonly number[];
  /** By square: 0 empty, 255 obstacle, 1 to 14 White's piece 0 to 13, 15 to 28 Black's. */
  readonly board: readonly number[];
}

/** Returns the kind of an action. */
export function kind(action: number): number;

export const PLACE: 0;
/**
 * Places the next piece in the setup.
 * square: The square to place it on.
 * piece: The kind of the piece: 0 K, 1 L, 2 M, 3 H, 4 D, 5 O.
 * facing: Its facing: 0 to 7 clockwise from north.
 */
export function place(square: number, piece: number, facing: number): number;
export function placeSquare(action: number): number;
export function placePiece(action: number): number;
export function placeFacing(action: number): number;

export const SHOOT: 1;
/**
 * Fires at an enemy.
 * firer: The square of the piece that fires.
 * target: The square of the enemy.
 * retreat: The direction of the retreat: 0 north, 2 east, 4 south, 6 west; 0 for no effect.
 * distance: Gun minus armour of the side that is hit; 0 for no effect.
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
 * from: The square of the piece.
 * to: The destination.
 * facing: Its facing at the end: 0 to 7 clockwise from north.
 */
export function move(from: number, to: number, facing: number): number;
export function moveFrom(action: number): number;
export function moveTo(action: number): number;
export function moveFacing(action: number): number;

export const END_TURN: 4;
/** Ends the turn. */
export function endTurn(): number;

/** Number of columns. A square's number is column + columns x row. */
export const COLUMN_COUNT: 16;

/** Number of rows. */
export const ROW_COUNT: 16;

/** The name of each square, for @cell and @arrow in the log. */
export const SQUARE_NAMES: readonly string[];

/**
 * The printed symbol for each value of the board, one character per value; a space if there is
 * none.
 */
export const PIECE_SYMBOLS: string;

/** The board at the start, under the default rules. */
export const START_BOARD: readonly number[];

/** The printed ground of each square, one character per square. */
export const SQUARE_GROUND: string;

/** The kinds of pieces: command, light, medium and heavy tank, tank destroyer, mortar. */
export const KIND_LETTERS: string;

/** Maximum number of steps of a piece of each kind. */
export const KIND_SPEEDS: readonly number[];

/** The gun of each kind. */
export const KIND_GUNS: readonly number[];

/** The armour of each kind: front, side and rear of the first one, then of the next. */
export const KIND_ARMOUR: readonly number[];

/** The directions that a piece can face, clockwise. */
export const DIRECTION_NAMES: readonly string[];

/** The change of the column by a step in each direction. */
export const DIRECTION_COLUMNS: readonly number[];

/** The change of the row by a step in each direction. */
export const DIRECTION_ROWS: readonly number[];

/** Index of a metric. Surviving pieces. */
export const METRIC_PIECES: 0;

/** Index of a metric. Sum of the guns of the surviving pieces. */
export const METRIC_VALUE: 1;

/** Index of a metric. Enemy pieces eliminated. */
export const METRIC_ELIMINATED: 2;

/** Writes the board to the log. */
export function logBoard(view: View): void;
