/** All moves of a piece, shown while the reader points at it or has selected it. */

import * as shapes from "../common/shapes.js";
import * as squares from "../common/squares.js";
import * as words from "../common/words.js";

/** Maximum number of moves listed in words; the others are only counted. */
const NAMED = 16;

/**
 * @param {Story} story
 * @param {HTMLElement} hint element for the moves in words
 * @param {(list: Shape[]) => void} draw
 */
export function create(story, hint, draw) {
  /** @type {Square | null} */
  let chosen = null;
  /** @type {Square | null} */
  let pointed = null;
  /** @type {{ frame: Frame, ply: number } | null} */
  let now = null;
  /** @type {Shape[]} */
  let noted = [];

  /** @param {Square | null} square */
  function point(square) {
    pointed = square;
    show();
  }

  /** @param {Square} square */
  function pick(square) {
    chosen = squares.same(chosen, square) ? null : square;
    pointed = square;
    show();
  }

  /**
   * @param {Frame} frame
   * @param {number} ply
   * @param {Shape[]} annotations
   */
  function move(frame, ply, annotations) {
    now = { frame, ply };
    noted = annotations;
    chosen = null;
    show();
  }

  function show() {
    if (!now) return;
    const square = [pointed, chosen].find((each) => each && now && squares.pieceAt(now.frame.drawing, each)) ?? null;
    const actions = square ? movesOf(now.frame, now.ply, square) : [];
    draw([...noted, ...shapes.chosen(square), ...shapes.ofActions(now.frame.drawing, actions)]);
    const advice = now.frame.drawing.sketch ? "" : "Point at a piece, or tap it, to see its moves.";
    hint.textContent = square ? inWords(now.frame, square, actions) : advice;
  }

  /**
   * @param {Frame} frame
   * @param {number} ply
   * @param {Square} square
   */
  function movesOf(frame, ply, square) {
    const piece = squares.pieceAt(frame.drawing, square);
    if (!piece || !acts(frame, piece.seat)) return [];
    return story.legal(ply, piece.seat).filter((action) => action.piece && squares.same(action.piece, square));
  }

  /**
   * @param {Frame} frame
   * @param {Square} square
   * @param {LegalAction[]} actions
   */
  function inWords(frame, square, actions) {
    const piece = squares.pieceAt(frame.drawing, square);
    if (!piece) return "";
    const who = `${squares.pieceWords(piece, story.sides, false).replace(/, facing.*/, "")} (${piece.symbol})`;
    if (!acts(frame, piece.seat)) return `${who}: not to move`;
    if (actions.length === 0) return `${who}: no move`;
    const texts = actions.slice(0, NAMED).map((action) => action.text);
    const rest = actions.length - texts.length;
    const count = words.counted(actions.length, "move", "moves");
    return `${who}, ${count}: ${texts.join("  ")}${rest > 0 ? ` and ${rest} more` : ""}`;
  }

  return { point, pick, move };
}

/**
 * @param {Frame} frame
 * @param {Seat | null} seat
 * @returns {seat is Seat}
 */
function acts(frame, seat) {
  return seat !== null && "act" in frame.phase && frame.phase.act.includes(seat);
}
