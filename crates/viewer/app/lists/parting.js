/** The point where two games diverge: a ply in which a seat acts differently, or the end of one of them. */

/**
 * The actions of a ply, seat by seat, as a text that is equal only for equal actions; `null` if there is no step.
 *
 * @param {Step | undefined} step
 */
function deeds(step) {
  return step ? [step.chance, ...step.actions.map(({ seat, code }) => `${seat}:${code}`)].join(" ") : null;
}

/**
 * The first ply in which two games differ, counted from 1: 5 means that four plies are the same. `null` if none does.
 *
 * @param {Step[]} one
 * @param {Step[]} other
 */
export function ply(one, other) {
  const most = Math.max(one.length, other.length);
  for (let at = 1; at < most; at++) {
    if (deeds(one[at]) !== deeds(other[at])) return at;
  }
  return null;
}

/**
 * The relation of two games in words.
 *
 * @param {Story} one
 * @param {Story} other
 */
export function relation(one, other) {
  const [first, second] = one.row.entrants;
  const players = other.row.entrants;
  const opening = one.opening.start === other.opening.start ? "The same opening" : "Different openings";
  if (first === players[1] && second === players[0]) return `${opening}, seats swapped.`;
  if (first === players[0] && second === players[1]) return `${opening}, the same seats.`;
  return `${opening}, different players.`;
}
