// Tank Battle: what a bot sees, and how it answers.
// Made from the layout in the rules' own code; do not edit.

import "./muster.js"; // Which plays, where the bot is run by node.

export const kind = (action) => Math.floor(action / 2 ** 48);

export const MOVE = 0;
export const move = (from, to) => 0 * 2 ** 48 + (from & 127) + (to & 127) * 256;
export const moveFrom = (action) => action & 127;
export const moveTo = (action) => Math.floor(action / 256) & 127;

export function logBoard(view) {
  const symbols = " TCtc";
  const ground = ".....#......#.......#....#.#.#.....#.....#......~~~....#.#.~~~.#.#....~~~......#.....#.....#.#.#....#.......#......#.....";
  const labels = " 1 2 3 4 5 6 7 8 91011";
  console.log("   a b c d e f g h i j k");
  for (let index = 0; index < 11; index++) {
    const row = 10 - index;
    let line = labels.slice(2 * row, 2 * (row + 1));
    for (let column = 0; column < 11; column++) {
      const square = 11 * row + column;
      const symbol = symbols[view.board[square]] ?? " ";
      line += " " + (symbol === " " ? ground[square] : symbol);
    }
    console.log(line);
  }
}
