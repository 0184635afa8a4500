// Types that the scripts of a bot's host share.

/** A function that a module exports or imports. */
type WasmCall = (...values: any[]) => any;

/** The declaration of a memory or table. */
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
  /** The index of a function's type. */
  type: number | null;
}

/** A section: its id, and the offsets of its start, contents and end. */
interface WasmSection {
  id: number;
  from: number;
  body: number;
  end: number;
}

/** The interface of a module, read from its file. */
interface WasmFile {
  sections: WasmSection[];
  /** The types up to the first one that bots cannot have. */
  types: WasmFunction[];
  /** The features of WebAssembly that this type needs. */
  odd: string[];
  imports: WasmImport[];
  /** The type of each function, imported functions first. */
  functions: number[];
  tables: (WasmRoom & { type: number })[];
  memories: WasmRoom[];
  exports: { name: string; kind: string; index: number }[];
  start: number | null;
  /** The form of the calls of a game's rules; `null` for other modules. */
  rules: "lines" | "sections" | null;
  /** The mutable globals of a game's rules. */
  mutable: number[];
}

/** A reason to refuse a module, with advice for its author. */
interface Objection {
  message: string;
  advice: string;
}

/** An admitted and compiled module. */
interface BotModule {
  module: WebAssembly.Module;
  /** `true` if it has a start function. */
  starts: boolean;
  /** Number of bytes by which its code moved when limits were written into it. */
  moved: number;
  /** Initial size of its memory in bytes. */
  memory: number;
  /** `true` if it imports a host call that reads the match. */
  needsMatch: boolean;
  /** The form of the calls of a game's rules; `null` for a bot. */
  rules: "lines" | "sections" | null;
  /** `true` if it imports a host call for positions. */
  makesPositions: boolean;
}

/** The result of validation: reasons to refuse a module, or its bytes with the limits written into them. */
type BotAdmission =
  | { objections: Objection[]; bytes: null }
  | { objections: Objection[]; bytes: Uint8Array<ArrayBuffer>; facts: Omit<BotModule, "module"> };

/** A bot's failure, with the referee's name of the fault. */
interface BotFailure {
  fault: string;
  detail: string;
  /** Innermost function first. */
  backtrace: string[];
}

/** A message of a bot during a call: a log, or an offered action. */
type BotNote =
  | { log: Logged }
  /** The end of a ply's part of a log that exceeds its limit. */
  | { end: Logged }
  /** A part of a script's traceback when its time runs out. */
  | { late: Logged }
  | { offer: bigint };

/** A part of a log. */
interface Logged {
  ply: number;
  bytes: Uint8Array;
}

interface BotLimits {
  /** Maximum memory in bytes. */
  memory: number;
  /** Maximum size of the log in bytes. */
  log: number;
  /** Number of bytes kept from the end of a longer log. */
  logEnd: number;
  /** Ticks for the start of an instance, as `remaining` returns them. */
  start: number;
}

/** The host calls of a seat that the rules answer. */
interface BotRules {
  /** Returns the next number of the seat's dice. */
  bits(): bigint;
  /** Returns how many numbers were drawn. */
  count(): number;
  /** Begins a question in the current state of the match. The bot may then make positions. */
  begin(standing: Uint8Array, seat: number): void;
  /** Ends the question. */
  end(): void;
  /** Makes a call for positions. Returns its result, and a reply that is valid until the next call. */
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
  /** Returns the time in milliseconds. */
  now(): number;
  tell(note: BotNote): void;
}

/** The host's state of a bot at a seat. Times are in ticks, except `begun`, which is in milliseconds. */
interface BotSeat {
  rules: BotRules;
  now(): number;
  tell(note: BotNote): void;
  settings: Uint8Array;
  limits: BotLimits;
  log: BotLog;
  /** `true` within a traceback of the time, and within a line of standard error. */
  late: { isOpen: boolean; isWithinLine: boolean };
  memoryPeak: number;
  instance: WebAssembly.Instance | null;
  /** The current ply. */
  ply: number;
  /** `false` while the instance starts, when the bot cannot offer an action. */
  asked: boolean;
  legal: Uint8Array | null;
  history: Uint8Array | null;
  offer: bigint | null;
  begun: number;
  limit: number;
  gameLeft: number;
  /** The time of its answers, for WASI's clocks: the sum before this call, and whether the clock runs. */
  ownTime: { used: number; runs: boolean };
  /** Its standard error in this call. */
  complaint: BotComplaint;
  /** The fault of a host call; `null` without one. */
  stopped: (Error & { fault: string }) | null;
}

