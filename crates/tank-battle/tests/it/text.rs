//! Positions and moves as text: accepted texts, rejected texts and their errors. Nothing panics.

use game::{Action, Game, Position as _, Rules, Seat};
use proptest::prelude::*;
use tank_battle::{GAME, OPTIONS, Options, Position};

const START: &str = "ctttt6/t1tt7/ttt8/tt9/t10/11/10T/9TT/8TTT/7TT1T/6TTTTC w 0";

fn refused(text: &str) -> String {
    match GAME.parse_position(&Rules::defaults(OPTIONS), text) {
        Ok(position) => panic!("`{text}` reads as {position}"),
        Err(error) => error.to_string(),
    }
}

/// The error of a board that is empty except for its top ranks.
fn refused_ranks(ranks: &str) -> String {
    let below = 11 - ranks.split('/').count();
    refused(&format!("{ranks}{} w 0", "/11".repeat(below)))
}

#[test]
fn impossible_positions_are_refused_with_the_square() {
    for (ranks, message) in [
        ("5T5", "no tank can stand on the mine f11"),
        ("11/1c9", "no tank can stand on the mine b10"),
        ("11/11/11/11/4T6", "a normal tank cannot stand on the contaminated square e7"),
        ("11/11/11/11/11/5t5", "a normal tank cannot stand on the contaminated square f6"),
        ("C9C", "White has two commanders, on a11 and on k11"),
        ("11/c9c", "Black has two commanders, on a10 and on k10"),
        (
            "ttttt1ttttt/t1tt6t",
            "Black has 13 normal tanks and a commander; the one on k10 is the 14th normal tank",
        ),
        ("TTTTC1TTTTT/T1TTT4T1", "no tank can stand on the mine j10"),
        ("TTTTC1TTTTT/T1TTTT5", "White has 14 tanks; the one on f10 is the 15th"),
        ("TTTTT1TTTTT/T1TCT6/T10", "White has 14 tanks; the one on a9 is the 15th"),
        (
            "TTTTT1TTTTT/T1TTT6",
            "White has 13 normal tanks and a commander; the one on e10 is the 14th normal tank",
        ),
    ] {
        assert_eq!(refused_ranks(ranks), message, "{ranks}");
    }
}

#[test]
fn texts_that_are_no_positions_are_refused_with_the_place() {
    for (text, message) in [
        (
            "",
            "a position has three words: the board, the side to move and the plies without progress; found 0",
        ),
        (
            "start",
            "a position has three words: the board, the side to move and the plies without progress; found 1",
        ),
        ("11 w 0", "the board has 11 ranks separated by /; found 1"),
    ] {
        assert_eq!(refused(text), message, "{text}");
    }
    for (ranks, message) in [
        ("10", "rank 11 has 11 squares; `10` has 10"),
        ("11/10T1", "rank 10 has 11 squares; `10T1` has 12"),
        ("11/11/", "rank 9 has 11 squares; `` has 0"),
        ("6t11", "rank 11 has 11 squares; `6t11` has 18"),
        ("12", "rank 11: `12` at a11 is not a number of squares from 1 to 11"),
        ("t0t9", "rank 11: `0` at b11 is not a number of squares from 1 to 11"),
        ("t010", "rank 11: `010` at b11 is not a number of squares from 1 to 11"),
        (
            "t99999999999999999999",
            "rank 11: `99999999999999999999` at b11 is not a number of squares from 1 to 11",
        ),
        ("3x7", "rank 11: `x` at d11 is neither a tank (T, C, t, c) nor a number of squares without one"),
        ("é10", "rank 11: `é` at a11 is neither a tank (T, C, t, c) nor a number of squares without one"),
        ("5-5", "rank 11: `-` at f11 is neither a tank (T, C, t, c) nor a number of squares without one"),
    ] {
        assert_eq!(refused_ranks(ranks), message, "{ranks}");
    }
    for (tail, message) in [
        ("W 0", "the side to move is w or b, not `W`"),
        ("white 0", "the side to move is w or b, not `white`"),
        ("w -1", "the plies without progress are a number from 0 to 4294967295, not `-1`"),
        ("w +1", "the plies without progress are a number from 0 to 4294967295, not `+1`"),
        ("w 01", "the plies without progress are a number from 0 to 4294967295, not `01`"),
        ("w 4294967296", "the plies without progress are a number from 0 to 4294967295, not `4294967296`"),
    ] {
        assert_eq!(refused(&START.replace("w 0", tail)), message, "{tail}");
    }
}

#[test]
fn a_position_may_have_all_its_tanks_anywhere_they_can_stand() {
    for text in [
        START,
        "11/11/11/11/11/11/11/11/11/11/11 b 7",
        "TTTTT1TTTTT/T1TC7/11/11/11/11/11/11/11/11/ttttt1ttttt b 4294967295",
        "11/11/11/11/4C6/4c6/11/11/11/11/11 w 3",
    ] {
        assert_eq!(Position::parse(Options::default(), text).unwrap().to_string(), text);
    }
}

