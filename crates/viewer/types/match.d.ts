/** What the scripts of `match.html` share. */

/** A match with everything that is said about it. */
interface Story {
  key: string;
  index: SiteIndex;
  /** Whether the page contains the match, so that there is no site beside it. */
  isStandalone: boolean;
  row: MatchRow;
  game: Game;
  session: Session;
  stage: SiteStage | null;
  opening: RecordedMatch["opening"];
  /** Complete plies. */
  plies: number;
  /** Entry 0 is the start, entry 12 what the twelfth ply did and how things stood after it. */
  steps: Step[];
  /** The event that decided the match, unless a player failed. */
  decided: DecisiveBlow | null;
  sides: [Side, Side];
  /** Who goes on by seed from the match's pairing, if it was level after the replays. */
  ahead: Side | null;
  /** Who won and why, without a full stop. */
  verdict: string;
  /** What each bot logged, where the reader may see it. */
  logs: [Lines, Lines];
  /** What a seat's bot logged when it was asked after this many plies. */
  logged(seat: Seat, ply: number): LogLine[];
  /** The whole record of a seat, where the reader may see it. */
  records: [SeatRecord | null, SeatRecord | null];
  /** Whether the game ended by its rules, so that there is no playing on from the end. */
  isOver: boolean;
  /** The seat at the top of the board. */
  topSeat: Seat;
  /** The legal actions of a seat after this many plies. */
  legal(ply: number, seat: Seat): LegalAction[];
}

/** Who fills a seat. */
interface Side extends SeatName {
  seat: Seat;
  /** The number of the entrant in the site's index. */
  number: number;
  name: string;
  /** How it failed, if it did. */
  fault: NamedFault | null;
  /** The page of the entrant; `null` in a page that stands alone. */
  link: string | null;
}

/** A ply and how things stand after it. */
interface Step extends Moment {
  /** From 1; 0 is the start. */
  ply: number;
  turn: number;
  actions: Overview["plies"][number]["actions"];
  chance?: string | undefined;
  events: GameEvent[];
}

type LogLine = LogPart["lines"][number];

/** What a bot logged, by the number of plies that had been played when it was asked. */
type Lines = Map<number, LogLine[]>;

/** The kind of a mark on the timeline: a loss of a piece, a fault, an offer, a slow move, the decisive blow, a mistake. */
type FindingKind = "loss" | "fault" | "offer" | "slow" | "decided" | "mistake";

/** A position of a variation in both orientations, with the marks of the events that led to it. */
interface Explored {
  frames: [Frame, Frame];
  marks: Mark[];
}

type Explore = (ply: number, line: Explored[]) => void;

interface Finding {
  ply: number;
  kind: FindingKind;
  seat: Seat | null;
  about: string;
}

/** What is shown of a match. */
interface PlaybackState {
  /** Complete plies; 0 is the start. */
  ply: number;
  /** Through whose eyes. */
  viewer: Viewer;
  flipped: boolean;
  /** Whether it plays by itself. */
  playing: boolean;
  /** Plies a second. */
  speed: number;
}

type Playback = ReturnType<typeof import("../app/match/playback.js").create>;
