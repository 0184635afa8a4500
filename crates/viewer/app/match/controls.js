/** The buttons below the board, and the keys that do the same. */

import * as dom from "../common/dom.js";
import * as keys from "../common/keys.js";
import * as timeline from "./timeline.js";
import * as turns from "./turns.js";

const ICONS = {
  first: "M5 4v16h2.5V4zM20 4L9 12l11 8z",
  turnBack: "M12 4L3 12l9 8zM21 4l-9 8 9 8z",
  back: "M17 4L6 12l11 8z",
  play: "M7 4l13 8-13 8z",
  pause: "M6 4h4v16H6zM14 4h4v16h-4z",
  forth: "M7 4l11 8-11 8z",
  turnForth: "M12 4l9 8-9 8zM3 4l9 8-9 8z",
  last: "M19 4v16h-2.5V4zM4 4l11 8-11 8z",
  flip: "M8 3L3 8h3.5v12h3V8H13zM16 21l5-5h-3.5V4h-3v12H11z",
};

const SPEEDS = [0.5, 1, 2, 4, 8, 16];

/**
 * @param {HTMLElement} container
 * @param {Story} story
 * @param {Finding[]} found
 * @param {Player} play
 * @param {() => void} focusBoard
 */
export function create(container, story, found, play, focusBoard) {
  const hasTurns = turns.areLong(turns.of(story.steps));
  const speed = speeds(play);
  const help = keys.listen([
    { key: "ArrowLeft", shown: "←", about: "one ply back", act: () => play.step(-1) },
    { key: "ArrowRight", shown: "→", about: "one ply forth", act: () => play.step(1) },
    ...(hasTurns
      ? [
          { key: "Shift+ArrowLeft", shown: "Shift ←", about: "one turn back", act: () => play.turn(-1) },
          { key: "Shift+ArrowRight", shown: "Shift →", about: "one turn forth", act: () => play.turn(1) },
        ]
      : []),
    { key: "Home", shown: "Home", about: "the start", act: () => play.go(0) },
    { key: "End", shown: "End", about: "the end", act: () => play.go(story.plies) },
    { key: " ", shown: "Space", about: "play and pause", act: play.toggle },
    { key: "+", shown: "+", about: "faster", act: () => speed.change(1) },
    { key: "-", shown: "−", about: "slower", act: () => speed.change(-1) },
    { key: "n", shown: "n", about: "the next mark", act: () => play.go(timeline.next(found, play.now().ply, 1)) },
    { key: "p", shown: "p", about: "the mark before", act: () => play.go(timeline.next(found, play.now().ply, -1)) },
    { key: "f", shown: "f", about: "turn the board", act: play.flip },
    { key: "b", shown: "b", about: "to the board; there arrows go from square to square", act: focusBoard },
  ]);
  const toggle = icon("play", "Play", play.toggle, "main");
  dom.fill(
    container,
    dom.make(
      "div",
      { class: "buttons" },
      icon("first", "Start", () => play.go(0)),
      hasTurns && icon("turnBack", "Turn back", () => play.turn(-1)),
      icon("back", "Back", () => play.step(-1)),
      toggle,
      icon("forth", "Forth", () => play.step(1)),
      hasTurns && icon("turnForth", "Turn forth", () => play.turn(1)),
      icon("last", "End", () => play.go(story.plies)),
    ),
    dom.make(
      "div",
      { class: "buttons more" },
      speed.element,
      icon("flip", "Turn the board", play.flip),
      dom.button("?", help.showHelp, { "aria-label": "Keys", title: "Keys", class: "icon" }),
    ),
  );
  play.watch(({ playing }) => {
    const [name, label] = playing ? /** @type {const} */ (["pause", "Pause"]) : /** @type {const} */ (["play", "Play"]);
    if (toggle.title === label) return;
    dom.set(toggle, { "aria-label": label, title: label });
    toggle.querySelector("path")?.setAttribute("d", ICONS[name]);
  });
}

/**
 * @param {keyof typeof ICONS} name
 * @param {string} label
 * @param {() => void} act
 * @param {string} [kind]
 */
function icon(name, label, act, kind = "") {
  const button = dom.button("", act, { "aria-label": label, title: label, class: `icon ${kind}` });
  button.append(dom.svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, dom.svg("path", { d: ICONS[name] })));
  return button;
}

/** @param {Player} play */
function speeds(play) {
  const element = dom.select(
    SPEEDS.map((speed) => [speed, `${speed === 0.5 ? "½" : speed}/s`]),
    { "aria-label": "Speed, in plies a second", title: "Plies a second" },
  );
  element.selectedIndex = SPEEDS.indexOf(play.now().speed);
  element.addEventListener("change", () => play.setSpeed(Number(element.value)));

  /** @param {number} by */
  function change(by) {
    element.selectedIndex = Math.min(SPEEDS.length - 1, Math.max(0, element.selectedIndex + by));
    play.setSpeed(Number(element.value));
  }
  return { element, change };
}
