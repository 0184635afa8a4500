//! Places that tie: the entrants that play on, the decision, and its record.

use std::collections::BTreeMap;

use game::{Dice, Outcome, Seat};
use proptest::prelude::*;
use tournament::rulings::{self, Ruling};
use tournament::{
    Carry, Criterion, DoubleElimination, Edition, EntrantId, Field, Fixture, Format, GameRecord, GameResult,
    Gauntlet, GroupDraw, Groups, Ladder, Pairings, PlacedBy, PlayOff, Pyramid, ResultLoader, RoundRobin, Row,
    RunSeed, SingleElimination, Stage, StagePlan, Swiss,
};

use crate::play::{Order, play, strength_result, win, with_metric};

const ROUND_ROBIN: Format = Format::RoundRobin(RoundRobin { games: 1, cycles: 1 });

fn stage(format: Format, entrants: u32, seed: u64, play_off: impl Into<Option<PlayOff>>) -> Stage {
    let play_off = play_off.into();
    let plan = StagePlan { play_off, metrics: 1, ..StagePlan::new(0, format) };
    Stage::new(plan, Field::numbered(entrants), RunSeed::from(seed)).unwrap()
}

const fn cut(places: u32, rounds: u16) -> PlayOff {
    PlayOff { places, rounds }
}

fn draw(_: &Fixture) -> GameResult {
    with_metric(Outcome::Draw, [0, 0])
}

/// The smaller number wins from some round on, and all earlier games are drawn.
fn drawn_until(round: u32) -> impl Fn(&Fixture) -> GameResult {
    move |fixture| {
        if fixture.key.round() < round {
            return draw(fixture);
        }
        let smaller = fixture.seats[Seat::First] < fixture.seats[Seat::Second];
        win(if smaller { Seat::First } else { Seat::Second })
    }
}

fn order(stage: &Stage) -> Vec<u32> {
    stage.standings().order().into_iter().map(|entrant| entrant.0).collect()
}

#[test]
fn who_is_level_across_the_cut_plays_on_and_points_stay_what_they_are() {
    let mut stage = stage(ROUND_ROBIN, 4, 5, cut(2, 3));
    // Three rounds are the round robin's; in the fourth all meet each other from both seats.
    assert_eq!(play(&mut stage, 9, Order::Lifo, drawn_until(3)), 6 + 12);
    assert!(stage.is_over());
    assert_eq!(order(&stage), [0, 1, 2, 3]);
    let rows = stage.standings().rows;
    assert!(rows.iter().all(|row| row.placed_by == Some(PlacedBy::PlayOff)), "{rows:?}");
    assert!(rows.iter().all(|row| row.tally.games == 3 && row.tally.points.to_string() == "1.5"));
    assert_eq!(rows.iter().map(|row| row.rank).collect::<Vec<_>>(), [1, 2, 3, 4].map(Some));
    let next = stage.advancing(Some(2), Carry::Tally);
    assert_eq!(next.ranked, [EntrantId(0), EntrantId(1)]);
    assert!(next.carried.values().all(|tally| tally.games == 3));
}

#[test]
fn what_was_before_the_play_off_has_the_replays_that_were_ruled_in_it() {
    let mut stage = stage(ROUND_ROBIN, 4, 5, cut(2, 1));
    play(&mut stage, 9, Order::Lifo, drawn_until(3));
    let before = |stage: &Stage| stage.past().before_play_off().games().iter().collect::<Vec<_>>();
    let main: Vec<GameRecord> = stage.games().iter().take(6).collect();
    assert_eq!(before(&stage), main);
    let replay = rulings::RulingAction::Replay { game: main[0].key };
    let since = rulings::Since { stage: 0, round: 4 };
    stage.rule(Ruling { since, order: replay, reason: "a test".to_owned() }).unwrap();
    let again = stage.next_fixture().unwrap();
    assert!(stage.record(again.key, win(Seat::First)).unwrap().is_kept());
    assert_eq!(stage.games().last().unwrap().key, again.key, "on record behind the play-off");
    let new = GameRecord { key: again.key, seats: again.seats, result: win(Seat::First) };
    assert_eq!(before(&stage), [main, vec![new]].concat());
}

