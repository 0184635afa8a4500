// The part of the kit that all games share: host calls, settings, dice, clock, log and positions for looking ahead.
//
// A bot imports the module of its game and exports one function:
//
//     import { View, move } from "./tank_war";
//
//     export function choose(view: View): u64 { ... }

// @ts-ignore: decorator
@external("muster", "legal_actions")
declare function hostLegalActions(codes: usize, capacity: u32): u32;
// @ts-ignore: decorator
@external("muster", "remaining")
declare function hostRemaining(): i64;
// @ts-ignore: decorator
@external("muster", "game_remaining")
declare function hostGameRemaining(): i64;
// @ts-ignore: decorator
@external("muster", "offer")
declare function hostOffer(action: u64): void;
// @ts-ignore: decorator
@external("muster", "history")
declare function hostHistory(records: usize, capacity: u32): u32;
// @ts-ignore: decorator
@external("muster", "random")
declare function hostRandom(): u64;
// @ts-ignore: decorator
@external("muster", "settings")
declare function hostSettings(text: usize, capacity: u32): u32;
// @ts-ignore: decorator
@external("muster", "log")
declare function hostLog(text: usize, length: u32): void;

/** Flag of a view: the bot was restarted in the middle of the match. */
export const RESTARTED: u16 = 1;
/** Flag of a view: both seats act at once. */
export const SIMULTANEOUS: u16 = 2;
/** The value of `legal_count` if the game does not count legal actions. */
export const UNCOUNTED: u32 = u32.MAX_VALUE;

/** An action played earlier in the match. */
export class Record {
  constructor(
    public code: u64,
    public ply: u32,
    public seat: u8,
  ) {}
}

/** Returns your legal actions. */
export function legalActions(): StaticArray<u64> {
  const codes = new StaticArray<u64>(hostLegalActions(0, 0));
  hostLegalActions(changetype<usize>(codes), codes.length);
  return codes;
}

/** Returns the actions played so far, without hidden ones. */
export function history(): Record[] {
  const bytes = new StaticArray<u64>(2 * hostHistory(0, 0));
  const count = hostHistory(changetype<usize>(bytes), bytes.length / 2);
  const records: Record[] = [];
  for (let index: u32 = 0; index < count; index++) {
    const second = bytes[2 * index + 1];
    records.push(new Record(bytes[2 * index], <u32>second, <u8>(second >> 32)));
  }
  return records;
}

/** Returns the seconds left for this call: the smaller of the move's and the game's clock. */
export function remaining(): f64 {
  return <f64>hostRemaining() / 1e9;
}

/** Returns the seconds left for the game. */
export function gameRemaining(): f64 {
  return <f64>hostGameRemaining() / 1e9;
}

/** Sets the best action so far, which is played if the move's time runs out. */
export function offer(action: u64): void {
  hostOffer(action);
}

/** Returns 64 random bits from your seat's stream. A replay of the match draws the same bits. */
export function random(): u64 {
  return hostRandom();
}

/** Returns a random number below `bound`, which must not be 0. */
export function below(bound: u32): u32 {
  return <u32>(((hostRandom() >> 32) * <u64>bound) >> 32);
}

/** Returns the kind of an action code. The game's module names the kinds. */
export function kind(action: u64): i32 {
  return <i32>(action >> 48);
}

/** Writes a line to the match's log, which only you can read. */
export function log(text: string): void {
  const bytes = String.UTF8.encode(text + "\n");
  hostLog(changetype<usize>(bytes), bytes.byteLength);
}

/** Returns the value of a setting, or null: with `depth=4 style=bold`, `setting("style")` is `bold`. */
export function setting(name: string): string | null {
  const bytes = new ArrayBuffer(hostSettings(0, 0));
  hostSettings(changetype<usize>(bytes), bytes.byteLength);
  const words = String.UTF8.decode(bytes).replaceAll(",", " ").split(" ");
  for (let index = 0; index < words.length; index++) {
    if (words[index].startsWith(name + "=")) return words[index].substring(name.length + 1);
  }
  return null;
}

/** Returns a setting as an integer, or `otherwise` if it is not set or not an integer. */
export function number(name: string, otherwise: i64): i64 {
  const text = setting(name);
  if (text === null) return otherwise;
  const value = parseInt(text);
  return isNaN(value) ? otherwise : <i64>value;
}

