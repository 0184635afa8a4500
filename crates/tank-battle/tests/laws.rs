//! The laws every game keeps, and the agreement of the rules with a second, slow reading of them.
//!
//! `MUSTER_FULL=1 cargo test --release -p tank-battle --test laws` plays 100,000 games through the laws.

mod slow;

use game::conformance::{self, random_rules};
use game::{Dice, Rules, Seat};
use proptest::prelude::*;
use slow::{START, Slow, SlowGame};
use tank_battle::{Duel, Ending, GAME, Move, MoveList, OPTIONS, Options, Position};

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

#[test]
fn laws_under_the_default_rules() {
    let rules = Rules::defaults(OPTIONS);
    let games = if full() { 100_000 } else { 6 };
    in_parallel(games, |seed| conformance::check(&GAME, &rules, seed).unwrap());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: if full() { 1000 } else { 8 }, ..ProptestConfig::default() })]

    #[test]
    fn laws_under_any_rules(seed: u64) {
        let rules = random_rules(OPTIONS, &mut Dice::from_number(seed));
        prop_assert_eq!(conformance::check(&GAME, &rules, seed), Ok(()));
    }
}

fn kind(ending: Ending) -> &'static str {
    match ending {
        Ending::NoTanks | Ending::AllInBase => "rule 7",
        Ending::Repetition => "repetition",
        Ending::NoProgress => "counter",
    }
}

/// Plays a random game by both readings of the rules side by side; returns how it ended.
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
        position.play(position.board().parse_move(to_move, &chosen).unwrap());
        game.play(&chosen);
    }
    None
}

#[test]
fn random_games_agree_with_the_slow_rules() {
    let games = if full() { 4000 } else { 12 };
    in_parallel(games, |seed| {
        let rules = if seed % 2 == 0 {
            Rules::defaults(OPTIONS)
        } else {
            random_rules(OPTIONS, &mut Dice::from_number(seed))
        };
        compare(Options::of(&rules), seed);
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
            // Often a tank goes back to where it came from.
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

/// A tank of some kind somewhere, of either side.
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

    /// Any legal placing of tanks, not only those that games lead to.
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