/** The last line of standard error that is not blank, the bytes of the incomplete line, and the lines of a script's
 * traceback. */
interface BotComplaint {
  last: string;
  current: number[];
  account: string[];
}

/** An incomplete log: its beginning up to the limit, and the end of the rest. */
interface BotLog {
  beginning: Uint8Array[];
  length: number;
  end: Uint8Array[];
  endLength: number;
  /** Marks by their offset in the whole log. */
  marks: LogMark[];
  written: number;
}

/** The offset at which a ply's part of a log begins. */
interface LogMark {
  ply: number;
  offset: number;
}

/** A question to a bot. Times are in ticks of a tenth of a nanosecond. */
interface BotQuestion {
  ply: number;
  view: Uint8Array;
  limit: number;
  gameLeft: number;
  /** `true` if the last call ran out of time, so the bot needs a new instance. */
  restarted: boolean;
  /** The legal actions and the history in the host calls' format; `null` if the module does not import these calls. */
  legal: Uint8Array | null;
  history: Uint8Array | null;
  /** The state of the match, for a bot that makes positions; `null` for others. */
  standing: Uint8Array | null;
}

/** A bot's reply: a code or a failure. */
interface BotAnswer {
  code: bigint | null;
  failure: BotFailure | null;
  offer: bigint | null;
  /** Time used, in ticks. */
  spent: number;
}

/** The log and the peak memory of a bot after its match. */
interface BotClosing {
  log: { bytes: Uint8Array; marks: LogMark[]; dropped: number };
  memoryPeak: number;
}

/** The settings of a bot's worker. */
interface BotSeating {
  bot: BotModule;
  rules: WebAssembly.Module;
  /** The rules of a game from a file; `null` for a built-in game. */
  game: GameModule | null;
  /** The key of the seat's dice, 32 bytes, and the number of earlier draws. */
  key: Uint8Array;
  skipped: number;
  settings: string;
  limits: BotLimits;
}

/** The rules of a game from a file: the hash of its module, and the compiled module. */
interface GameModule {
  hash: string;
  compiled: BotModule;
}

/** The answer to a call, or the failure of the rules as lines. */
type GameAnswer = { answer: Uint8Array; failure?: undefined } | { failure: string; answer?: undefined };

/** Calls to the rules with their answers. */
type Learned = [request: Uint8Array, told: GameAnswer][];

/** The parameters of `Live.answer`. */
type SeatAnswer = Parameters<Live["answer"]>;

/** A match to survey: recorded plies, and answers after them. */
interface Survey {
  opening: Opening;
  transcript: Uint8Array | null;
  /** The number of plies after which the match continues; `null` for all. */
  plies: number | null;
  /** `true` if all plies will be shown, `false` if only the last will. */
  isWhole: boolean;
  answers: SeatAnswer[];
}

/** A message from a page to a worker. */
type BotOrder =
  | { admit: { bytes: Uint8Array; memory: number } }
  | { open: BotSeating }
  | { ask: BotQuestion }
  | { load: { rules: WebAssembly.Module; packed: string; memory: number } }
  | { game: { rules: WebAssembly.Module; game: GameModule } }
  | { survey: Survey };

/** A message from a worker to its page. */
type BotReport =
  | { compiled: number }
  /** With the hash of a game's rules. */
  | { admitted: BotModule; hash: string | null }
  | { refused: Objection[] }
  | { note: BotNote }
  | { answer: BotAnswer; drawn: number }
  /** The answers of the rules, and the completed share of the survey. */
  | { learned: Learned; share: number }
  | { broken: string };

/** The page's interface to a bot at a seat. */
interface SeatedBot {
  ask(question: BotQuestion): Promise<BotAnswer>;
  close(): void;
  /** Returns the log in order, of one ply or of all plies. */
  logged(ply?: number): Logged[];
}
