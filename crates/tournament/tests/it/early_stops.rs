//! Stages that stop before their end, and stages that must not.

use crate::play;

use std::collections::{BTreeMap, BTreeSet};

use game::{Dice, Outcome, Seat};
use play::{Order, better_seed_wins, is_part_of, play, random_winner, strength_result, win, with_metric};
use proptest::prelude::*;
use tournament::rulings::{self, PastGames, Ruling, Rulings, Since};
use tournament::{
    Criterion, EntrantId, Field, Format, GameResult, Gauntlet, GroupDraw, Groups, Ladder, MatchKey,
    ResultLoader, RoundRobin, RunSeed, SingleElimination, Stage, StagePlan, Stop, Swiss,
};

#[test]
fn a_stage_stops_when_its_first_place_is_decided() {
    let stage = |stop| {
        let format = Format::RoundRobin(RoundRobin { games: 2, cycles: 3 });
        let plan =
            StagePlan { stop_when_decided: stop, rank: vec![Criterion::Wins], ..StagePlan::new(0, format) };
        Stage::new(plan, Field::numbered(4), RunSeed::from(1)).unwrap()
    };
    // The first seed wins everything, the others draw: it is ahead by 2 a round and cannot be caught after 5
    // of 9 rounds (10 wins to none, 8 games left).
    let result =
        |fixture: &tournament::Fixture| match fixture.seats.0.iter().position(|&id| id == EntrantId(0)) {
            Some(0) => win(Seat::First),
            Some(_) => win(Seat::Second),
            None => with_metric(Outcome::Draw, [0, 0]),
        };
    let mut whole = stage(None);
    assert_eq!(play(&mut whole, 4, Order::Fifo, result), 36);
    for (slots, order) in [(1, Order::Fifo), (5, Order::Random(2)), (usize::MAX, Order::Lifo)] {
        let mut short = stage(Some(1));
        play(&mut short, slots, order, result);
        assert!(short.was_stopped() && short.is_over());
        assert!(is_part_of(&short, &whole) && short.games().len() == 20);
        assert_eq!(short.past().rounds().len(), 5);
        assert!(short.next_fixture().is_none());
    }
    // Second and third place never separate.
    let mut never = stage(Some(2));
    assert_eq!(play(&mut never, 4, Order::Fifo, result), 36);
    assert!(!never.was_stopped());
    // A stage that only its last game decides is played to its end.
    let format = Format::RoundRobin(RoundRobin { games: 1, cycles: 1 });
    let plan = StagePlan { stop_when_decided: Some(1), ..StagePlan::new(0, format) };
    let mut last = Stage::new(plan, Field::numbered(2), RunSeed::from(1)).unwrap();
    assert_eq!(play(&mut last, 1, Order::Fifo, better_seed_wins), 1);
    assert!(last.is_over() && !last.was_stopped());
}

/// Every format that stops by precision, with enough games to become precise.
fn formats(entrants: u32) -> Vec<Format> {
    let challengers = (0..entrants.div_ceil(3)).map(EntrantId).collect();
    let mut formats = vec![
        Format::RoundRobin(RoundRobin { games: 2, cycles: 24 }),
        Format::Swiss(Swiss { rounds: entrants - 1, games: 40, ..Swiss::default() }),
        Format::Gauntlet(Gauntlet { challengers, games: 2, cycles: 40 }),
        Format::Ladder(Ladder { games: 2, batch: entrants, budget: 48 * u64::from(entrants) }),
    ];
    if entrants >= 6 {
        formats.push(Format::Groups(Groups { groups: 2, draw: GroupDraw::Drawn, games: 1, cycles: 40 }));
    }
    formats
}

fn stage(format: Format, entrants: u32, elo: Option<u32>, seed: u64) -> Stage {
    let plan = StagePlan { stop_when_precise: elo, ..StagePlan::new(0, format) };
    let field = Field { guests: vec![EntrantId(entrants)], ..Field::numbered(entrants) };
    Stage::new(plan, field, RunSeed::from(seed)).expect("the parameters fit")
}

/// Number of games on record for each ranked entrant.
fn games_of(stage: &Stage) -> BTreeMap<EntrantId, u32> {
    let mut games: BTreeMap<EntrantId, u32> = BTreeMap::new();
    for game in stage.games() {
        for seat in Seat::BOTH {
            *games.entry(game.seats[seat]).or_default() += 1;
        }
    }
    games
}

/// Plays this number of matches of a stage in a random order. Returns the results that are certain to be part of it.
fn play_some(stage: &mut Stage, most: usize, seed: u64) -> BTreeMap<MatchKey, GameResult> {
    let mut dice = Dice::from_number(seed);
    let (mut asked, mut played) = (Vec::new(), BTreeMap::new());
    while played.len() < most {
        asked.extend(std::iter::from_fn(|| stage.next_fixture()));
        if asked.is_empty() {
            break;
        }
        let fixture = asked.swap_remove(dice.below(asked.len()));
        let result = strength_result(&fixture);
        if stage.record(fixture.key, result.clone()).expect("it was handed out").is_kept() {
            played.insert(fixture.key, result);
        }
    }
    played.retain(|key, _| stage.is_certain(*key));
    played
}

