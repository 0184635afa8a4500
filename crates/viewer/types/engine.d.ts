/**
 * What `app/engine.js` gives, and the interface of the module that it calls (`crates/browser/README.md`).
 *
 * Plies are numbered from 0: ply 0 is the start, ply `plies` the end. Times are in ticks of 0.1 ns.
 */

/** 0 is the seat that moves first. */
type Seat = 0 | 1;

/** Through whose eyes something is seen; `null` sees everything. */
type Viewer = Seat | null;

/** Column and row, from 0 at the top left of the drawing. */
type Square = [column: number, row: number];

/** The code of an action. Those of legal actions are below 2^53. */
type Code = number | bigint;

interface Rules {
  games(): Game[];
  /** The hash of a module. */
  hash(module: Uint8Array): string;
  /** Opens a game by the hash of the module of its rules, and returns its name. */
  openGame(game: GameModule, number: number): string;
  /** Opens a recorded match. Its actions are checked when they are reached. */
  open(recorded: Opening & { transcript: Uint8Array }): Session;
  /** Opens an archive of recorded matches. */
  archive(bytes: Uint8Array): Archive;
  /** Begins a match. */
  live(opening: Opening): Live;
  /** Which of several archives may have a match, by the first key of each, in rising order; `null` if none does. */
  place(key: string, firsts: string[]): number | null;
  /** The key of a match, by its numbers as a list has them. */
  key(stage: number, round: number, pairing: number, game: number): string;
  /** The key of the return game; `null` if it is not a key. */
  returnGame(key: string): string | null;
  /** The faults of a match by seat, from those of the seats that forfeited, the first seat's first. */
  faults(winner: Seat | null, names: string[]): [NamedFault | null, NamedFault | null];
  /** What limits say to a bot's host; what their text does not name is as by default. */
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
    /** Of a choice or a flag. */
    values: string[] | null;
    /** Of a number: the smallest and the largest value. */
    range: [number, number] | null;
  }[];
}

interface SeatName {
  letter: string;
  word: string;
}

/** What a match is made from. */
interface Opening {
  game: string;
  /** The rule options as their canonical text; what it does not name is as by default. */
  rules?: string;
  /** The limits as their canonical text; what it does not name is as by default. */
  limits?: string;
  /** The text of the start position; `null` for the game's own. */
  start?: string | null;
  /** The seed of chance in a match in progress. */
  luck?: number;
}

/** Recorded matches, by rising key. */
interface Archive {
  readonly count: number;
  /** Where the match of a key is, from 0; `null` if the archive lacks it. */
  find(key: string): number | null;
  row(index: number): ArchivedMatch;
  /** Opens a match. Its start is the archive's, whatever the opening says. */
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
  /** Whether it counts: no ruling took it out. */
  counts: boolean;
  plies: number;
  metrics: [number[], number[]];
  spent: [number, number];
  /** Peak bytes. */
  memory: [number, number];
}

/** A match at any of its plies. */
interface Session {
  readonly game: string;
  /** The number of complete plies. */
  readonly plies: number;
  /** All plies in one pass. Of a match in progress, a viewer is not told what is still hidden from them. */
  overview(viewer?: Viewer): Overview;
  /** What is seen before a ply; `flipped` turns its `svg` by 180 degrees. */
  frame(ply: number, viewer?: Viewer, flipped?: boolean): Frame;
  /** A seat's legal actions, in the game's order. None two agree in piece, target and label. */
  legal(ply: number, seat: Seat): LegalAction[];
  /** What a seat is shown when it is asked. */
  view(ply: number, seat: Seat): { bytes: Uint8Array<ArrayBuffer>; fields: ViewField[] };
  /** An action in notation, legal or not. */
  format(ply: number, seat: Seat, code: Code): string;
  /** The code of an action in notation, legal or not. Throws with the game's message. */
  parse(ply: number, seat: Seat, notation: string): number;
  /** What a bot logged, ply by ply; `marks` say at which byte each ply's part begins. Without any it is one part. */
  log(seat: Seat, written: Uint8Array, marks: { ply: number; offset: number }[]): LogPart[];
  /**
   * A seat's expected points, by the comments of the game's reference: lines of its log, each after its ply and a space.
   * The outcome is the winner's number, `draw`, or empty if the rules did not end the match.
   */
  mistakes(seat: Seat, outcome: string, comments: [string, string]): Course;
  /** All actions with their times. */
  transcript(): Uint8Array<ArrayBuffer>;
  /** A match in progress that goes on from here, with the clocks as they were; under other limits if they are given. */
  branch(ply: number, limits?: string): Live;
  free(): void;
}

