/**
 * Types of `app/data.js`: the files of `crates/report/README.md`, "What the viewer reads". In texts from strangers,
 * invisible characters are spelled out.
 */

/** Called by each file below `data/`. */
declare var musterData: (name: string, value: unknown) => void;

/** A game of a site. */
interface SiteGame {
  name: string;
  title: string;
  version: number;
  /** `true` for a game from a file, whose module is `rules`, or `rules-HASH` for earlier rules. */
  module?: boolean;
  seats: [SeatName, SeatName];
  metrics: { name: string; about: string }[];
}

/** The value of `data/index.js`: the contents of the site. */
interface SiteIndex {
  schema: number;
  /** The version of the program that made the site. */
  muster: string;
  /** `match` stands for a single match outside of any run. */
  kind: "tournament" | "sequential-test" | "match";
  /** The readers of the site. */
  tier: "public" | "entrant" | "all";
  name: string;
  date: string | null;
  complete: boolean;
  root: string | null;
  game: SiteGame;
  /** The earlier versions of the game, under which some matches were played. */
  earlier?: SiteGame[];
  entrants: SiteEntrant[];
  /** The rounds after which ratings were fitted: stage and round, from 1. Absent in older sites. */
  rated_after?: [stage: number, round: number][];
  stages: SiteStage[];
  reasons: SiteReason[];
  times: "exact" | "rounded";
  /** Number of matches. */
  matches: number;
  /** The key of the first match of each file in `m/`. */
  chunks: string[];
  /** The entrants who advance by seed from pairings that were level after the replays, by the match's key. */
  by_seed?: Record<string, number>;
  /** Number of files in `l/`. */
  lists: number;
  /** The matches with a page that needs no scripts: key, and file in `matches/`. */
  boards: [key: string, file: string][];
  /** The names of the files in `data/` with all results and all matches. */
  exports: [string, string];
  /** Numbers of the files in `p/`: the chunks with private records that the reader may see. */
  private?: number[];
  /** The key of the match in a standalone page. */
  single?: string;
  /** The ply at which a saved page opens. */
  ply?: number;
}

interface SiteEntrant {
  name: string;
  bot: string;
  guest: boolean;
  /** The final place; no two entrants share one. */
  place: number | null;
  rating: { elo: number; plus_minus: number | null; open: string | null; games: number } | null;
  /** The rating in Elo, and its ±, after each round of `rated_after`. */
  ratings?: ([elo: number, plusMinus: number | null] | null)[];
  /** The reasons why it was refused, or how it left. */
  notes: string[];
}

interface SiteStage {
  name: string;
  /** The format in words. */
  format: string;
  /** The rules and limits of its matches, in the engine's notation. */
  rules: string;
  limits: string;
  /** Rules and limits in words. Absent in sites of earlier versions of Muster. */
  conditions?: { label: string; value: string }[];
  knockout: boolean;
}

interface SiteReason {
  text: string;
  kind: "rules" | "forfeit" | "double-forfeit" | "both-out-of-time" | "ply-limit" | "other";
  /** The faults of the seats that forfeited, in seat order. */
  faults?: ListedFault[];
}

interface ListedFault {
  name: string;
  explanation: string;
  /** Advice for the bot's author. Absent in sites of earlier versions of Muster. */
  advice?: string;
}

interface MatchRow {
  key: string;
  /** From 0. */
  stage: number;
  /** From 1. */
  round: number;
  /** Numbers of entrants. */
  entrants: [number, number];
  /** The winner; `null` for a draw. */
  outcome: Seat | null;
  reasonText: string;
  /** The fault of each seat that forfeited. */
  faults: [NamedFault | null, NamedFault | null];
  /** `false` if a ruling excluded it. */
  counts: boolean;
  plies: number;
  metrics: [number[], number[]];
  /** Time used, in ticks. */
  spent: [number, number];
  /** Peak memory in bytes. */
  memory: [number, number];
}

/** An open match. */
interface RecordedMatch {
  opening: Opening;
  row: MatchRow;
  session: Session;
}

/** The value `match` in a standalone page. The transcript is in base64. */
interface SingleMatch {
  opening: Opening & { transcript: string };
  row: MatchRow;
}

interface NamedFault {
  name: string;
  about: string;
  /** Advice for the bot's author. Absent in pages of earlier versions of Muster. */
  advice?: string;
}

/** Matches in columns: the n-th value of each column belongs to the n-th match. */
interface MatchRows {
  count: number;
  /** Returns a match's key, such as `1.3.2.1` or `1.3.2.1+1`. */
  key(index: number): string;
  /** From 0. */
  stage: Uint16Array;
  /** From 1. */
  round: Uint32Array;
  /** Entrants by number, from 0. */
  first: Uint32Array;
  second: Uint32Array;
  /** The seat that won, or 2 for a draw. */
  outcome: Uint8Array;
  /** 0 if a ruling annulled it. */
  counts: Uint8Array;
  /** The number of its reason in the index. */
  reason: Uint16Array;
  plies: Uint32Array;
}

/** The matches of an entrant, with the time it used in each: ticks, to seven digits. */
interface EntrantRows extends MatchRows {
  spent: Float32Array;
}

/** The private record of a seat. */
interface SeatRecord {
  settings: string;
  /** The key of its dice, in hexadecimal. */
  dice: string;
  /** The call in which it failed. */
  loss: { detail: string | null; backtrace: string[] } | null;
  closing: { log: string; log_marks: { ply: number; offset: number }[] } | null;
}

/** The texts of `app/single.js` around the data, the rules and the script of a standalone page, gzipped and in base64. */
declare const singlePage: string[];

interface PrivateRecord {
  /** `null` for a seat that the reader may not see. */
  seats: [SeatRecord | null, SeatRecord | null];
}
