/** The rules of a game for Muster. The reference is docs/games/reference.md. */

export type Seat = 0 | 1;
/** A value that a state may have. */
export type Value = number | string | boolean | null | Value[] | { [key: string]: Value };
/** A move: the name of its action, its code, and each part of the action as a property. */
export type Move = { readonly kind: string; readonly code: number; readonly [part: string]: any };
/** The moves of a ply by seat; an outcome of chance instead, after a turn of `chance`. */
export type Moves = Move[] & { readonly chance?: number };
/** The smallest and the largest value of a part, its description, and a word for each value in the notation. */
export type Part = [min: number, max: number, about?: string, labels?: string[]];
export type Action = (...parts: number[]) => Move;
export type Metric = { name: string; about: string };
export type Option = { name: string; about: string };
export type Field = { kind: string; count: number; about: string };
export type Grid = { readonly field: string };
export type Tone = "plain" | "blocked" | "danger" | "home0" | "home1" | "held0" | "held1";
/** A result of `turn`, besides a seat. */
export type Result = { readonly phase: string };
export type Event = { text: string; mark?: Mark };
export type Mark = { move: [number, number] } | { shot: [number, number] } | { loss: number };
export type Shape = { readonly id: string };
export type Look = { seat?: Seat | null; name?: string; action?: Move | null };
/** Dice that determine an imagined position. */
export interface Dice {
    /** A number from 0 to `bound - 1`. */
    below(bound: number): number;
    choice<T>(values: readonly T[]): T;
    /** The values in a random order, as a new array. */
    shuffle<T>(values: Iterable<T>): T[];
}

/** Declares an action: its notation with `{part}` for each part, and the range of each part. */
export function action(declared: { notation: string; parts?: Record<string, Part>; secret?: boolean; about?: string }): Action;
export function metric(name: string, about?: string): Metric;
/** Declares an option: a choice, an integer, or a flag with its default. */
export function option(
    name: string,
    about: string,
    kind: { choices: string[]; default?: string } | { min: number; max: number; default?: number } | { flag: boolean },
): Option;
export function u8(count: number, about?: string): Field;
export function u8(about?: string): Field;
export function i8(count: number, about?: string): Field;
export function i8(about?: string): Field;
export function u16(count: number, about?: string): Field;
export function u16(about?: string): Field;
export function u32(count: number, about?: string): Field;
export function u32(about?: string): Field;
/** Declares a board: labels, the part that a click gives, and for each value of the field its piece. */
export function grid(
    field: string,
    look: {
        columns: string;
        rows: Iterable<string>;
        pieces: Record<number, [seat: Seat | null, symbol: string, name: string]>;
        click?: string;
        pick?: string;
        tones?: Record<number, Tone>;
    },
): Grid;

/** Both seats act at the same time. */
export const BOTH: Result;
export function win(seat: Seat, reason?: string): Result;
export function draw(reason?: string): Result;
/** Chance decides. `to` is the only seat that learns the outcome, or null if neither does. */
export function chance(outcomes: number, options?: { to?: Seat | null | Result }): Result;

/** An event, with a mark on the board: squares are indexes into the first grid. */
export function event(text: string, mark?: Mark): Event;
export function rect(id: string, left: number, top: number, width: number, height: number, text?: string, look?: Look): Shape;
export function circle(id: string, x: number, y: number, radius: number, text?: string, look?: Look): Shape;
export function line(id: string, x1: number, y1: number, x2: number, y2: number, look?: Look): Shape;
export function label(id: string, x: number, y: number, text: string, look?: Look): Shape;
