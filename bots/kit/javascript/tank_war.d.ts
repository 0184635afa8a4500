// The Tank War: what a bot sees, and how it answers.
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
  /** Rule option: 0 a-inside, 1 a-outside. */
  readonly layout: number;
  /** Rule option: 0 illegal, 1 wasted. */
  readonly blocked: number;
  /** Rule option: 0 false, 1 true. */
  readonly c_blocked_by_tanks: number;
  /** Maximum number of rounds: 54, or 200 with wasted moves. */
  readonly max_rounds: number;
  /** Rounds played. */
  readonly rounds: number;
  /** By seat: bit t is set if tank t may be named now. */
  readonly movable: readonly number[];
  /** By seat: number of living tanks. */
  readonly tanks: readonly number[];
  /** By seat: number of boxes held. */
  readonly boxes: readonly number[];
  /** By seat and tank: boxes advanced, 0 to 5; -1 if destroyed. */
  readonly advanced: readonly number[];
  /** By seat and tank: the column of its track, 0 to 5. */
  readonly column: readonly number[];
  /** By box: the seat that holds it. */
  readonly owner: readonly number[];
  /** By box: 6 * seat + tank of the tank on it; 255 if none. */
  readonly tank: readonly number[];
}

/** Returns the kind of an action. */
export function kind(action: number): number;

export const MOVE: 0;
/**
 * Names one of your movable tanks, which moves one box forward.
 * tank: The tank that moves: 0 LA, 1 LB, 2 LC, 3 RA, 4 RB, 5 RC; 6 and 7 are invalid.
 */
export function move(tank: number): number;
export function moveTank(action: number): number;

/** Number of columns. A square's number is column + columns x row. */
export const COLUMN_COUNT: 6;

/** Number of rows. */
export const ROW_COUNT: 6;

/** The name of each square, for @cell and @arrow in the log. */
export const SQUARE_NAMES: readonly string[];

/**
 * The printed symbol for each value of the board, one character per value; a space if there is
 * none.
 */
export const PIECE_SYMBOLS: string;

/** The board at the start, under the default rules. */
export const START_BOARD: readonly number[];

/** The squared distances at which tanks A, B and C hit: diagonal, straight, two boxes away. */
export const HIT_DISTANCES: readonly number[];

/** Index of a metric. Own tanks that survived, 0 to 6. */
export const METRIC_TANKS: 0;

/** Index of a metric. Boxes held at the end, 0 to 36. */
export const METRIC_BOXES: 1;

/** Index of a metric. Enemy tanks that did not survive, 0 to 6. */
export const METRIC_DESTROYED: 2;

/** Writes the board to the log. */
export function logBoard(view: View): void;
