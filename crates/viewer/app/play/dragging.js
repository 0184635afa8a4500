/** Drags pieces over a board with a mouse, a pen or a finger. */

import * as squares from "../common/squares.js";

/** Number of pixels that a pointer must move to start a drag. */
const slack = 6;

/**
 * @param {HTMLElement} element the board
 * @param {(place: Element | null) => Square | null} squareOf the square of an element
 * @param {{ canTake(square: Square): boolean, take(square: Square): void, release(): void,
 *   pick(square: Square): void }} selection
 */
export function listen(element, squareOf, selection) {
  /** @type {{ square: Square, x: number, y: number, id: number } | null} */
  let held = null;
  let isDragging = false;

  const at = (/** @type {PointerEvent} */ event) => squareOf(document.elementFromPoint(event.clientX, event.clientY));

  element.onpointerdown = (event) => {
    const square = at(event);
    if (event.button !== 0 || !square || !selection.canTake(square)) return;
    held = { square, x: event.clientX, y: event.clientY, id: event.pointerId };
    isDragging = false;
  };
  element.onpointermove = (event) => {
    if (!held || event.pointerId !== held.id || isDragging) return;
    if (Math.hypot(event.clientX - held.x, event.clientY - held.y) < slack) return;
    isDragging = true;
    element.classList.add("dragging");
    element.setPointerCapture(event.pointerId);
    selection.take(held.square);
  };
  const end = (/** @type {PointerEvent} */ event) => {
    if (!held || event.pointerId !== held.id) return;
    const from = held.square;
    held = null;
    element.classList.remove("dragging");
    if (!isDragging) return;
    const to = event.type === "pointerup" ? at(event) : null;
    if (to && !squares.same(from, to)) selection.pick(to);
    else selection.release();
  };
  element.onpointerup = end;
  element.onpointercancel = end;
  // Suppresses the click that follows a drag.
  element.addEventListener(
    "click",
    (event) => {
      if (!isDragging) return;
      isDragging = false;
      event.stopPropagation();
    },
    { capture: true },
  );
}
