/** The plies of a match by turns, as the game counts them, and the time that turns took. */

/**
 * The plies after the start, those of a turn together as long as the same seats act.
 * @param {Step[]} steps
 */
export function of(steps) {
  /** @type {Step[][]} */
  const groups = [];
  for (const step of steps.slice(1)) {
    const open = groups[groups.length - 1];
    if (open?.[0]?.turn === step.turn && String(seatsOf(open[0])) === String(seatsOf(step))) open.push(step);
    else groups.push([step]);
  }
  return groups;
}

/**
 * The seats that acted in a ply.
 * @param {Step} step
 */
export function seatsOf(step) {
  return step.actions.map(({ seat }) => seat);
}

/**
 * What a seat took for a turn, in ticks; `null` if it did not act.
 * @param {Step[]} turn
 * @param {Seat} seat
 */
export function time(turn, seat) {
  const own = turn.flatMap((step) => step.actions.filter((action) => action.seat === seat));
  return own.length === 0 ? null : own.reduce((sum, action) => sum + action.ticks, 0);
}

/**
 * The time that a share of a seat's turns stay below; for a half of them the median. `null` if it never acted.
 * @param {Step[][]} groups
 * @param {Seat} seat
 * @param {number} share
 */
export function quantile(groups, seat, share) {
  const times = groups.map((turn) => time(turn, seat)).filter((ticks) => ticks !== null);
  times.sort((one, other) => one - other);
  const place = (times.length - 1) * share;
  const [below, above] = [times[Math.floor(place)], times[Math.ceil(place)]];
  return below === undefined || above === undefined ? null : Math.round((below + above) / 2);
}

/**
 * Whether a turn of the game has several plies of a seat.
 * @param {Step[][]} groups
 */
export function areLong(groups) {
  return groups.some((turn) => turn.length > 1);
}
