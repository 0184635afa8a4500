"use strict";
const viewer = (() => {
let open = null;
async function start() {
window.addEventListener("hashchange", follow);
try {
if (support.isThere) await show();
} catch (error) {
support.complain("This match cannot be shown: ", error);
}
dom.byId("main").setAttribute("aria-busy", "false");
}
async function show() {
const asked = address.read(location.hash);
const key = asked?.keys[0] ?? (await data.index()).single;
if (!key) throw new Error("the address names no match: choose one from the list of matches");
build(await story.load(key), asked?.ply ?? 0);
}
function build(told, ply) {
dom.byId("match").hidden = false;
const found = findings.of(told);
const play = player.create(
told.plies,
told.steps.map((step) => step.turn),
ply,
);
open = { story: told, play };
facts.head(dom.byId("place"), dom.byId("title"), dom.byId("result"), told);
stage(told, found, play);
loss.create(dom.byId("loss"), told, play);
moves.create(dom.byId("moves"), told, play);
curves.create(dom.byId("curves"), told, play);
sight.told(dom.byId("sight"), told, play);
facts.actions(dom.byId("actions"), told, play);
facts.conditions(dom.byId("conditions"), told);
printing.create(dom.byId("printed"), told, found);
play.watch((shown) => address.show([told.key], shown.ply));
}
function stage(told, found, play) {
const place = dom.byId("board");
const names = /** @type {[SeatName, SeatName]} */ (told.sides);
const shown = board.create(place, "Board", names, {
onPoint: (square) => pointer.point(square),
onPick: (square) => pointer.pick(square),
});
const pointer = pointing.create(told, dom.byId("hint"), shown.draw);
const strips = seats.create(dom.byId("above"), dom.byId("below"), told);
timeline.create(dom.byId("timeline"), told, found, play);
controls.create(dom.byId("controls"), told, found, play, shown.focus);
play.watch((state) => {
const frame = told.session.frame(state.ply, state.viewer, state.flipped);
shown.show(frame, state.flipped);
pointer.move(frame, state.ply, annotations.shapes(told, state.ply));
strips.show(state, frame);
spoken.show(dom.byId("events"), told, state);
dom.set(place, { "data-ply": state.ply, "data-position": frame.position ?? false });
});
}
function follow() {
const asked = address.read(location.hash);
if (asked && open && asked.keys[0] === open.story.key) open.play.go(asked.ply ?? 0);
else location.reload();
}
if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
else start();
return {
session: () => open?.story.session ?? null,
story: () => open?.story ?? null,
};
})();
