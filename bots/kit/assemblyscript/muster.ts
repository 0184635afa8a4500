// What every bot needs, in any game: host calls, settings, dice, clock and log.
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

/** Flag of a view: the instance is fresh although the match is not. */
export const RESTARTED: u16 = 1;
/** Flag of a view: both seats act at once. */
export const SIMULTANEOUS: u16 = 2;
/** The number of legal actions where the game does not count them. */
export const UNCOUNTED: u32 = u32.MAX_VALUE;

/** One action of the match so far. */
export class Record {
  constructor(
    public code: u64,
    public ply: u32,
    public seat: u8,
  ) {}
}

/** Your legal actions. */
export function legalActions(): StaticArray<u64> {
  const codes = new StaticArray<u64>(hostLegalActions(0, 0));
  hostLegalActions(changetype<usize>(codes), codes.length);
  return codes;
}

/** The actions of the match so far that you may know. */
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

/** Seconds of the clock left for this call: the smaller of the move's and the game's. */
export function remaining(): f64 {
  return <f64>hostRemaining() / 1e9;
}

/** Seconds left for the game. */
export function gameRemaining(): f64 {
  return <f64>hostGameRemaining() / 1e9;
}

/** The best action so far, which is played if the move's time runs out. */
export function offer(action: u64): void {
  hostOffer(action);
}

/** 64 random bits of your seat's own stream; a replayed match has the same. */
export function random(): u64 {
  return hostRandom();
}

/** A random number below `bound`, which is not 0. */
export function below(bound: u32): u32 {
  return <u32>(((hostRandom() >> 32) * <u64>bound) >> 32);
}

/** The kind of an action code; the game's module names the kinds. */
export function kind(action: u64): i32 {
  return <i32>(action >> 48);
}

/** Writes a line to the log of the match, which only you can read. */
export function log(text: string): void {
  const bytes = String.UTF8.encode(text + "\n");
  hostLog(changetype<usize>(bytes), bytes.byteLength);
}

/** The value of a setting, or null: of `depth=4 style=bold`, `setting("style")` is `bold`. */
export function setting(name: string): string | null {
  const bytes = new ArrayBuffer(hostSettings(0, 0));
  hostSettings(changetype<usize>(bytes), bytes.byteLength);
  const words = String.UTF8.decode(bytes).replaceAll(",", " ").split(" ");
  for (let index = 0; index < words.length; index++) {
    if (words[index].startsWith(name + "=")) return words[index].substring(name.length + 1);
  }
  return null;
}

/** The whole number of a setting, or `otherwise` if it is not set or not a number. */
export function number(name: string, otherwise: i64): i64 {
  const text = setting(name);
  if (text === null) return otherwise;
  const value = parseInt(text);
  return isNaN(value) ? otherwise : <i64>value;
}

/** Logs why the bot ends, and where: `asc --use abort=muster/abort`. */
export function abort(message: string | null, file: string | null, line: u32, column: u32): void {
  const what = message === null ? "abort" : message;
  const where = file === null ? "" : ` (${file}:${line}:${column})`;
  log(what + where);
  unreachable();
}
