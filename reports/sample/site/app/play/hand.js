"use strict";
const hand = (() => {
function distinct(list) {
return [...new Map(list.map((shape) => [JSON.stringify(shape), shape])).values()];
}
function shapesOf(action) {
const shot = action.marks.find((mark) => mark.kind === "shot");
if (shot && shot.kind === "shot") {
return [
{ kind: "shot", from: shot.from, to: shot.to },
{ kind: "aim", at: shot.to },
];
}
return action.target ? [{ kind: "target", at: action.target }] : [];
}
function create(choices, draw, play) {
let legal = [];
let chosen = null;
let extra = [];
let offered = [];
const of = (piece) => legal.filter((action) => squares.same(action.piece, piece));
function show() {
const actions = chosen ? of(chosen) : [];
const withoutPiece = chosen ? [] : of(null).flatMap(shapesOf);
draw(
distinct([
...extra,
...(chosen ? [/** @type {Shape} */ ({ kind: "chosen", at: chosen })] : []),
...actions.flatMap(shapesOf),
...withoutPiece,
]),
);
const buttons = offered.length > 0 ? offered : [...actions, ...of(null)].filter((action) => !action.target);
dom.fill(
choices,
...buttons.map((action) =>
dom.button(action.label ?? action.text, () => act(action), {
class: "button",
}),
),
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
function set(actions) {
legal = actions;
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
isHolding: () => chosen !== null || offered.length > 0,
};
}
return { create, shapesOf };
})();
