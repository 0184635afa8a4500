/** Curves over the plies: the advantage, each metric, the time of each move, and the bots' evaluations. */

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
 * @property {[number, number]} [range] the smallest and the largest value of the axis, if they are fixed
 * @property {(value: number) => string} shown
 */

/**
 * Adds the curves, folded; they are drawn when the reader unfolds them.
 * @param {HTMLElement} container
 * @param {Story} story
 * @param {Playback} play
 */
export function create(container, story, play) {
  /** @type {ReturnType<typeof chart>[]} */
  let charts = [];
  const list = dom.make("div.curves");
  const details = dom.make("details", dom.make("summary", "More curves"), list);
  const show = ({ ply } = play.now()) => charts.forEach((each) => each.show(ply));
  details.ontoggle = () => {
    if (charts.length > 0) return;
    charts = all(story).map((curve) => chart(story, curve, play));
    dom.fill(list, ...charts.map((each) => each.element));
    show();
  };
  dom.fill(container, details);
  play.watch(show);
}

/**
 * The curve of advantage: how far the first seat is ahead in the first metric. The area above zero is the first seat's.
 * @param {Story} story
 */
export function advantage({ steps, game, sides, plies }) {
  const { name = "", about = "" } = game.metrics[0] ?? {};
  const values = steps.map(({ metrics }) => (metrics[0][0] ?? 0) - (metrics[1][0] ?? 0));
  const most = Math.max(1, ...bounds(values).map(Math.abs));
  const y = (/** @type {number} */ value) => (HEIGHT / 2 - (HEIGHT * value) / 2 / most).toFixed(2);
  const picture = dom.svg(
    "svg.advantage",
    { viewBox: `0 -3 ${Math.max(1, plies)} ${HEIGHT + 6}`, preserveAspectRatio: "none", "aria-hidden": "true" },
    ...[1, -1].map((way) => {
      const own = values.map((value) => Math.max(0, value * way) * way);
      const d = `M0 ${y(0)}V${line(own, y).slice(3)}V${y(0)}z`;
      return dom.svg("path", { class: way > 0 ? "first" : "second", d });
    }),
    dom.svg("path.zero", { d: `M0 ${y(0)}H${plies}` }),
  );

  /** Adds a vertical line. @param {string} kind */
  function cursor(kind) {
    const element = dom.svg("path", { class: kind, d: `M0 -3V${HEIGHT + 3}` });
    picture.append(element);
    return {
      /** @param {number | null} ply */
      go(ply) {
        element.style.visibility = ply === null ? "hidden" : "";
        element.setAttribute("transform", `translate(${ply ?? 0} 0)`);
      },
    };
  }

  /** The score at a ply in words. @param {number} ply */
  function told(ply) {
    const value = values[ply] ?? 0;
    const ahead = value === 0 ? "level" : `${sides[value > 0 ? 0 : 1].word} +${Math.abs(value)}`;
    return `${ply === 0 ? "start" : `ply ${ply}`}: ${ahead}`;
  }

  return { title: `Advantage in ${words.spaced(name)}`, about, picture, cursor, told };
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
  const thoughts = evaluations(story);
  return [...metrics, time, ...(thoughts ? [thoughts] : [])];
}

/**
 * The last `@eval` that each bot logged at a position; `null` if no bot logged one that the reader may see.
 * @param {Story} story
 * @returns {Curve | null}
 */
export function evaluations(story) {
  const values = /** @type {const} */ ([0, 1]).map((seat) =>
    story.steps.map((step) => annotations.evaluation(story.logged(seat, step.ply))),
  );
  if (values.flat().every((value) => value === null)) return null;
  const about = "the last @eval in each bot's log of a position";
  return { title: "the bots' evaluations", about, values, bars: false, shown: String };
}

/**
 * @param {Story} story
 * @param {Curve} curve
 * @param {Playback} play
 */
export function chart(story, curve, play) {
  const plies = Math.max(1, story.plies);
  const edge = plies / 80;
  const numbers = curve.values.flat().filter((value) => value !== null);
  const most = curve.range?.[1] ?? Math.max(curve.bars ? 1 : -Infinity, ...bounds(numbers));
  const least = curve.range?.[0] ?? (curve.bars ? -most : Math.min(...bounds(numbers)));
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
