//! The rules agree with a second, slow implementation in perft, in random games, and in arbitrary placements of tanks.
//!
//! `MUSTER_FULL=1` plays more games and lets the slow rules count to depth 4, as release builds always do.

#[path = "slow/mod.rs"]
mod slow;

use game::conformance::random_rules;
use game::{Dice, Rules, Seat};
use proptest::prelude::*;
use slow::{START, Slow, SlowGame};
use tank_battle::{Duel, Ending, Move, MoveList, OPTIONS, Options, Position};

fn full() -> bool {
    std::env::var_os("MUSTER_FULL").is_some_and(|value| value == "1")
}

/// Checks `games` seeds on all processors.
fn in_parallel(games: u64, check: impl Fn(u64) + Sync) {
    let threads = std::thread::available_parallelism().map_or(1, |count| count.get() as u64);
    std::thread::scope(|scope| {
        for first in 0..threads {
            let check = &check;
            scope.spawn(move || (first..games).step_by(threads as usize).for_each(check));
        }
    });
}

/// Positions and their perft of depths 1 to 4.
const PERFT: &[(&str, [u64; 4])] = &[
    (START, [35, 1173, 47_227, 1_880_571]),
    // The bases half empty, no tank lost.
    (
        "ctttt6/t1tt1T2t2/1t9/t10/t10/1t7T1/11/1t4T2T1/6T1TT1/3T2T1T1T/8TTC w 60",
        [70, 3965, 278_826, 16_462_180],
    ),
    // Black's commander and a tank in White's base.
    ("2t1t3T2/3tt6/t7T2/3t2tT3/11/1T7T1/10T/1t5C3/11/7tT1T/1TT3t1c2 w 0", [92, 6601, 614_665, 43_850_381]),
    // A commander on contaminated ground among normal tanks.
    ("ttT3t2t1/t10/11/t10/2t2c3t1/11/2T8/4T2t1T1/8T2/10T/2T6C1 w 15", [61, 4666, 285_402, 22_011_593]),
    // Both commanders on contaminated ground, on one line.
    ("1tt8/t2t4t2/4T6/t8T1/4c6/11/6C4/1t7T1/4t4T1/6T3T/2T4tT2 b 3", [92, 8746, 779_694, 71_526_848]),
    // Most tanks in the enemy's base: rule 7 ends games within the tree.
    ("11/2TT7/1T2t6/11/3T7/11/11/6t4/11/8t1C/9t1 b 0", [30, 856, 26_979, 814_562]),
];

#[test]
fn perft_is_the_same_fast_and_slow() {
    let slow_depth = if full() || !cfg!(debug_assertions) { 4 } else { 3 };
    for (text, expected) in PERFT {
        for (depth, expected) in (1..).zip(expected) {
            let position = Position::parse(Options::default(), text).unwrap();
            assert_eq!(position.perft(depth), *expected, "depth {depth} of {text}");
            if depth <= slow_depth {
                assert_eq!(Slow::read(text, false).perft(depth), *expected, "slow, depth {depth} of {text}");
            }
        }
    }
}

#[test]
fn perft_through_the_seam_is_the_same() {
    for (text, expected) in PERFT {
        let position = Position::parse(Options::default(), text).unwrap();
        assert_eq!(game::perft(&position, 3), expected[2], "{text}");
    }
}

#[test]
fn perft_stops_where_the_guards_of_rule_9_end_games() {
    let two_tanks = "11/11/11/11/11/11/T2t7/11/11/11/11 w 0";
    let shuttle = ["a5-a4", "d5-d4", "a4-a5", "d4-d5"];
    let mut shortened = 0;
    for options in
        ["no_progress_plies=3", "no_progress_plies=4 repetitions=0", "repetitions=1", "repetitions=2"]
    {
        let options = Options::from_rules(&Rules::parse(OPTIONS, options).unwrap());
        let mut position = Position::parse(options, two_tanks).unwrap();
        let mut game =
            SlowGame::new(Slow::read(two_tanks, false), options.no_progress_plies, options.repetitions);
        for text in shuttle {
            for depth in 0..=2 {
                let expected = game.perft(depth);
                assert_eq!(position.perft(depth), expected, "depth {depth} of {position}, {options:?}");
                assert_eq!(
                    game::perft(&position, depth),
                    expected,
                    "depth {depth} of {position}, {options:?}"
                );
                shortened += u32::from(expected < game.now.perft(depth));
            }
            position.play(position.board().parse_move(position.board().to_move(), text).unwrap());
            game.play(text);
        }
    }
    assert!(shortened > 4, "the guards made a difference {shortened} times only");
}

fn kind(ending: Ending) -> &'static str {
    match ending {
        Ending::NoTanks | Ending::AllInBase => "rule 7",
        Ending::Repetition => "repetition",
        Ending::NoProgress => "counter",
    }
}

