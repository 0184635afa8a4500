/** The bar of advantage beside the board: the first seat's share of the first metric, or its expected points. */

import * as dom from "../common/dom.js";

/**
 * @param {HTMLElement} element
 * @param {Story} story
 * @param {Playback} play
 */
export function create(element, { steps, topSeat }, play) {
  const part = dom.make("i");
  let shares = steps.map(({ metrics: [[own = 0], [other = 0]] }) => (own + other > 0 ? own / (own + other) : 0.5));
  dom.fill(element, part);
  const show = ({ ply, flipped } = play.now()) => {
    const share = Math.min(1, Math.max(0, shares[ply] ?? 0.5));
    part.style.height = `${100 * share}%`;
    element.classList.toggle("first-above", (topSeat === 0) !== flipped);
  };
  play.watch(show);
  return {
    /** Shows the first seat's expected points, by ply. @param {number[]} points */
    set(points) {
      shares = points;
      show();
    },
  };
}
