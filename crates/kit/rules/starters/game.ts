/*
 * # Tic-tac-toe
 *
 * Cross and Nought take turns to mark one of nine squares. Three own marks in a line win; a full board is a draw.
 */
import { action, draw, grid, metric, type Move, type Moves, type Seat, u8, win } from "./muster_rules.mjs";

type State = { board: number[]; next: Seat };

export const title = "Tic-tac-toe";
export const seats = ["Cross", "Nought"];
export const maxPlies = 9;

export const mark = action({
    notation: "{square}", parts: { square: [0, 8, "A square, row by row from the top."] }, about: "Marks a free square.",
});

export const metrics = [metric("marks", "Own marks on the board.")];
export const view = { board: u8(9, "By square, row by row from the top: 0 free, 1 Cross, 2 Nought.") };
export const board = grid("board", {
    columns: "abc", rows: "321", click: "square", pieces: { 1: [0, "X", "cross"], 2: [1, "O", "nought"] },
});

const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

/** The first state: integers, texts, booleans, null, arrays and plain objects. */
export function start(): State {
    return { board: Array(9).fill(0), next: 0 };
}

/** The seat that acts, or the result. */
export function turn({ board, next }: State) {
    const last = next === 0 ? 1 : 0;
    if (LINES.some((line) => line.every((square) => board[square] === last + 1))) return win(last, "three in a line");
    return board.includes(0) ? next : draw("the board is full");
}

/** All moves that the seat may play. */
export function legal({ board }: State): Move[] {
    return board.flatMap((value, square) => (value === 0 ? [mark(square)] : []));
}

/** The state after the moves, an array with the move of each seat that acts. */
export function apply(state: State, moves: Moves): State {
    moves.forEach((move, seat) => {
        state.board[move.square] = seat + 1;
        state.next = seat === 0 ? 1 : 0;
    });
    return state;
}

/** The metrics of a seat, in the order of `metrics`. */
export function measure({ board }: State, seat: Seat): number[] {
    return [board.filter((value) => value === seat + 1).length];
}
