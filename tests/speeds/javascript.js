// The kernels of the table of speeds, so often as the setting `times` says.
import { legalActions, number, position } from "./muster.js";
import "./tank_battle.js"; // Says which game the bot plays.

let seed = 5;

function next() {
  seed = (seed * 1103 + 12345) & 0xffff;
  return seed;
}

function add() {
  let sum = 0;
  for (let step = 0; step < 1_000_000; step++) sum = (sum + (sum >> 3) + step) & 0xffffff;
  return sum;
}

function flood(wall) {
  const seen = new Uint8Array(256);
  const stack = [0];
  let reached = 0;
  seen[0] = 1;
  const visit = (isInside, other) => {
    if (!isInside || wall[other] || seen[other]) return;
    seen[other] = 1;
    stack.push(other);
  };
  while (stack.length > 0) {
    const square = stack.pop();
    const file = square & 15;
    const rank = square >> 4;
    reached++;
    visit(file > 0, square - 1);
    visit(file < 15, square + 1);
    visit(rank > 0, square - 16);
    visit(rank < 15, square + 16);
  }
  return reached;
}

function sort(first) {
  seed = first;
  const numbers = Array.from({ length: 100 }, next);
  numbers.sort((one, other) => one - other);
  return numbers[50];
}

function node(here, action) {
  const child = here.after(action);
  const lead = child.metrics(0).points - child.metrics(1).points;
  child.release();
  return lead + 1000;
}

export function choose(view) {
  const kernel = number("kernel", 0);
  const times = number("times", 0);
  const here = position();
  const actions = legalActions();
  const wall = Array.from({ length: 256 }, (_, square) => square > 0 && next() >> 14 === 0);
  const kernels = [add, () => flood(wall), sort, (run) => node(here, actions[run % actions.length])];
  let sum = 0;
  for (let run = 0; run < times; run++) sum = (sum + kernels[kernel](run)) & 0xffffff;
  console.log(sum);
  return actions[0];
}