/** Logs the message and the line at which the bot ends: `asc --use abort=muster/abort`. */
export function abort(message: string | null, file: string | null, line: u32, column: u32): void {
  const what = message === null ? "abort" : message;
  const where = file === null ? "" : ` (${file}:${line}:${column})`;
  log(what + where);
  unreachable();
}

// @ts-ignore: decorator
@external("muster", "position_here")
declare function positionHere(supposed: usize, count: u32): i32;
// @ts-ignore: decorator
@external("muster", "position_read")
declare function positionRead(text: usize, length: u32): i32;
// @ts-ignore: decorator
@external("muster", "position_after")
declare function positionAfter(position: i32, first: i64, second: i64): i32;
// @ts-ignore: decorator
@external("muster", "position_playout")
declare function positionPlayout(position: i32, plies: i32): i32;
// @ts-ignore: decorator
@external("muster", "position_release")
declare function positionRelease(position: i32): i32;
// @ts-ignore: decorator
@external("muster", "position_phase")
declare function positionPhase(position: i32): i32;
// @ts-ignore: decorator
@external("muster", "position_legal")
declare function positionLegal(position: i32, seat: i32, codes: usize, capacity: u32): i32;
// @ts-ignore: decorator
@external("muster", "position_metrics")
declare function positionMetrics(position: i32, seat: i32, values: usize, capacity: u32): i32;
// @ts-ignore: decorator
@external("muster", "position_view")
declare function positionView(position: i32, seat: i32, view: usize, capacity: u32): i32;
// @ts-ignore: decorator
@external("muster", "position_events")
declare function positionEvents(position: i32, first: i64, second: i64, text: usize, capacity: u32): i32;
// @ts-ignore: decorator
@external("muster", "position_text")
declare function positionText(position: i32, text: usize, capacity: u32): i32;
// @ts-ignore: decorator
@external("muster", "position_children")
declare function positionChildren(position: i32, seat: i32, other: i64, words: usize, capacity: u32): i32;
// @ts-ignore: decorator
@external("muster", "position_error")
declare function positionError(text: usize, capacity: u32): i32;

/** The action of a seat that does not act. */
export const NO_ACTION: u64 = u64.MAX_VALUE;

/** Returns the result of a call on positions. After an invalid call, logs the host's message and ends the bot. */
function told(result: i32): i32 {
  if (result < 0) {
    const bytes = new ArrayBuffer(positionError(0, 0));
    positionError(changetype<usize>(bytes), bytes.byteLength);
    throw new Error(String.UTF8.decode(bytes));
  }
  return result;
}

/** The phase of a position: the seats that act, or the result. */
export class Phase {
  constructor(private value: i32) {}

  /** Returns `true` if the game is over. */
  get isOver(): bool {
    return this.value >= 8;
  }

  /** Returns the winner's seat, or -1 if there is none. */
  get winner(): i32 {
    return max(this.value - 9, -1);
  }

  /** Returns `true` if a seat acts. */
  acts(seat: i32): bool {
    return !this.isOver && (seat == 0 || seat == 1) && ((this.value >> seat) & 1) == 1;
  }
}

/** An action with the phase and the metrics after it. */
export class Child {
  /** The phase after it. */
  phase: Phase;

  constructor(
    public action: u64,
    private words: StaticArray<i64>,
    private at: i32,
    private metrics: i32,
  ) {
    this.phase = new Phase(<i32>words[at + 1]);
  }

  /** Returns a seat's metric after it. The constant `METRIC_...` of the game's kit is its index. */
  metric(seat: i32, index: i32): i64 {
    assert(seat >> 1 == 0 && index >= 0 && index < this.metrics, "there is no such metric");
    return this.words[this.at + 2 + seat * this.metrics + index];
  }
}

let seenView: usize = 0;
let seenLength: i32 = 0;

/**
 * An immutable position for looking ahead. At most 1,024 can exist at once: `release` those that you no longer need.
 * All positions expire when `choose` returns.
 */
export class Position {
  private constructor(private handle: i32) {}

  /** Returns `true` if positions are available: a tournament may disable them, and a bot has none while it starts. */
  static isAvailable(): bool {
    return positionRelease(positionHere(0, 0)) == 0;
  }

