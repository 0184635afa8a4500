/**
 * What `app/data.js` gives: the files of `crates/report/README.md`, "What the viewer reads". Texts of strangers have
 * what is invisible in them spelled out.
 */

/** What a file below `data/` calls. */
declare var musterData: (name: string, value: unknown) => void;

/** A game of a site. */
interface SiteGame {
  name: string;
  title: string;
  version: number;
  /** True for a game from a file, whose module is `rules`, or `rules-HASH` for earlier rules. */
  module?: boolean;
  seats: [SeatName, SeatName];
  metrics: { name: string; about: string }[];
}

/** `data/index.js`: what there is. */
interface SiteIndex {
  schema: number;
  /** The version of the program that made the site. */
  muster: string;
  /** `match` is one outside of any run, in a page that stands alone. */
  kind: "tournament" | "sequential-test" | "match";
  /** Who the site is for. */
  tier: "public" | "entrant" | "all";
  name: string;
  date: string | null;
  complete: boolean;
  root: string | null;
  game: SiteGame;
  /** The games with earlier rules, under which some matches were played. */
  earlier?: SiteGame[];
  entrants: SiteEntrant[];
  /** After which rounds ratings were fitted: stage and round, from 1. An older site has none. */
  rated_after?: [stage: number, round: number][];
  stages: SiteStage[];
  reasons: SiteReason[];
  times: "exact" | "rounded";
  /** How many. */
  matches: number;
  /** The key of the first match of each file in `m/`. */
  chunks: string[];
  /** Who goes on by seed from the pairing of a match that was level after the replays, by the match's key. */
  by_seed?: Record<string, number>;
  /** The number of files in `l/`. */
  lists: number;
  /** The matches that have boards without scripts: key and file in `matches/`. */
  boards: [key: string, file: string][];
  /** The names of the files in `data/` with all results and all matches. */
  exports: [string, string];
  /** The chunks with matches of which the reader may see more than the public: numbers of files in `p/`. */
  private?: number[];
  /** In a page that stands alone: the key of its match. */
  single?: string;
  /** In a saved page: the ply at which it opens. */
  ply?: number;
}

interface SiteEntrant {
  name: string;
  bot: string;
  guest: boolean;
  /** The final place, each once. */
  place: number | null;
  rating: { elo: number; plus_minus: number | null; open: string | null; games: number } | null;
  /** After each of these rounds the rating in Elo, and its ±. */
  ratings?: ([elo: number, plusMinus: number | null] | null)[];
  /** Why it was refused, or how it left. */
  notes: string[];
}

interface SiteStage {
  name: string;
  /** In words. */
  format: string;
  /** The rules and limits of its matches, as the engine reads them. */
  rules: string;
  limits: string;
  /** The same in words; a site of an earlier version of Muster has none. */
  conditions?: { label: string; value: string }[];
  knockout: boolean;
}

interface SiteReason {
  text: string;
  kind: "rules" | "forfeit" | "double-forfeit" | "both-out-of-time" | "ply-limit" | "other";
  /** Of the seats that forfeited, the first seat's first. */
  faults?: ListedFault[];
}

interface ListedFault {
  name: string;
  explanation: string;
  /** What the bot's author can do; a site of an earlier version of Muster has none. */
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
  /** Whether it counts: no ruling took it out. */
  counts: boolean;
  plies: number;
  metrics: [number[], number[]];
  /** Ticks. */
  spent: [number, number];
  /** Peak bytes. */
  memory: [number, number];
}

/** A match, opened. */
interface RecordedMatch {
  opening: Opening;
  row: MatchRow;
  session: Session;
}

/** The value `match` in a page that stands alone: the transcript is in base64. */
interface SingleMatch {
  opening: Opening & { transcript: string };
  row: MatchRow;
}

interface NamedFault {
  name: string;
  about: string;
  /** What the bot's author can do; a page of an earlier version of Muster has none. */
  advice?: string;
}

/** Matches as columns: the n-th value of each is the n-th match's. */
interface MatchRows {
  count: number;
  /** `1.3.2.1`, `1.3.2.1+1`. */
  key(index: number): string;
  /** From 0. */
  stage: Uint16Array;
  /** From 1. */
  round: Uint32Array;
  /** Entrants, from 0. */
  first: Uint32Array;
  second: Uint32Array;
  /** 0 or 1: that seat won; 2: a draw. */
  outcome: Uint8Array;
  /** 0 if a ruling annulled it. */
  counts: Uint8Array;
  /** The number of its reason in the index. */
  reason: Uint16Array;
  plies: Uint32Array;
}

/** The matches of an entrant, with the ticks it spent in each, to seven digits. */
interface EntrantRows extends MatchRows {
  spent: Float32Array;
}

/** What is known of a seat beside the public record. */
interface SeatRecord {
  settings: string;
  /** The key of its dice, in hexadecimal. */
  dice: string;
  /** The call in which it failed. */
  loss: { detail: string | null; backtrace: string[] } | null;
  closing: { log: string; log_marks: { ply: number; offset: number }[] } | null;
}

/** From `app/single.js`: what stands before the data of a page with one match, between the data and the rules' module, and
 * after it, each gzipped and in base64. */
declare const singlePage: string[];

interface PrivateRecord {
  /** `null` for a seat that the reader may not see. */
  seats: [SeatRecord | null, SeatRecord | null];
}