proptest! {
    #![proptest_config(play::cases(8))]

    #[test]
    fn the_point_of_stopping_depends_on_results_alone(entrants in 3u32..24, seed: u64, elo in 120u32..300) {
        for format in formats(entrants) {
            let mut whole = stage(format.clone(), entrants, None, seed);
            play(&mut whole, 1, Order::Fifo, strength_result);
            let mut one = stage(format.clone(), entrants, Some(elo), seed);
            play(&mut one, 1, Order::Fifo, strength_result);
            prop_assert!(is_part_of(&one, &whole), "{format:?}");
            prop_assert_eq!(one.stopped(), one.was_stopped().then_some(Stop::Precise { elo }));
            prop_assert_eq!(one.was_stopped(), one.games().len() < whole.games().len());
            for (slots, order) in [(3, Order::Lifo), (9, Order::Random(seed)), (usize::MAX, Order::Random(!seed))] {
                let mut other = stage(format.clone(), entrants, Some(elo), seed);
                play(&mut other, slots, order, strength_result);
                prop_assert_eq!(one.games(), other.games(), "{:?}", &format);
                prop_assert_eq!(one.past().rounds(), other.past().rounds());
                prop_assert_eq!(one.stopped(), other.stopped());
            }
        }
    }

    #[test]
    fn a_resumed_stage_stops_where_it_would_have(entrants in 3u32..16, seed: u64, share in 0usize..=100) {
        for format in formats(entrants) {
            let mut one = stage(format.clone(), entrants, Some(200), seed);
            play(&mut one, 5, Order::Random(seed), strength_result);
            let mut resumed = stage(format.clone(), entrants, Some(200), seed);
            let mut record = ResultLoader::new(&mut resumed);
            for game in one.games().iter().take(one.games().len() * share / 100) {
                record.add(game.key, game.result).unwrap();
            }
            for fixture in record.finish().unwrap().pending {
                let result = strength_result(&fixture);
                let kept = resumed.record(fixture.key, result).unwrap().is_kept();
                prop_assert!(kept || resumed.was_stopped());
            }
            play(&mut resumed, 5, Order::Lifo, strength_result);
            prop_assert_eq!(one.games(), resumed.games(), "{:?}", &format);
            prop_assert_eq!(one.stopped(), resumed.stopped());
        }
    }

    #[test]
    fn what_is_certain_is_part_of_the_stage_and_the_stage_resumes_from_it(
        entrants in 3u32..12, seed: u64, share in 0usize..=100,
    ) {
        for format in formats(entrants) {
            let mut whole = stage(format.clone(), entrants, Some(200), seed);
            play(&mut whole, 5, Order::Random(seed), strength_result);
            let on_record: BTreeSet<MatchKey> = whole.games().iter().map(|game| game.key).collect();

            let mut interrupted = stage(format.clone(), entrants, Some(200), seed);
            let certain = play_some(&mut interrupted, on_record.len() * share / 100, seed);
            prop_assert!(certain.keys().all(|key| on_record.contains(key)), "{:?}", &format);
            prop_assert!(certain.len() >= interrupted.games().len());
            prop_assert_eq!(interrupted.so_far().games().len(), certain.len());

            let mut resumed = stage(format.clone(), entrants, Some(200), seed);
            let mut record = ResultLoader::new(&mut resumed);
            for (key, result) in certain {
                record.add(key, result).unwrap();
            }
            for fixture in record.finish().unwrap().pending {
                let _ = resumed.record(fixture.key, strength_result(&fixture)).unwrap();
            }
            play(&mut resumed, 5, Order::Lifo, strength_result);
            prop_assert_eq!(whole.games(), resumed.games(), "{:?}", &format);
        }
    }

    #[test]
    fn all_have_had_equally_many_games(entrants in 3u32..24, seed: u64, elo in 150u32..300) {
        // A ladder plays games where they are most informative.
        for format in formats(entrants).into_iter().filter(|format| !matches!(format, Format::Ladder(_))) {
            let mut stage = stage(format.clone(), entrants, Some(elo), seed);
            play(&mut stage, 4, Order::Random(seed), strength_result);
            let games = games_of(&stage);
            let ranked = || (0..entrants).map(EntrantId);
            let standings = stage.standings();
            let group = |entrant| standings.row(entrant).and_then(|row| row.group);
            let is_challenger =
                |entrant| matches!(&format, Format::Gauntlet(plan) if plan.challengers.contains(&entrant));
            let mut counts: BTreeMap<_, BTreeSet<u32>> = BTreeMap::new();
            for entrant in ranked() {
                counts.entry((group(entrant), is_challenger(entrant))).or_default().insert(games[&entrant]);
            }
            for counts in counts.into_values() {
                let apart = counts.last().unwrap() - counts.first().unwrap();
                // With an odd number of entrants, one has a bye in each round of a Swiss.
                let most = if let Format::Swiss(plan) = &format { u32::from(plan.games) } else { 0 };
                prop_assert!(apart <= most, "{format:?}: {counts:?}");
            }
        }
    }
}

