"use strict";
const parting = (() => {
function deeds(step) {
return step ? step.actions.map(({ seat, code }) => `${seat}:${code}`).join(" ") : null;
}
function ply(one, other) {
const most = Math.max(one.length, other.length);
for (let at = 1; at < most; at++) {
if (deeds(one[at]) !== deeds(other[at])) return at;
}
return null;
}
function relation(one, other) {
const [first, second] = one.row.entrants;
const players = other.row.entrants;
const opening = one.opening.start === other.opening.start ? "The same opening" : "Different openings";
if (first === players[1] && second === players[0]) return `${opening}, seats swapped.`;
if (first === players[0] && second === players[1]) return `${opening}, the same seats.`;
return `${opening}, different players.`;
}
return { ply, relation };
})();
