/** Curves over the plies: each metric, the time of each move, and the bots' evaluations. */

import * as dom from "../common/dom.js";
import * as words from "../common/words.js";
import * as annotations from "./annotations.js";

const HEIGHT = 60;

/**
 * @typedef {object} Curve
 * @property {string} title
 * @property {string} about
 * @property {(number | null)[][]} values by seat and ply, from ply 0
 * @property {boolean} bars `true` to draw vertical bars, those of the second seat downwards
 * @property {(value: number) => string} shown
 */

/**
 * @param {HTMLElement} container
 * @param {Story} story
 * @param {Playback} play
 */
export function create(container, story, play) {
  const charts = all(story).map((curve) => chart(story, curve, play));
  dom.fill(container, dom.make("h2", "Curves"), dom.make("div.curves", ...charts.map((each) => each.element)));
  play.watch(({ ply }) => charts.forEach((each) => each.show(ply)));
}

/**
 * @param {Story} story
 * @returns {Curve[]}
 */
function all(story) {
  const { steps } = story;
  const seats = /** @type {const} */ ([0, 1]);
  const metrics = story.game.metrics.map((metric, index) => ({
    title: words.spaced(metric.name),
    about: metric.about,
    values: seats.map((seat) => steps.map((step) => step.metrics[seat][index] ?? null)),
    bars: false,
    shown: String,
  }));
  const time = {
    title: "time a move",
    about: "above the line the first seat's, below it the second's",
    values: seats.map((seat) =>
      steps.map((step) => step.actions.find((action) => action.seat === seat)?.ticks ?? null),
    ),
    bars: true,
    shown: words.duration,
  };
  const thought = seats.map((seat) => steps.map((step) => annotations.evaluation(story.logged(seat, step.ply))));
  const evals = {
    title: "what the bots thought",
    about: "the last @eval that each logged at a position",
    values: thought,
    bars: false,
    shown: String,
  };
  const hasEvals = thought.some((values) => values.some((value) => value !== null));
  return [...metrics, time, ...(hasEvals ? [evals] : [])];
}

/**
 * @param {Story} story
 * @param {Curve} curve
 * @param {Playback} play
 */
function chart(story, curve, play) {
  const plies = Math.max(1, story.plies);
  const edge = plies / 80;
  const numbers = curve.values.flat().filter((value) => value !== null);
  const most = Math.max(curve.bars ? 1 : -Infinity, ...bounds(numbers));
  const least = curve.bars ? -most : Math.min(...bounds(numbers));
  const y = (/** @type {number} */ value) =>
    (HEIGHT - (HEIGHT * (value - least)) / Math.max(1e-9, most - least)).toFixed(2);
  const cursor = dom.svg("path.cursor", { d: `M0 0V${HEIGHT}` });
  const picture = dom.svg("svg", {
    viewBox: `${-edge} -3 ${plies + 2 * edge} ${HEIGHT + 6}`,
    preserveAspectRatio: "none",
    role: "img",
    "aria-label": summary(story, curve),
  });
  if (least < 0) picture.append(dom.svg("path.zero", { d: `M0 ${y(0)}H${plies}` }));
  curve.values.forEach((values, seat) => {
    const path = curve.bars ? bars(values, seat, y) : line(values, y);
    picture.append(
      dom.svg("path", { class: `${curve.bars ? "bar" : "line"} ${seat === 0 ? "first" : "second"}`, d: path }),
    );
  });
  picture.append(cursor);
  picture.onclick = (event) => {
    const box = picture.getBoundingClientRect();
    play.go(Math.round(((event.clientX - box.left) / box.width) * (plies + 2 * edge) - edge));
  };
  const values = curve.values.map((_, seat) => dom.make("span", { class: `value ${seat === 0 ? "first" : "second"}` }));
  const element = dom.make(
    "figure.curve",
    dom.make("figcaption", { title: curve.about }, dom.make("span.title", curve.title), ...values),
    picture,
  );

  /** @param {number} ply */
  function show(ply) {
    cursor.setAttribute("transform", `translate(${ply} 0)`);
    values.forEach((value, seat) => {
      const number = curve.values[seat]?.[ply] ?? null;
      dom.fill(value, dom.make("span.sign", { "aria-hidden": "true" }), number === null ? "–" : curve.shown(number));
    });
  }
  return { element, show };
}

/**
 * The minimum and the maximum of any number of values; 0 without values.
 * @param {number[]} numbers
 */
function bounds(numbers) {
  const [first = 0] = numbers;
  return numbers.reduce(([least, most], each) => [Math.min(least, each), Math.max(most, each)], [first, first]);
}

/**
 * The path of a step line through the values.
 * @param {(number | null)[]} values
 * @param {(value: number) => string} y
 */
function line(values, y) {
  let path = "";
  values.forEach((value, ply) => {
    if (value !== null) path += path === "" ? `M${ply} ${y(value)}` : `H${ply}V${y(value)}`;
  });
  return path;
}

/**
 * @param {(number | null)[]} values
 * @param {number} seat
 * @param {(value: number) => string} y
 */
function bars(values, seat, y) {
  const way = seat === 0 ? 1 : -1;
  return values.map((value, ply) => (value === null ? "" : `M${ply - 0.5} ${y(0)}V${y(way * value)}`)).join("");
}

/**
 * A description of the curve in words.
 * @param {Story} story
 * @param {Curve} curve
 */
function summary(story, curve) {
  const parts = curve.values.map((values, seat) => {
    const known = values.filter((value) => value !== null);
    const [least = 0, most = 0] = bounds(known);
    const side = story.sides[seat === 0 ? 0 : 1].word;
    return `${side} between ${curve.shown(least)} and ${curve.shown(most)}`;
  });
  return `${curve.title}: ${words.list(parts)}`;
}
