//! Every rule by its own test, and the facts that the rules name.

#![expect(clippy::unwrap_used, reason = "in a test a failure is a panic")]

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

/// The piece on a square, as `W Kh1n`, or nothing.
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

/// Whether the listing and the legality of single actions agree that an action is legal.
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

mod board {
    use super::*;

    #[test]
    fn there_are_fifty_obstacles_and_the_board_looks_the_same_turned_round() {
        assert_eq!(OBSTACLES.len(), 50);
        assert!(OBSTACLES.iter().all(|square| OBSTACLES.contains(square.turned())));
    }

    #[test]
    fn only_the_outer_files_are_free_from_end_to_end() {
        let free = |file: u8| !OBSTACLES.iter().any(|square| square.file() == file);
        assert_eq!((0..16).filter(|&file| free(file)).collect::<Vec<_>>(), [0, 15]);
        assert!(OBSTACLES.iter().any(|square| square.file() == square.rank()));
        assert!(OBSTACLES.iter().any(|square| square.file() + square.rank() == 15));
    }

    #[test]
    fn no_command_tank_can_be_hit_from_the_other_back_row() {
        // A turret sees along every line that a fixed gun could face along; a mortar's range is too short. Other
        // pieces could only block.
        for target in 'e'..='l' {
            for firer in 'a'..='p' {
                let command = if firer == 'e' { 'f' } else { 'e' };
                let position = white(&format!("K{command}1n,L{firer}1n"), &format!("K{target}16s"));
                check_legal(&position, "fire-");
            }
        }
    }
}

mod setup {
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
            let joint =
                parse_ply(&GAME, &position, &format!("W:{letter}{file}1ne B:{letter}{file}16w")).unwrap();
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
                assert_eq!(position.hidden_plies(Seat::First), index as u32);
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
        assert_eq!(hidden[0].hidden_plies(Seat::First), 0);
    }

    #[test]
    fn the_metrics_of_the_setup_count_all_pieces() {
        let position = position_under("", "setup W:Kh1n B:Ki16s");
        assert_eq!(metrics(&position), [[14, 35, 0]; 2]);
    }
}

mod firing {
    use super::*;

    /// White, Black, the legal actions; then a shot and the legal actions after it.
    #[test]
    fn the_table_of_shots() {
        let cases = [
            (
                ("Kh1n,Mf9e,Mf8e", "Ki16s,Li8w,Lk9w"),
                "f8*i8>e1 f8*i8>n1 f9*k9>e1 f9*k9>n1 fire-",
                ("f8*i8>n1", "fire-"),
            ),
            (
                ("Kh1n,Mf9e,Mi7n", "Ki16s,Li9w,Lk9w"),
                "f9*i9>e1 f9*i9>n1 i7*i9>e2 i7*i9>n2 i7*i9>w2 i7*k9>e2 i7*k9>n2 fire-",
                ("i7*i9>n2", "fire-"),
            ),
            (("Kh1n,Mi10s", "Ki16s,Li8e"), "i10*i8>e2 i10*i8>n2 i10*i8>w2 fire-", ("i10*i8>n2", "fire-")),
            (
                ("Kh1n,Of8e,Lg8e", "Ki16s,Li8w,Lk8n,Lj8s"),
                "f8*i8>e4 f8*i8>n4 f8*j8>e5 f8*j8>n5 f8*k8>e5 f8*k8>n5 g8*i8>0 fire-",
                ("g8*i8>0", "f8*j8>e5 f8*j8>n5 f8*k8>e5 f8*k8>n5 fire-"),
            ),
        ];
        for ((pieces, enemies), expected, (shot, then)) in cases {
            let position = white(pieces, enemies);
            check_legal(&position, expected);
            check_legal(&after(&position, shot), then);
        }
    }

    #[test]
    fn targets_that_run_into_something_are_eliminated() {
        let cases = [
            ("Kh1n,Mf9e,Mi7n", "Ki16s,Li9w,Lk9w", "i7*i9>n2", "i9 i10 i11"),
            ("Kh1n,Mi10s", "Ki16s,Li8e", "i10*i8>n2", "i8 i9"),
        ];
        for (pieces, enemies, shot, empty) in cases {
            let position = after(&white(pieces, enemies), shot);
            for at in empty.split(' ') {
                assert_eq!(on(&position, at), "", "{at} in {position}");
            }
            assert_eq!(metrics(&position)[0][2] - metrics(&white(pieces, enemies))[0][2], 1);
        }
    }

