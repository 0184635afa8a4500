/** A sketch: things over the engine's picture for pointers, keyboards and screen readers, and their ways in it. */

import * as dom from "./dom.js";

/** Duration of a move in milliseconds. */
const duration = 250;

/**
 * @param {string} label
 * @param {(code: number) => void} act called with the action of a thing
 */
export function create(label, act) {
  const element = dom.make("div.things", { role: "group", "aria-label": label });

  /** @param {Sketch | null} sketch */
  function show(sketch) {
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.thing : undefined;
    dom.fill(element, ...(sketch?.things.map((thing) => placed(thing, sketch.extent)) ?? []));
    element.hidden = !sketch;
    // The focus stays on the same thing.
    if (focused === undefined) return;
    for (const thing of element.querySelectorAll("button")) if (thing.dataset.thing === focused) thing.focus();
  }

  /**
   * @param {Thing} thing
   * @param {Bounds} extent
   */
  function placed({ id, bounds, name, action }, [left, top, width, height]) {
    const code = action;
    const made =
      code === null
        ? dom.make("div.thing", { role: "img", "aria-label": name, "data-thing": id })
        : dom.button("", () => act(code), { class: "thing", "aria-label": name, title: name, "data-thing": id });
    const [x, y, across, down] = bounds;
    const share = (/** @type {number} */ part, /** @type {number} */ whole) => `${(100 * part) / Math.max(1, whole)}%`;
    Object.assign(made.style, {
      left: share(x - left, width),
      top: share(y - top, height),
      width: share(across, width),
      height: share(down, height),
    });
    return made;
  }

  /** Focuses the first thing that can be chosen. */
  function focus() {
    element.querySelector("button")?.focus();
  }

  return { element, show, focus };
}

/**
 * The places of the shapes in a picture, by their ids.
 * @param {HTMLElement} picture
 */
export function places(picture) {
  /** @type {Map<string, string>} */
  const found = new Map();
  for (const shape of picture.querySelectorAll("[data-shape]")) found.set(idOf(shape), placeOf(shape));
  return found;
}

/**
 * Moves the shapes of a picture from their earlier places.
 * @param {HTMLElement} picture
 * @param {Map<string, string>} before
 */
export function move(picture, before) {
  if (window.matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  for (const shape of picture.querySelectorAll("[data-shape]")) {
    const [from, to] = [before.get(idOf(shape)), placeOf(shape)];
    if (from && from !== to) shape.animate([{ transform: from }, { transform: to }], { duration, easing: "ease" });
  }
}

/** @param {Element} shape */
const idOf = (shape) => shape.getAttribute("data-shape") ?? "";

/** The place of a shape as CSS writes it. @param {Element} shape */
const placeOf = (shape) => (shape.getAttribute("transform") ?? "").replace(/(-?\d+) (-?\d+)/, "$1px, $2px");
