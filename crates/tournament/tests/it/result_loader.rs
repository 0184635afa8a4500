//! Loading of the results on record into a fresh stage.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use crate::play;

use std::collections::BTreeMap;

use game::Dice;
use play::{Order, mostly_draws, play, strength_result};
use proptest::prelude::*;
use tournament::rulings::{self, Ruling, Rulings, Since};
use tournament::{
    DoubleElimination, Field, Fixture, Format, GameResult, Ladder, LoadedResults, MatchKey, ResultError,
    ResultLoader, RoundRobin, RunSeed, SingleElimination, Stage, StagePlan, Swiss,
};

const ENTRANTS: u32 = 9;

fn formats() -> Vec<Format> {
    vec![
        Format::RoundRobin(RoundRobin { games: 3, cycles: 2 }),
        Format::Swiss(Swiss { rounds: 4, games: 2, ..Swiss::default() }),
        Format::SingleElimination(SingleElimination { best_of: 3, replays: 4, third_place: true }),
        Format::DoubleElimination(DoubleElimination { best_of: 1, replays: 4 }),
        Format::Ladder(Ladder { games: 2, batch: 3, budget: 60 }),
    ]
}

fn stage(format: &Format, rulings: &Rulings) -> Stage {
    let (field, seed) = (Field::numbered(ENTRANTS), RunSeed::from(5));
    Stage::with_rulings(StagePlan::new(0, format.clone()), field, seed, rulings.clone()).unwrap()
}

fn load_results(
    stage: &mut Stage,
    record: &BTreeMap<MatchKey, GameResult>,
) -> Result<LoadedResults, ResultError> {
    let mut loader = ResultLoader::new(stage);
    for (&key, result) in record {
        loader.add(key, result.clone())?;
    }
    loader.finish()
}

/// Plays a part of a stage on several slots. Returns the resulting record.
fn part_of(
    format: &Format,
    seed: u64,
    most: usize,
    result: &dyn Fn(&Fixture) -> GameResult,
) -> BTreeMap<MatchKey, GameResult> {
    let mut stage = stage(format, &Rulings::default());
    let mut dice = Dice::from_number(seed);
    let (mut playing, mut record): (Vec<Fixture>, _) = (Vec::new(), BTreeMap::new());
    while record.len() < most {
        while playing.len() < 5
            && let Some(fixture) = stage.next_fixture()
        {
            playing.push(fixture);
        }
        if playing.is_empty() {
            break;
        }
        let ended = playing.remove(dice.below(playing.len()));
        assert!(stage.record(ended.key, result(&ended)).unwrap().is_kept());
        record.insert(ended.key, result(&ended));
    }
    record
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn a_stage_goes_on_from_any_part_to_the_same_end(seed: u64, most in 0usize..220) {
        for format in formats() {
            for result in [Box::new(strength_result) as Box<dyn Fn(&Fixture) -> GameResult>, mostly_draws(seed)] {
                let mut whole = stage(&format, &Rulings::default());
                play(&mut whole, 3, Order::Fifo, &result);
                let record = part_of(&format, seed, most, &result);
                let mut resumed = stage(&format, &Rulings::default());
                let LoadedResults { pending, unasked } = load_results(&mut resumed, &record).unwrap();
                prop_assert_eq!(unasked, BTreeMap::new());
                for fixture in pending {
                    prop_assert!(!record.contains_key(&fixture.key));
                    prop_assert!(resumed.record(fixture.key, result(&fixture)).unwrap().is_kept());
                }
                play(&mut resumed, 2, Order::Random(seed), &result);
                prop_assert_eq!(resumed.games(), whole.games(), "{:?}", &format);
            }
        }
    }
}

#[test]
fn a_match_that_was_never_asked_for_is_named() {
    let format = &formats()[0];
    let mut record = part_of(format, 1, 40, &strength_result);
    let stranger: MatchKey = "1.2.4.9".parse().unwrap();
    record.insert(stranger, play::win(game::Seat::First));
    let error = load_results(&mut stage(format, &Rulings::default()), &record).unwrap_err();
    assert_eq!(error, ResultError::Unasked(stranger));
}

#[test]
fn a_game_played_again_by_a_ruling_is_taken_up_and_stays_when_that_is_undone() {
    for format in formats() {
        let mut record = part_of(&format, 1, usize::MAX, &strength_result);
        let all = record.len();
        let game: MatchKey = *record.keys().next().unwrap();
        let order = rulings::RulingAction::Replay { game };
        let since = Since { stage: 0, round: u32::MAX };
        let replay = Ruling { since, order, reason: String::new() };
        let ruled = Rulings::new(vec![replay.clone()]).unwrap();
        // Only this game is requested again.
        let mut open = stage(&format, &ruled);
        let mut pending = load_results(&mut open, &record).unwrap().pending;
        pending.extend(std::iter::from_fn(|| open.next_fixture()));
        let again: Vec<MatchKey> = pending.iter().map(|fixture| fixture.key).collect();
        assert_eq!(again, [game.again().unwrap()], "{format:?}");
        // Once played, it is loaded although its key is among the others.
        record.insert(again[0], record[&game].clone());
        let mut complete = stage(&format, &ruled);
        assert_eq!(load_results(&mut complete, &record).unwrap(), LoadedResults::default());
        assert!(complete.is_over());
        assert_eq!(complete.games().len(), all + 1);
        // Undone, it is on record and is not requested.
        let undo = Ruling { order: rulings::RulingAction::Undo { ruling: 0 }, ..replay.clone() };
        let undone = Rulings::new(vec![replay, undo]).unwrap();
        let loaded = load_results(&mut stage(&format, &undone), &record).unwrap();
        let unasked = BTreeMap::from([(again[0], record[&game].clone())]);
        assert_eq!(loaded, LoadedResults { pending: Vec::new(), unasked });
    }
}

#[test]
fn a_pairing_that_is_not_complete_does_not_hide_the_games_behind_it() {
    for format in formats() {
        let mut stage = stage(&format, &Rulings::default());
        let fixtures: Vec<Fixture> = std::iter::from_fn(|| stage.next_fixture()).collect();
        // All but the very first game.
        for fixture in &fixtures[1..] {
            assert!(stage.record(fixture.key, strength_result(fixture)).unwrap().is_kept());
        }
        let games: u32 = stage.standings().rows.iter().map(|row| row.tally.games).sum();
        assert_eq!(games as usize, 2 * (fixtures.len() - 1), "{format:?}");
        assert_eq!(stage.so_far().games().len(), fixtures.len() - 1);
        assert!(stage.games().is_empty(), "the record waits for it");
    }
}
