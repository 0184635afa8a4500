/** The moves of a piece and the pieces that can hit it, shown while the reader points at it or has selected it. */

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
  /** `true` if the hits on all pieces are shown. */
  let areAll = false;

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
    const { frame, ply } = now;
    const actions = square ? movesOf(frame, ply, square) : [];
    const places = areAll ? frame.drawing.pieces.map(({ column, row }) => /** @type {Square} */ ([column, row])) : [];
    const hits = [...places, ...(square ? [square] : [])].flatMap((to) =>
      hittersOf(frame, ply, to).map((from) => ({ kind: /** @type {const} */ ("shot"), from, to })),
    );
    draw([...noted, ...hits, ...shapes.chosen(square), ...shapes.ofActions(frame.drawing, actions)]);
    const advice = now.frame.drawing.sketch ? "" : "Point at a piece, or tap it, to see its moves.";
    hint.textContent = square ? inWords(frame, ply, square, actions) : advice;
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
   * The squares of the pieces that can hit the piece on a square, if their seat is to move.
   * @param {Frame} frame
   * @param {number} ply
   * @param {Square} square
   */
  function hittersOf(frame, ply, square) {
    const seat = squares.pieceAt(frame.drawing, square)?.seat ?? null;
    const other = seat === 0 ? 1 : 0;
    if (seat === null || !acts(frame, other)) return [];
    const isHit = (/** @type {Mark} */ mark) =>
      squares.same(mark.kind === "loss" ? mark.at : mark.kind === "shot" ? mark.to : null, square);
    const hitters = story.legal(ply, other).flatMap(({ piece, marks }) => (piece && marks.some(isHit) ? [piece] : []));
    return hitters.filter((one, index) => hitters.findIndex((each) => squares.same(each, one)) === index);
  }

  /**
   * @param {Frame} frame
   * @param {number} ply
   * @param {Square} square
   * @param {LegalAction[]} actions
   */
  function inWords(frame, ply, square, actions) {
    const { drawing } = frame;
    const piece = squares.pieceAt(drawing, square);
    if (!piece) return "";
    const named = (/** @type {Piece} */ each) =>
      `${squares.pieceWords(each, story.sides, false).replace(/, facing.*/, "")} (${each.symbol})`;
    const who = named(piece);
    const hitters = hittersOf(frame, ply, square).flatMap((from) => {
      const hitter = squares.pieceAt(drawing, from);
      return hitter ? [`${named(hitter)} on ${squares.name(drawing, from)}`] : [];
    });
    if (hitters.length > 0) return `${who}: can be hit by ${words.list(hitters)}`;
    if (!acts(frame, piece.seat)) return `${who}: not to move`;
    if (actions.length === 0) return `${who}: no move`;
    const texts = actions.slice(0, NAMED).map((action) => action.text);
    const rest = actions.length - texts.length;
    const count = words.counted(actions.length, "move", "moves");
    return `${who}, ${count}: ${texts.join("  ")}${rest > 0 ? ` and ${rest} more` : ""}`;
  }

  /** Shows or hides the hits on all pieces. */
  function all() {
    areAll = !areAll;
    show();
  }

  return { point, pick, move, all };
}

/**
 * @param {Frame} frame
 * @param {Seat | null} seat
 * @returns {seat is Seat}
 */
function acts(frame, seat) {
  return seat !== null && "act" in frame.phase && frame.phase.act.includes(seat);
}
