//! Valid shots and their effects.

use super::*;

/// White, Black, the legal actions; then a shot, and the legal actions after it.
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
    // Only i7 could fire on k9, and i9 has been fired on.
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
    // i8 retreats into the line from f9 to k9. It is no target for f9 there, because it was none at the start.
    check_legal(&after(&position, "f8*i8>n1"), "fire-");
    // k8 becomes visible behind i8, but it was no target at the start either.
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
    // The firer's square, and the directions that may be chosen.
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
