// The Tank War: what a bot sees, and how it answers.
// Made from the layout in the rules' own code; do not edit.

import "./muster.js"; // Which plays, where the bot is run by node.

export const kind = (action) => Math.floor(action / 2 ** 48);

export const MOVE = 0;
export const move = (tank) => 0 * 2 ** 48 + (tank & 7);
export const moveTank = (action) => action & 7;

export function logBoard(view) {
  const symbols = "ABCABCabcabc";
  const ground = "ud";
  const labels = "012345";
  console.log("  0 1 2 3 4 5");
  for (let index = 0; index < 6; index++) {
    const row = index;
    let line = labels.slice(1 * row, 1 * (row + 1));
    for (let column = 0; column < 6; column++) {
      const square = 6 * row + column;
      const symbol = symbols[view.tank[square]] ?? " ";
      line += " " + (symbol === " " ? ground[view.owner[square]] : symbol);
    }
    console.log(line);
  }
}
