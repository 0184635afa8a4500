/** The printed page: boards of a few notable plies instead of the interactive one. */

import * as board from "../common/board.js";
import * as dom from "../common/dom.js";
import * as words from "../common/words.js";

/** Maximum number of boards. */
const BOARDS = 12;

/**
 * @param {HTMLElement} container
 * @param {Story} story
 * @param {Finding[]} found
 */
export function create(container, story, found) {
  window.onbeforeprint = () => {
    const boards = keyPlies(story, found).map((ply) => {
      const picture = dom.make("div");
      board.paint(picture, story.session.frame(ply));
      const step = story.steps[ply];
      const acts = step?.actions.map((action) => `${story.sides[action.seat].letter}:${action.text}`).join(" ");
      const text = step?.chance === undefined ? acts : words.chance(step);
      const label = ply === 0 ? "Start" : `${ply === story.plies ? "End, after ply" : "After ply"} ${ply}: ${text}`;
      return dom.make("figure", dom.make("figcaption", label), picture);
    });
    dom.fill(container, ...boards);
  };
}

/**
 * The plies to print: the start, the end, and findings between them, spread evenly if there are too many.
 * @param {Story} story
 * @param {Finding[]} found
 */
function keyPlies(story, found) {
  const between = [...new Set(found.map(({ ply }) => ply))].filter((ply) => ply > 0 && ply < story.plies);
  const room = Math.min(BOARDS - 2, between.length);
  const chosen = Array.from({ length: room }, (_, index) => between[Math.floor((index * between.length) / room)] ?? 0);
  return [...new Set([0, ...chosen, story.plies])];
}
