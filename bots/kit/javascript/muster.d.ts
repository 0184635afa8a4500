// The calls of the host. They work inside `choose`; at the top level of a script only `log` does.

/** An action played earlier in the match. */
export interface Record {
  code: number;
  ply: number;
  seat: number;
}

/** Returns your legal actions. */
export function legalActions(): number[];
/** Returns the actions played so far, without hidden ones. */
export function history(): Record[];
/** Returns the seconds left for this call: the smaller of the move's and the game's clock. */
export function remaining(): number;
/** Returns the seconds left for the game. */
export function gameRemaining(): number;
/** Sets the best action so far, which is played if the move's time runs out. */
export function offer(action: number): void;
/** Returns a random number from 0 up to, but not including, 1. A replay of the match draws the same numbers. */
export function random(): number;
/** Returns a random integer below `bound`, which must not be 0. */
export function below(bound: number): number;
/** Returns the value of a setting, or `otherwise`: with `depth=4 style=bold`, `setting("style")` is `bold`. */
export function setting(name: string): string | undefined;
export function setting<T>(name: string, otherwise: T): string | T;
/** Returns a setting as an integer, or `otherwise` if it is not set or not an integer. */
export function number(name: string, otherwise: number): number;
/** Writes a line to the match's log, which only you can read. So does `console.log`. */
export function log(text: string): void;

/** An action, the phase after it, and the metrics of seat 0 and of seat 1, in the game's order. */
export type Child = [action: number, phase: number, first: number[], second: number[]];

/** The name of a metric, or weights by name: `{ points: 10, tanks: 1 }`. */
export type Weights = string | { [metric: string]: number };

/**
 * An immutable position for looking ahead. It expires when `choose` returns. An invalid call throws an error that
 * says what is wrong.
 */
export class Position {
  private constructor();
  /** Returns the current position. Hidden actions are the given ones where they fit, otherwise random. */
  static here(...supposed: number[]): Position;
  /** Parses a position, under the rules of the match. */
  static read(text: string): Position;
  /** Returns the position after a ply. If both seats act, pass the action of seat 0, then that of seat 1. */
  after(action: number, second?: number): Position;
  /** Plays random plies, up to this number or the end of the game, and returns the position. */
  playout(plies?: number): Position;
  /** Releases the position now. Positions without references are released automatically. */
  release(): void;
  /**
   * 1: seat 0 acts, 2: seat 1 acts, 3: both act, 8: draw, 9: seat 0 has won, 10: seat 1 has won; 4: chance decides,
   * and the outcomes are the legal actions of seat 0.
   */
  readonly phase: number;
  readonly isOver: boolean;
  /** The winner's seat; `null` if there is none. */
  readonly winner: number | null;
  acts(seat: number): boolean;
  /** Returns the legal actions of a seat, by default of the seat that acts. */
  legalActions(seat?: number): number[];
  /** Returns a seat's metrics, by name. */
  metrics(seat?: number): { [name: string]: number };
  /** Returns a seat's view, with all clocks at 0. */
  view(seat?: number): any;
  /** Returns the child of each legal action of a seat. If both act, `other` is the other seat's action. */
  children(seat?: number, other?: number): Child[];
  /**
   * Returns a seat's lead after each of its legal actions, in their order: the weighted sum of its metrics minus
   * that of the other seat's; infinity for a win, minus infinity for a loss, 0 for a draw. If both act and `other` is
   * missing, a lead is the minimum over all of the other seat's actions.
   */
  leads(weights: Weights, seat?: number, other?: number): number[];
  /** Returns the legal action with the greatest lead; of equal ones, the first. */
  best(weights: Weights, seat?: number, other?: number): number;
  /** Returns the events of a ply, in words. */
  events(action: number, second?: number): string[];
  readonly text: string;
}

/** The current position, as `Position.here` returns it. */
export function position(...supposed: number[]): Position;

declare global {
  /** Writes a line to the match's log. */
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
