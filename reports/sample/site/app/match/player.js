"use strict";
const player = (() => {
function create(plies, turns, first) {
const state = { ply: within(first), viewer: null, flipped: false, playing: false, speed: 2 };
const listeners = [];
let timer = 0;
function within(ply) {
return Math.min(plies, Math.max(0, Math.trunc(ply)));
}
function tell() {
for (const listener of listeners) listener(state);
}
function watch(listener) {
listeners.push(listener);
listener(state);
}
function change(difference) {
Object.assign(state, difference);
tell();
}
function go(ply) {
halt();
const to = within(ply);
if (to !== state.ply || state.playing) change({ ply: to, playing: false });
}
function step(by) {
go(state.ply + by);
}
function turn(by) {
let to = state.ply + by;
while (to > 0 && to < plies && turns[to] === turns[to + 1]) to += by;
go(to);
}
function halt() {
window.clearTimeout(timer);
}
function beat() {
halt();
timer = window.setTimeout(() => {
if (state.ply >= plies) {
change({ playing: false });
return;
}
change({ ply: state.ply + 1 });
beat();
}, 1000 / state.speed);
}
function toggle() {
if (state.playing) {
halt();
change({ playing: false });
return;
}
change({ ply: state.ply >= plies ? 0 : state.ply, playing: true });
beat();
}
function setSpeed(speed) {
change({ speed });
if (state.playing) beat();
}
return {
plies,
watch,
go,
step,
turn,
toggle,
setSpeed,
flip: () => change({ flipped: !state.flipped }),
setViewer: (/** @type {Viewer} */ viewer) => change({ viewer }),
now: () => /** @type {Readonly<Shown>} */ (state),
};
}
return { create };
})();
