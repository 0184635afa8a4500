/** A curve with its scale. */

import * as dom from "../common/dom.js";

export const WIDTH = 600;
const [HEIGHT, LEFT, EDGE, FOOT] = [170, 62, 14, 22];

/**
 * @typedef {object} Plot
 * @property {string} label the label for screen readers
 * @property {number} count number of places from left to right
 * @property {{ at: number, value: number, spread?: number | null }[]} points with the length of their error bars to
 *   either side
 * @property {[value: number, text: string][]} marks heights with a label
 * @property {[at: number, text: string][]} places places with a label
 */

/** @param {Plot} plotted */
export function draw({ label, count, points, marks, places }) {
  const ends = points.flatMap(({ value, spread }) => [value - (spread ?? 0), value + (spread ?? 0)]);
  const heights = [...ends, ...marks.map(([value]) => value)];
  const [low, high] = [Math.min(...heights), Math.max(...heights)];
  const bottom = HEIGHT - EDGE - (places.length > 0 ? FOOT : 0);
  const x = (/** @type {number} */ at) =>
    (LEFT + EDGE + ((WIDTH - LEFT - 2 * EDGE) * at) / Math.max(count - 1, 1)).toFixed(1);
  const y = (/** @type {number} */ value) =>
    (bottom - ((bottom - EDGE) * (value - low)) / Math.max(high - low, 1e-9)).toFixed(1);
  const rules = marks.flatMap(([value, text]) => [
    dom.svg("path.rule", { d: `M${LEFT} ${y(value)}H${WIDTH}` }),
    dom.svg("text", { x: LEFT - 6, y: Number(y(value)) + 4, "text-anchor": "end" }, text),
  ]);
  const names = places.map(([at, text]) => dom.svg("text", { x: x(at), y: HEIGHT - 4, "text-anchor": "middle" }, text));
  const bars = points.map(({ at, value, spread }) =>
    spread ? `M${x(at)} ${y(value - spread)}V${y(value + spread)}` : "",
  );
  const path = points.map(({ at, value }, index) => `${index === 0 ? "M" : "L"}${x(at)} ${y(value)}`);
  return dom.svg(
    "svg.chart",
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": label },
    ...rules,
    ...names,
    dom.svg("path.spread", { d: bars.join("") }),
    dom.svg("path.course", { d: path.join("") }),
  );
}

/**
 * A plot with its title.
 * @param {string} title
 * @param {string} about
 * @param {...Element} children
 */
export function figure(title, about, ...children) {
  return dom.make("figure", dom.make("figcaption", title, dom.make("span", about)), ...children);
}