#[test]
fn a_lot_decides_when_the_rounds_of_the_play_off_are_used_up() {
    let mut stage = stage(ROUND_ROBIN, 3, 5, cut(1, 2));
    assert_eq!(play(&mut stage, 1, Order::Fifo, draw), 3 + 2 * 6);
    let rows = stage.standings().rows;
    assert!(rows.iter().all(|row| row.is_by_lot() && row.rank == Some(1)), "{rows:?}");
}

/// 0 beats all others, which draw.
fn leader(fixture: &Fixture) -> GameResult {
    match fixture.seats.0.iter().position(|entrant| entrant.0 == 0) {
        Some(0) => win(Seat::First),
        Some(_) => win(Seat::Second),
        None => draw(fixture),
    }
}

/// With as many decided places as advancing entrants, none are level across the cut, so no lot is needed.
#[test]
fn in_a_stage_that_was_stopped_early_a_lot_decides_at_the_cut_and_is_said() {
    let stage = |advance| {
        let format = Format::RoundRobin(RoundRobin { games: 2, cycles: 3 });
        let plan = StagePlan {
            stop_when_decided: Some(1),
            play_off: Some(cut(advance, 3)),
            metrics: 1,
            ..StagePlan::new(0, format)
        };
        let mut stage = Stage::new(plan, Field::numbered(4), RunSeed::from(5)).unwrap();
        play(&mut stage, 4, Order::Fifo, leader);
        assert!(stage.was_stopped() && stage.is_over() && stage.past().play_off_begins().is_none());
        stage
    };
    let lots = stage(2).standings().rows.iter().map(Row::is_by_lot).collect::<Vec<_>>();
    assert_eq!(lots, [false, true, true, true]);
    let decided = stage(1);
    assert!(!decided.standings().rows[0].is_by_lot());
    assert_eq!(decided.advancing(Some(1), Carry::Nothing).ranked, [EntrantId(0)]);
}

#[test]
fn who_is_level_beyond_the_cut_does_not_play_on() {
    let mut decided = stage(ROUND_ROBIN, 4, 5, cut(1, 3));
    assert_eq!(play(&mut decided, 4, Order::Fifo, leader), 6);
    let mut open = stage(ROUND_ROBIN, 4, 5, cut(2, 1));
    assert_eq!(play(&mut open, 4, Order::Fifo, leader), 6 + 6, "the three who draw meet twice");
}

#[test]
fn one_round_more_is_played_only_by_those_who_are_level_still() {
    // In the play-off, 0 beats all; 1 and 2 draw, and then 2 wins.
    let result = |fixture: &Fixture| {
        let [one, other] = fixture.seats.0.map(|entrant| entrant.0);
        match (fixture.key.round(), one, other) {
            (3, 0, _) | (3, _, 3) => win(Seat::First),
            (3, _, 0) | (3, 3, _) => win(Seat::Second),
            (0..=3, ..) => draw(fixture),
            (_, 2, _) => win(Seat::First),
            _ => win(Seat::Second),
        }
    };
    let mut stage = stage(ROUND_ROBIN, 4, 5, cut(2, 3));
    assert_eq!(play(&mut stage, 3, Order::Lifo, result), 6 + 12 + 2);
    assert_eq!(order(&stage), [0, 2, 1, 3]);
}

#[test]
fn more_than_can_play_on_are_drawn_at_once() {
    let many = PlayOff::MOST_LEVEL as u32 + 1;
    let mut stage = stage(ROUND_ROBIN, many, 5, cut(2, 3));
    assert_eq!(play(&mut stage, 3, Order::Fifo, draw), (many * (many - 1) / 2) as usize);
    assert!(stage.standings().rows.iter().all(Row::is_by_lot));
}