    /// Rule 1.
    #[test]
    fn a_turret_fires_along_eight_lines_and_a_fixed_gun_ahead() {
        let ring = "Kp16s,Lh10s,Lj10s,Lj8s,Li7s,Mh7s,Mg7s,Hf8s,Hf10s";
        let targets = |firer: &str| -> Vec<String> {
            let mut targets: Vec<String> = legal(&white(&format!("Ka1n,{firer}"), ring))
                .iter()
                .filter_map(|word| Some(word.strip_prefix("h8*")?.split_once('>')?.0.to_owned()))
                .collect();
            targets.dedup();
            targets
        };
        assert_eq!(targets("Mh8n"), ["f10", "f8", "g7", "h10", "h7", "i7", "j10", "j8"]);
        assert_eq!(targets("Dh8n"), ["h10"]);
        assert_eq!(targets("Dh8sw"), ["g7"]);
        assert_eq!(targets("Oh8n"), [] as [&str; 0]);
    }

    /// Rule 1.
    #[test]
    fn the_first_thing_on_the_line_must_be_the_target() {
        check_legal(&white("Kh1n,La8e", "Kp16s,Lg8n"), "a8*g8>e1 a8*g8>n1 fire-");
        check_legal(&white("Kh1n,La8e,Ld8n", "Kp16s,Lg8n"), "d8*g8>e1 d8*g8>n1 fire-");
        check_legal(&white("Kh1n,La8e", "Kp16s,Ld8n,Lg8n"), "a8*d8>e1 a8*d8>n1 fire-");
        assert!(OBSTACLES.contains(square("c9")));
        check_legal(&white("Kh1n,La9e", "Kp16s,Lg9n"), "fire-");
    }

    /// Rule 1.
    #[test]
    fn distance_does_not_matter() {
        check_legal(&white("Kh1n,La1n", "Kl16s,La16w"), "a1*a16>e1 a1*a16>n1 a1*a16>w1 fire-");
    }

    /// Rule 1.
    #[test]
    fn a_mortar_fires_ahead_at_three_to_five_over_anything() {
        assert!(OBSTACLES.contains(square("b7")), "all shots go over it");
        for (target, fires) in [("c7", false), ("d7", true), ("e7", true), ("f7", true), ("g7", false)] {
            let position = white("Kh1n,Oa7e", &format!("Kp16s,L{target}n"));
            assert_eq!(allows(&position, &format!("a7*{target}>n5")), fires, "{target}");
        }
        check_legal(&white("Kh1n,Oa7n", "Kp16s,Ld7n"), "fire-");
    }

    /// Rule 9.
    #[test]
    fn diagonal_shots_between_two_blocked_squares_are_allowed() {
        let position = white("Kh1n,La4n,La3n,Lb4n", "Kp16s,Lc2n");
        check_legal(&position, "a4*c2>e1 a4*c2>n1 fire-");
    }

    /// Rule 2.
    #[test]
    fn each_piece_fires_once_and_is_fired_on_once() {
        let position = white("Kh1n,Mf9e,Mi7n", "Ki16s,Li9w,Lk9w");
        // i7 was the only one that could fire on k9, and i9 has been fired on.
        check_legal(&after(&position, "i7*i9>e2"), "fire-");
        check_legal(&after(&position, "i7*k9>n2"), "f9*i9>e1 f9*i9>n1 fire-");
        let armoured = white("Kh1n,La8n,Lg8n", "Kp16s,Hd8w");
        check_legal(&armoured, "a8*d8>0 g8*d8>0 fire-");
        check_legal(&after(&armoured, "a8*d8>0"), "fire-");
    }

    /// Rule 3.
    #[test]
    fn a_retreat_uncovers_no_target_and_can_cover_one() {
        let position = white("Kh1n,Mf9e,Mf8e", "Ki16s,Li8w,Lk9w");
        // i8 retreats into the line from f9 to k9, where it is no target for f9: it was none at the start.
        check_legal(&after(&position, "f8*i8>n1"), "fire-");
        // k8 comes into sight behind i8, but was none at the start either.
        let behind = white("Kh1n,Mf8e,Lg7n", "Ki16s,Li8w,Lk8n,Li9s");
        let shot = after(&behind, "g7*i9>e1");
        assert!(!legal(&shot).iter().any(|word| word.contains("*k8")), "{shot}");
    }

