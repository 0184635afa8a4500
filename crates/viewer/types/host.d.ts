// What the scripts of a bot's host share.

/** Any function of a module, or one that it imports. */
type WasmCall = (...values: any[]) => any;

/** A memory or table as its module declares it. */
interface WasmRoom {
  flags: number;
  initial: number;
  maximum: number | null;
}

interface WasmFunction {
  parameters: string[];
  results: string[];
}

interface WasmImport {
  module: string;
  name: string;
  /** `func`, `table`, `memory`, `global`, `tag`. */
  kind: string;
  /** A function's type, by its index. */
  type: number | null;
}

/** Where a section is: its id, its contents, its end. */
interface WasmSection {
  id: number;
  from: number;
  body: number;
  end: number;
}

/** What a module's file says of its interface. */
interface WasmFile {
  sections: WasmSection[];
  /** Up to the first that no bot has. */
  types: WasmFunction[];
  /** The features of WebAssembly which that type needs. */
  odd: string[];
  imports: WasmImport[];
  /** The types of all functions by index, the imported ones first. */
  functions: number[];
  tables: (WasmRoom & { type: number })[];
  memories: WasmRoom[];
  exports: { name: string; kind: string; index: number }[];
  start: number | null;
  /** The form of the calls of a game's rules; `null` for other modules. */
  rules: "lines" | "sections" | null;
  /** The globals that can change, of a game's rules. */
  mutable: number[];
}

/** A reason why a module is refused, and what its author can do. */
interface Objection {
  message: string;
  advice: string;
}

/** A module that was admitted and compiled. */
interface BotModule {
  module: WebAssembly.Module;
  /** Whether it has a start function. */
  starts: boolean;
  /** By how many bytes its code moved when limits were written into it. */
  moved: number;
  /** Bytes that its memory starts with. */
  memory: number;
  /** Whether it imports a call that reads the match itself. */
  needsMatch: boolean;
  /** The form of the calls of a game's rules; `null` for a bot. */
  rules: "lines" | "sections" | null;
  /** Whether it imports a call over positions of its own. */
  makesPositions: boolean;
}

/** What validation makes of a module: reasons to refuse it, or its bytes with the limits written into them. */
type BotAdmission =
  | { objections: Objection[]; bytes: null }
  | { objections: Objection[]; bytes: Uint8Array<ArrayBuffer>; facts: Omit<BotModule, "module"> };

/** How a bot failed. The fault's name is the referee's. */
interface BotFailure {
  fault: string;
  detail: string;
  /** Innermost function first. */
  backtrace: string[];
}

/** What a bot does while it is being asked: it logs, or offers an action. */
type BotNote =
  | { log: Logged }
  /** The end of what it logged in a ply, of a log that is longer than its limit. */
  | { end: Logged }
  /** A part of a script's account of a time that runs out. */
  | { late: Logged }
  | { offer: bigint };

/** A part of a log. */
interface Logged {
  ply: number;
  bytes: Uint8Array;
}

interface BotLimits {
  /** Bytes. */
  memory: number;
  /** Bytes. */
  log: number;
  /** Bytes that are kept of the end of a log beyond that. */
  logEnd: number;
  /** Ticks for the start of an instance, as `remaining` says them. */
  start: number;
}

/** A bot's seat in the rules. */
interface BotRules {
  /** The next number of the seat's dice. */
  bits(): bigint;
  /** Numbers that were drawn. */
  count(): number;
  /** Begins a question where a match stands: from now on the bot may make positions. */
  begin(standing: Uint8Array, seat: number): void;
  /** Ends it. */
  end(): void;
  /** A call over positions: its result, and the reply until the next call. */
  position(
    index: number,
    numbers: number[],
    actions: bigint[],
    input: Uint8Array,
  ): { result: number; reply: Uint8Array };
}

interface BotOptions {
  rules: BotRules;
  settings: string;
  limits: BotLimits;
  /** Milliseconds. */
  now(): number;
  tell(note: BotNote): void;
}

