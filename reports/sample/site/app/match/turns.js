"use strict";
const turns = (() => {
function of(steps) {
const groups = [];
for (const step of steps.slice(1)) {
const open = groups[groups.length - 1];
if (open?.[0]?.turn === step.turn && String(seatsOf(open[0])) === String(seatsOf(step))) open.push(step);
else groups.push([step]);
}
return groups;
}
function seatsOf(step) {
return step.actions.map(({ seat }) => seat);
}
function time(turn, seat) {
const own = turn.flatMap((step) => step.actions.filter((action) => action.seat === seat));
return own.length === 0 ? null : own.reduce((sum, action) => sum + action.ticks, 0);
}
function quantile(groups, seat, share) {
const times = groups.map((turn) => time(turn, seat)).filter((ticks) => ticks !== null);
times.sort((one, other) => one - other);
const place = (times.length - 1) * share;
const [below, above] = [times[Math.floor(place)], times[Math.ceil(place)]];
return below === undefined || above === undefined ? null : Math.round((below + above) / 2);
}
function areLong(groups) {
return groups.some((turn) => turn.length > 1);
}
return { of, seatsOf, time, quantile, areLong };
})();