    /// Rule 4: gun, target's facing, distance; the shot comes from the west.
    #[test]
    fn force_is_gun_less_armour_of_the_side_that_is_hit() {
        let cases = [
            ("L", "Lw", 0),
            ("L", "Ln", 1),
            ("L", "Lnw", 1),
            ("L", "Le", 1),
            ("L", "Mw", 0),
            ("L", "Mse", 0),
            ("L", "Me", 1),
            ("M", "Lw", 1),
            ("M", "Mw", 0),
            ("M", "Ms", 1),
            ("M", "Me", 2),
            ("M", "Hw", 0),
            ("M", "Hs", 0),
            ("M", "He", 1),
            ("H", "Lw", 2),
            ("H", "Hw", 0),
            ("H", "Hn", 1),
            ("H", "He", 2),
            ("H", "De", 3),
            ("D", "Dw", 2),
            ("D", "Hw", 1),
            ("D", "On", 4),
            ("O", "Mw", 3),
            ("O", "Ow", 4),
            ("O", "Oe", 5),
            ("O", "Hne", 3),
        ];
        for (gun, target, distance) in cases {
            let (kind, facing) = target.split_at(1);
            let position = white(&format!("Kh1n,{gun}a8e"), &format!("Kp16s,{kind}d8{facing}"));
            let expected = match distance {
                0 => "a8*d8>0 fire-".to_owned(),
                _ => format!("a8*d8>e{distance} a8*d8>n{distance} fire-"),
            };
            check_legal(&position, &expected);
        }
    }

    /// Rule 4.
    #[test]
    fn a_shot_without_effect_counts_as_fired_on() {
        let position = after(&white("Kh1n,La8n,Hg8n", "Kp16s,Hd8w"), "a8*d8>0");
        check_legal(&position, "fire-");
        assert_eq!(on(&position, "d8"), "B Hd8w");
    }

    /// Rule 4.
    #[test]
    fn a_target_retreats_home_or_sideways_away_and_keeps_its_facing() {
        // The firer, and the directions that may be chosen.
        let cases = [
            ("f8", "e n"),
            ("k8", "n w"),
            ("j10", "e n w"),
            ("j7", "e n w"),
            ("h10", "e n"),
            ("i7", "e n"),
            ("l6", "n w"),
        ];
        for (firer, directions) in cases {
            let position = white(&format!("Kp1n,M{firer}e"), "Ki16s,Oj8ne");
            let shots: Vec<String> =
                directions.split(' ').map(|letter| format!("{firer}*j8>{letter}2")).collect();
            check_legal(&position, &format!("{} fire-", shots.join(" ")));
        }
        let black = position_under("", "W:Kh1n,Of5ne B:Kp16s,Ma5e b 0 2");
        check_legal(&black, "a5*f5>e2 a5*f5>s2 fire-");
        let retreated = after(&black, "a5*f5>s2");
        assert_eq!((on(&retreated, "f5"), on(&retreated, "f3")), (String::new(), "W Of3ne".into()));
    }

    /// Rule 5.
    #[test]
    fn what_stops_a_retreat_eliminates_the_target() {
        let cases = [
            ("an obstacle", "Kh1n,Ha8e", "Kp16s,Lc8n", "a8*c8>n3"),
            ("a piece of the firing side", "Kh1n,Ha8e,Le8n", "Kp16s,Lb8n", "a8*b8>e3"),
            ("a piece of its own side", "Kh1n,Ha8e", "Kp16s,Lb8n,Le8n", "a8*b8>e3"),
            ("the end of its back row", "Kh1n,Hg13n", "Kp16s,Lg15n", "g13*g15>n3"),
            ("a side edge", "Kh1n,Hm12e", "Ki16s,Lo12n", "m12*o12>e3"),
        ];
        for (what, pieces, enemies, shot) in cases {
            let before = white(pieces, enemies);
            let position = after(&before, shot);
            assert_eq!(metrics(&position)[1][0], metrics(&before)[1][0] - 1, "{what}");
            // There are no wrecks.
            let target = shot.split(['*', '>']).nth(1).unwrap();
            assert_eq!(on(&position, target), "", "{what}");
        }
    }

