// Tank Battle: what a bot sees, and how it answers.
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
  /** Rule option: plies without a capture or an entry that end the game; 0 if none do. */
  readonly no_progress_plies: number;
  /** Rule option: occurrences of a position that end the game; 0 if none do. */
  readonly repetitions: number;
  /**
   * Rule option: 0 a commander on a contaminated square is safe from the other, 1 and it cannot
   * capture the other from there either.
   */
  readonly commander_duel_in_zone: number;
  /** The seat to move: 0 White, 1 Black. */
  readonly to_move: number;
  /** Number of occurrences of this position so far, with this one; 1 if repetitions do not count. */
  readonly occurrences: number;
  /** Successive plies without a capture and without a tank newly entering the enemy's base. */
  readonly quiet_plies: number;
  /** White's and Black's points if the game ended now. */
  readonly points: readonly number[];
  /** Number of elements of `recent` in use. */
  readonly recent_count: number;
  /**
   * The tank on each square, a1, b1, ... k1, a2, ... k11: 0 none, 1 White's, 2 White's commander, 3
   * Black's, 4 Black's commander.
   */
  readonly board: readonly number[];
  /**
   * The moves since the last capture or entry, newest first, as the low 16 bits of their codes.
   * Taken back one by one, they give the earlier positions that count for repetition.
   */
  readonly recent: readonly number[];
}

/** Returns the kind of an action. */
export function kind(action: number): number;

export const MOVE: 0;
/**
 * Moves a tank, which captures a tank on its destination.
 * from: The square of the tank: 11 x rank + file, both from 0.
 * to: The destination. A tank on it is captured.
 */
export function move(from: number, to: number): number;
export function moveFrom(action: number): number;
export function moveTo(action: number): number;

/** Number of columns. A square's number is column + columns x row. */
export const COLUMN_COUNT: 11;

/** Number of rows. */
export const ROW_COUNT: 11;

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

/**
 * Index of a metric. 1 for each surviving tank, 2 in the enemy's base, 3 for the commander on its
 * circle.
 */
export const METRIC_POINTS: 0;

/** Index of a metric. Surviving tanks, the commander among them. */
export const METRIC_TANKS: 1;

/** Index of a metric. Tanks in the enemy's base. */
export const METRIC_IN_BASE: 2;

/** Index of a metric. Enemy tanks captured. */
export const METRIC_CAPTURES: 3;

/** Writes the board to the log. */
export function logBoard(view: View): void;