#[test]
fn who_is_level_in_two_groups_plays_on_in_both() {
    let groups = Format::Groups(Groups { groups: 2, draw: GroupDraw::Snake, games: 2, cycles: 1 });
    let mut stage = stage(groups, 6, 5, cut(2, 1));
    // Three in each group meet, from both seats, as a pairing has two games.
    assert_eq!(play(&mut stage, 3, Order::Fifo, drawn_until(3)), 12 + 12);
    let advancing = stage.advancing(Some(2), Carry::Nothing);
    let mut best: Vec<u32> = advancing.ranked.iter().map(|entrant| entrant.0).collect();
    best.sort_unstable();
    assert_eq!(best, [0, 1], "the smallest number of each group");
}

#[test]
fn losers_of_one_round_share_a_rank() {
    let knockout = SingleElimination { best_of: 1, replays: 3, third_place: false };
    for (format, expected) in [
        (Format::SingleElimination(knockout), [1, 2, 3, 3, 5, 5, 5, 5]),
        (Format::DoubleElimination(DoubleElimination { best_of: 1, replays: 3 }), [1, 2, 3, 4, 5, 5, 7, 7]),
    ] {
        let plan = StagePlan { edition: Edition::Second, ..StagePlan::new(0, format.clone()) };
        let mut stage = Stage::new(plan, Field::numbered(8), RunSeed::from(1)).unwrap();
        play(&mut stage, 3, Order::Fifo, drawn_until(0));
        let rows = stage.standings().rows;
        let told: Vec<u32> = rows.iter().filter_map(|row| row.rank).collect();
        assert_eq!(told, expected, "{format:?}");
        let shared = rows.iter().filter(|row| row.placed_by == Some(PlacedBy::SameRound)).count();
        let repeated =
            rows.iter().filter(|row| told.iter().filter(|rank| row.rank == Some(**rank)).count() > 1);
        assert_eq!(shared, repeated.count());
    }
}

#[test]
fn a_final_that_the_seeds_decide_says_so() {
    for format in [
        Format::SingleElimination(SingleElimination { best_of: 1, replays: 1, third_place: false }),
        Format::DoubleElimination(DoubleElimination { best_of: 1, replays: 1 }),
    ] {
        let mut stage = stage(format, 2, 1, None);
        play(&mut stage, 1, Order::Fifo, draw);
        let rows = stage.standings().rows;
        assert_eq!(order(&stage), [0, 1]);
        assert!(rows.iter().all(|row| row.placed_by == Some(PlacedBy::Seed)), "{rows:?}");
    }
}

/// Every format, with parameters that fit six entrants.
fn formats() -> Vec<Format> {
    let six = || (0..6).map(EntrantId);
    vec![
        ROUND_ROBIN,
        Format::Groups(Groups { groups: 2, draw: GroupDraw::Snake, games: 1, cycles: 1 }),
        Format::Gauntlet(Gauntlet { challengers: vec![EntrantId(0)], games: 2, cycles: 1 }),
        Format::Pyramid(Pyramid { games: 1 }),
        Format::Pairings(Pairings {
            pairs: six().zip(six().skip(1)).map(|(a, b)| [a, b]).collect(),
            games: 2,
        }),
        Format::SingleElimination(SingleElimination { best_of: 1, replays: 1, third_place: true }),
        Format::DoubleElimination(DoubleElimination { best_of: 1, replays: 1 }),
        Format::Swiss(Swiss { rounds: 3, games: 2, ..Swiss::default() }),
        Format::Ladder(Ladder { games: 2, batch: 3, budget: 24 }),
        Format::Swiss(Swiss { rounds: 2, ..Swiss::default() }),
    ]
}

/// The result of a match.
type ResultOf<'a> = &'a dyn Fn(&Fixture) -> GameResult;