    /// Rule 5.
    #[test]
    fn being_next_to_an_enemy_does_not_stop_a_retreat() {
        let position = after(&white("Kh1n,Ha8e,Lf9n", "Kp16s,Ld8n"), "a8*d8>e3");
        assert_eq!(on(&position, "g8"), "B Lg8n");
    }

    /// Rule 6.
    #[test]
    fn eliminating_the_command_tank_wins_at_once() {
        for shot in ["k13*k16>n2", "k13*k16>e2"] {
            let won = after(&white("Kh1n,Hk13n,La8n", "Kk16s,Ll16s,Lg8n"), shot);
            assert_eq!(Position::phase(&won), WHITE_WINS, "{shot}");
            assert!(legal(&won).is_empty());
            assert_eq!(won.adjudicate(), Outcome::Win(Seat::First));
        }
    }

    #[test]
    fn a_command_tank_can_be_driven_sideways() {
        let position = after(&white("Kh1n,Hk13n", "Kk16s"), "k13*k16>e2");
        assert_eq!(on(&position, "m16"), "B Km16s");
        assert!(matches!(Position::phase(&position), Phase::Act(_)));
    }

    #[test]
    fn only_weak_guns_from_straight_ahead_spare_the_command_tank() {
        for (gun, hurts) in [("L", false), ("M", true), ("H", true), ("D", true)] {
            let position = white(&format!("Kh1n,{gun}k13n"), "Kk16s");
            assert_eq!(allows(&position, "k13*k16>0"), !hurts, "{gun}");
            let aside = white(&format!("Kh1n,{gun}k13n"), "Kk16e");
            assert!(!allows(&aside, "k13*k16>0"), "{gun}");
        }
        let own_kind = white("Kk1n,Lh8n", "Kk16s");
        assert!(!legal(&own_kind).iter().any(|word| word.contains("k1*")));
    }
}

mod moving {
    use super::*;

    fn moves(text: &str) -> Vec<String> {
        let mut words = legal(&position_under("", &format!("{text} w 0 1 fire-")));
        words.retain(|word| word != ".");
        words
    }

    /// The number of moves of a piece that is alone, save for Command tanks far away.
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
        // e2 is connected with c1 through the Command tank, as they stood; m1 is not; the tank itself stays.
        assert_eq!(starts(&moved), ["e2"]);
        assert_eq!(starts(&after(&position, "m1-m2n")), [] as [&str; 0]);
        let none = after(&moved, "e2-g4ne");
        check_legal(&none, ".");
    }

    /// Rule 7: connected as they stand after the fire phase, not as moves change it.
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
        // Two squares straight back facing ahead takes two more steps than a heavy tank has.
        assert!(!allows(&position, "f8-f6n"));
    }

    /// Rule 8.
    #[test]
    fn there_is_no_turning_on_the_spot_but_a_round_trip() {
        // Hemmed in, so that the only way is through a2, out and in again.
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
        // Nor in passing: together with the obstacles these enemies shut the board off behind them.
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

    /// Rule 9: a piece that stands next to an enemy may leave, and may not come back.
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
}

mod end {
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

    /// Rule 10: a position is the side to move and square, kind, owner and facing of every piece.
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
        let short =
            after(&position_under("no_elimination_turns=1", "W:Kh1n,Ha8e B:Kp16s,Lc8n w 1 2"), "fire- .");
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
}

mod options {
    use super::*;

    #[test]
    fn min_range_spares_neighbours_but_not_from_mortars() {
        let text = "W:Kh1n,La8n,Od8e B:Kp16s,Lb8n,Lg8n w 0 1";
        assert!(allows(&position_under("", text), "a8*b8>e1"));
        let far = position_under("min_range=2", text);
        assert!(!allows(&far, "a8*b8>e1"));
        assert!(allows(&far, "d8*g8>e5"));
    }

    #[test]
    fn side_edge_can_block_the_choice() {
        let shots = |rules: &str, text: &str| {
            let mut words = legal(&position_under(rules, &format!("{text} w 0 1")));
            words.retain(|word| word.contains('*'));
            words.join(" ")
        };
        let over_edge = "W:Kh1n,Ml12e B:Ki16s,Lo12n";
        assert_eq!(shots("", over_edge), "l12*o12>e2 l12*o12>n2");
        assert_eq!(shots("side_edge=blocks-choice", over_edge), "l12*o12>n2");
        let to_the_edge = "W:Kh1n,Ml12e B:Ki16s,Ln12n";
        assert_eq!(shots("side_edge=blocks-choice", to_the_edge), "l12*n12>e2 l12*n12>n2");
        let stopped_before = "W:Kh1n,Ml12e B:Ki16s,Lo12n,Lp12n";
        assert_eq!(shots("side_edge=blocks-choice", stopped_before), "l12*o12>e2 l12*o12>n2");
    }

