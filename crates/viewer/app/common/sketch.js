/** A sketch: things over the engine's picture for pointers, keyboards and screen readers. */

import * as dom from "./dom.js";

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
