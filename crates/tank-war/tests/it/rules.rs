//! The rules as a whole, checked against a second implementation, recorded facts, and the conformance laws.

#[path = "naive/mod.rs"]
mod naive;

use game::{Dice, Game, Joint, Outcome, PerSeat, Phase, Rules, Seat, conformance, perft};
use naive::Naive;
use proptest::prelude::*;
use tank_war::{Blocked, GAME, Options, Position, Tank, Tracks};

/// All values of all options.
fn all_options() -> impl Iterator<Item = Options> {
    (0..8).map(|bits| Options {
        tracks: if bits & 1 == 0 { Tracks::AInside } else { Tracks::AOutside },
        blocked: if bits & 2 == 0 { Blocked::Illegal } else { Blocked::Wasted },
        c_blocked_by_tanks: bits & 4 != 0,
    })
}

/// The options in the form of the `game` crate.
fn rules_of(options: Options) -> Rules {
    let layout = if options.tracks == Tracks::AInside { "a-inside" } else { "a-outside" };
    let blocked = if options.blocked == Blocked::Illegal { "illegal" } else { "wasted" };
    let text = format!("layout={layout} blocked={blocked} c_blocked_by_tanks={}", options.c_blocked_by_tanks);
    let rules = Rules::parse(Options::DECLARED, &text).expect("words of the options");
    assert_eq!(Options::from_rules(&rules), options);
    rules
}

fn naive_start(options: Options) -> Naive {
    let layout = if options.tracks == Tracks::AInside { "a-inside" } else { "a-outside" };
    Naive::start(layout, options.blocked == Blocked::Wasted, options.c_blocked_by_tanks)
}

fn random_choice(position: &Position, dice: &mut Dice) -> PerSeat<Tank> {
    PerSeat::from_fn(|seat| {
        let movable: Vec<Tank> = position.movable_tanks(seat).iter().collect();
        *dice.pick(&movable).expect("the game is not over")
    })
}

/// Plays a game of random choices from the start to its end.
fn random_game(options: Options, dice: &mut Dice, mut at: impl FnMut(&Position, PerSeat<Tank>)) -> Position {
    let mut position = Position::start(options);
    while !position.is_over() {
        let choice = random_choice(&position, dice);
        at(&position, choice);
        position.play(choice);
    }
    position
}

fn names(position: &Position, seat: Seat) -> Vec<&'static str> {
    if position.is_over() {
        Vec::new()
    } else {
        position.movable_tanks(seat).iter().map(Tank::name).collect()
    }
}

#[test]
fn random_games_agree_with_the_second_implementation() {
    for options in all_options() {
        for seed in 0..400 {
            let mut naive = naive_start(options);
            let check = |position: &Position, naive: &Naive| {
                assert_eq!(position.to_string(), naive.text(), "{options:?}, seed {seed}");
                assert_eq!(position.is_over(), naive.is_over(), "{options:?}, {position}");
                let score = Outcome::of_more(naive.score('U'), naive.score('D'));
                assert_eq!(position.score(), score, "{options:?}, {position}");
                for (seat, side) in [(Seat::First, 'U'), (Seat::Second, 'D')] {
                    assert_eq!(names(position, seat), naive.legal(side), "{options:?}, {position}");
                }
            };
            let last = random_game(options, &mut Dice::from_number(seed), |position, choice| {
                check(position, &naive);
                naive.play(choice[Seat::First].name(), choice[Seat::Second].name());
            });
            check(&last, &naive);
        }
    }
}

/// The leaves of the tree of joint actions. The first two are recorded facts; all agree with the second implementation.
#[test]
fn perft_counts_joint_actions() {
    for options in all_options() {
        let start = Position::start(options);
        let naive = naive_start(options);
        assert_eq!(perft(&start, 1), 36);
        assert_eq!(perft(&start, 2), 1296);
        assert_eq!(perft(&start, 3), naive.perft(3), "{options:?}");
    }
}

/// Every position reachable in three rounds reads back as itself: the text of a reachable position is never rejected.
#[test]
fn every_position_of_the_first_rounds_reads_back() {
    for tracks in [Tracks::AInside, Tracks::AOutside] {
        let options = Options { tracks, ..Options::default() };
        let mut layer = std::collections::HashSet::from([Position::start(options)]);
        for _ in 0..3 {
            let mut next = std::collections::HashSet::new();
            for position in layer.iter().filter(|position| !position.is_over()) {
                for first in position.movable_tanks(Seat::First).iter() {
                    for second in position.movable_tanks(Seat::Second).iter() {
                        let mut after = *position;
                        after.play(PerSeat::new(first, second));
                        next.insert(after);
                    }
                }
            }
            for position in &next {
                assert_eq!(Position::parse(options, &position.to_string()), Ok(*position));
            }
            layer = next;
        }
    }
}