#[test]
fn moves_are_read_strictly_and_the_error_says_what_to_write() {
    let start = Position::start(Options::default());
    let parse = |text: &str| start.parse_action(Seat::First, text).map_err(|error| error.to_string());
    assert_eq!(parse("g1-g4").unwrap(), Action::new(0, 6 | (3 * 11 + 6) << 8));
    assert_eq!(parse("k5xe11").unwrap(), Action::new(0, (4 * 11 + 10) | (10 * 11 + 4) << 8));
    for (text, message) in [
        ("", "`` is not a move; write a move as g1-g4, a capture as k5xe11"),
        ("g1g4", "`g1g4` is not a move; write a move as g1-g4, a capture as k5xe11"),
        ("g1-", "`` is not a square; squares are a1 to k11"),
        ("l1-g4", "`l1` is not a square; squares are a1 to k11"),
        ("g1-g12", "`g12` is not a square; squares are a1 to k11"),
        ("g1-g4-g5", "`g4-g5` is not a square; squares are a1 to k11"),
        ("g1-g4é", "`g4é` is not a square; squares are a1 to k11"),
        ("g1xg4", "there is no enemy tank on g4; write the move as g1-g4"),
        ("k5-e11", "there is an enemy tank on e11; write the capture as k5xe11"),
        ("g1-h3", "no tank can move from g1 to h3: the squares are not on one line, or a mine is in the way"),
        ("g1-g1", "no tank can move from g1 to g1: the squares are not on one line, or a mine is in the way"),
        ("g1-e1", "no tank can move from g1 to e1: the squares are not on one line, or a mine is in the way"),
    ] {
        assert_eq!(parse(text), Err(message.to_owned()), "{text}");
    }
}

#[test]
fn actions_are_the_moves_of_a_commander_on_a_free_board() {
    let mut actions = 0;
    for payload in 0..1 << 16 {
        let action = Action::new(0, payload);
        if GAME.is_action(action) {
            actions += 1;
            let start = Position::start(Options::default());
            let text = start.format_action(Seat::Second, action);
            assert_eq!(start.parse_action(Seat::Second, &text), Ok(action));
        }
    }
    // Lines between mines, counted by walking the published board.
    assert_eq!(actions, commander_moves());
    for stray in
        [Action::new(1, 6), Action::new(0, 1 << 16), Action::new(0, 6 | 1 << 7 | 39 << 8), Action::new(31, 0)]
    {
        assert!(!GAME.is_action(stray), "{stray:?}");
    }
}

fn commander_moves() -> u32 {
    let mines = tank_battle::terrain::MINES;
    let free = |file: i8, rank: i8| {
        let square = tank_battle::Square::new(u8::try_from(file).ok()?, u8::try_from(rank).ok()?)?;
        (!mines.contains(square)).then_some(square)
    };
    let mut moves = 0;
    for (file, rank) in (0..11).flat_map(|file| (0..11).map(move |rank| (file, rank))) {
        for (right, up) in [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)] {
            let line = (1..11).take_while(|far| free(file + right * far, rank + up * far).is_some());
            moves += if free(file, rank).is_some() { line.count() as u32 } else { 0 };
        }
    }
    moves
}

proptest! {
    #[test]
    fn any_text_is_refused_or_read_and_printed_alike(text in any::<String>()) {
        check_position(&text)?;
        check_move(&text)?;
    }

    #[test]
    fn text_of_the_right_signs_is_refused_or_read_and_printed_alike(
        ranks in proptest::collection::vec("[0-9TCtc]{0,6}", 11),
        tail in "[ wb0-9]{0,8}",
    ) {
        check_position(&format!("{} {tail}", ranks.join("/")))?;
    }

    #[test]
    fn text_like_a_move_is_refused_or_read_and_printed_alike(text in "[a-m]?[0-9]{0,3}[-x:]?[a-m]?[0-9]{0,3}") {
        check_move(&text)?;
    }
}

fn check_position(text: &str) -> Result<(), TestCaseError> {
    if let Ok(position) = Position::parse(Options::default(), text) {
        let words: Vec<&str> = text.split_whitespace().collect();
        prop_assert_eq!(position.to_string(), words.join(" "));
    }
    Ok(())
}

fn check_move(text: &str) -> Result<(), TestCaseError> {
    let start = Position::start(Options::default());
    if let Ok(action) = start.parse_action(Seat::First, text) {
        prop_assert!(GAME.is_action(action));
        prop_assert_eq!(start.format_action(Seat::First, action), text);
    }
    Ok(())
}
