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
  const turn = turns.areLong(turns.of(story.steps)) ? ` (turn ${step.turn})` : "";
  return `Ply ${ply} of ${story.plies}${turn}.`;
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