/// Statistics of 25,000 random games.
struct Observed {
    median: u8,
    longest: u8,
    /// Percentage of games in which at least one side, and both sides, lost all tanks.
    wiped_out: f64,
    both_wiped_out: f64,
}

fn observe(options: Options, games: u32) -> Observed {
    let mut dice = Dice::from_number(2026);
    let mut rounds = Vec::new();
    let (mut one, mut both) = (0, 0);
    for _ in 0..games {
        let last = random_game(options, &mut dice, |_, _| ());
        rounds.push(last.rounds());
        let wiped = Seat::BOTH.into_iter().filter(|&seat| last.tanks(seat).is_empty()).count();
        one += u32::from(wiped > 0);
        both += u32::from(wiped == 2);
    }
    rounds.sort_unstable();
    let per_cent = |count: u32| 100.0 * f64::from(count) / f64::from(games);
    Observed {
        median: rounds[rounds.len() / 2],
        longest: rounds[rounds.len() - 1],
        wiped_out: per_cent(one),
        both_wiped_out: per_cent(both),
    }
}

/// The recorded figures come from other random games, so each is met within about four standard deviations. In the
/// second layout the record has no game with both sides wiped out; that happens about once in 10,000.
#[test]
fn random_games_are_as_long_and_as_bloody_as_recorded() {
    let inside = observe(Options::default(), 25_000);
    assert_eq!(inside.median, 11);
    assert!((17..=21).contains(&inside.longest), "{}", inside.longest);
    assert!((56.25..=59.25).contains(&inside.wiped_out), "{}", inside.wiped_out);
    assert!((18.0..=20.0).contains(&inside.both_wiped_out), "{}", inside.both_wiped_out);
    let outside = observe(Options { tracks: Tracks::AOutside, ..Options::default() }, 25_000);
    assert!((3.0..=4.0).contains(&outside.wiped_out), "{}", outside.wiped_out);
    assert!(outside.both_wiped_out < 0.05, "{}", outside.both_wiped_out);
}

/// With wasted moves two blocked sides could go on forever. The rules stop them before round 201.
#[test]
fn wasted_moves_last_200_rounds() {
    let options = Options { blocked: Blocked::Wasted, ..Options::default() };
    let mut position = Position::start(options);
    // U's LA and D's RA meet and then waste move after move. A's do not hit the box right ahead.
    while !position.is_over() {
        position.play(PerSeat::new(Tank::La, Tank::Ra));
    }
    assert_eq!(position.rounds(), 200);
    assert_eq!(position.end().map(|end| end.reason), Some("200 rounds played"));
    assert_eq!(GAME.max_plies(&rules_of(options)), Some(200));
    assert_eq!(GAME.max_plies(&rules_of(Options::default())), Some(54));
}

#[test]
fn metrics_are_tanks_boxes_destroyed() {
    let names: Vec<&str> = GAME.metrics().iter().map(|metric| metric.name).collect();
    assert_eq!(names, ["tanks", "boxes", "destroyed"]);
    let text = "uuuuuu/uuuuuu/uuuudu/dddddd/dddddd/dddddd U:-0-100 D:00013- 5";
    let position = GAME.parse_position(&Rules::defaults(GAME.options()), text).unwrap();
    let values = |seat| {
        let mut values = [0; 3];
        position.metrics(seat, &mut values);
        values
    };
    assert_eq!(values(Seat::First), [4, 17, 1]);
    assert_eq!(values(Seat::Second), [5, 19, 2]);
    assert_eq!(position.adjudicate(), Outcome::Win(Seat::Second));
}

/// The illustration as plies in notation, through the `game` traits.
#[test]
fn the_illustration_is_played_through_the_seam() {
    for rules in ["layout=a-inside", "layout=a-outside"] {
        let mut position = GAME.start(&Rules::parse(GAME.options(), rules).unwrap());
        for ply in ["U:LA D:RC", "U:LC D:RB", "D:RB U:RA", "U:LA D:RB", "U:LC D:RA"] {
            let joint = game::parse_ply(&GAME, &*position, ply).unwrap();
            position.apply(&joint);
        }
        assert!(position.to_string().ends_with(" U:-0-100 D:00013- 5"), "{position}");
        let refused = game::parse_ply(&GAME, &*position, "U:LA D:LA").unwrap_err().to_string();
        assert_eq!(refused, "`LA` is not legal for Up here");
        let refused = game::parse_ply(&GAME, &*position, "U:la D:LA").unwrap_err().to_string();
        assert_eq!(refused, "\"la\" is not a tank; the tanks are LA, LB, LC, RA, RB and RC");
    }
}

