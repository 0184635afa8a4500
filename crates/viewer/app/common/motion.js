/** Motion from one picture of the engine to the next: shapes and pieces slide, lost pieces fade. */

/** Duration in milliseconds. */
const duration = 150;

/** Returns `true` if the reader does not want motion. */
const isStill = () => window.matchMedia("(prefers-reduced-motion: reduce)").matches;

/**
 * The shapes of a picture by their ids, which for the piece of a board are its column and row.
 * @param {HTMLElement} picture
 */
export function shapes(picture) {
  return new Map(Array.from(picture.querySelectorAll("[data-shape]"), (shape) => [idOf(shape), shape]));
}

/**
 * Moves the shapes of a picture from their earlier places. The marks show where pieces came from, and which pieces were
 * lost.
 * @param {HTMLElement} picture
 * @param {Map<string, Element>} before the shapes of the earlier picture
 * @param {Mark[]} marks in the order of the squares on the screen
 */
export function play(picture, before, marks) {
  if (isStill()) return;
  /** @type {Map<string, string>} */
  const origins = new Map();
  for (const mark of marks) if (mark.kind === "move") origins.set(mark.to.join(" "), mark.from.join(" "));
  for (const shape of picture.querySelectorAll("[data-shape]")) {
    const old = before.get(origins.get(idOf(shape)) ?? idOf(shape));
    const [from, to] = [old && placeOf(old), placeOf(shape)];
    if (from && from !== to) shape.animate([{ transform: from }, { transform: to }], { duration, easing: "ease" });
  }
  for (const mark of marks) {
    if (mark.kind !== "loss") continue;
    const at = mark.at.join(" ");
    // A piece may have moved and been lost in the same ply.
    const lost = before.get(at) ?? before.get(origins.get(at) ?? "");
    if (lost) {
      fade(
        picture,
        lost,
        at.replace(/\d+/g, (place) => String(20 * Number(place))),
      );
    }
  }
}

/**
 * @param {HTMLElement} picture
 * @param {Element} lost a piece of the earlier picture
 * @param {string} place
 */
function fade(picture, lost, place) {
  const parts = lost.closest("svg")?.querySelector("defs")?.cloneNode(true);
  const ghost = /** @type {Element} */ (lost.cloneNode(true));
  if (parts) ghost.prepend(parts);
  ghost.removeAttribute("data-shape");
  ghost.setAttribute("transform", `translate(${place})`);
  picture.querySelector("[data-shape]")?.before(ghost);
  ghost.animate({ opacity: [1, 0] }, { duration: 4 * duration, easing: "ease-in" }).onfinish = () => ghost.remove();
}

/** @param {Element} shape */
const idOf = (shape) => shape.getAttribute("data-shape") ?? "";

/** The place of a shape as CSS writes it. @param {Element} shape */
const placeOf = (shape) => (shape.getAttribute("transform") ?? "").replace(/(-?\d+) (-?\d+)/, "$1px, $2px");
