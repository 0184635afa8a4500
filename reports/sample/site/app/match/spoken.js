"use strict";
const spoken = (() => {
function show(element, story, shown) {
element.setAttribute("aria-live", shown.playing ? "off" : "polite");
dom.fill(element, dom.make("strong", {}, heading(story, shown.ply)), " ", said(story, shown.ply));
}
function heading(story, ply) {
const step = story.steps[ply];
if (!step || ply === 0) return "Start.";
const turn = turns.areLong(turns.of(story.steps)) ? ` (turn ${step.turn})` : "";
return `Ply ${ply} of ${story.plies}${turn}.`;
}
function said(story, ply) {
const step = story.steps[ply];
if (!step) return "";
const happened = step.events.map((event) => `${event.text}.`);
const quiet = step.actions.map((action) => `${story.sides[action.seat].word}: ${action.text}.`);
const metric = words.spaced(story.game.metrics[0]?.name ?? "");
const score = `${metric} ${step.metrics[0][0]} to ${step.metrics[1][0]}.`;
const end = ply === story.plies ? `${story.verdict}.` : "";
return [...(happened.length > 0 ? happened : quiet), score.charAt(0).toUpperCase() + score.slice(1), end].join(" ");
}
return { show };
})();
