/** The plies of a match grouped by turn, as the game counts turns, and the time of each turn. */

/**
 * Groups the plies after the start: consecutive plies of the same turn in which the same seats act. A ply of chance is
 * a group of its own.
 * @param {Step[]} steps
 */
export function of(steps) {
  /** @type {Step[][]} */
  const groups = [];
  for (const step of steps.slice(1)) {
    const open = groups[groups.length - 1];
    const seats = String(seatsOf(step));
    if (seats !== "" && open?.[0]?.turn === step.turn && String(seatsOf(open[0])) === seats) open.push(step);
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
 * The time that a seat took for a turn, in ticks; `null` if it did not act.
 * @param {Step[]} turn
 * @param {Seat} seat
 */
export function time(turn, seat) {
  const own = turn.flatMap((step) => step.actions.filter((action) => action.seat === seat));
  return own.length === 0 ? null : own.reduce((sum, action) => sum + action.ticks, 0);
}

/**
 * A quantile of the times of a seat's turns: 0.5 is the median. `null` if the seat never acted.
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
 * Returns `true` if a turn has several plies.
 * @param {Step[][]} groups
 */
export function areLong(groups) {
  return groups.some((turn) => turn.length > 1);
}
