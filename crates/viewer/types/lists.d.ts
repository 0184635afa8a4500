/** The conditions for a match to be listed. `null` stands for no condition. */
interface MatchFilter {
  /** Number of an entrant in the match, from 0. */
  entrant: number | null;
  /** Number of that entrant's opponent. */
  opponent: number | null;
  /** That entrant's seat. */
  seat: Seat | null;
  /** The result for that entrant or, without one, for the seats. */
  result: "won" | "lost" | "drawn" | "first" | "second" | null;
  /** The number of a reason in the index; `fault` is any loss by a fault. */
  reason: number | "fault" | null;
  /** The number of a stage, from 0. */
  stage: number | null;
  /** A round of a stage, from 1. */
  round: number | null;
  /** The minimum and maximum length in plies. */
  least: number | null;
  most: number | null;
}

/** One match of a block. */
interface PlacedMatch {
  rows: MatchRows;
  index: number;
}

/** The matches that a filter has found, in schedule order. */
interface FoundMatches {
  count: number;
  /** Returns the matches from index `from` up to, but not including, `to`. */
  slice(from: number, to: number): Promise<PlacedMatch[]>;
}
