//! Tests a person in the terminal: input, and visible and hidden output.

use std::fmt::Write as _;
use std::io::Write as _;
use std::process::Stdio;

use crate::support::{muster, told, top};
use game::{Dice, Rules, Seat};
use games::GAMES;

/// Plays with these lines as input.
fn play(arguments: &[&str], typed: &str) -> (i32, String, String) {
    let mut child = muster()
        .arg("play")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A person who has lost does not read the rest.
    let _ = child.stdin.take().unwrap().write_all(typed.as_bytes());
    told(&child.wait_with_output().unwrap())
}

fn sample(path: &str) -> String {
    top().join("bots").join(path).display().to_string()
}

#[test]
fn a_match_is_played_to_its_end_by_typing() {
    let greedy = sample("tank-war/greedy/greedy.wasm");
    // Tries every tank over and over: an impossible move is rejected, and asked for again.
    let mut typed = String::from("\n?\nnonsense\n");
    for _ in 0..60 {
        typed += "LA\nLB\nLC\nRA\nRB\nRC\n";
    }
    let (code, told, err) = play(&["tank-war", "human", &greedy], &typed);
    assert_eq!(code, 0, "{err}");
    assert!(told.contains("\n  LA LB LC RA RB RC\n"), "the legal moves are listed:\n{told}");
    assert!(
        told.contains("nonsense") && told.contains("; ? lists the legal moves, h all commands\n"),
        "{told}"
    );
    assert!(told.contains("`LA` is not legal here; ? lists the legal moves\n"), "{told}");
    assert!(err.starts_with("Up (3600 s left), your move; "), "{err}");
    let plies = told.lines().filter(|line| line.starts_with("ply ")).count();
    assert!(
        plies > 5 && told.contains(&format!(" after {plies} plies\n")),
        "every ply is told once:\n{told}"
    );
    assert!(told.contains("\nUp: ") && told.contains("\nDown: "), "{told}");
    // The person may be second, and the opponent begins.
    let searcher = sample("tank-battle/greedy/greedy.wasm");
    let (code, told, _) = play(&["tank-battle", &searcher, "human"], "");
    assert!(code == 0 && told.contains("\nply 1: W:") && told.ends_with("you left the match\n"), "{told}");
}

#[test]
fn who_leaves_ends_the_match_without_a_result() {
    for typed in ["", "q\n", "LA\nquit\n", "LA\n\u{0}\u{1b}[2J\n"] {
        let (code, told, err) = play(&["tank-war", "human", "builtin:first"], typed);
        assert!(code == 0 && told.ends_with("you left the match\n"), "{typed:?}: {told}{err}");
        assert!(!told.contains('\u{1b}') && !err.contains('\u{1b}'), "{told}{err}");
    }
    let (code, _, err) = play(&["tank-war", "human", "human"], "");
    assert!(code == 1 && err.starts_with("error: only one seat can be a person's\n"), "{err}");
}

/// The match continues as if the moves that were taken back had not been played; even against a sandboxed bot with a
/// random stream.
#[test]
fn moves_are_taken_back() {
    for opponent in ["builtin:random", &sample("tank-war/greedy/greedy.wasm")] {
        let (code, plain, err) = play(&["tank-war", "human", opponent], "LA\nRB\nLC\nq\n");
        assert_eq!(code, 0, "{err}");
        let (code, undone, err) =
            play(&["tank-war", "human", opponent], "u\nLA\nRA\nRC\nundo\nu\nRB\nLC\nq\n");
        assert_eq!(code, 0, "{err}");
        assert!(undone.contains("\ncannot undo: you have not moved yet\n"), "{undone}");
        assert!(undone.contains("\nback to ply 3\n") && undone.contains("\nback to ply 2\n"), "{undone}");
        let end = |told: &str| told[told.rfind("\nply 2: ").unwrap()..].to_owned();
        assert_eq!(end(&undone), end(&plain), "{undone}");
    }
}

#[test]
fn what_can_be_typed_is_listed() {
    let (_, told, err) = play(&["tank-war", "human", "builtin:first"], "h\nq\n");
    assert!(told.contains("\n  MOVE      play this move, as ? lists it\n"), "{told}");
    assert!(told.contains("\n  u, undo   take back your last move and everything after it\n"), "{told}");
    assert!(err.contains("h: help"), "{err}");
}

#[test]
fn a_person_loses_by_the_clock_on_the_wall() {
    let (code, told, err) = play(&["tank-war", "human", "builtin:first", "--human-time", "1ns"], "LA\nLB\n");
    assert_eq!(code, 0, "{err}");
    assert!(told.contains("builtin:first wins as Down: forfeit: timeout after 0 plies"), "{told}");
    assert!(!told.contains("hint: "), "there is no module to ask again:\n{told}");
}

#[test]
fn what_is_hidden_from_the_seat_is_not_shown() {
    let game = games::find("tank-chess").unwrap();
    let mut position = game.start(&Rules::defaults(game.options()));
    // The person sets up as listed first; the opponent does, too, unseen.
    let mut typed = String::new();
    let mut setup = 0;
    while position.has_secrets(Seat::First) || setup == 0 {
        let mut joint = game::Joint::default();
        for seat in position.phase().seats().iter() {
            let mut legal = Vec::new();
            position.legal_actions(seat, &mut legal);
            joint[seat] = legal.first().copied();
        }
        if let Some(action) = joint[Seat::First] {
            writeln!(typed, "{}", position.format_action(Seat::First, action)).unwrap();
        }
        position.apply(&joint);
        setup += 1;
    }
    let half = typed.lines().take(setup / 3).collect::<Vec<_>>().join("\n") + "\n";
    let (code, told, err) = play(&["tank-chess", "human", "builtin:first"], &half);
    assert_eq!(code, 0, "{err}");
    assert!(told.contains("(hidden)"), "{told}");
    // The last board shows only the person's own pieces: a piece is a seat's letter and a symbol.
    let board = told.rsplit("\n\n").nth(1).unwrap();
    let letters = game.seats().map(|name| name.letter.to_ascii_lowercase());
    let pieces = |letter: char| {
        let is_piece = |word: &&str| word.starts_with(letter) && word.chars().count() == 3;
        board.split_whitespace().filter(is_piece).count()
    };
    assert!(pieces(letters[Seat::First]) > 0 && pieces(letters[Seat::Second]) == 0, "{board}");
}

/// A command of a person is not a move in any game.
#[test]
fn no_move_is_read_as_a_command() {
    let mut dice = Dice::from_number(3);
    for game in GAMES {
        let mut position = game.start(&Rules::defaults(game.options()));
        for _ in 0..200 {
            let mut joint = game::Joint::default();
            for seat in position.phase().seats().iter() {
                let mut legal = Vec::new();
                position.legal_actions(seat, &mut legal);
                for action in &legal {
                    let text = position.format_action(seat, *action);
                    let commands = ["?", "b", "board", "u", "undo", "h", "help", "q", "quit", ""];
                    assert!(!commands.contains(&text.trim()), "{}: {text}", game.name());
                }
                joint[seat] = dice.pick(&legal).copied();
            }
            if position.phase().seats().is_empty() {
                break;
            }
            position.apply(&joint);
        }
    }
}
