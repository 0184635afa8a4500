/** Types that the scripts of `match.html` share. */

/** A match with everything that the page shows about it. */
interface Story {
  key: string;
  index: SiteIndex;
  /** `true` if the page contains the match, and no site is beside it. */
  isStandalone: boolean;
  row: MatchRow;
  game: Game;
  session: Session;
  stage: SiteStage | null;
  opening: RecordedMatch["opening"];
  /** Complete plies. */
  plies: number;
  /** Entry 0 is the start; entry 12 has the actions of the twelfth ply and the state after it. */
  steps: Step[];
  /** The event that decided the match, unless a player failed. */
  decided: DecisiveBlow | null;
  sides: [Side, Side];
  /** The side that advances by seed, if the pairing was level after the replays. */
  ahead: Side | null;
  /** The winner and the reason, without a full stop. */
  verdict: string;
  /** The bots' logs, as far as the reader may see them. */
  logs: [Lines, Lines];
  /** Returns the lines that a seat's bot logged after this many plies. */
  logged(seat: Seat, ply: number): LogLine[];
  /** The private record of each seat; `null` if the reader may not see it. */
  records: [SeatRecord | null, SeatRecord | null];
  /** `true` if the game ended by its rules, so the match cannot go on. */
  isOver: boolean;
  /** The seat at the top of the board. */
  topSeat: Seat;
  /** Returns the legal actions of a seat after this many plies. */
  legal(ply: number, seat: Seat): LegalAction[];
}

/** The entrant at a seat. */
interface Side extends SeatName {
  seat: Seat;
  /** The number of the entrant in the site's index. */
  number: number;
  name: string;
  /** The fault by which it forfeited; `null` otherwise. */
  fault: NamedFault | null;
  /** The page of the entrant; `null` without a site. */
  link: string | null;
}

/** A ply and the state after it. */
interface Step extends Moment {
  /** From 1; 0 is the start. */
  ply: number;
  turn: number;
  actions: Overview["plies"][number]["actions"];
  chance?: string | undefined;
  events: GameEvent[];
}

type LogLine = LogPart["lines"][number];

/** A bot's log by the number of plies that had been played when it was asked. */
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

/** The part of a match that is shown. */
interface PlaybackState {
  /** Complete plies; 0 is the start. */
  ply: number;
  /** The point of view. */
  viewer: Viewer;
  flipped: boolean;
  /** `true` during playback. */
  playing: boolean;
  /** Plies per second. */
  speed: number;
}

type Playback = ReturnType<typeof import("../app/match/playback.js").create>;
