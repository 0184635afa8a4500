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
  dom.fill(element, dom.make("strong", heading(story, shown.ply)), " ", said(story, shown.ply));
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
 * @param {Story} story
 * @param {number} ply
 */
function said(story, ply) {
  const step = story.steps[ply];
  if (!step) return "";
  const happened = step.events.map((event) => `${event.text}.`);
  const quiet = step.actions.map((action) => `${story.sides[action.seat].word}: ${action.text}.`);
  if (step.chance !== undefined) quiet.push(`${words.chance(step)}.`);
  const metric = words.spaced(story.game.metrics[0]?.name ?? "");
  const score = metric && `${metric} ${step.metrics[0][0]} to ${step.metrics[1][0]}.`;
  const end = ply === story.plies ? `${story.verdict}.` : "";
  return [...(happened.length > 0 ? happened : quiet), score.charAt(0).toUpperCase() + score.slice(1), end].join(" ");
}
