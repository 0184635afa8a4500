/**
 * Types of `app/engine.js`, and the interface of the module that it calls (`crates/browser/README.md`).
 *
 * Plies are numbered from 0: ply 0 is the start, ply `plies` the end. Times are in ticks of 0.1 ns.
 */

/** A seat. In games with alternating moves, 0 moves first. */
type Seat = 0 | 1;

/** A point of view: that of a seat, or `null` for one that sees everything. */
type Viewer = Seat | null;

/** Column and row, from 0 at the top left of the drawing. */
type Square = [column: number, row: number];

/** The code of an action. Those of legal actions are below 2^53. */
type Code = number | bigint;

interface Rules {
  games(): Game[];
  /** Returns the hash of a module. */
  hash(module: Uint8Array): string;
  /** Opens a game by the hash of the module of its rules, and returns its name. */
  openGame(game: GameModule, number: number): string;
  /** Opens a recorded match. An action is checked when the replay reaches it. */
  open(recorded: Opening & { transcript: Uint8Array }): Session;
  /** Opens an archive of recorded matches. */
  archive(bytes: Uint8Array): Archive;
  /** Begins a match. */
  live(opening: Opening): Live;
  /** Returns the index of the archive that may contain a match; `null` if none can. `firsts` are the archives' first keys in
   * ascending order. */
  place(key: string, firsts: string[]): number | null;
  /** Returns the key of a match from its numbers in a list. */
  key(stage: number, round: number, pairing: number, game: number): string;
  /** Returns the key of the return game; `null` if `key` is not a key. */
  returnGame(key: string): string | null;
  /** Returns the faults of a match by seat. `names` are those of the seats that forfeited, in seat order. */
  faults(winner: Seat | null, names: string[]): [NamedFault | null, NamedFault | null];
  /** Returns the limits for a bot's host. Limits that the text does not name have their defaults. */
  limits(text: string): BotLimits;
}

interface Game {
  name: string;
  title: string;
  /** The number in the header of views. */
  id: number;
  /** The version of the rules. */
  version: number;
  seats: [SeatName, SeatName];
  metrics: { name: string; about: string }[];
  options: {
    name: string;
    about: string;
    default: string;
    /** The values of a choice or a flag; `null` for a number. */
    values: string[] | null;
    /** The minimum and the maximum of a number; `null` for other options. */
    range: [number, number] | null;
  }[];
}

interface SeatName {
  letter: string;
  word: string;
}

/** The initial conditions of a match. */
interface Opening {
  game: string;
  /** The rule options in their canonical text. Options that it does not name have their defaults. */
  rules?: string;
  /** The limits in their canonical text. Limits that it does not name have their defaults. */
  limits?: string;
  /** The text of the start position; `null` for the game's own. */
  start?: string | null;
  /** The seed of chance in a match in progress. */
  luck?: number;
}

/** Recorded matches, in ascending order of keys. */
interface Archive {
  readonly count: number;
  /** Returns the index of the match with a key, from 0; `null` if the archive does not contain it. */
  find(key: string): number | null;
  row(index: number): ArchivedMatch;
  /** Opens a match. Its start position is that of the archive, not of `opening`. */
  open(index: number, opening: Opening): Session;
  free(): void;
}

interface ArchivedMatch {
  key: string;
  /** From 0. */
  stage: number;
  /** From 1. */
  round: number;
  /** The number of the entrant at each seat. */
  entrants: [number, number];
  start: string | null;
  /** The winner; `null` for a draw. */
  outcome: Seat | null;
  /** The number of its reason in the index. */
  reason: number;
  /** `false` if a ruling excluded it. */
  counts: boolean;
  plies: number;
  metrics: [number[], number[]];
  spent: [number, number];
  /** Peak memory in bytes. */
  memory: [number, number];
}

