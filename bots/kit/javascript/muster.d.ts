// The calls of the host. They work inside `choose`; at the top level of a script only `log` does.

/** One action of the match so far. */
export interface Record {
  code: number;
  ply: number;
  seat: number;
}

/** Your legal actions. */
export function legalActions(): number[];
/** The actions of the match so far that you may know. */
export function history(): Record[];
/** Seconds of the clock left for this call: the smaller of the move's and the game's. */
export function remaining(): number;
/** Seconds left for the game. */
export function gameRemaining(): number;
/** Names the best action so far, which is played if the move's time runs out. */
export function offer(action: number): void;
/** A random number from 0 to 1, without 1, of your seat's own stream; a replayed match has the same. */
export function random(): number;
/** A random whole number below `bound`, which is not 0. */
export function below(bound: number): number;
/** The value of a setting, or `otherwise`: of `depth=4 style=bold`, `setting("style")` is `bold`. */
export function setting(name: string): string | undefined;
export function setting<T>(name: string, otherwise: T): string | T;
/** The whole number of a setting, or `otherwise` if it is not set or not a number. */
export function number(name: string, otherwise: number): number;
/** Writes a line to the log of the match, which only you can read. So does `console.log`. */
export function log(text: string): void;

/** What an action leads to: its code, the phase after it, and the metrics of seat 0 and of seat 1, in their order. */
export type Child = [action: number, phase: number, first: number[], second: number[]];

/** The name of a metric, or names with what each weighs: `{ points: 10, tanks: 1 }`. */
export type Weights = string | { [metric: string]: number };

/**
 * A position that you make and play in while you choose; it ends with your answer, and is never changed. A mistake is thrown, with
 * what was wrong.
 */
export class Position {
  private constructor();
  /** The position that you are asked in. What you cannot know is made up: of these actions of your opponent where they fit. */
  static here(...supposed: number[]): Position;
  /** A position from its text, under the rules of the match. */
  static read(text: string): Position;
  /** The position after a ply: the action of the seat that acts; where both act, that of seat 0 and that of seat 1. */
  after(action: number, second?: number): Position;
  /** The position after at most so many random plies, or at the end of the game. */
  playout(plies?: number): Position;
  /** Makes room at once; what you no longer hold is released anyhow. */
  release(): void;
  /** 1 seat 0 acts, 2 seat 1, 3 both; 8 a draw, 9 seat 0 has won, 10 seat 1. */
  readonly phase: number;
  readonly isOver: boolean;
  /** The seat that has won; `null` for nobody. */
  readonly winner: number | null;
  acts(seat: number): boolean;
  /** Legal actions: of the seat that acts, or of one of both. */
  legalActions(seat?: number): number[];
  /** The game's metrics of a seat, by name. */
  metrics(seat?: number): { [name: string]: number };
  /** What a seat sees; its clocks stand at 0. */
  view(seat?: number): any;
  /** What each legal action of a seat leads to. Where both act, `other` is the other seat's action. */
  children(seat?: number, other?: number): Child[];
  /**
   * By how much a seat leads after each of its legal actions, in their order: what its metrics weigh, less what those of the other
   * seat do; infinity where it has won or lost, 0 in a draw. Where both act and `other` is left out, the least over all of the
   * other's actions.
   */
  leads(weights: Weights, seat?: number, other?: number): number[];
  /** The legal action with the greatest lead, the first of equal ones. */
  best(weights: Weights, seat?: number, other?: number): number;
  /** What happens in a ply, in words. */
  events(action: number, second?: number): string[];
  readonly text: string;
}

/** The position that you are asked in: `Position.here`. */
export function position(...supposed: number[]): Position;

declare global {
  /** What a bot prints goes to the log of the match. */
  interface Console {
    log(...values: unknown[]): void;
    info(...values: unknown[]): void;
    debug(...values: unknown[]): void;
    warn(...values: unknown[]): void;
    error(...values: unknown[]): void;
    assert(condition: unknown, ...values: unknown[]): void;
  }
  var console: Console;
}
