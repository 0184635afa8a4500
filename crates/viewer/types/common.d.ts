/** Types that the scripts in `app/common/` share. */

/** A shape that a page lays over a board. */
type Shape =
  | { kind: "target" | "aim" | "chosen"; at: Square }
  | { kind: "cell"; at: Square; colour: "red" | "orange" | "yellow" | "green" | "blue" | "purple" | "grey" }
  | { kind: "shot" | "arrow"; from: Square; to: Square; text?: string };

/** Callbacks for the events of a board. */
interface BoardListener {
  /** Called when the pointer or the focus reaches a square, or leaves the board. */
  onPoint?(square: Square | null): void;
  /** Called when a square is clicked, tapped, or chosen with Enter or Space. */
  onPick?(square: Square): void;
  /** Called with the code of an action when a thing of a sketch is chosen. */
  onAct?(code: number): void;
}
