//! Bots' logs appear at the plies in which they were written, and their annotations on the board.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use game::{Game, PerSeat, Rules, Seat, Square, visible};
use games::GAMES;
use proptest::prelude::*;
use referee::{Builtin, Closing, Limits, LogMark, Match, MatchSeed, Played};
use replay::{ANNOTATIONS_MAX, Annotation, Colour, EVAL_MAX, Recording, Replay, log_lines};

/// A random match.
fn played(game: &'static dyn Game, rules: &Rules, plies: u32) -> Vec<Played> {
    let seed = MatchSeed::from_number(7);
    let mut players = PerSeat::from_fn(|seat| -> Box<dyn referee::Player> {
        Box::new(Builtin::Random.player(&seed, seat))
    });
    let playing = Match::new(game, game.start(rules), Limits { plies, ..Limits::default() });
    referee::play(playing, &mut players, |_| true).unwrap().unwrap().played
}

/// A closing whose log has one part for each of these plies.
fn closing(parts: &[(u32, &str)]) -> Closing {
    let mut closing = Closing::default();
    for (ply, part) in parts {
        closing.log_marks.push(LogMark { ply: *ply, offset: closing.log.len() });
        closing.log.extend_from_slice(part.as_bytes());
    }
    closing
}

#[test]
fn each_ply_has_what_was_logged_in_it() {
    let game = games::find("tank-war").unwrap();
    let rules = Rules::defaults(game.options());
    let limits = Limits::default();
    let actions = played(game, &rules, 4);
    let last = actions.last().unwrap().ply + 1;
    // Ply 4 was not played: the second seat failed there.
    let logs = [closing(&[(0, "start\n"), (2, "a\nb")]), closing(&[(1, "x"), (last, "last words\n")])];
    let recording = Recording {
        game,
        rules: &rules,
        limits: &limits,
        start: None,
        played: &actions,
        closings: PerSeat::new(Some(&logs[0]), Some(&logs[1])),
    };
    let lines = |replay: &Replay<'_>| {
        Seat::BOTH.map(|seat| {
            let lines = replay.frame().log_lines(seat);
            lines.into_iter().map(|line| line.text).collect::<Vec<_>>()
        })
    };
    let expected: [[&[&str]; 2]; 5] =
        [[&["start"], &[]], [&[], &["x"]], [&["a", "b"], &[]], [&[], &[]], [&[], &["last words"]]];
    let mut replay = Replay::new(recording).unwrap();
    for expected in &expected {
        assert_eq!(lines(&replay), *expected);
        let logged = PerSeat::from_fn(|seat| replay.frame().logged(seat).to_vec());
        let Some(ply) = replay.forward().unwrap() else { continue };
        assert_eq!(ply.logs.map(<[u8]>::to_vec), logged);
    }
    assert_eq!(replay.frame().ply(), last);
    replay.seek(2).unwrap();
    assert_eq!(lines(&replay), expected[2]);
    let one = Recording { closings: PerSeat::new(None, Some(&logs[1])), ..recording };
    assert_eq!(lines(&Replay::new(one).unwrap()), [&[] as &[&str], &[]]);
}

#[test]
fn every_square_of_every_game_can_be_drawn_on() {
    for game in GAMES {
        let position = game.start(&Rules::defaults(game.options()));
        let drawing = position.draw(None);
        for (row, row_label) in (0..drawing.rows).zip(&drawing.row_labels) {
            for (column, column_label) in (0..drawing.columns).zip(&drawing.column_labels) {
                let name = format!("{column_label}{row_label}");
                let lines = log_lines(format!("@cell {name} blue").as_bytes(), &*position);
                let square = Square { column, row };
                let expected = Annotation::Cell { square, colour: Colour::Blue };
                assert_eq!(lines[0].annotation, Some(expected), "{} {name}", game.name());
            }
        }
    }
}

#[test]
fn annotations_of_one_ply_are_bounded() {
    let game = games::find("tank-chess").unwrap();
    let position = game.start(&Rules::defaults(game.options()));
    let log = "@eval 1\n".repeat(ANNOTATIONS_MAX + 10);
    let lines = log_lines(log.as_bytes(), &*position);
    assert_eq!(lines.len(), ANNOTATIONS_MAX + 10);
    assert_eq!(lines.iter().filter(|line| line.annotation.is_some()).count(), ANNOTATIONS_MAX);
}

/// Bytes that are often nearly annotations.
fn noise() -> impl Strategy<Value = Vec<u8>> {
    let words = prop::sample::select(
        &[
            "@cell ", "@arrow ", "@eval ", "@", "a1 ", "h8 ", "k11", "00 ", "35 ", "red", "grey ", "1e9",
            "-0.5", "\n",
        ][..],
    );
    let piece = prop_oneof![
        words.prop_map(|word| word.as_bytes().to_vec()),
        prop::collection::vec(any::<u8>(), 0..6),
        any::<f64>().prop_map(|number| number.to_string().into_bytes()),
    ];
    prop::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn noise_is_text_and_what_it_draws_is_on_the_board(log in noise(), index in 0..GAMES.len()) {
        let game = GAMES[index];
        let position = game.start(&Rules::defaults(game.options()));
        let drawing = position.draw(None);
        let on_board = |square: Square| square.column < drawing.columns && square.row < drawing.rows;
        let lines = log_lines(&log, &*position);
        let texts: Vec<String> = String::from_utf8_lossy(&log).lines().map(visible).collect();
        prop_assert_eq!(lines.iter().map(|line| line.text.clone()).collect::<Vec<_>>(), texts);
        for line in lines {
            match line.annotation {
                None => {}
                Some(Annotation::Cell { square, .. }) => prop_assert!(on_board(square), "{}", line.text),
                Some(Annotation::Arrow { from, to, text }) => {
                    prop_assert!(on_board(from) && on_board(to) && from != to, "{}", line.text);
                    prop_assert_eq!(visible(&text), text);
                }
                Some(Annotation::Eval(value)) => prop_assert!(value.abs() <= EVAL_MAX, "{}", line.text),
            }
        }
    }
}
