/** The buttons below the board, and their keyboard shortcuts. */

import * as dom from "../common/dom.js";
import * as keys from "../common/keys.js";
import * as timeline from "./timeline.js";
import * as turns from "./turns.js";

/**
 * @param {HTMLElement} container
 * @param {Story} story
 * @param {Finding[]} found
 * @param {Playback} play
 * @param {{ focus: () => void, hits: () => void }} board actions on the board
 */
export function create(container, story, found, play, board) {
  if (!turns.areLong(turns.of(story.steps))) {
    for (const part of document.querySelectorAll(".of-turns")) part.remove();
  }
  const change = speeds(play);
  const toMark = (/** @type {1 | -1} */ way) => play.go(timeline.next(found, play.now().ply, way));
  const [first, last] = [() => play.go(0), () => play.go(story.plies)];
  const [back, forth] = [() => play.step(-1), () => play.step(1)];
  const [turnBack, turnForth] = [() => play.turn(-1), () => play.turn(1)];
  const { toggle, flip } = play;
  const help = keys.listen({
    ArrowLeft: back,
    ArrowRight: forth,
    "Shift+ArrowLeft": turnBack,
    "Shift+ArrowRight": turnForth,
    Home: first,
    End: last,
    " ": toggle,
    "+": () => change(1),
    "-": () => change(-1),
    n: () => toMark(1),
    p: () => toMark(-1),
    f: flip,
    h: board.hits,
    b: board.focus,
  });
  /** Actions by the names of the page's buttons. @type {Record<string, () => void>} */
  const acts = { first, turnBack, back, toggle, forth, turnForth, last, flip, help };
  for (const button of container.querySelectorAll("button")) button.onclick = acts[button.name];
  const main = /** @type {HTMLElement} */ (container.querySelector("[name=toggle]"));
  play.watch(({ playing }) => {
    const label = playing ? "Pause" : "Play";
    if (main.title === label) return;
    dom.set(main, { "aria-label": label, title: label });
    main.classList.toggle("runs", playing);
  });
}

/** Connects the list of speeds, and returns a function that moves up or down in it. @param {Playback} play */
function speeds(play) {
  const element = /** @type {HTMLSelectElement} */ (dom.byId("speed"));
  element.value = String(play.now().speed);
  element.onchange = () => play.setSpeed(Number(element.value));
  return (/** @type {number} */ by) => {
    element.selectedIndex = Math.min(element.length - 1, Math.max(0, element.selectedIndex + by));
    play.setSpeed(Number(element.value));
  };
}
