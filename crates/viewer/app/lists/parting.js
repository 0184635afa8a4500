/** Where two games part: they are the same until a ply in which some seat acts differently, or one of them ends. */

/**
 * What was done in a ply, seat by seat: the same text only for the same actions.
 *
 * @param {Step | undefined} step
 */
function deeds(step) {
  return step ? step.actions.map(({ seat, code }) => `${seat}:${code}`).join(" ") : null;
}

/**
 * The first ply in which two games differ, from 1: 5 means that four plies were the same. `null` if they never do.
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
 * How two games belong together, in words.
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
