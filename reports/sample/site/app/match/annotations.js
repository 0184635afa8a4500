"use strict";
const annotations = (() => {
function shapesAt(story, ply) {
const lines = story.sides.flatMap(({ seat }) => story.logged(seat, ply));
return lines.flatMap(({ annotation }) => (annotation && annotation.kind !== "eval" ? [shape(annotation)] : []));
}
function shape(annotation) {
if (annotation.kind === "cell") return { kind: "cell", at: annotation.square, colour: annotation.colour };
return { kind: "arrow", from: annotation.from, to: annotation.to, text: annotation.text };
}
function evaluation(lines) {
const values = lines.flatMap(({ annotation }) => (annotation?.kind === "eval" ? [annotation.value] : []));
return values[values.length - 1] ?? null;
}
return { shapes: shapesAt, evaluation };
})();
