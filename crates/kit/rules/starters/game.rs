//! Tic-tac-toe.

mod muster_rules;

use muster_rules::{Moves, Options, Plain, Ply, Rules, State, Turn, make_move, payload};

struct TicTacToe;

#[repr(C)]
#[derive(Clone, Copy)]
struct Board {
    squares: [u8; 9],
    next: u8,
}
// SAFETY: bytes without gaps.
unsafe impl Plain for Board {}

const LINES: [[usize; 3]; 8] =
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

impl Rules for TicTacToe {
    const DECLARATION: &'static str = r#"{
        "title": "Tic-tac-toe", "seats": ["Cross", "Nought"], "max_plies": 9,
        "about": "Cross and Nought take turns to mark one of nine squares. Three own marks in a line win; a full board is a draw.",
        "metrics": [{"name": "marks", "about": "Own marks on the board."}],
        "actions": [{"name": "mark", "notation": "{square}", "about": "Marks a free square.",
                     "parts": [{"name": "square", "min": 0, "max": 8, "about": "A square, row by row from the top."}]}],
        "view": [{"name": "board", "kind": "u8", "count": 9,
                  "about": "By square, row by row from the top: 0 free, 1 Cross, 2 Nought."}],
        "grids": [{"field": "board", "columns": "abc", "rows": ["3", "2", "1"], "click": "square", "pieces": {
            "1": {"seat": 0, "symbol": "X", "name": "cross"}, "2": {"seat": 1, "symbol": "O", "name": "nought"}}}],
        "has": ["show", "metrics"]
    }"#;
    type Shared = Board;
    type Own = ();
    type Hidden = ();
    type View = [u8; 9];

    fn start(_options: &Options<'_>) -> State<Self> {
        State { shared: Board { squares: [0; 9], next: 0 }, own: [(), ()], hidden: () }
    }

    fn turn(state: &State<Self>) -> Turn {
        let Board { squares, next } = state.shared;
        let last = 1 - next;
        if LINES.iter().any(|line| line.iter().all(|&square| squares[square] == last + 1)) {
            return Turn::Win(last.into(), "three in a line");
        }
        if squares.contains(&0) { Turn::Acts(next.into()) } else { Turn::Draw("the board is full") }
    }

    fn legal(seen: &State<Self>, _seat: usize, moves: &mut Moves<'_>) {
        for (square, _) in seen.shared.squares.iter().enumerate().filter(|(_, value)| **value == 0) {
            moves.push(make_move(0, square as u64));
        }
    }

    fn apply(state: &mut State<Self>, ply: &Ply) {
        for (seat, code) in ply.moves.iter().enumerate() {
            if let Some(code) = code {
                state.shared.squares[payload(*code) as usize] = seat as u8 + 1;
                state.shared.next = 1 - seat as u8;
            }
        }
    }

    fn show(seen: &State<Self>, _seat: usize) -> [u8; 9] {
        seen.shared.squares
    }

    fn metrics(state: &State<Self>, seat: usize, values: &mut [i64; 32]) -> usize {
        values[0] = state.shared.squares.iter().filter(|value| usize::from(**value) == seat + 1).count() as i64;
        1
    }
}

muster_rules::export!(TicTacToe);
