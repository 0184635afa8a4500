//! The end of a game.

use super::*;

/// Rule 10.
#[test]
fn the_third_occurrence_is_a_draw() {
    let first = white("Kh1n,Le8n", "Ki16s,Ll9n");
    let second = after(&first, "fire- . fire- .");
    assert_eq!((first.occurrences(), second.occurrences()), (1, 2));
    let third = after(&second, "fire- . fire- .");
    assert_eq!(Position::phase(&third), over(Outcome::Draw, "third repetition"));
}

/// Rule 10: a position is the side to move and the square, kind, owner and facing of every piece.
#[test]
fn an_occurrence_asks_for_kinds_and_facings_not_for_single_pieces() {
    let first = white("Kh1n,Lf9n,Lf8n", "Ki16s");
    let changed_places = "fire- f9-g9e f8-f9n . fire- . fire- g9-f8n . fire- .";
    assert_eq!(after(&first, changed_places).occurrences(), 2);
    let faces_west = "fire- f9-g9e . fire- . fire- g9-f9w . fire- .";
    assert_eq!(after(&first, faces_west).occurrences(), 1);
    assert_eq!(after(&first, "fire- .").occurrences(), 1, "the other side is to move");
    let mixed = white("Kh1n,Lf9n,Mf8n", "Ki16s");
    assert_eq!(after(&mixed, changed_places).occurrences(), 1);
}

/// Rule 10.
#[test]
fn turns_without_an_elimination_draw() {
    let almost = "W:Kh1n,Ha8e B:Kp16s,Lc8n w 99 300";
    let drawn = after(&position_under("", almost), "fire- .");
    assert_eq!(Position::phase(&drawn), over(Outcome::Draw, "too many turns without an elimination"));
    let goes_on = after(&position_under("", almost), "a8*c8>n3 fire- .");
    assert_eq!(goes_on.quiet_turns(), 0);
    assert!(matches!(Position::phase(&goes_on), Phase::Act(_)));
    let short = after(&position_under("no_elimination_turns=1", "W:Kh1n,Ha8e B:Kp16s,Lc8n w 1 2"), "fire- .");
    assert_eq!(Position::phase(&short).end().map(|end| end.outcome), Some(Outcome::Draw));
}

#[test]
fn a_lone_command_tank_plays_on() {
    assert!(matches!(Position::phase(&white("Kh1n", "Ki16s")), Phase::Act(_)));
}

#[test]
fn metrics_count_survivors() {
    let position = white("Kh1n,Ha8e,Lb1n", "Kp16s,Lc8n,Om16s");
    assert_eq!(metrics(&position), [[3, 5, 11], [3, 7, 11]]);
    let after = after(&position, "a8*c8>n3");
    assert_eq!(metrics(&after), [[3, 5, 12], [2, 6, 11]]);
}

#[test]
fn an_unfinished_game_is_adjudicated_a_draw() {
    assert_eq!(white("Kh1n,Ha8e", "Ki16s").adjudicate(), Outcome::Draw);
}