    #[test]
    fn the_numbers_of_plies_follow_the_options() {
        let bound = |rules: &str| GAME.max_plies(&Rules::parse(OPTIONS, rules).unwrap());
        // Setup, then rows of turns: 26 that end with an elimination and one without, 29 plies a turn.
        assert_eq!(bound(""), Some(14 + 27 * 100 * 29));
        assert_eq!(bound("pieces=basic no_elimination_turns=3"), Some(10 + 19 * 6 * 21));
    }
}

mod seam {
    use super::*;
    use game::Mark;

    #[test]
    fn views_show_what_happened_in_the_turn() {
        let position = white("Kh1n,Mf9e,Mi7n,Mh7n", "Ki16s,Li9w,Lk9w");
        let position = after(&position, "i7*k9>e2 f9*i9>n1 fire- i7-i8n");
        let mut bytes = vec![0; GAME.layout().view_len()];
        game::Position::write_view(&position, Seat::First, &mut bytes);
        let field = |name: &str| {
            let field = GAME.layout().fields.iter().find(|field| field.name == name).unwrap();
            bytes[field.offset..field.end()].to_vec()
        };
        assert_eq!((field("phase"), field("mover"), field("elimination")), (vec![2], vec![0], vec![0]));
        let state = field("state");
        let number = |at: &str| usize::from(field("board")[usize::from(square(at).index())]) - 1;
        assert_eq!(state[number("f9")], 1 + 2, "fired");
        assert_eq!(state[number("i8")], 1 + 2 + 8 + 16, "fired, moved, in the group");
        assert_eq!(state[number("h7")], 1 + 16);
        assert_eq!(state[number("m9")], 1 + 4, "fired on");
        assert_eq!(state[number("h1")], 1);
        let targets = field("targets");
        let of = |number: usize| u16::from_le_bytes([targets[2 * number], targets[2 * number + 1]]);
        let bit = |at: &str| 1u16 << (number(at) - 14);
        assert_eq!(of(number("i8")), bit("i10") | bit("m9"));
        assert_eq!(of(number("f9")), bit("i10"));
        let group = u16::from_le_bytes(field("group").try_into().unwrap());
        assert_eq!(group, 1 << number("i8") | 1 << number("h7"));
        assert_eq!(field("board")[usize::from(square("h12").index())], 255);
    }

    #[test]
    fn events_say_and_mark_what_happens() {
        let position = white("Kh1n,Ha8e", "Kp16s,Lc8n");
        let events = |position: &Position, ply: &str| {
            let joint: Joint = parse_ply(&GAME, position, ply).unwrap();
            position.events(&joint)
        };
        let lost = events(&position, "a8*c8>n3");
        let texts: Vec<&str> = lost.iter().map(|event| event.text.as_str()).collect();
        assert_eq!(
            texts,
            [
                "White's Heavy tank on a8 fires on Black's Light tank on c8",
                "Black's Light tank on c8 is stopped on its retreat n by 3 and is eliminated"
            ]
        );
        assert!(matches!(lost[0].mark, Some(Mark::Shot { .. })));
        assert!(matches!(lost[1].mark, Some(Mark::Loss { at: game::Square { column: 2, row: 8 } })));
        let driven = events(&position, "a8*c8>e3");
        assert_eq!(driven[1].text, "Black's Light tank on c8 retreats e to f8");
        assert!(matches!(driven[1].mark, Some(Mark::Move { .. })));
        let moved = events(&after(&position, "fire-"), "a8-a9n");
        assert_eq!(moved[0].text, "White's Heavy tank on a8 moves to a9, facing n");
        let won = events(&white("Kh1n,Hk13n", "Kk16s"), "k13*k16>n2");
        assert_eq!(won.last().map(|event| event.text.as_str()), Some("White wins"));
    }