#[test]
fn it_stops_when_every_interval_is_narrow_enough() {
    // Of six equals who have met g times each, a rating has the variance 4 (1 - 1/6) / 6 g relative to the average, in
    // units of 400 / ln 10: an interval of 254 / sqrt(g) Elo to either side. For 100, these are 6.4 games, 2 in a
    // cycle; half as much needs four times as many.
    let format = Format::RoundRobin(RoundRobin { games: 2, cycles: 40 });
    let played = |elo| {
        let plan = StagePlan { stop_when_precise: Some(elo), ..StagePlan::new(0, format.clone()) };
        let mut stage = Stage::new(plan, Field::numbered(6), RunSeed::from(3)).unwrap();
        assert!(stage.may_drop());
        play(&mut stage, 7, Order::Random(1), random_winner(4));
        assert_eq!(stage.stopped(), Some(Stop::Precise { elo }));
        stage.games().len() / 30
    };
    let (coarse, fine) = (played(100), played(50));
    assert!((3..6).contains(&coarse), "{coarse} cycles");
    assert!((11..20).contains(&fine), "{fine} cycles");
}

#[test]
fn every_format_with_turns_stops() {
    for format in formats(12) {
        let mut stage = stage(format.clone(), 12, Some(150), 1);
        play(&mut stage, 4, Order::Fifo, random_winner(2));
        assert_eq!(stage.stopped(), Some(Stop::Precise { elo: 150 }), "{format:?}");
        assert_eq!(stage.may_drop(), stage.is_fixed(), "{format:?}");
        assert_eq!(
            stage.past().rounds().last().map(|played| played.scores.iter().all(|score| score.over)),
            Some(true)
        );
    }
}

#[test]
fn who_wins_everything_keeps_the_stage_going() {
    let unbeaten = |fixture: &tournament::Fixture| match fixture.seats.0.map(|entrant| entrant.0) {
        [0, _] => win(Seat::First),
        [_, 0] => win(Seat::Second),
        _ => random_winner(1)(fixture),
    };
    for format in formats(6) {
        let mut stage = stage(format.clone(), 6, Some(300), 1);
        let matches = play(&mut stage, 4, Order::Fifo, unbeaten);
        assert!(stage.is_over() && !stage.was_stopped(), "{format:?}");
        assert_eq!(matches as u64, stage.most_matches(), "{format:?}");
    }
}

#[test]
fn a_guest_who_loses_everything_does_not() {
    let guest = |fixture: &tournament::Fixture| match fixture.seats.0.map(|entrant| entrant.0) {
        [6, _] => win(Seat::Second),
        [_, 6] => win(Seat::First),
        _ => random_winner(1)(fixture),
    };
    let mut stage = stage(Format::RoundRobin(RoundRobin { games: 2, cycles: 100 }), 6, Some(100), 1);
    play(&mut stage, 4, Order::Fifo, guest);
    assert_eq!(stage.stopped(), Some(Stop::Precise { elo: 100 }));
}

#[test]
fn who_has_left_is_not_asked_about() {
    let rulings = |since| {
        let order = rulings::RulingAction::Withdraw { entrant: EntrantId(0), games: PastGames::Keep };
        let ruling = |since| Ruling { since: Since { stage: 0, round: since }, order, reason: String::new() };
        Rulings::new(Option::into_iter(since).map(ruling).collect()).unwrap()
    };
    let unbeaten = |fixture: &tournament::Fixture| match fixture.seats.0.map(|entrant| entrant.0) {
        [0, _] => win(Seat::First),
        [_, 0] => win(Seat::Second),
        _ => random_winner(1)(fixture),
    };
    let stopped = |since| {
        let format = Format::RoundRobin(RoundRobin { games: 2, cycles: 60 });
        let plan = StagePlan { stop_when_precise: Some(100), ..StagePlan::new(0, format) };
        let field = Field::numbered(6);
        let mut stage = Stage::with_rulings(plan, field, RunSeed::from(1), rulings(since)).unwrap();
        play(&mut stage, 4, Order::Fifo, unbeaten);
        stage.was_stopped()
    };
    assert!(stopped(Some(7)));
    assert!(!stopped(None));
}

#[test]
fn formats_without_turns_are_played_to_their_end() {
    let format = Format::SingleElimination(SingleElimination { best_of: 9, replays: 1, third_place: false });
    let mut stage = stage(format, 8, Some(1000), 1);
    play(&mut stage, 3, Order::Fifo, strength_result);
    assert!(stage.is_over() && !stage.was_stopped());
}

#[test]
fn who_joined_late_gets_all_games() {
    let format = Format::RoundRobin(RoundRobin { games: 2, cycles: 30 });
    let plan = StagePlan { stop_when_precise: Some(200), ..StagePlan::new(0, format) };
    let field = Field { late: vec![vec![EntrantId(4)]], ..Field::numbered(5) };
    let mut stage = Stage::new(plan, field, RunSeed::from(1)).unwrap();
    let matches = play(&mut stage, 3, Order::Fifo, random_winner(1));
    assert_eq!((matches as u64, stage.was_stopped()), (stage.most_matches(), false));
}
