// Threats: completes its own four, else stops the other's, else plays near the middle.

import { drop } from "./connect_four.js";

const DIRECTIONS = [[0, 1], [1, 0], [1, 1], [1, -1]];

function landing(board, column) {
  for (let row = 5; row >= 0; row--) if (board[7 * row + column] === 0) return [row, column];
}

function makesFour(board, disc, [row, column]) {
  const reach = (down, right) => {
    let [y, x, count] = [row + down, column + right, 0];
    while (y >= 0 && y < 6 && x >= 0 && x < 7 && board[7 * y + x] === disc) {
      [y, x, count] = [y + down, x + right, count + 1];
    }
    return count;
  };
  return DIRECTIONS.some(([down, right]) => 1 + reach(down, right) + reach(-down, -right) >= 4);
}

export function choose({ board, seat }) {
  const open = [3, 2, 4, 1, 5, 0, 6].filter((column) => board[column] === 0);
  for (const disc of [seat + 1, 2 - seat]) {
    const column = open.find((column) => makesFour(board, disc, landing(board, column)));
    if (column !== undefined) return drop(column);
  }
  return drop(open[0]);
}
