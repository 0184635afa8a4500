/** What bots drew on the board in the lines of their logs: the engine has read the lines. */

/** Shapes that are drawn at one position; what a bot drew after them is left out. */
const SHAPES = 1000;

/**
 * The shapes that bots drew while they looked at a position.
 * @param {Story} story
 * @param {number} ply
 * @returns {Shape[]}
 */
export function shapesAt(story, ply) {
  const lines = story.sides.flatMap(({ seat }) => story.logged(seat, ply));
  const drawn = lines.flatMap(({ annotation }) => (annotation && annotation.kind !== "eval" ? [annotation] : []));
  return drawn.slice(0, SHAPES).map(shape);
}

/**
 * @param {Exclude<Annotation, { kind: "eval" }>} annotation
 * @returns {Shape}
 */
function shape(annotation) {
  if (annotation.kind === "cell") return { kind: "cell", at: annotation.square, colour: annotation.colour };
  return { kind: "arrow", from: annotation.from, to: annotation.to, text: annotation.text };
}

/**
 * What a bot thought of its chances: the last it wrote.
 * @param {LogLine[]} lines
 */
export function evaluation(lines) {
  const values = lines.flatMap(({ annotation }) => (annotation?.kind === "eval" ? [annotation.value] : []));
  return values[values.length - 1] ?? null;
}
