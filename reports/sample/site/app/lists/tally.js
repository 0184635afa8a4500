"use strict";
const tally = (() => {
const nothing = () => ({ won: 0, drawn: 0, lost: 0 });
const games = ({ won, drawn, lost }) => won + drawn + lost;
const points = ({ won, drawn }) => won + drawn / 2;
function seen(rows, entrant, index) {
const seat = rows.first[index] === entrant ? 0 : 1;
const opponent = seat === 0 ? rows.second[index] : rows.first[index];
const outcome = rows.outcome[index];
const result = outcome === 2 ? "drawn" : outcome === seat ? "won" : "lost";
return { seat, opponent, result };
}
function byOpponent(rows, entrant) {
const scores = new Map();
for (let index = 0; index < rows.count; index++) {
if (rows.counts[index] === 0) continue;
const { seat, opponent, result } = seen(rows, entrant, index);
const score = scores.get(opponent) ?? [nothing(), nothing()];
score[seat][result]++;
scores.set(opponent, score);
}
return scores;
}
function sum(scores) {
const all = nothing();
for (const { won, drawn, lost } of scores) {
all.won += won;
all.drawn += drawn;
all.lost += lost;
}
return all;
}
function losses(index, rows, entrant) {
const fault = (/** @type {number} */ at) => Number(isFault(index, rows.reason[at]));
const place = (/** @type {number} */ at) => index.entrants[seen(rows, entrant, at).opponent].place ?? 0;
const all = Array.from({ length: rows.count }, (_, at) => at);
const lost = all.filter((at) => rows.counts[at] === 1 && seen(rows, entrant, at).result === "lost");
return lost.sort(
(one, other) => fault(other) - fault(one) || place(other) - place(one) || rows.plies[one] - rows.plies[other],
);
}
function faults(index, rows, entrant) {
const counts = new Map();
for (let at = 0; at < rows.count; at++) {
const reason = rows.reason[at];
if (!isFault(index, reason) || seen(rows, entrant, at).result === "won") continue;
counts.set(reason, (counts.get(reason) ?? 0) + 1);
}
return [...counts].sort((one, other) => other[1] - one[1]);
}
const isFault = (index, reason) => (index.reasons[reason].faults ?? []).length > 0;
return { seen, byOpponent, sum, games, points, losses, faults, isFault };
})();