    #[test]
    fn the_drawing_shows_board_pieces_and_notes() {
        let drawing = white("Kh1n,Ha8se", "Kp16s,Lc8n").draw(None);
        assert_eq!((drawing.columns, drawing.rows), (16, 16));
        assert_eq!(drawing.row_labels[0], "16");
        let blocked = drawing.cells.iter().filter(|cell| cell.tone == game::Tone::Blocked).count();
        assert_eq!(blocked, 50);
        let heavy = drawing.piece(game::Square { column: 0, row: 8 }).unwrap();
        assert_eq!((heavy.symbol.as_str(), heavy.name.as_str()), ("H", "White Heavy tank"));
        assert_eq!(heavy.facing, Some(game::Facing::SouthEast));
        let notes: Vec<&str> = drawing.notes[Seat::First].iter().map(|(_, value)| value.as_str()).collect();
        assert_eq!(notes, ["2", "4", "0 of 100"]);
    }

    #[test]
    fn a_turned_position_keeps_its_history() {
        let second = after(&white("Kh1n,Le8n", "Ki16s,Ll9n"), "fire- . fire- .");
        let turned = second.turned().unwrap();
        assert_eq!((turned.mover(), turned.occurrences()), (Seat::Second, 2));
        assert_eq!(on(&turned, "l9"), "B Ll9s");
        assert!(position_under("", "setup").turned().is_none());
    }
}

mod text {
    use super::*;

    #[test]
    fn positions_are_written_as_they_are_read() {
        let texts = [
            "setup",
            "setup W:Kh1n B:Ki16s",
            "setup W:Kh1n,Lb1n,La1sw B:Ki16s,Lp16ne,Lo16n",
            "W:Kh1n B:Ki16s w 0 1",
            "W:Kb1n,La8n,Lc8n,Mf9e B:Kp16s,Oa1nw b 99 12345",
            "W:Kh1n,Mf8e,Mf9e B:Ki16s,Li8w,Lk9w w 0 1 f8*i8>n1 fire- f9-g9e",
            "W:Kh1n,Hk13n B:Kk16s w 0 1 k13*k16>n2",
            "W:Kh1n B:Ki16s b 100 101",
        ];
        for text in texts {
            assert_eq!(position_under("", text).to_string(), text);
        }
        let sorted = position_under("", "W:Mf9e,La8n,Kh1n,Mf8e B:Ki16s w 0 1");
        assert_eq!(sorted.to_string(), "W:Kh1n,La8n,Mf8e,Mf9e B:Ki16s w 0 1");
        let over = position_under("", "W:Kh1n B:Ki16s b 100 101");
        assert!(matches!(Position::phase(&over), Phase::Over(_)));
    }

    #[test]
    fn a_finished_setup_begins_the_first_turn() {
        let pieces = |rank: u8| -> String {
            let places = "KLLLLMMMHH".chars().zip("habcdefgij".chars());
            places.map(|(letter, file)| format!("{letter}{file}{rank}n")).collect::<Vec<_>>().join(",")
        };
        let position = position_under("pieces=basic", &format!("setup W:{} B:{}", pieces(1), pieces(16)));
        assert_eq!(position.to_string(), format!("W:{} B:{} w 0 1", pieces(1), pieces(16)));
    }

