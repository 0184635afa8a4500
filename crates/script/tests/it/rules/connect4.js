/* Connect Four: drop a disc; it falls to the lowest free square. Four in a line win; a full board is a draw. */
import { action, draw, grid, metric, u8, win } from "./muster_rules.mjs";

export const title = "Connect Four", seats = ["Red", "Yellow"], maxPlies = 42;
export const drop = action({ notation: "{column}", parts: { column: [0, 6, "Column, 0 on the left."] }, about: "Drops a disc." });
export const metrics = [metric("longest", "Longest line of own discs.")];
export const view = { board: u8(42, "By square, row 0 on top: 0 empty, 1 Red, 2 Yellow.") };
export const board = grid("board", {
    columns: "abcdefg", rows: "654321", click: "column", pieces: { 1: [0, "R", "red disc"], 2: [1, "Y", "yellow disc"] },
});

export const start = () => ({ board: Array(42).fill(0), next: 0, longest: [0, 0] });

export function turn({ board, next, longest }) {
    if (longest[1 - next] >= 4) return win(1 - next, "four in a line");
    return board.includes(0) ? next : draw("the board is full");
}

export function legal({ board }) {
    return [0, 1, 2, 3, 4, 5, 6].filter((column) => board[column] === 0).map((column) => drop(column));
}

export function apply(state, moves) {
    const { board, longest } = state;
    moves.forEach((move, seat) => {
        let square = move.column + 35;
        while (board[square] !== 0) square -= 7;
        board[square] = seat + 1;
        longest[seat] = Math.max(longest[seat], lineAt(board, square));
        state.next = 1 - seat;
    });
    return state;
}

function lineAt(board, square) {
    const reach = (dx, dy) => {
        let x = square % 7 + dx, y = Math.floor(square / 7) + dy, count = 0;
        for (; x >= 0 && x < 7 && y >= 0 && y < 6 && board[7 * y + x] === board[square]; x += dx, y += dy) count++;
        return count;
    };
    return Math.max(...[[1, 0], [0, 1], [1, 1], [1, -1]].map(([x, y]) => 1 + reach(x, y) + reach(-x, -y)));
}

export const measure = ({ longest }, seat) => [longest[seat]];