/** A match at any of its plies. */
interface Session {
  readonly game: string;
  /** Number of complete plies. */
  readonly plies: number;
  /** Returns all plies. During a match, actions that are hidden from the viewer are left out. */
  overview(viewer?: Viewer): Overview;
  /** Returns the state before a ply as the viewer sees it; `flipped` rotates its `svg` by 180 degrees. */
  frame(ply: number, viewer?: Viewer, flipped?: boolean): Frame;
  /** Returns a seat's legal actions, in the game's order. No two have the same piece, target and label. */
  legal(ply: number, seat: Seat): LegalAction[];
  /** Returns the view that a seat's bot is given. */
  view(ply: number, seat: Seat): { bytes: Uint8Array<ArrayBuffer>; fields: ViewField[] };
  /** Returns an action, legal or not, in notation. */
  format(ply: number, seat: Seat, code: Code): string;
  /** Returns the code of an action, legal or not, from its notation. Throws the game's message if it is invalid. */
  parse(ply: number, seat: Seat, notation: string): number;
  /** Splits a bot's log by plies. `marks` are the offsets at which the parts begin; without marks, the log is one part. */
  log(seat: Seat, written: Uint8Array, marks: { ply: number; offset: number }[]): LogPart[];
  /**
   * Returns a seat's expected points from the reference's comments at both seats: the lines of its logs, each after its
   * ply and a space. `outcome` is the winner's number, `draw`, or empty if the rules did not end the match.
   */
  mistakes(seat: Seat, outcome: string, comments: [string, string]): Course;
  /** Returns all actions with their times. */
  transcript(): Uint8Array<ArrayBuffer>;
  /** Starts a match that continues from a ply, with its clocks, under the limits of the record or others. */
  branch(ply: number, limits?: string): Live;
  free(): void;
}

/** A match in progress, judged by the referee. */
interface Live {
  /** The same match at any of its plies so far. Freeing either frees both. */
  readonly session: Session;
  readonly game: string;
  readonly plies: number;
  /** Returns the seats that have not answered; none when the match is over. */
  waiting(): Seat[];
  /** Returns the question to a seat. Throws if it is not the seat's turn. */
  ask(seat: Seat): Ask;
  /** Returns the codes of the seat's legal actions as the host call `legal_actions` does, 8 bytes each. */
  legalCodes(seat: Seat): Uint8Array<ArrayBuffer>;
  /** Returns the actions that the seat may know as the host call `history` does, 16 bytes each. */
  history(seat: Seat): Uint8Array<ArrayBuffer>;
  /** Returns the state of the match, for the rules in a bot's worker. */
  standing(): Uint8Array<ArrayBuffer>;
  /** Gives a seat's answer to the referee: a code, or the player's failure. Throws if it is not the seat's turn. */
  answer(
    seat: Seat,
    result:
      { code: Code; fault?: undefined; detail?: undefined } | { code?: undefined; fault: string; detail?: string },
    used?: { offer?: Code | undefined; spent?: number },
  ): void;
  legal(seat: Seat): LegalAction[];
  frame(viewer?: Viewer, flipped?: boolean): Frame;
  overview(viewer?: Viewer): Overview;
  format(seat: Seat, code: Code): string;
  parse(seat: Seat, notation: string): number;
  /** Takes back the answers for the ply in progress or, without any, the last ply. Throws at the start. */
  undo(): void;
  verdict(): Verdict | null;
  transcript(): Uint8Array<ArrayBuffer>;
  free(): void;
}

/** A seat's expected points in ten-thousandths, and the turns that cost some. A turn is named by its first ply, from 0. */
interface Course {
  explanation: "mistakes" | "gradual" | "nothing";
  /** The turns that explain a loss. */
  plies: number[];
  values: [ply: number, points: number][];
  losses: TurnLoss[];
}