/** A match in progress, judged by the referee. */
interface Live {
  /** The same match at any of its plies so far. Both are freed by one of them. */
  readonly session: Session;
  readonly game: string;
  readonly plies: number;
  /** The seats whose answers are missing; none when the match is over. */
  waiting(): Seat[];
  /** What a seat is told when it is asked. Throws if it is not asked. */
  ask(seat: Seat): Ask;
  /** The codes of its legal actions, 8 bytes each, as the host call `legal_actions` gives them. */
  legalCodes(seat: Seat): Uint8Array<ArrayBuffer>;
  /** The actions that it may know, 16 bytes each, as the host call `history` gives them. */
  history(seat: Seat): Uint8Array<ArrayBuffer>;
  /** Where the match stands, for the rules in a bot's worker. */
  standing(): Uint8Array<ArrayBuffer>;
  /** Gives a seat's answer to the referee: a code, or how the player failed. Throws if the seat is not asked. */
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
  /** Takes back the answers for the ply in progress; where there are none, the last ply. Throws at the start. */
  undo(): void;
  verdict(): Verdict | null;
  transcript(): Uint8Array<ArrayBuffer>;
  free(): void;
}

/** Expected points of a seat in ten-thousandths, and the turns that cost some. Plies are those before a turn, from 0. */
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
  /** The play that it expects next. */
  then: string;
  /** The plies of `better`: the code of each seat's action. */
  line: [number | null, number | null][];
}

interface Overview {
  /** The event that decided a match by its rules; `null` if they name only a reason, or while it is played. */
  decided: DecisiveBlow | null;
  start: Moment;
  plies: (Moment & {
    /** From 0. */
    ply: number;
    /** As the game counts it, before the ply. */
    turn: number;
    actions: { seat: Seat; code: number; text: string; ticks: number; offered: boolean }[];
    /** The outcome of a ply of chance, from 0, or `hidden`; such a ply has no actions. */
    chance?: string;
    events: GameEvent[];
  })[];
}

/** What is counted between two plies; in an entry of an overview, after its ply. */
interface Moment {
  /** Each seat's, in the order of the game's. */
  metrics: [number[], number[]];
  left: [number, number];
  spent: [number, number];
  /** Whether some seat does not see all of the board. */
  hidden: boolean;
}

interface DecisiveBlow {
  /** The number of plies after which the board shows it. */
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
  /** The failure of the rules, in lines; `null` if there is none. */
  fault: string | null;
  /** The position's text; `null` where it would tell the viewer more than they may know. */
  position: string | null;
  drawing: Drawing;
  clocks: { left: [number, number]; spent: [number, number] };
  metrics: [number[], number[]];
  /** The current prompt for a person at each seat; empty if every action is a plain move. */
  prompts: [string, string];
  /** The board with the marks of what led to it. Made when it is read. */
  readonly svg: string;
}

interface Drawing {
  columns: number;
  rows: number;
  /** From the left. */
  columnLabels: string[];
  /** From the top. */
  rowLabels: string[];
  /** Row by row. */
  cells: { tone: "plain" | "blocked" | "mined" | "danger" | "home" | "held"; seat: Seat | null; circled: boolean }[];
  pieces: Piece[];
  /** A picture of shapes instead of a board, which has no squares then. */
  sketch: Sketch | null;
  /** Lines beside the board for each seat. */
  notes: [[label: string, value: string][], [label: string, value: string][]];
}

interface Sketch {
  /** The box that is drawn. */
  extent: Bounds;
  /** The shapes with a name or an action. */
  things: Thing[];
}

type Bounds = [left: number, top: number, width: number, height: number];

interface Thing {
  /** The same in every position in which it is the same thing. */
  id: string;
  bounds: Bounds;
  name: string;
  /** The code of the action that a click makes. */
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

/** A legal action, and how a person makes it: which piece, which square, which button. */
interface LegalAction {
  code: number;
  text: string;
  /** Where the seat's piece stands that acts. */
  piece: Square | null;
  /** Where it goes, what it fires at, or where it is placed. */
  target: Square | null;
  /** Words for a button: for an action without squares, or where several have the same squares. */
  label: string | null;
  /** The direction that the label names. */
  direction: Facing | null;
  /** What it does, as far as the seat can know. */
  marks: Mark[];
}

/** What a bot logged while it was asked for a ply; `ply` is `null` for a log of which that is not known. */
interface LogPart {
  ply: number | null;
  lines: { text: string; annotation: Annotation | null }[];
}

/** What a line of a log draws. */
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
  /** What is left of the game's time. */
  gameLeft: number;
  /** Whether the last answer timed out and an offer was played, so that a fresh instance is due. */
  restarted: boolean;
}

interface Verdict {
  /** The winner; `null` for a draw. */
  outcome: Seat | null;
  kind: "rules" | "forfeit" | "double-forfeit" | "both-out-of-time" | "ply-limit";
  reason: string;
  /** How each seat failed, if it did. */
  failures: [Failure | null, Failure | null];
}

interface Failure {
  fault: string;
  words: string;
}

/** Legal actions as the module gives them. */
interface PackedActions {
  labels: string[];
  /** A square is 256 times its column, plus its row; marks that are `null` are the move from piece to target. */
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

/** What the module exports. */
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

/** The gzipped module in base64, from `app/rules.js`. */
declare const rulesModule: string;
