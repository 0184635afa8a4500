"use strict";
const pointing = (() => {
const NAMED = 16;
function create(story, hint, draw) {
let chosen = null;
let pointed = null;
let now = null;
let noted = [];
function point(square) {
pointed = square;
show();
}
function pick(square) {
chosen = squares.same(chosen, square) ? null : square;
pointed = square;
show();
}
function move(frame, ply, annotations) {
now = { frame, ply };
noted = annotations;
chosen = null;
show();
}
function show() {
if (!now) return;
const square = [pointed, chosen].find((each) => each && now && squares.piece(now.frame.drawing, each)) ?? null;
const actions = square ? movesOf(now.frame, now.ply, square) : [];
draw([...noted, ...shapes.chosen(square), ...shapes.ofActions(now.frame.drawing, actions)]);
hint.textContent = square
? inWords(now.frame, square, actions)
: "Point at a piece, or tap it, to see its moves.";
}
function movesOf(frame, ply, square) {
const piece = squares.piece(frame.drawing, square);
if (!piece || !acts(frame, piece.seat)) return [];
return story.legal(ply, piece.seat).filter((action) => action.piece && squares.same(action.piece, square));
}
function inWords(frame, square, actions) {
const piece = squares.piece(frame.drawing, square);
if (!piece) return "";
const who = `${squares.pieceWords(piece, story.sides, false).replace(/, facing.*/, "")} (${piece.symbol})`;
if (!acts(frame, piece.seat)) return `${who}: not to move`;
if (actions.length === 0) return `${who}: no move`;
const texts = actions.slice(0, NAMED).map((action) => action.text);
const rest = actions.length - texts.length;
const count = words.counted(actions.length, "move", "moves");
return `${who}, ${count}: ${texts.join("  ")}${rest > 0 ? ` and ${rest} more` : ""}`;
}
return { point, pick, move };
}
function acts(frame, seat) {
return "act" in frame.phase && frame.phase.act.includes(seat);
}
return { create };
})();
