/** The events of a ply in words, shown next to the board and spoken by screen readers. */

import * as dom from "../common/dom.js";
import * as words from "../common/words.js";
import * as turns from "./turns.js";

/**
 * @param {HTMLElement} element a live region
 * @param {Story} story
 * @param {Readonly<PlaybackState>} shown
 */
export function show(element, story, shown) {
  // During playback, announcements would only pile up.
  element.setAttribute("aria-live", shown.playing ? "off" : "polite");
  const events = happened(story, shown.ply).map((text) => dom.make("li", text));
  const list = events.length > 0 && dom.make("ul", ...events);
  dom.fill(element, dom.make("strong", heading(story, shown.ply)), list, dom.make("p", standing(story, shown.ply)));
}

/**
 * @param {Story} story
 * @param {number} ply
 */
function heading(story, ply) {
  const step = story.steps[ply];
  if (!step || ply === 0) return "Start.";
  const groups = turns.of(story.steps);
  const turn = turns.areLong(groups) ? ` (turn ${step.turn})` : "";
  return `Ply ${ply} of ${story.plies}${turn}.${soFar(story, groups, ply)}`;
}

/**
 * The effects of a turn of several plies up to a ply, counted: ` White in this turn: 1 shot, 3 moves.`
 * @param {Story} story
 * @param {Step[][]} groups
 * @param {number} ply
 */
function soFar({ sides }, groups, ply) {
  const turn = groups.find((steps) => steps.some((step) => step.ply === ply)) ?? [];
  const [seat] = turn[0] ? turns.seatsOf(turn[0]) : [];
  if (turn.length < 2 || seat === undefined) return "";
  const done = turn.filter((step) => step.ply <= ply);
  const kinds = done.map(({ events }) => events.flatMap(({ mark }) => mark?.kind ?? []));
  const shots = kinds.filter((own) => own.includes("shot")).length;
  // A piece that is hit may move, too.
  const moves = kinds.filter((own) => own.includes("move") && !own.includes("shot")).length;
  const losses = kinds.flat().filter((kind) => kind === "loss").length;
  const parts = [
    shots > 0 && words.counted(shots, "shot", "shots"),
    moves > 0 && words.counted(moves, "move", "moves"),
    losses > 0 && words.counted(losses, "piece destroyed", "pieces destroyed"),
  ].filter((part) => part !== false);
  return parts.length > 0 ? ` ${sides[seat].word} in this turn: ${words.list(parts)}.` : "";
}

/**
 * The events of a ply; where the game names none, the actions.
 * @param {Story} story
 * @param {number} ply
 */
function happened(story, ply) {
  const step = story.steps[ply];
  if (!step) return [];
  const quiet = step.actions.map((action) => `${story.sides[action.seat].word}: ${action.text}`);
  if (step.chance !== undefined) quiet.push(words.chance(step));
  return step.events.length > 0 ? step.events.map((event) => event.text) : quiet;
}

/**
 * The score after a ply, and the result at the end.
 * @param {Story} story
 * @param {number} ply
 */
function standing(story, ply) {
  const metric = words.spaced(story.game.metrics[0]?.name ?? "");
  const values = story.steps[ply]?.metrics.map(([first]) => first);
  const score = metric && values ? `${metric.charAt(0).toUpperCase()}${metric.slice(1)} ${values.join(" to ")}. ` : "";
  return `${score}${ply === story.plies ? `${story.verdict}.` : ""}`;
}