  /** Returns the current position. Hidden information is drawn with your dice. */
  static here(): Position {
    return new Position(told(positionHere(0, 0)));
  }

  /**
   * Returns the current position, assuming these hidden actions of the opponent, in order. Your dice replace actions
   * that are missing or do not fit.
   */
  static hereSupposing(actions: StaticArray<u64>): Position {
    return new Position(told(positionHere(changetype<usize>(actions), actions.length)));
  }

  /** Parses a position, under the rules of this match. */
  static read(text: string): Position {
    const bytes = String.UTF8.encode(text);
    return new Position(told(positionRead(changetype<usize>(bytes), bytes.byteLength)));
  }

  /** Returns the position after an action of the seat that acts. */
  after(action: u64): Position {
    return this.phase.acts(0) ? this.afterBoth(action, NO_ACTION) : this.afterBoth(NO_ACTION, action);
  }

  /** Returns the position after simultaneous actions of both seats. */
  afterBoth(first: u64, second: u64): Position {
    return new Position(told(positionAfter(this.handle, first, second)));
  }

  /** Plays random legal plies, up to this number or the end of the game, and returns the position. */
  playout(plies: i32): Position {
    return new Position(told(positionPlayout(this.handle, plies)));
  }

  /** Releases the position, to make room for another. */
  release(): void {
    positionRelease(this.handle);
  }

  /** Returns the phase: the seats that act, or the result. */
  get phase(): Phase {
    return new Phase(told(positionPhase(this.handle)));
  }

  /** Returns a seat's legal actions. */
  legalActions(seat: i32): StaticArray<u64> {
    let codes = new StaticArray<u64>(256);
    const count = told(positionLegal(this.handle, seat, changetype<usize>(codes), codes.length));
    if (count <= codes.length) return codes.slice<StaticArray<u64>>(0, count);
    codes = new StaticArray<u64>(count);
    positionLegal(this.handle, seat, changetype<usize>(codes), count);
    return codes;
  }

  /** Returns a seat's metrics. The constants `METRIC_...` of the game's kit are their indices. */
  metrics(seat: i32): StaticArray<i64> {
    const values = new StaticArray<i64>(told(positionMetrics(this.handle, seat, 0, 0)));
    positionMetrics(this.handle, seat, changetype<usize>(values), values.length);
    return values;
  }

  /** Returns a seat's view, with all clocks at 0: `position.view<View>(0)`. The next call overwrites it. */
  view<View>(seat: i32): View {
    const length = told(positionView(this.handle, seat, seenView, seenLength));
    if (length > seenLength) {
      seenView = heap.alloc(length);
      seenLength = length;
      positionView(this.handle, seat, seenView, length);
    }
    return changetype<View>(seenView);
  }

  /** Returns the position as a text that `read` parses. */
  text(): string {
    const bytes = new ArrayBuffer(told(positionText(this.handle, 0, 0)));
    positionText(this.handle, changetype<usize>(bytes), bytes.byteLength);
    return String.UTF8.decode(bytes);
  }

  /** Returns the events of a ply, one per line. Pass `NO_ACTION` for a seat that does not act. */
  events(first: u64, second: u64): string {
    const bytes = new ArrayBuffer(told(positionEvents(this.handle, first, second, 0, 0)));
    positionEvents(this.handle, first, second, changetype<usize>(bytes), bytes.byteLength);
    return String.UTF8.decode(bytes);
  }

  /** Returns the child of each legal action of a seat. `other` is the other seat's action if both act. */
  children(seat: i32, other: u64 = NO_ACTION): Child[] {
    const metrics = told(positionMetrics(this.handle, 0, 0, 0));
    const width = 2 + 2 * metrics;
    let words = new StaticArray<i64>(256 * width);
    const count = told(positionChildren(this.handle, seat, other, changetype<usize>(words), 256));
    if (count > 256) {
      words = new StaticArray<i64>(count * width);
      positionChildren(this.handle, seat, other, changetype<usize>(words), count);
    }
    const children = new Array<Child>(count);
    for (let index = 0; index < count; index++) {
      children[index] = new Child(words[index * width], words, index * width, metrics);
    }
    return children;
  }
}
