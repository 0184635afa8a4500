/* Odd Race: each side changes its score by -3 to 3, plays a suit, or buries an amount that the other does not see. After
 * two moves chance turns a card. The greater score after ten moves wins. The game has everything that is unusual in a
 * declaration. */
import { action, BOTH, chance, draw, grid, i8, metric, u16, u32, u8, win } from "./muster_rules.mjs";

export const title = "Odd Race", seats = ["Ann", "Bob"], maxPlies = 30;

const LARGEST = 2 ** 40 - 1;
export const check = action({ notation: "check", about: "Does nothing */ \\N \"\"\"." });
export const advance = action({
    notation: "{row}/{by}", parts: { row: [1, 7, "Row, from 1."], by: [-3, 3, "Change of the score."] },
    about: "Changes the score.",
});
export const play = action({
    notation: "{suit}", parts: { suit: [0, 3, "The suit.", ["clubs", "hearts", "spades", "stars"]] },
});
export const bury = action({ notation: "bury={amount}", parts: { amount: [0, LARGEST] }, secret: true });

export const metrics = [metric("points", "Points."), metric("x", "Nothing.")];

const many = Array.from({ length: 56 }, (_, index) => `f${index}x`);
export const view = {
    board: u8(6, "Cards that chance turned."),
    a: i8(2, "Score of seat 0 and of seat 1."),
    pot: u32("The last amount that you buried, in its low bits."),
    ...Object.fromEntries(many.map((name, index) => [name, index % 2 ? u16() : u8()])),
};
export const board = grid("board", {
    columns: "abc", rows: "21", pieces: { 1: [0, "\"", "quote"], 2: [1, "\u25cf", "dot"], 3: [null, "\\", "stroke"] },
});

export const start = () => ({
    board: Array(6).fill(0), score: [0, 0], buried: [0, 0], moves: 0, next: 0, waits: false, own: [[], []],
});

export function turn({ score, moves, next, waits }) {
    if (waits) return chance(4);
    if (moves >= 10) return score[0] === score[1] ? draw("equal scores") : win(score[0] > score[1] ? 0 : 1, "the greater score");
    return moves === 8 ? BOTH : next;
}

export function legal(state, seat) {
    const moves = [check()];
    for (let row = 1; row <= 7; row++) for (let by = -3; by <= 3; by++) moves.push(advance(row, by));
    for (let suit = 0; suit < 4; suit++) moves.push(play(suit));
    return [...moves, bury(0), bury(1234567890123 % LARGEST), bury(LARGEST)];
}

export function apply(state, moves) {
    if (moves.chance !== undefined) {
        state.board[state.moves / 2 % 6] = moves.chance;
        state.waits = false;
        return state;
    }
    moves.forEach((move, seat) => {
        if (move.kind === "advance") state.score[seat] += move.by;
        if (move.kind === "bury") {
            state.own[seat].push(move.amount);
            state.buried[seat]++;
        }
        state.moves++;
        state.next = 1 - seat;
    });
    state.waits = state.moves % 2 === 0 && state.moves < 10;
    return state;
}

export const measure = ({ score }, seat) => [score[seat], 0];

export const show = ({ board, score, own }, seat) => ({
    board, a: score, pot: (own[seat].at(-1) ?? 0) % 2 ** 32,
    ...Object.fromEntries(many.map((name, index) => [name, index])),
});

export const imagine = ({ buried }, seat) => Array(buried[1 - seat]).fill(0);
