/** A seat: 0 moves first, 1 second. */
type Seat = 0 | 1;
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