interface TurnLoss {
  ply: number;
  mark: "?" | "??" | null;
  before: number;
  after: number;
  /** The actions of the turn, in notation. */
  played: string;
  /** The actions of the reference, in notation; empty if it names none. */
  better: string;
  /** The play that the reference expects next. */
  then: string;
  /** The plies of `better`: the code of each seat's action. */
  line: [number | null, number | null][];
}

interface Overview {
  /** The event that decided the match; `null` if the rules name only a reason, or during the match. */
  decided: DecisiveBlow | null;
  start: Moment;
  plies: (Moment & {
    /** From 0. */
    ply: number;
    /** The game's number of the turn before the ply. */
    turn: number;
    actions: { seat: Seat; code: number; text: string; ticks: number; offered: boolean }[];
    /** The outcome of a ply of chance, from 0, or `hidden`. Such a ply has no actions. */
    chance?: string;
    events: GameEvent[];
  })[];
}

/** The counters between two plies; in an entry of an overview, those after its ply. */
interface Moment {
  /** The values of each seat, in the game's order of metrics. */
  metrics: [number[], number[]];
  left: [number, number];
  spent: [number, number];
  /** `true` if a seat does not see the whole board. */
  hidden: boolean;
}

interface DecisiveBlow {
  /** Number of plies after which the board shows it. */
  ply: number;
  /** The event in words; empty if only the score decided. */
  text: string;
  /** The score at the end, if it decided. */
  score: string | null;
  marks: Mark[];
}

interface GameEvent {
  text: string;
  mark: Mark | null;
}

type Mark =
  | { kind: "move"; from: Square; to: Square }
  | { kind: "shot"; from: Square; to: Square }
  | { kind: "loss"; at: Square };

interface Frame {
  ply: number;
  turn: number;
  phase: { act: Seat[] } | { chance: number } | { over: { outcome: Seat | null; reason: string } };
  /** The failure of the rules as lines; `null` without one. */
  fault: string | null;
  /** The position's text; `null` if it would reveal hidden information to the viewer. */
  position: string | null;
  drawing: Drawing;
  clocks: { left: [number, number]; spent: [number, number] };
  metrics: [number[], number[]];
  /** The prompt for a person at each seat; empty if every action is a plain move. */
  prompts: [string, string];
  /** The board with the marks of the last ply. It is drawn on first use. */
  readonly svg: string;
}

interface Drawing {
  columns: number;
  rows: number;
  /** Labels from left to right. */
  columnLabels: string[];
  /** Labels from top to bottom. */
  rowLabels: string[];
  /** Squares row by row. */
  cells: { tone: "plain" | "blocked" | "mined" | "danger" | "home" | "held"; seat: Seat | null; circled: boolean }[];
  pieces: Piece[];
  /** A picture of shapes instead of a board. The drawing then has no squares. */
  sketch: Sketch | null;
  /** Notes beside the board for each seat. */
  notes: [[label: string, value: string][], [label: string, value: string][]];
}

interface Sketch {
  /** The visible box. */
  extent: Bounds;
  /** The shapes with a name or an action. */
  things: Thing[];
}

type Bounds = [left: number, top: number, width: number, height: number];

interface Thing {
  /** An id that stays the same over positions. */
  id: string;
  bounds: Bounds;
  name: string;
  /** The code of the action that a click plays; `null` without one. */
  action: number | null;
}

interface Piece {
  column: number;
  row: number;
  /** `null` for a neutral piece. */
  seat: Seat | null;
  symbol: string;
  name: string;
  facing: Facing | null;
}

/** One of eight directions, clockwise from the top. */
type Facing = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7;

/** A legal action, with the piece, square and button by which a person chooses it. */
interface LegalAction {
  code: number;
  text: string;
  /** The square of the piece that acts. */
  piece: Square | null;
  /** The square to which it moves, at which it fires, or on which it is placed. */
  target: Square | null;
  /** The text of a button, for an action without squares or one that shares its squares with others. */
  label: string | null;
  /** The direction that the label names. */
  direction: Facing | null;
  /** Its effects, as far as the seat can know. */
  marks: Mark[];
}

