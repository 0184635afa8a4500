"use strict";
const findings = (() => {
const SLOW = 2;
function lead(step) {
return Math.sign((step.metrics[0][0] ?? 0) - (step.metrics[1][0] ?? 0));
}
function lastLeadChange(steps) {
for (let ply = steps.length - 1; ply > 0; ply -= 1) {
const [before, after] = [steps[ply - 1], steps[ply]];
if (before && after && lead(before) !== lead(after)) return ply;
}
return null;
}
function of({ steps, sides, plies }) {
const changed = lastLeadChange(steps);
const faults = sides.flatMap(({ seat, word, fault }) =>
fault ? [finding(plies, "fault", seat, `${word}: ${fault.name}`)] : [],
);
return [
...steps.flatMap(losses),
...steps.flatMap((step) => offers(step, sides)),
...slowTurns(steps, sides),
...(changed === null ? [] : [finding(changed, "lead", null, "the lead changed for the last time")]),
...faults,
].sort((one, other) => one.ply - other.ply);
}
function finding(ply, kind, seat, about) {
return { ply, kind, seat, about };
}
function losses({ ply, events }) {
const lost = events.filter((event) => event.mark?.kind === "loss");
return lost.map((event) => finding(ply, "loss", null, event.text));
}
function offers({ ply, actions }, sides) {
const offered = actions.filter((action) => action.offered);
return offered.map(({ seat }) =>
finding(ply, "offer", seat, `${sides[seat].word}'s time ran out, and its offer was played`),
);
}
function slowTurns(steps, sides) {
const groups = turns.of(steps);
return sides.flatMap(({ seat, word }) => {
const usually = turns.quantile(groups, seat, 0.9) ?? 0;
return groups.flatMap((turn) => {
const [first] = turn;
const ticks = turns.time(turn, seat) ?? 0;
const isSlow = first && usually > 0 && ticks > SLOW * usually;
return isSlow ? [finding(first.ply, "slow", seat, `${word} took ${words.duration(ticks)}`)] : [];
});
});
}
return { of, lead, lastLeadChange };
})();
