//! Rule 9: repetition, and turns without progress.

use super::*;

#[test]
fn rule_9_the_third_occurrence_ends_the_game_and_points_decide() {
    let mut position = after(START, "g1xa7 a8xa7");
    assert_eq!(score(&position), [13, 13]);
    play(&mut position, "k5xe11 d11xe11 h2-g3 a7-b7 g3-h2 b7-a7 h2-g3 a7-b7 g3-h2");
    assert_eq!((position.occurrences(), position.ending()), (2, None));
    play(&mut position, "b7-a7");
    assert_eq!((position.occurrences(), position.ending()), (3, Some(Ending::Repetition)));
    assert_eq!(position.outcome(), Outcome::Draw);
}

#[test]
fn rule_9_a_leader_is_not_robbed_by_repetition() {
    let mut position = after(START, "k5xe11");
    play(&mut position, "a7-b7 h2-g3 b7-a7 g3-h2 a7-b7 h2-g3 b7-a7 g3-h2");
    assert_eq!(position.ending(), Some(Ending::Repetition), "the position after the capture, three times");
    assert_eq!(position.outcome(), Outcome::Win(Seat::First));
}

#[test]
fn rule_9_the_start_is_its_own_first_occurrence() {
    let cycle = "g1-g2 a7-b7 g2-g1 b7-a7";
    let mut position = Position::start(Options::default());
    play(&mut position, cycle);
    assert_eq!((position.occurrences(), position.ending()), (2, None));
    play(&mut position, cycle);
    assert_eq!(position.ending(), Some(Ending::Repetition));
}

#[test]
fn rule_9_a_position_from_text_starts_a_fresh_history() {
    let cycle = "g1-g2 a7-b7 g2-g1 b7-a7";
    let mut played = Position::start(Options::default());
    play(&mut played, cycle);
    let mut copied = read(&played.to_string());
    assert_eq!((played.occurrences(), copied.occurrences()), (2, 1));
    assert_eq!(copied.quiet_plies(), 4, "the counter is in the text");
    play(&mut copied, cycle);
    assert_eq!((copied.occurrences(), copied.ending()), (2, None));
}

#[test]
fn rule_9_tanks_of_a_kind_are_alike_and_sides_to_move_are_not() {
    // Two normal tanks swap places via a third square each: the position is the same.
    let text = "11/11/11/11/11/11/11/T2t7/11/T2t7/11 w 0";
    let mut position = read(text);
    play(&mut position, "a4-a3 d4-e4 a2-b3 e4-d4 a3-a2 d4-e4 b3-a4 e4-d4");
    assert_eq!(position.board().to_string(), read(text).board().to_string());
    assert_eq!(position.occurrences(), 2);
    // The same tanks, but the other side to move: no repetition. White takes three moves, Black two.
    let mut triangle = read("11/11/11/11/11/11/11/11/T3t6/11/11 w 0");
    play(&mut triangle, "a3-a4 e3-e4 a4-b3 e4-e3 b3-a3");
    assert_eq!(triangle.board().to_string(), "11/11/11/11/11/11/11/11/T3t6/11/11 b");
    assert_eq!(triangle.occurrences(), 1);
}

#[test]
fn rule_9_a_commander_is_no_normal_tank_in_a_repetition() {
    // Commander and tank swap places: a different position.
    let text = "11/11/11/11/11/11/11/C2t7/11/T10/11 w 0";
    let mut position = read(text);
    play(&mut position, "a4-a3 d4-e4 a2-b3 e4-d4 a3-a2 d4-e4 b3-a4 e4-d4");
    assert_eq!(position.board().to_string(), "11/11/11/11/11/11/11/T2t7/11/C10/11 w");
    assert_eq!(position.occurrences(), 1);
}

#[test]
fn rule_9_progress_restarts_the_counter() {
    let mut position = read(START);
    play(&mut position, "g1-g2 a7-b7 g2-g1");
    assert_eq!(position.quiet_plies(), 3);
    play(&mut position, "b7-c7");
    assert_eq!(position.quiet_plies(), 4);
    play(&mut position, "k5xe11");
    assert_eq!(position.quiet_plies(), 0, "a capture");
    // A first entry resets it; a move inside the base does not.
    let mut position = read("11/11/11/11/3T7/11/t9T/11/11/11/11 w 7");
    play(&mut position, "d7-a7 a5-b5");
    assert_eq!(position.quiet_plies(), 1);
    play(&mut position, "a7-a8");
    assert_eq!(position.quiet_plies(), 2);
}

#[test]
fn rule_9_a_tank_that_enters_its_own_base_makes_no_progress() {
    let home = after("11/11/11/11/t10/11/7T3/11/11/11/11 w 5", "h5-k5");
    assert_eq!(home.quiet_plies(), 6);
}

#[test]
fn rule_9_the_counter_ends_the_game_and_points_decide() {
    let text = "ctt8/11/11/11/11/11/T9T/11/11/11/11 w 98";
    let mut position = after(text, "a5-a4");
    assert_eq!((position.quiet_plies(), position.ending()), (99, None));
    play(&mut position, "c11-c10");
    assert_eq!((position.quiet_plies(), position.ending()), (100, Some(Ending::NoProgress)));
    assert_eq!(position.outcome(), Outcome::Win(Seat::Second));
    assert_eq!(read(&position.to_string()).ending(), Some(Ending::NoProgress));
}

#[test]
fn rule_9_rule_7_comes_before_repetition_and_repetition_before_the_counter() {
    let both = options("no_progress_plies=4 repetitions=2");
    let mut position = Position::start(both);
    play(&mut position, "g1-g2 a7-b7 g2-g1 b7-a7");
    assert_eq!(position.ending(), Some(Ending::Repetition));
    // A capture ends the game by rule 7; no other rule is checked.
    let first = options("no_progress_plies=1 repetitions=1");
    let mut position = Position::parse(first, "11/11/11/11/11/11/T2t7/11/11/11/11 w 0").unwrap();
    play(&mut position, "a5xd5");
    assert_eq!(position.ending(), Some(Ending::NoTanks));
    let mut position = Position::start(first);
    play(&mut position, "g1-g2");
    assert_eq!(position.ending(), Some(Ending::Repetition));
}

#[test]
fn rule_9_zero_switches_a_guard_off() {
    let mut position = Position::start(options("no_progress_plies=0 repetitions=0"));
    for _ in 0..60 {
        play(&mut position, "g1-g2 a7-b7 g2-g1 b7-a7");
    }
    assert_eq!((position.quiet_plies(), position.ending()), (240, None));
    let mut position = Position::start(options("no_progress_plies=0"));
    for _ in 0..2 {
        play(&mut position, "g1-g2 a7-b7 g2-g1 b7-a7");
    }
    assert_eq!(position.ending(), Some(Ending::Repetition));
}

#[test]
fn rule_9_the_counter_does_not_overflow() {
    let text = format!("ctt8/11/11/11/11/11/T9T/11/11/11/11 w {}", u32::MAX);
    let mut position = Position::parse(options("no_progress_plies=0"), &text).unwrap();
    play(&mut position, "a5-a4");
    assert_eq!(position.quiet_plies(), u32::MAX);
}