/** The lines that a bot logged in a ply. `ply` is `null` if it is unknown. */
interface LogPart {
  ply: number | null;
  lines: { text: string; annotation: Annotation | null }[];
}

/** The drawing or evaluation in a line of a log. */
type Annotation =
  | { kind: "cell"; square: Square; colour: "red" | "orange" | "yellow" | "green" | "blue" | "purple" | "grey" }
  | { kind: "arrow"; from: Square; to: Square; text: string }
  | { kind: "eval"; value: number };

interface ViewField {
  name: string;
  about: string;
  /** Decimal numbers as text, because some have 64 bits. */
  values: string[];
}

interface Ask {
  view: Uint8Array<ArrayBuffer>;
  /** Time for this answer. */
  limit: number;
  /** Remaining time of the game. */
  gameLeft: number;
  /** `true` if the last answer timed out and an offer was played, so the bot needs a new instance. */
  restarted: boolean;
}

interface Verdict {
  /** The winner; `null` for a draw. */
  outcome: Seat | null;
  kind: "rules" | "forfeit" | "double-forfeit" | "both-out-of-time" | "ply-limit";
  reason: string;
  /** The failure of each seat; `null` if it did not fail. */
  failures: [Failure | null, Failure | null];
}

interface Failure {
  fault: string;
  words: string;
}

/** Legal actions in the module's format. */
interface PackedActions {
  labels: string[];
  /** A square is 256 times its column plus its row. If the marks are `null`, the only mark is the move from piece to target. */
  actions: [
    code: number,
    text: string,
    piece: number | null,
    target: number | null,
    label: number | null,
    direction: Facing | null,
    marks: Mark[] | null,
  ][];
}

/** Exports of the module. */
interface RulesExports {
  memory: WebAssembly.Memory;
  rules_request(length: number): number;
  rules_reply(): number;
  rules_reply_length(): number;
  rules_games(): number;
  rules_hash(): number;
  rules_open_game(isScript: number, number: number): number;
  rules_open_recorded(opening: number): number;
  rules_open_live(): number;
  rules_open_branch(of: number, plies: number): number;
  rules_open_archive(): number;
  rules_close(handle: number): number;
  rules_count(handle: number): number;
  rules_find(handle: number): number;
  rules_row(handle: number, index: number): number;
  rules_open_row(handle: number, index: number): number;
  rules_place(): number;
  rules_key(stage: number, round: number, pairing: number, game: number): number;
  rules_return_game(): number;
  rules_faults(winner: number): number;
  rules_limits(): number;
  rules_plies(handle: number): number;
  rules_overview(handle: number, viewer: number): number;
  rules_frame(handle: number, ply: number, viewer: number): number;
  rules_svg(handle: number, ply: number, viewer: number, flipped: number): number;
  rules_legal(handle: number, ply: number, seat: number): number;
  rules_legal_codes(handle: number, ply: number, seat: number): number;
  rules_view(handle: number, ply: number, seat: number): number;
  rules_fields(handle: number, ply: number, seat: number): number;
  rules_format(handle: number, ply: number, seat: number, code: bigint): number;
  rules_parse(handle: number, ply: number, seat: number): number;
  rules_mistakes(handle: number, seat: number): number;
  rules_log(handle: number, seat: number, marks: number): number;
  rules_history(handle: number, seat: number): number;
  rules_standing(handle: number): number;
  rules_transcript(handle: number): number;
  rules_waiting(handle: number): number;
  rules_ask(handle: number, seat: number): number;
  rules_answer(handle: number, seat: number): number;
  rules_undo(handle: number): number;
  rules_verdict(handle: number): number;
  rules_seat_key(seed: bigint, seat: number): number;
}

/** The value of `app/rules.js`: the module, gzipped and in base64. */
declare const rulesModule: string;
