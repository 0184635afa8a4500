//! Choice of pairings in a ladder.

use crate::play;

use game::Seat;
use play::{Order, better_seed_wins, play, strength_result};
use tournament::{Criterion, Field, Format, Ladder, RunSeed, Stage, StagePlan, Stop};

fn ladder(entrants: u32, ladder: Ladder) -> Stage {
    let plan = StagePlan { rank: vec![Criterion::Rating], ..StagePlan::new(0, Format::Ladder(ladder)) };
    Stage::new(plan, Field::numbered(entrants), RunSeed::from(5)).expect("enough entrants")
}

#[test]
fn those_who_are_close_meet_more_often() {
    let mut stage = ladder(32, Ladder { games: 1, batch: 16, budget: 640 });
    play(&mut stage, 4, Order::Fifo, better_seed_wins);
    let apart: Vec<f64> = stage
        .games()
        .iter()
        .map(|game| f64::from(game.seats[Seat::First].0.abs_diff(game.seats[Seat::Second].0)))
        .collect();
    let average = |apart: &[f64]| apart.iter().sum::<f64>() / apart.len() as f64;
    // Two of 32 at random are 11 apart on average.
    let (early, late) = (average(&apart[..64]), average(&apart[320..]));
    assert!(late < 7.0 && late < early, "{early} {late}");
}

#[test]
fn the_rating_finds_the_order() {
    let mut stage = ladder(12, Ladder { games: 2, batch: 6, budget: 600 });
    play(&mut stage, 4, Order::Random(1), better_seed_wins);
    assert_eq!(stage.standings().order(), Field::numbered(12).ranked);
    let values: Vec<i64> =
        stage.standings().rows.iter().filter_map(|row| Some(row.values[0]?.units)).collect();
    assert!(values.is_sorted_by(|a, b| a > b), "{values:?}");
}

#[test]
fn it_stops_when_every_rating_is_precise_enough() {
    let matches = |elo| {
        let format = Format::Ladder(Ladder { games: 2, batch: 8, budget: 20_000 });
        let plan = StagePlan { stop_when_precise: Some(elo), ..StagePlan::new(0, format) };
        let mut stage = Stage::new(plan, Field::numbered(16), RunSeed::from(5)).expect("enough entrants");
        let matches = play(&mut stage, 4, Order::Fifo, strength_result);
        assert_eq!(stage.stopped(), Some(Stop::Precise { elo }));
        matches
    };
    let (coarse, fine) = (matches(150), matches(90));
    assert!(coarse < fine && fine < 20_000, "{coarse} {fine}");
    assert_eq!(fine % 16, 0, "it stops between batches");
}

#[test]
fn the_last_batch_is_cut_to_the_budget() {
    let mut stage = ladder(10, Ladder { games: 2, batch: 5, budget: 25 });
    assert_eq!(stage.most_matches(), 24);
    assert_eq!(play(&mut stage, 3, Order::Lifo, strength_result), 24);
    assert_eq!(stage.past().rounds().last().map(|played| played.round.pairings.len()), Some(2));
}

#[test]
fn a_batch_may_be_larger_than_half_the_entrants() {
    let mut stage = ladder(3, Ladder { games: 1, batch: 10, budget: 30 });
    assert_eq!(play(&mut stage, 3, Order::Random(2), strength_result), 30);
    let mut games = [0; 3];
    for seat in stage.games().iter().flat_map(|game| game.seats.0) {
        games[seat.index()] += 1;
    }
    assert!(games.iter().all(|&games| games >= 15), "{games:?}");
}
