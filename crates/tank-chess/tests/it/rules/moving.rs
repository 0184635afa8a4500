//! The legal moves of a piece.

use super::*;

fn moves(text: &str) -> Vec<String> {
    let mut words = legal(&position_under("", &format!("{text} w 0 1 fire-")));
    words.retain(|word| word != ".");
    words
}

/// The number of moves of a piece that is alone, except for Command tanks far away.
#[test]
fn lone_tanks() {
    let light = moves("W:Kl1n,Lf8n B:Kl16s");
    assert_eq!(light.len(), 334);
    assert!(light.contains(&"f8-f8n".to_owned()));
    assert_eq!(moves("W:Kl1n,Hf8n B:Kl16s").len(), 124);
}

/// Rule 7.
#[test]
fn the_first_move_designates_the_group() {
    let position = position_under("", "W:Kd1n,Lc1n,Le2n,Lm1n B:Kl16s w 0 1 fire-");
    let starts = |position: &Position| {
        let mut from: Vec<String> =
            legal(position).iter().filter_map(|word| Some(word.split_once('-')?.0.to_owned())).collect();
        from.dedup();
        from
    };
    assert_eq!(starts(&position), ["c1", "e2", "m1"]);
    let moved = after(&position, "c1-b2nw");
    // e2 was connected to c1 through the Command tank before the move; m1 was not. The Command tank itself stays.
    assert_eq!(starts(&moved), ["e2"]);
    assert_eq!(starts(&after(&position, "m1-m2n")), [] as [&str; 0]);
    let none = after(&moved, "e2-g4ne");
    check_legal(&none, ".");
}

/// Rule 7: pieces are connected as they stand after the fire phase. Moves do not change the group.
#[test]
fn the_group_does_not_change_while_it_moves() {
    let position = position_under("", "W:Kh1n,La1n,Lb1n,Ld1n B:Kl16s w 0 1 fire- a1-c2e");
    assert!(!legal(&position).iter().any(|word| word.starts_with("d1")));
    assert!(legal(&position).iter().any(|word| word.starts_with("b1")));
}

/// Rule 7.
#[test]
fn the_command_tank_never_moves() {
    assert!(moves("W:Kl1n B:Kl16s").is_empty());
}

/// Rule 8.
#[test]
fn speeds_limit_the_steps() {
    for (letter, speed) in [('L', 5), ('M', 4), ('H', 3), ('D', 4), ('O', 3)] {
        let ends = ends(&format!("W:Kl1n,{letter}a1n B:Kl16s"));
        let farthest = ends.iter().map(|end| end.distance(square("a1"))).max();
        assert_eq!(farthest, Some(speed), "{letter}");
    }
}

/// Rule 8.
#[test]
fn a_piece_backs_up_one_square_and_does_nothing_else_then() {
    let position = position_under("", "W:Kl1n,Hf8n B:Kl16s w 0 1 fire-");
    assert!(allows(&position, "f8-f7n"));
    assert!(allows(&position, "f8-f7s"));
    // Two squares straight back, facing ahead, takes two more steps than a heavy tank has.
    assert!(!allows(&position, "f8-f6n"));
}

/// Rule 8.
#[test]
fn there_is_no_turning_on_the_spot_but_a_round_trip() {
    // The piece is hemmed in: the only way is through a2, out and in again.
    let position = position_under("", "W:Kg1n,La1n,Lb1e,Mb2e B:Kl16s w 0 1 fire-");
    for (word, expected) in [("a1-a1s", true), ("a1-a1n", false), ("a1-a1e", false), ("a1-a1sw", false)] {
        assert_eq!(allows(&position, word), expected, "{word}");
    }
    let shut = moves("W:Kg1n,La1n,Lb1e,Mb2e,Ma2e B:Kl16s");
    assert!(!shut.iter().any(|word| word.starts_with("a1-")));
}

/// Rule 9.
#[test]
fn no_step_enters_a_square_next_to_an_enemy() {
    for end in ends("W:Kl1n,Lf8n B:Kl16s,Lf10s") {
        assert!(end.distance(square("f10")) > 1, "{end}");
    }
    // Not even in passing: together with the obstacles these enemies close off the board behind them.
    let highest = |enemies: &str| {
        ends(&format!("W:Kl1n,Lh7n B:Kl16s,{enemies}")).iter().map(|end| end.rank() + 1).max()
    };
    assert_eq!(highest("Lb8s,Lf9s,Lk9s,Lh9s"), Some(8));
    assert_eq!(highest("Lb8s,Lf10s,Lk9s"), Some(10));
}

/// The squares on which moves end.
fn ends(text: &str) -> Vec<Square> {
    moves(text)
        .iter()
        .map(|word| word.split_once('-').unwrap().1.trim_end_matches(|c: char| c.is_ascii_lowercase()))
        .map(square)
        .collect()
}

/// Rule 9: a piece that stands next to an enemy may leave, but not return.
#[test]
fn a_piece_next_to_an_enemy_may_only_leave() {
    let all = moves("W:Kl1n,Lf8n B:Kl16s,Lf9s");
    assert!(!all.is_empty());
    assert!(!all.iter().any(|word| word.starts_with("f8-f8")));
}

/// Rule 9.
#[test]
fn diagonal_steps_between_two_blocked_squares_are_allowed() {
    let position = position_under("", "W:Kl1n,La3n,La4n,Lb4e B:Kl16s w 0 1 fire-");
    assert!(allows(&position, "a4-b3se"));
}

/// Rule 9: a round trip uses up the move and designates the group.
#[test]
fn a_round_trip_is_a_move() {
    let position = position_under("", "W:Kl1n,Lf8n,Lc1n B:Kl16s w 0 1 fire-");
    check_legal(&after(&position, "f8-f8n"), ".");
}

#[test]
fn ending_a_phase_is_always_possible() {
    let position = white("Kl1n", "Kl16s,Lg9n");
    check_legal(&position, "fire-");
    check_legal(&after(&position, "fire-"), ".");
    assert_eq!(after(&position, "fire- .").mover(), Seat::Second);
}