    #[test]
    fn impossible_positions_name_the_place() {
        let cases = [
            ("", "`` is no position"),
            ("setup W:Kh1n", "`setup W:Kh1n` is no position"),
            ("setup W:Kh1n B:Ki16s,La16s", "White has placed 1 pieces and Black 2, but both place at once"),
            ("setup W:Lh1n B:Ki16s", "White's piece on h1 should be a Command tank, not a Light tank"),
            ("setup W:Kh2n B:Ki16s", "White cannot place a piece on h2: the setup is on rank 1"),
            ("setup W:Kh1n B:Ki1s", "Black cannot place a piece on i1: the setup is on rank 16"),
            (
                "setup W:Kd1n B:Ki16s",
                "White's Command tank cannot be placed on d1: it starts on files e to l",
            ),
            ("setup W:Kh1n,Lh1n B:Ki16s,Lh16n", "two pieces stand on h1"),
            ("setup B:Kh1n W:Ki16s", "`B:Kh1n` should be the pieces of White: `W:…`"),
            ("W:Kh1n,Lc9n B:Ki16s w 0 1", "White's Light tank cannot stand on c9: there is an obstacle"),
            ("W:Kh1n,Lc8n B:Ki16s,Mc8n w 0 1", "two pieces stand on c8"),
            ("W:Kh1n,Kg1n B:Ki16s w 0 1", "White's Command tank on g1 is one too many: a side has 1"),
            ("W:Kh1n B:Ki16s,Ha8n,Hb8n,Hc8n w 0 1", "Black's Heavy tank on c8 is one too many: a side has 2"),
            ("W:Kh2n B:Ki16s w 0 1", "White's Command tank cannot stand on h2: it never leaves rank 1"),
            ("W:La8n B:Ki16s w 0 1", "White has no Command tank"),
            ("W:Kh1n B:Ki16s,Lz9n w 0 1", "`Lz9n` of Black is no piece with square and facing like `Kh1n`"),
            ("W:Kh1n, B:Ki16s w 0 1", "`` of White is no piece"),
            ("W:Kh1n B:Ki16s white 0 1", "`white` is no side to move: it is `w` or `b`"),
            ("W:Kh1n B:Ki16s w 101 1", "`101` is no number of turns without an elimination from 0 to 100"),
            ("W:Kh1n B:Ki16s w -1 1", "`-1` is no number of turns"),
            ("W:Kh1n B:Ki16s w 0 0", "`0` is no number of a turn from 1 to"),
            ("W:Kh1n B:Ki16s w 0 99999999999", "`99999999999` is no number of a turn"),
            ("W:Kh1n B:Ki16s w 0 1 .", "`.` ends the turn"),
            ("W:Kh1n B:Ki16s w 0 1 fire- fire-", "`fire-` is not legal in White's move phase here"),
            ("W:Kh1n,La8n B:Ki16s w 0 1 a8-a9n", "`a8-a9n` is not legal in White's fire phase here"),
            ("W:Kh1n,La8n B:Ki16s b 0 1 fire- a8-a9n", "`a8-a9n` is not legal in Black's move phase here"),
            ("W:Kh1n,Hk13n B:Kk16s w 0 1 k13*k16>n2 fire-", "`fire-` cannot be played: the game is over"),
            ("W:Kh1n B:Ki16s w 0 1 nonsense", "`nonsense` is none of a placement"),
        ];
        for (text, expected) in cases {
            let message = Position::parse(Options::default(), text).unwrap_err().to_string();
            assert!(message.starts_with(expected), "{text}: {message}");
        }
        let basic = Options::new(&Rules::parse(OPTIONS, "pieces=basic").unwrap());
        let message = Position::parse(basic, "W:Kh1n,Da8n B:Ki16s w 0 1").unwrap_err().to_string();
        assert_eq!(message, "White's Tank destroyer on a8 is one too many: a side has 0");
    }
}

mod readme {
    use super::*;

    const README: &str = include_str!("../README.md");

    #[test]
    fn the_drawn_board_is_the_board() {
        let rows: Vec<&str> = README
            .lines()
            .filter(|line| line.starts_with(' ') && (line.contains(" . ") || line.contains(" # ")))
            .collect();
        assert_eq!(rows.len(), 16);
        for (row, rank) in rows.into_iter().zip((1..=16).rev()) {
            let mut words = row.split_whitespace();
            assert_eq!(words.next(), Some(rank.to_string().as_str()));
            for (file, word) in ('a'..='p').zip(words) {
                assert_eq!(word == "#", OBSTACLES.contains(square(&format!("{file}{rank}"))), "{file}{rank}");
            }
        }
    }

    #[test]
    fn the_table_of_the_view_is_the_layout() {
        assert!(README.contains(&format!("has {} bytes", GAME.layout().view_len())));
        for field in GAME.layout().fields {
            let place = format!("| {} |", field.offset);
            let row = README.lines().find(|line| {
                line.starts_with("| ") && line.contains(&format!("`{}`", field.name)) && line.contains("| u")
            });
            let row = row.unwrap_or_else(|| panic!("no row for {}", field.name));
            let two_in_one = field.name.starts_with("command_");
            assert!(row.starts_with(&place) || two_in_one && row.starts_with("| 5, 6 |"), "{row}");
            assert!(field.count == 1 || row.contains(&format!(" x {} ", field.count)), "{row}");
        }
    }

    #[test]
    fn the_positions_are_positions() {
        let mut read = 0;
        for line in README.lines().filter(|line| line.starts_with("setup W:") || line.starts_with("W:")) {
            assert_eq!(position_under("", line).to_string(), line);
            read += 1;
        }
        assert_eq!(read, 2);
    }
}
