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
