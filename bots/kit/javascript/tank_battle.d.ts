// Tank Battle: what a bot sees, and how it answers.
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
  /** Rule option: plies without a capture or an entry that end the game; 0 if none do. */
  readonly no_progress_plies: number;
  /** Rule option: occurrences of a position that end the game; 0 if none do. */
  readonly repetitions: number;
  /**
   * Rule option: 0 a commander on a contaminated square cannot be captured by the other, 1 nor can
   * it capture the other from there.
   */
  readonly commander_duel_in_zone: number;
  /** The seat to move: 0 White, 1 Black. */
  readonly to_move: number;
  /** How often this position has occurred, this time included; 1 if repetitions do not count. */
  readonly occurrences: number;
  /** Successive plies without a capture and without a tank newly entering the enemy's base. */
  readonly quiet_plies: number;
  /** White's and Black's points if the game stopped here. */
  readonly points: readonly number[];
  /** How many elements of `recent` are in use. */
  readonly recent_count: number;
  /**
   * The tank on each square, a1, b1, ... k1, a2, ... k11: 0 none, 1 White's, 2 White's commander, 3
   * Black's, 4 Black's commander.
   */
  readonly board: readonly number[];
  /**
   * The moves since the last capture or entry, the newest first, as the low 16 bits of their codes;
   * taken back one by one they give the earlier positions that count for repetition.
   */
  readonly recent: readonly number[];
}

/** The kind of an action. */
export function kind(action: number): number;

export const MOVE: 0;
/**
 * A tank goes from one square to another.
 * from: The square of the tank: 11 x rank + file, both from 0.
 * to: The square it goes to, capturing what stands there.
 */
export function move(from: number, to: number): number;
export function moveFrom(action: number): number;
export function moveTo(action: number): number;

/** The number of columns: a square's number is column + columns x row. */
export const COLUMN_COUNT: 11;

/** The number of rows. */
export const ROW_COUNT: 11;

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

/**
 * The place of a metric. 1 for each surviving tank, 2 in the enemy's base, 3 for the commander on
 * its circle.
 */
export const METRIC_POINTS: 0;

/** The place of a metric. Surviving tanks, the commander among them. */
export const METRIC_TANKS: 1;

/** The place of a metric. Tanks in the enemy's base. */
export const METRIC_IN_BASE: 2;

/** The place of a metric. Enemy tanks captured. */
export const METRIC_CAPTURES: 3;

/** Writes the board to the log. */
export function logBoard(view: View): void;
