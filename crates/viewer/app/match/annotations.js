/** Shapes that bots drew on the board in their logs. The engine parses the lines. */

/** Maximum number of shapes drawn at one position. */
const SHAPES = 1000;

/**
 * The shapes that bots drew when they were asked at a position.
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
 * A bot's last evaluation of its chances; `null` if it wrote none.
 * @param {LogLine[]} lines
 */
export function evaluation(lines) {
  const values = lines.flatMap(({ annotation }) => (annotation?.kind === "eval" ? [annotation.value] : []));
  return values[values.length - 1] ?? null;
}
