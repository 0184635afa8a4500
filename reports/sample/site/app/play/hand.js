"use strict";
const hand = (() => {
function create(choices, draw, play) {
let legal = [];
let drawing = null;
let chosen = null;
let extra = [];
let offered = [];
const of = (piece) => legal.filter((action) => squares.same(action.piece, piece));
function show() {
const actions = chosen ? of(chosen) : [];
const shown = drawing ? shapes.ofActions(drawing, of(chosen)) : [];
draw([...extra, ...shapes.chosen(chosen), ...shown]);
const buttons = offered.length > 0 ? offered : [...actions, ...of(null)].filter((action) => !action.target);
dom.fill(
choices,
...buttons.map((action) => dom.button(action.label ?? action.text, () => act(action), { class: "button" })),
);
}
function act(action) {
set([]);
play(action);
}
function decide(meant) {
const [only] = meant;
if (only && meant.length === 1) return act(only);
offered = meant;
show();
return choices.querySelector("button")?.focus();
}
function pick(square) {
const piece = chosen;
const aimed = (piece ? of(piece) : of(null)).filter((action) => squares.same(action.target, square));
const own = of(square);
offered = [];
if (aimed.length > 0) return decide(aimed);
if (piece && squares.same(piece, square)) {
if (own.length === 1) return decide(own);
chosen = null;
} else {
chosen = own.length > 0 ? square : null;
}
return show();
}
function set(actions, board = null) {
legal = actions;
drawing = board;
chosen = null;
offered = [];
extra = [];
show();
}
return {
set,
pick,
canTake: (square) => of(square).length > 0,
take(square) {
offered = [];
chosen = square;
show();
},
release() {
chosen = null;
offered = [];
show();
},
note(shapes) {
extra = shapes;
show();
},
};
}
return { create };
})();