/// Twenty tournaments in which places tie: all formats, all drawn or won by the smaller of two halves, under many
/// seeds.
#[test]
fn no_place_is_by_lot_without_its_being_said_and_who_is_level_has_one_rank() {
    let halves = |fixture: &Fixture| match fixture.seats.0.map(|entrant| entrant.0 % 2) {
        [0, 1] => win(Seat::First),
        [1, 0] => win(Seat::Second),
        _ => draw(fixture),
    };
    let results: [(&str, ResultOf<'_>); 2] = [("drawn", &draw), ("halves", &halves)];
    let (mut tournaments, mut lots) = (0, 0);
    for format in formats() {
        for (name, result) in results {
            tournaments += 1;
            let depends_on_lots = matches!(format, Format::Swiss(_) | Format::Ladder(_));
            let mut rows: BTreeMap<u32, Vec<(Option<u32>, bool)>> = BTreeMap::new();
            for seed in 0..12 {
                let mut stage = stage(format.clone(), 6, seed, cut(3, 1));
                play(&mut stage, 2, Order::Fifo, result);
                let table = stage.standings().rows;
                for row in &table {
                    lots += usize::from(row.is_by_lot());
                    rows.entry(row.entrant.0).or_default().push((row.place, row.placed_by.is_some()));
                }
                let is_knockout =
                    matches!(format, Format::SingleElimination(_) | Format::DoubleElimination(_));
                for two in table.windows(2).filter(|two| !is_knockout && two[0].group == two[1].group) {
                    let is_level = two[0].values == two[1].values;
                    let said = two.iter().all(|row| row.placed_by.is_some());
                    assert!(!is_level || said, "{format:?} {name} {seed}: {two:?}");
                    if two.iter().all(Row::is_by_lot) && is_level {
                        assert_eq!(two[0].rank, two[1].rank, "{format:?} {name} {seed}");
                    }
                }
            }
            // The seed only affects lots, so an entrant whose place it changes has the place by lot.
            for (entrant, rows) in rows.into_iter().filter(|_| !depends_on_lots) {
                let changes = rows.iter().any(|row| row.0 != rows[0].0);
                assert!(!changes || rows.iter().all(|row| row.1), "{format:?} {name} {entrant}: {rows:?}");
            }
        }
    }
    assert!(tournaments == 20 && lots > 0);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn a_play_off_is_the_same_in_any_order_and_when_it_is_loaded(
        entrants in 4u32..9, places in 1u32..8, rounds in 1u16..4, seed: u64,
    ) {
        let places = places.min(entrants - 1);
        let result = |fixture: &Fixture| match Dice::from_key(fixture.seed).below(3) {
            0 => strength_result(fixture),
            _ => draw(fixture),
        };
        let formats = [
            ROUND_ROBIN,
            Format::Groups(Groups { groups: 2, draw: GroupDraw::Drawn, games: 2, cycles: 1 }),
            Format::Swiss(Swiss { rounds: 2, ..Swiss::default() }),
            Format::SingleElimination(SingleElimination { best_of: 1, replays: 1, third_place: false }),
            Format::Ladder(Ladder { games: 2, batch: 4, budget: 40 }),
        ];
        for format in formats {
            let rank = vec![Criterion::Points, Criterion::HeadToHead];
            let fresh = || {
                let plan = StagePlan {
                    play_off: Some(cut(places, rounds)), rank: rank.clone(), metrics: 1, ..StagePlan::new(0, format.clone())
                };
                Stage::new(plan, Field::numbered(entrants), RunSeed::from(seed)).unwrap()
            };
            let mut one = fresh();
            play(&mut one, 1, Order::Fifo, result);
            for (slots, order) in [(7, Order::Random(seed)), (usize::MAX, Order::Lifo)] {
                let mut other = fresh();
                play(&mut other, slots, order, result);
                prop_assert_eq!(one.games(), other.games(), "{:?}", &format);
                prop_assert_eq!(one.standings(), other.standings());
            }
            let half = one.games().len() / 2;
            let mut loaded = fresh();
            let mut loader = ResultLoader::new(&mut loaded);
            for game in one.games().iter().take(half) {
                loader.add(game.key, game.result).unwrap();
            }
            let left = loader.finish().unwrap();
            for fixture in left.pending {
                prop_assert!(loaded.record(fixture.key, result(&fixture)).unwrap().is_kept());
            }
            play(&mut loaded, 3, Order::Fifo, result);
            prop_assert_eq!(one.games(), loaded.games(), "{:?}", &format);
            prop_assert_eq!(one.standings(), loaded.standings());
        }
    }
}
