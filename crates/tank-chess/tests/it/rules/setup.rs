//! The hidden setup.

use super::*;

#[test]
fn both_seats_place_in_every_ply_and_the_first_is_the_command_tank() {
    let start = Position::new(Options::default());
    assert_eq!(Position::phase(&start), Phase::Act(SeatSet::BOTH));
    let words = legal(&start);
    assert_eq!(words.len(), 2 * 64);
    for word in words {
        let file = word.as_bytes()[1];
        assert!(word.starts_with('K') && (b'e'..=b'l').contains(&file), "{word}");
    }
}

#[test]
fn command_files_can_be_narrower() {
    let start = position_under("command_files=f-k", "setup");
    assert_eq!(legal(&start).len(), 2 * 48);
    let refused = parse_ply(&GAME, &start, "W:Ke1n B:Kf16n").unwrap_err().to_string();
    assert!(refused.contains("`Ke1n` is not legal for White"), "{refused}");
}

#[test]
fn pieces_come_in_order_on_free_squares_of_the_own_back_row() {
    let mut position = Position::new(Options::default());
    for (index, letter) in "KLLLLMMMHHDDOO".chars().enumerate() {
        assert_eq!(Position::turn_number(&position), 0);
        let words = legal(&position);
        let squares = if index == 0 { 8 } else { 16 - index };
        assert_eq!(words.len(), 2 * 8 * squares, "{position}");
        assert!(words.iter().all(|word| word.starts_with(letter)), "{position}");
        let files = ["h", "a", "b", "c", "d", "e", "f", "g", "i", "j", "k", "l", "m", "n"];
        let file = files[index];
        let joint = parse_ply(&GAME, &position, &format!("W:{letter}{file}1ne B:{letter}{file}16w")).unwrap();
        let text = format_joint(&GAME, &position, &joint);
        assert_eq!(text, format!("W:{letter}{file}1ne B:{letter}{file}16w"));
        position.apply(&joint);
    }
    assert_eq!(Position::phase(&position), Phase::Act(SeatSet::only(Seat::First)));
    assert_eq!((position.turn_number(), position.occurrences()), (1, 1));
    assert_eq!((on(&position, "n1"), on(&position, "h16")), ("W On1ne".into(), "B Kh16w".into()));
}

#[test]
fn a_basic_side_has_ten_pieces() {
    let mut position = position_under("pieces=basic", "setup");
    for (letter, file) in "KLLLLMMMHH".chars().zip("habcdefgij".chars()) {
        position = after_both(&position, &format!("W:{letter}{file}1n B:{letter}{file}16s"));
    }
    assert_eq!(Position::phase(&position), Phase::Act(SeatSet::only(Seat::First)));
    assert_eq!(metrics(&position), [[10, 17, 0]; 2]);
}

fn after_both(position: &Position, ply: &str) -> Position {
    let mut position = position.clone();
    let joint = parse_ply(&GAME, &position, ply).unwrap();
    position.apply(&joint);
    position
}

#[test]
fn placements_are_hidden_until_both_are_done() {
    let mut hidden = [position_under("", "setup"), position_under("", "setup")];
    let files = "habcdefgijklmn".chars();
    for (index, (letter, file)) in "KLLLLMMMHHDDOO".chars().zip(files).enumerate() {
        for (position, facing) in hidden.iter_mut().zip(["n", "sw"]) {
            let hides = |ago| {
                game::Position::hides(position, Seat::First, ago, Seat::Second, game::Action::new(0, 0))
            };
            assert_eq!((0..20).filter(|&ago| hides(ago)).count(), index);
            *position = after_both(position, &format!("W:{letter}{file}1e B:{letter}{file}16{facing}"));
        }
        let [one, other] = &hidden;
        let same_to = |seat: Seat| {
            let see = |position: &Position| {
                let mut bytes = vec![0; GAME.layout().view_len()];
                game::Position::write_view(position, seat, &mut bytes);
                (bytes, position.draw(Some(seat)))
            };
            see(one) == see(other)
        };
        let done = index == 13;
        assert_eq!(same_to(Seat::First), !done, "{one}");
        assert!(!same_to(Seat::Second));
        let shown = one.draw(Some(Seat::First)).pieces.len();
        assert_eq!(shown, if done { 28 } else { index + 1 });
        assert_eq!(one.draw(None).pieces.len(), 2 * (index + 1));
    }
    assert!(!game::Position::has_secrets(&hidden[0], Seat::First));
}

#[test]
fn the_metrics_of_the_setup_count_all_pieces() {
    let position = position_under("", "setup W:Kh1n B:Ki16s");
    assert_eq!(metrics(&position), [[14, 35, 0]; 2]);
}
