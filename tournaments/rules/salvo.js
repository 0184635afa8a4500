/* Each side hides three ships on five by five squares, one a turn. Then both fire at once, one shot a turn, each at a
square that it has not fired at before. A shot at a ship sinks it. Any other shot tells whether a ship lies on one of
the eight squares around it. A side that has sunk all three ships of the other wins; if both do so in the same turn, it
is a draw. */

import { action, BOTH, draw, grid, metric, u8, win } from "./muster_rules.mjs";

export const title = "Salvo";
export const seats = ["North", "South"];
export const maxPlies = 28;

const [WATER, BESIDE, HIT] = [1, 2, 3];
const square = [0, 24, "A square, row by row from the top."];
export const hide = action({ notation: "+{square}", parts: { square }, secret: true, about: "Hides a ship." });
export const fire = action({ notation: "{square}", parts: { square }, about: "Fires at the enemy's sea." });
export const metrics = [metric("sunk", "Enemy ships sunk, 0 to 3.")];
export const view = {
  mine: u8(25, "Your sea by square: 1 a ship."),
  enemy: u8(25, "The enemy's sea by square: 0 unknown, 1 water, 2 water beside a ship, 3 hit."),
  fired: u8(25, "Your sea by square, as the enemy knows it."),
};
const marks = { 1: [null, "·", "water"], 2: [null, "~", "water beside a ship"], 3: [null, "X", "hit"] };
export const board = [
  grid("enemy", { columns: "abcde", rows: "54321", click: "fire.square", pieces: marks }),
  grid("mine", { columns: "abcde", rows: "54321", click: "hide.square", pieces: { 1: [null, "S", "ship"] } }),
];

export const start = () => ({ own: [[], []], shots: [Array(25).fill(0), Array(25).fill(0)], placed: 0 });

const sunk = (shots) => shots.filter((shot) => shot === HIT).length;
const isBeside = (one, other) =>
  Math.abs((one % 5) - (other % 5)) <= 1 && Math.abs(Math.floor(one / 5) - Math.floor(other / 5)) <= 1;

/** Returns the mark of a shot at a square of a fleet. */
function markOf(fleet, at) {
  if (fleet.includes(at)) return HIT;
  return fleet.some((ship) => isBeside(ship, at)) ? BESIDE : WATER;
}

export function turn({ shots }) {
  const [north, south] = shots.map((by) => sunk(by) === 3);
  if (north && south) return draw("both fleets are sunk");
  return north || south ? win(north ? 0 : 1, "the fleet is sunk") : BOTH;
}

export function legal({ own, shots, placed }, seat) {
  const squares = [...Array(25).keys()];
  if (placed < 3) return squares.filter((at) => !own[seat].includes(at)).map((at) => hide(at));
  return squares.filter((at) => shots[seat][at] === 0).map((at) => fire(at));
}

export function apply(state, moves) {
  const { own, shots, placed } = state;
  for (const seat of [0, 1]) {
    const at = moves[seat].square;
    if (placed < 3) own[seat].push(at);
    else shots[seat][at] = markOf(own[1 - seat], at);
  }
  if (placed < 3) state.placed++;
  return state;
}

export const measure = ({ shots }, seat) => [sunk(shots[seat])];

export const show = ({ own, shots }, seat) => ({
  mine: shots[0].map((_, at) => +own[seat].includes(at)),
  enemy: shots[seat],
  fired: shots[1 - seat],
});

/** Returns a fleet of the other side that fits everything that the seat has seen. */
export function imagine({ shots, placed }, seat, dice) {
  const squares = (mark) => [...shots[seat].keys()].filter((at) => shots[seat][at] === mark);
  const [water, beside, hits] = [WATER, BESIDE, HIT].map(squares);
  const free = squares(0).filter((at) => !water.some((shot) => isBeside(at, shot)));
  const fits = (ships) => beside.every((shot) => ships.some((ship) => isBeside(ship, shot)));
  const fleets = choices(free, placed - hits.length).map((more) => [...hits, ...more]).filter(fits);
  return dice.choice(fleets);
}

/** Returns all ways to choose this many items. */
function choices(items, count) {
  if (count === 0) return [[]];
  return items.flatMap((item, at) => choices(items.slice(at + 1), count - 1).map((rest) => [item, ...rest]));
}

export function events({ own, shots, placed }, moves) {
  const name = (at) => "abcde"[at % 5] + (5 - Math.floor(at / 5));
  if (placed < 3) return ["both sides hide a ship"];
  return [0, 1].map((seat) => `${seats[seat]} fires at ${name(moves[seat].square)}`);
}
