//! Tic-tac-toe: an alternating game with a grid, an option, a text, a mirror, events and a metric.
//!
//! The state is nine digits and the seat to move. With the option `reverse`, a line loses.

use game_file::CallFailure;

use super::{Answer, Answered, Asked, failure, text};

pub(crate) const DECLARATION: &str = r#"{
    "title": "Tic-Tac-Toe", "about": "Three in a line win.", "seats": ["Cross", "Nought"], "max_plies": 9,
    "options": [{"name": "reverse", "about": "A line loses.", "flag": false}],
    "metrics": [{"name": "squares", "about": "Own squares."}],
    "actions": [{"name": "take", "notation": "{square}", "about": "Takes a square.", "parts": [
        {"name": "square", "min": 1, "max": 9, "about": "The square, row by row."}]}],
    "view": [{"name": "board", "kind": "u8", "count": 9, "about": "By square."},
        {"name": "next", "kind": "u8", "count": 1, "about": "The seat to move."}],
    "grids": [{"field": "board", "columns": "abc", "rows": ["3", "2", "1"], "click": "square", "pieces": {
        "1": {"seat": 0, "symbol": "X", "name": "cross"}, "2": {"seat": 1, "symbol": "O", "name": "nought"}}}],
    "has": ["metrics", "events", "text", "read", "mirror", "score"]
}"#;

const LINES: [[usize; 3]; 8] =
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

pub(crate) fn rules(asked: &Asked) -> Result<Answer, CallFailure> {
    let reverse = asked.options == "reverse=true";
    let state = &asked.state[0];
    match asked.op.as_str() {
        "describe" => Ok(text(DECLARATION)),
        "start" => Ok(position(b"0000000000".to_vec(), reverse)),
        "apply" => {
            let seat = state[9] - b'0';
            let square = asked.moves[usize::from(seat)].ok_or_else(|| failure("no move"))? as usize;
            let mut next = state.clone();
            next[square] = b'1' + seat;
            next[9] = b'1' - seat;
            Ok(position(next, reverse))
        }
        "show" => Ok(Answer::View(view(state))),
        "events" => Ok(text(r#"{"text": "a square is taken", "mark": {"loss": 4}}"#)),
        "score" => Ok(text("draw")),
        "text" => Ok(text(String::from_utf8_lossy(state))),
        "read" => {
            let is_digit =
                |(at, byte): (usize, u8)| (b'0'..=if at == 9 { b'1' } else { b'2' }).contains(&byte);
            let read = asked.extra.as_bytes();
            if read.len() != 10 || !read.iter().copied().enumerate().all(is_digit) {
                return Ok(text("error: a position has nine digits from 0 to 2, and the seat"));
            }
            Ok(position(read.to_vec(), reverse))
        }
        "mirror" => {
            let turned = |(at, byte): (usize, &u8)| match (at, byte) {
                (9, byte) => b'1' + b'0' - byte,
                (_, b'0') => b'0',
                (_, byte) => b'3' + b'0' - byte,
            };
            Ok(position(state.iter().enumerate().map(turned).collect(), reverse))
        }
        op => Err(failure(&format!("no {op}"))),
    }
}

fn view(state: &[u8]) -> Vec<u8> {
    state.iter().map(|digit| digit - b'0').collect()
}

fn position(state: Vec<u8>, reverse: bool) -> Answer {
    let has_line =
        |seat: u8| LINES.iter().any(|line| line.iter().all(|&square| state[square] == b'1' + seat));
    let line = (0..2).find(|&seat| has_line(seat));
    let seat = usize::from(state[9] - b'0');
    let free: Vec<u64> = (0..9).filter(|&square| state[square as usize] == b'0').collect();
    let phase = match line {
        Some(seat) => format!("win {} a line", if reverse { 1 - seat } else { seat }),
        None if free.is_empty() => "draw the board is full".to_owned(),
        None => format!("act {}", 1 + seat),
    };
    let count = |digit| state[..9].iter().map(|&byte| i64::from(byte == digit)).sum::<i64>();
    let mut answered = Answered {
        metrics: vec![count(b'1'), count(b'2')],
        phase,
        legal: [Vec::new(), Vec::new()],
        views: [Vec::new(), Vec::new()],
        state: [state, Vec::new(), Vec::new(), Vec::new()],
    };
    if answered.phase.starts_with("act") {
        answered.legal[seat] = free;
        answered.views[seat] = view(&answered.state[0]);
    }
    Answer::Position(Box::new(answered))
}
