//! A test for each rule, and the facts that the rules state.

#![expect(clippy::unwrap_used, reason = "in a test a failure is a panic")]

mod board;
mod end;
mod firing;
mod moving;
mod options;
mod readme;
mod seam;
mod setup;
mod text;

use game::{
    End, Game as _, Joint, Outcome, Phase, Position as _, Rules, Seat, SeatSet, format_joint, parse_ply,
};
use tank_chess::{GAME, OBSTACLES, OPTIONS, Options, Position, Square};

/// A position under some rules, from its text.
fn position_under(rules: &str, text: &str) -> Position {
    let options = Options::new(&Rules::parse(OPTIONS, rules).unwrap());
    Position::parse(options, text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// White to move at the start of a turn.
fn white(pieces: &str, enemies: &str) -> Position {
    position_under("", &format!("W:{pieces} B:{enemies} w 0 1"))
}

/// The legal actions of the seats to act, sorted.
fn legal(position: &Position) -> Vec<String> {
    let mut words = Vec::new();
    for seat in Seat::BOTH {
        let mut list = Vec::new();
        position.legal_actions(seat, &mut list);
        words.extend(list.into_iter().map(|action| position.format_action(seat, action)));
    }
    words.sort_unstable();
    words
}

/// The position after some plies, one word each.
fn after(position: &Position, plies: &str) -> Position {
    let mut position = position.clone();
    for ply in plies.split_whitespace() {
        let joint = parse_ply(&GAME, &position, ply).unwrap_or_else(|error| panic!("{error}"));
        position.apply(&joint);
    }
    position
}

fn square(text: &str) -> Square {
    (0..=255).map(Square::from_index).find(|square| square.to_string() == text).unwrap()
}

/// The piece on a square, as `W Kh1n`, or an empty text.
fn on(position: &Position, at: &str) -> String {
    position.piece_at(square(at)).map_or(String::new(), |piece| {
        let letter = GAME.seats()[piece.seat].letter;
        format!("{letter} {}{}{}", piece.kind.letter(), piece.square, piece.facing)
    })
}

fn check_legal(position: &Position, expected: &str) {
    let mut expected: Vec<&str> = expected.split_whitespace().collect();
    expected.sort_unstable();
    assert_eq!(legal(position), expected, "{position}");
}

/// Returns `true` if an action is legal. Checks that the listing and the legality of single actions agree.
fn allows(position: &Position, text: &str) -> bool {
    let seat = position.mover();
    let action = position.parse_action(seat, text).unwrap();
    let single = game::Position::is_legal(position, seat, action);
    assert_eq!(legal(position).contains(&text.to_owned()), single, "{text} in {position}");
    single
}

fn metrics(position: &Position) -> [[i64; 3]; 2] {
    Seat::BOTH.map(|seat| {
        let mut values = [0; 3];
        position.metrics(seat, &mut values);
        values
    })
}

const fn over(outcome: Outcome, reason: &'static str) -> Phase {
    Phase::Over(End { outcome, reason })
}

const WHITE_WINS: Phase = over(Outcome::Win(Seat::First), "command tank eliminated");