/// Plays a random game by both implementations side by side. Returns the rule that ended it.
fn compare(options: Options, seed: u64) -> Option<&'static str> {
    let mut dice = Dice::from_number(seed);
    let mut position = Position::start(options);
    let slow = Slow::read(START, options.duel == Duel::EitherSquare);
    let mut game = SlowGame::new(slow, options.no_progress_plies, options.repetitions);
    let mut list = MoveList::new();
    for _ in 0..1500 {
        let place = format!("seed {seed}, {options:?}, {position}");
        assert_eq!(position.to_string(), game.now.text(), "{place}");
        let (white, black) = game.now.score();
        assert_eq!(position.board().score().0.map(i64::from), [white, black], "{place}");
        if options.repetitions > 0 {
            assert_eq!(position.occurrences(), game.occurrences(), "{place}");
        }
        assert_eq!(
            position.ending().map(kind),
            if position.turn() == 0 { None } else { game.ending() },
            "{place}"
        );
        position.moves(&mut list);
        if let Some(ending) = position.ending() {
            assert!(list.is_empty(), "{place}");
            return Some(kind(ending));
        }
        let to_move = position.board().to_move();
        let mut listed: Vec<String> =
            list.iter().map(|&legal| position.board().format_move(to_move, legal)).collect();
        let chosen = listed[dice.below(listed.len())].clone();
        listed.sort();
        assert_eq!(listed, game.now.moves(), "{place}");
        position.play(position.board().parse_move(to_move, &chosen).expect("its own notation"));
        game.play(&chosen);
    }
    None
}

#[test]
fn random_games_agree_with_the_slow_rules() {
    let games = if full() { 1000 } else { 12 };
    in_parallel(games, |seed| {
        let rules = if seed % 2 == 0 {
            Rules::defaults(OPTIONS)
        } else {
            random_rules(OPTIONS, &mut Dice::from_number(seed))
        };
        compare(Options::from_rules(&rules), seed);
    });
}

#[test]
fn games_without_guards_end_by_rule_7() {
    let options = Options { no_progress_plies: 0, repetitions: 0, ..Options::default() };
    let ended = (0..4).filter(|&seed| compare(options, seed) == Some("rule 7")).count();
    assert!(ended > 0, "no random game came to its end in 1500 plies");
}

#[test]
fn random_games_repeat_positions_where_few_tanks_are_left() {
    let endgame = "11/11/11/11/11/11/C2c7/11/11/11/T3t6 w 0";
    let mut ends = Vec::new();
    for seed in 0..40 {
        let options = Options { no_progress_plies: 60, repetitions: 2, ..Options::default() };
        let mut dice = Dice::from_number(seed);
        let mut position = Position::parse(options, endgame).unwrap();
        let mut game = SlowGame::new(Slow::read(endgame, false), 60, 2);
        let mut list = MoveList::new();
        while position.ending().is_none() {
            position.moves(&mut list);
            let mut chosen = *dice.pick(&list).unwrap();
            // Often a tank goes back to its previous square.
            if let Some(own) = position.reversible_moves().nth(1).filter(|_| dice.below(2) == 0) {
                let back = Move { from: own.to, to: own.from };
                chosen = if list.contains(&back) { back } else { chosen };
            }
            let text = position.board().format_move(position.board().to_move(), chosen);
            position.play(chosen);
            game.play(&text);
            assert_eq!(position.occurrences(), game.occurrences(), "seed {seed}, {position}");
            assert_eq!(position.ending().map(kind), game.ending(), "seed {seed}, {position}");
        }
        ends.extend(position.ending().map(kind));
    }
    ends.sort_unstable();
    ends.dedup();
    assert!(ends.contains(&"repetition") && ends.contains(&"rule 7"), "{ends:?}");
}

/// A random placement of tanks of any kind and side.
fn any_grid() -> impl Strategy<Value = String> {
    let sign = prop_oneof![6 => Just('.'), 1 => Just('T'), 1 => Just('t'), 1 => Just('C'), 1 => Just('c')];
    (proptest::collection::vec(sign, 121), any::<bool>()).prop_map(|(signs, white)| {
        let mut left = [('T', 13), ('t', 13), ('C', 1), ('c', 1)];
        let mut grid: Vec<char> = Vec::new();
        for (index, sign) in signs.into_iter().enumerate() {
            let ground = slow::ground((index / 11, index % 11));
            let stays = ground != '#' && (ground != 'R' || matches!(sign, 'C' | 'c'));
            let stock = left.iter_mut().find(|(kind, count)| *kind == sign && *count > 0);
            grid.push(match stock {
                Some((_, count)) if stays => {
                    *count -= 1;
                    sign
                }
                _ => '.',
            });
        }
        let ranks: Vec<String> = grid.chunks(11).map(|rank| rank.iter().collect()).collect();
        let mut text = ranks.join("/");
        for run in (1..=11).rev() {
            text = text.replace(&".".repeat(run), &run.to_string());
        }
        format!("{text} {} 0", if white { "w" } else { "b" })
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: if full() { 20_000 } else { 200 }, ..ProptestConfig::default() })]

    /// Any legal placement of tanks, not only those that occur in games.
    #[test]
    fn any_position_has_the_moves_of_the_slow_rules(text in any_grid(), either: bool) {
        let duel = if either { Duel::EitherSquare } else { Duel::TargetSquare };
        let position = Position::parse(Options { duel, ..Options::default() }, &text).unwrap();
        let slow = Slow::read(&text, either);
        prop_assert_eq!(position.to_string(), &text[..]);
        prop_assert_eq!(position.ending().is_some(), slow.is_decided());
        let mut list = MoveList::new();
        position.moves(&mut list);
        prop_assert_eq!(position.count_moves() as usize, list.len());
        let mut listed: Vec<String> =
            list.iter().map(|&legal| position.board().format_move(position.board().to_move(), legal)).collect();
        listed.sort();
        prop_assert_eq!(&listed, &if slow.is_decided() { Vec::new() } else { slow.moves() });
        prop_assert!(slow.is_decided() || !listed.is_empty(), "a position without a move");
        let turned = position.mirrored();
        prop_assert_eq!(turned.mirrored().to_string(), text);
        prop_assert_eq!(turned.count_moves(), position.count_moves());
        prop_assert_eq!(turned.board().points(Seat::First), position.board().points(Seat::Second));
    }
}
