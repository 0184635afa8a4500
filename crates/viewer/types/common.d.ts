/** What the scripts in `app/common/` share. */

/** A shape that a page lays over a board. */
type Shape =
  | { kind: "target" | "aim" | "chosen"; at: Square }
  | { kind: "cell"; at: Square; colour: "red" | "orange" | "yellow" | "green" | "blue" | "purple" | "grey" }
  | { kind: "shot" | "arrow"; from: Square; to: Square; text?: string };

/** What a page wants to hear of a board. */
interface BoardListener {
  /** The pointer or the focus is on a square, or on none. */
  onPoint?(square: Square | null): void;
  /** A square was clicked, tapped, or chosen with Enter or Space. */
  onPick?(square: Square): void;
  /** A thing of a sketch was chosen, by the code of its action. */
  onAct?(code: number): void;
}