/** What the host keeps for a bot at a seat. Times are ticks, but for `begun`, which is in milliseconds. */
interface BotSeat {
  rules: BotRules;
  now(): number;
  tell(note: BotNote): void;
  settings: Uint8Array;
  limits: BotLimits;
  log: BotLog;
  /** `true` while an account of the time continues, and while a line of standard error does. */
  late: { isOpen: boolean; isWithinLine: boolean };
  memoryPeak: number;
  instance: WebAssembly.Instance | null;
  /** The ply that the bot is asked for. */
  ply: number;
  /** Whether the bot has been asked: it cannot offer anything while it starts. */
  asked: boolean;
  legal: Uint8Array | null;
  history: Uint8Array | null;
  offer: bigint | null;
  begun: number;
  limit: number;
  gameLeft: number;
  /** The time of its answers, which WASI's clocks show: up to this question, and whether it counts yet. */
  ownTime: { used: number; runs: boolean };
  /** What it wrote to standard error in this call. */
  complaint: BotComplaint;
  /** The fault of a host call, once there is one. */
  stopped: (Error & { fault: string }) | null;
}

/** The last line of standard error that is not blank, the bytes of the one that is being written, and the lines of a
 * script's account of its failure. */
interface BotComplaint {
  last: string;
  current: number[];
  account: string[];
}

/** A log while it is written: up to the limit, and the last of what came later. */
interface BotLog {
  beginning: Uint8Array[];
  length: number;
  end: Uint8Array[];
  endLength: number;
  /** By their place in all that was written. */
  marks: LogMark[];
  written: number;
}

/** From which byte on a log is of a ply. */
interface LogMark {
  ply: number;
  offset: number;
}

/** What a bot is asked. Times are ticks of a tenth of a nanosecond. */
interface BotQuestion {
  ply: number;
  view: Uint8Array;
  limit: number;
  gameLeft: number;
  /** Whether the last call ran out of time, so that a fresh instance is due. */
  restarted: boolean;
  /** The legal actions and the history, as the host calls give them; `null` if the module does not ask. */
  legal: Uint8Array | null;
  history: Uint8Array | null;
  /** Where the match stands, for the rules of a bot that makes positions; `null` for others. */
  standing: Uint8Array | null;
}

/** A bot's reply: a code or a failure. */
interface BotAnswer {
  code: bigint | null;
  failure: BotFailure | null;
  offer: bigint | null;
  /** Ticks. */
  spent: number;
}

/** What a bot leaves behind. */
interface BotClosing {
  log: { bytes: Uint8Array; marks: LogMark[]; dropped: number };
  memoryPeak: number;
}

/** A bot at a seat, as its worker needs it. */
interface BotSeating {
  bot: BotModule;
  rules: WebAssembly.Module;
  /** The rules of a game from a file; `null` for a built-in game. */
  game: GameModule | null;
  /** The key of the seat's dice, 32 bytes, and how many numbers were drawn before. */
  key: Uint8Array;
  skipped: number;
  settings: string;
  limits: BotLimits;
}

/** The rules of a game from a file: the hash of its module, and the module as it runs here. */
interface GameModule {
  hash: string;
  compiled: BotModule;
}

/** A call's answer, or the failure of the rules in lines. */
type GameAnswer = { answer: Uint8Array; failure?: undefined } | { failure: string; answer?: undefined };

/** The calls that the rules answered: request and answer. */
type Learned = [request: Uint8Array, told: GameAnswer][];

/** The parameters of `Live.answer`. */
type SeatAnswer = Parameters<Live["answer"]>;

/** A match to survey: recorded plies, and answers after them. */
interface Survey {
  opening: Opening;
  transcript: Uint8Array | null;
  /** The number of plies after which the match continues; `null` for all. */
  plies: number | null;
  /** True if all plies will be shown, false for only the last. */
  isWhole: boolean;
  answers: SeatAnswer[];
}

/** What a page tells a worker. */
type BotOrder =
  | { admit: { bytes: Uint8Array; memory: number } }
  | { open: BotSeating }
  | { ask: BotQuestion }
  | { load: { rules: WebAssembly.Module; packed: string; memory: number } }
  | { game: { rules: WebAssembly.Module; game: GameModule } }
  | { survey: Survey };

/** What a worker tells its page. */
type BotReport =
  | { compiled: number }
  /** With the hash of the rules of a game. */
  | { admitted: BotModule; hash: string | null }
  | { refused: Objection[] }
  | { note: BotNote }
  | { answer: BotAnswer; drawn: number }
  /** The answers of the rules, and the completed share of the survey. */
  | { learned: Learned; share: number }
  | { broken: string };

/** A bot at a seat, as the page has it. */
interface SeatedBot {
  ask(question: BotQuestion): Promise<BotAnswer>;
  close(): void;
  /** The log in order, of one ply or of all. */
  logged(ply?: number): Logged[];
}
