/* Three in a line win. */

import { action, draw, u8, win } from "./muster_rules.mjs";

export const title = "Tic-Tac-Toe";
export const seats = ["Cross", "Nought"];
export const maxPlies = 9;
export const place = action({ notation: "{square}", parts: { square: [0, 8, "The square."] }, about: "Takes a square." });
export const view = { board: u8(9, "By square: 0 free, 1 Cross, 2 Nought.") };

const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

export const start = () => ({ board: Array(9).fill(0), next: 0 });

export function turn({ board, next }) {
  const last = 2 - next;
  if (LINES.some((line) => line.every((square) => board[square] === last))) return win(1 - next, "three in a line");
  return board.includes(0) ? next : draw("the board is full");
}

export const legal = ({ board }) => [...board.keys()].filter((square) => board[square] === 0).map((square) => place(square));

export function apply(state, moves) {
  state.board[moves[state.next].square] = state.next + 1;
  state.next = 1 - state.next;
  return state;
}