/// A few games under each combination of options, 100,000 in all with `MUSTER_FULL=1` (in release mode).
#[test]
fn random_games_keep_the_laws() {
    let full = std::env::var("MUSTER_FULL").is_ok_and(|value| value == "1");
    let games = if full { 12_500 } else { 25 };
    for options in all_options() {
        let rules = rules_of(options);
        for seed in 0..games {
            conformance::check(&GAME, &rules, seed).unwrap();
        }
    }
}

fn any_options() -> impl Strategy<Value = Options> {
    (0..8usize).prop_map(|index| all_options().nth(index).expect("one of eight"))
}

/// Texts similar to those of positions.
fn position_like() -> impl Strategy<Value = String> {
    let rows = proptest::collection::vec("[ud]{5,7}|[udx]{6}", 5..8).prop_map(|rows| rows.join("/"));
    (rows, "U:[0-6-]{5,7}", "D:[0-6-]{5,7}", "[0-9]{1,4}")
        .prop_map(|(rows, first, second, rounds)| format!("{rows} {first} {second} {rounds}"))
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(64) })]

    #[test]
    fn laws(seed: u64, options in any_options()) {
        conformance::check(&GAME, &rules_of(options), seed).unwrap();
    }

    #[test]
    fn any_text_is_read_or_refused(text in "\\PC{0,80}", options in any_options()) {
        let rules = rules_of(options);
        prop_assert!(Position::parse(options, &text).is_err());
        prop_assert!(game::parse_ply(&GAME, &*GAME.start(&rules), &text).is_err());
    }

    #[test]
    fn only_the_six_names_are_actions(text in "[LR][ABC]|[LRABCl ]{0,3}|\\PC{0,4}") {
        let read = game::Position::parse_action(&Position::start(Options::default()), Seat::First, &text);
        let index = naive::NAMES.iter().position(|name| *name == text);
        prop_assert_eq!(read.ok().map(game::Action::code), index.map(|index| index as u64));
    }

    #[test]
    fn text_near_a_position_is_refused_or_reads_back(text in position_like(), options in any_options()) {
        if let Ok(position) = Position::parse(options, &text) {
            prop_assert_eq!(Position::parse(options, &position.to_string()), Ok(position));
        }
    }

    /// A start position with any tanks advanced or destroyed, and the boxes set to match, is accepted and can be played
    /// to its end.
    #[test]
    fn any_possible_position_is_read_and_played(
        tracks in proptest::array::uniform6((0..8u8, 0..8u8, 0..8u8)),
        options in any_options(),
        seed: u64,
    ) {
        let text = possible_text(tracks, options);
        let mut position = Position::parse(options, &text).unwrap();
        prop_assert_eq!(position.to_string(), text);
        prop_assert_eq!(position.turned().turned(), position);
        let mut dice = Dice::from_number(seed);
        while let Phase::Act(_) = game::Position::phase(&position) {
            let choice = random_choice(&position, &mut dice);
            let joint = Joint::both(choice[Seat::First].action(), choice[Seat::Second].action());
            prop_assert!(!game::Position::events(&position, &joint, None).is_empty());
            position.play(choice);
        }
    }
}

/// The text of a position with these tracks, each given by the rows of its tanks (6 and 7: destroyed) and a choice
/// among the possible holdings.
fn possible_text(tracks: [(u8, u8, u8); 6], options: Options) -> String {
    let mut advances = [['-'; 6]; 2];
    let mut held = [0; 6];
    for (column, (first, second, pick)) in (0..6).zip(tracks) {
        let first = Some(first).filter(|&row| row < 6);
        let second = Some(second).filter(|&row| row < 6 && first.is_none_or(|first| first < row));
        let (least, most) = match (first, second) {
            (Some(first), Some(second)) => {
                let boxes = 3.clamp(first + 1, second);
                (boxes, boxes)
            }
            (Some(first), None) => (first + 1, 3.max(first + 1)),
            (None, Some(second)) => (3.min(second), second),
            (None, None) => (0, 6),
        };
        held[usize::from(column)] = least + pick % (most - least + 1);
        for (side, (seat, advance)) in
            [(Seat::First, first), (Seat::Second, second.map(|row| 5 - row))].into_iter().enumerate()
        {
            if let Some(advance) = advance {
                let tank = options.tracks.tank(seat, column);
                advances[side][tank.index()] = char::from(b'0' + advance);
            }
        }
    }
    let row = |row: u8| held.map(|held| if row < held { 'u' } else { 'd' }).iter().collect::<String>();
    let rows: Vec<String> = (0..6).map(row).collect();
    let [first, second] = advances.map(|side| side.iter().collect::<String>());
    format!("{} U:{first} D:{second} 7", rows.join("/"))
}
