/** Which matches a list shows. What is `null` does not matter. */
interface MatchFilter {
  /** An entrant, by number from 0, who plays in the match. */
  entrant: number | null;
  /** Whom that entrant meets. */
  opponent: number | null;
  /** That entrant's seat. */
  seat: Seat | null;
  /** How the match ended: for that entrant, or, without one, for the seats. */
  result: "won" | "lost" | "drawn" | "first" | "second" | null;
  /** The number of a reason in the index; `fault` is any loss by a fault. */
  reason: number | "fault" | null;
  /** The number of a stage, from 0. */
  stage: number | null;
  /** A round of a stage, from 1. */
  round: number | null;
  /** The least and the greatest length in plies. */
  least: number | null;
  most: number | null;
}

/** One match of a block. */
interface PlacedMatch {
  rows: MatchRows;
  index: number;
}

/** What a filter has found, in schedule order. */
interface FoundMatches {
  count: number;
  /** A part of them, `from` and `to` being places among what was found. */
  slice(from: number, to: number): Promise<PlacedMatch[]>;
}
