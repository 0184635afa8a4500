//! `muster game`: positions, moves and rules without a match.

use crate::support::run;

/// The rules' own illustration of The Tank War.
const ILLUSTRATION: [&str; 5] = ["U:LA D:RC", "U:LC D:RB", "U:RA D:RB", "U:LA D:RB", "U:LC D:RA"];

#[test]
fn the_illustration_is_told_round_by_round() {
    let mut arguments = vec!["game", "apply", "tank-war"];
    arguments.extend(ILLUSTRATION);
    let (code, out, err) = run(&arguments);
    assert_eq!((code, err.as_str()), (0, ""));
    for line in [
        "D's RB destroys U's LA",
        "D's RB and RC destroy U's LC",
        "U's LC destroys D's RC",
        "U tanks 4, boxes 17, destroyed 1; D tanks 5, boxes 19, destroyed 2",
    ] {
        assert!(out.lines().any(|told| told.trim() == line), "{line}\n{out}");
    }
    let last = out.lines().last();
    assert_eq!(last, Some("uuuuuu/uuuuuu/uuuudu/dddddd/dddddd/dddddd U:-0-100 D:00013- 5"));
}

#[test]
fn the_words_of_a_ply_may_be_arguments_of_their_own() {
    let (_, together, _) = run(&["game", "apply", "tank-war", "U:LA D:RC"]);
    let (code, apart, _) = run(&["game", "apply", "tank-war", "U:LA", "D:RC"]);
    assert_eq!((code, apart), (0, together));
}

#[test]
fn perft_stands_alone_on_the_last_line() {
    let cases = [
        (["game", "perft", "tank-war", "2"], "1296"),
        (["game", "perft", "tank-battle", "2"], "1173"),
        (["game", "perft", "tank-battle", "0"], "1"),
    ];
    for (arguments, count) in cases {
        let (code, out, _) = run(&arguments);
        assert_eq!((code, out.lines().last()), (0, Some(count)), "{arguments:?}");
    }
    let (_, out, _) = run(&["game", "perft", "tank-war", "1", "--divide"]);
    assert_eq!(out.lines().count(), 37);
    assert_eq!(out.lines().last(), Some("36"));
}

#[test]
fn moves_carry_letters_where_both_seats_act() {
    let (_, out, _) = run(&["game", "moves", "tank-war"]);
    assert_eq!(out.lines().count(), 12);
    assert!(out.lines().any(|line| line == "U:LA") && out.lines().any(|line| line == "D:RC"), "{out}");
    let (_, out, _) = run(&["game", "moves", "tank-battle"]);
    assert_eq!(out.lines().count(), 35);
    assert!(out.lines().any(|line| line == "k5xe11"), "{out}");
}

#[test]
fn rule_options_are_taken_and_refused_by_name() {
    let (code, out, _) =
        run(&["game", "moves", "tank-war", "--rule", "layout=a-outside", "--rule", "blocked=wasted"]);
    assert_eq!((code, out.lines().count()), (0, 12));
    let (code, _, err) = run(&["game", "moves", "tank-war", "--rule", "layuot=a-outside"]);
    assert_eq!(code, 1);
    assert!(err.contains("unknown rule option `layuot`") && err.contains("hint:"), "{err}");
}
