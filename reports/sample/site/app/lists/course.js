"use strict";
const scoreCourse = (() => {
const WIDTH = 600;
const HEIGHT = 140;
const LEFT = 40;
function shares(rows, entrant) {
const all = [];
let points = 0;
for (let at = 0; at < rows.count; at++) {
if (rows.counts[at] === 0) continue;
const { result } = tally.seen(rows, entrant, at);
points += result === "won" ? 1 : result === "drawn" ? 0.5 : 0;
all.push(points / (all.length + 1));
}
return all;
}
function draw(rows, entrant) {
const all = shares(rows, entrant);
const x = (/** @type {number} */ at) => LEFT + ((WIDTH - LEFT) * at) / Math.max(all.length - 1, 1);
const y = (/** @type {number} */ share) => 10 + (HEIGHT - 20) * (1 - share);
const step = Math.max(1, Math.ceil(all.length / WIDTH));
const seen = all.map((share, at) => ({ share, at })).filter(({ at }) => at % step === 0 || at === all.length - 1);
const path = seen.map(
({ share, at }, number) => `${number === 0 ? "M" : "L"}${x(at).toFixed(1)} ${y(share).toFixed(1)}`,
);
const lines = [0, 0.5, 1].flatMap((share) => [
dom.svg("path", { class: "rule", d: `M${LEFT} ${y(share)}H${WIDTH}` }),
dom.svg("text", { x: LEFT - 6, y: y(share) + 4, "text-anchor": "end" }, `${share * 100} %`),
]);
const label = `${percent(all[0])} after the first match, ${percent(all[all.length - 1])} at the end`;
const curve = dom.svg("path", { class: "course", d: path.join("") });
return dom.svg(
"svg",
{ class: "chart", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": label },
...lines,
curve,
);
}
const percent = (share) => `${Math.round(share * 100)} %`;
return { draw, percent };
})();
