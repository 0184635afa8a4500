/* Connect Four, as in `tournaments/rules/connect4.py`. */

import { action, draw, metric, u8, win } from "./muster_rules.mjs";

export const title = "Connect Four in JavaScript";
export const seats = ["Red", "Yellow"];
export const maxPlies = 42;

export const drop = action({
  notation: "{column}",
  parts: { column: [0, 6, "The column, 0 on the left."] },
  about: "Drops a disc into a column.",
});
export const metrics = [metric("longest", "Length of the longest line of own discs.")];
export const view = { board: u8(42, "By square, row by row from the top: 0 empty, 1 Red, 2 Yellow.") };

export const start = () => ({ board: Array(42).fill(0), next: 0, longest: [0, 0] });

export function turn({ board, next, longest }) {
  if (longest[1 - next] >= 4) return win(1 - next, "four in a line");
  return board.includes(0) ? next : draw("the board is full");
}

export const legal = ({ board }) => [0, 1, 2, 3, 4, 5, 6].filter((at) => board[at] === 0).map((at) => drop(at));

export function apply(state, moves) {
  const { board, next, longest } = state;
  let square = moves[next].column + 35;
  while (board[square] > 0) square -= 7;
  board[square] = next + 1;
  longest[next] = Math.max(longest[next], lineAt(board, square));
  state.next = 1 - next;
  return state;
}

function lineAt(board, square) {
  const [own, row, column] = [board[square], Math.floor(square / 7), square % 7];
  const reach = (down, right) => {
    let [y, x, count] = [row + down, column + right, 0];
    while (y >= 0 && y < 6 && x >= 0 && x < 7 && board[7 * y + x] === own) {
      y += down;
      x += right;
      count++;
    }
    return count;
  };
  const line = (down, right) => 1 + reach(down, right) + reach(-down, -right);
  return Math.max(line(0, 1), line(1, 0), line(1, 1), line(1, -1));
}

export const measure = ({ longest }, seat) => [longest[seat]];
