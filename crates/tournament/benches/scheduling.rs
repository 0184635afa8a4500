//! Scheduling and standings at the target sizes.

use divan::Bencher;
use game::{Outcome, PerSeat, Seat, SeatSet};
use tournament::{
    Criterion, Field, Fixture, Format, GameResult, Ladder, Metrics, RoundRobin, RunSeed, Stage, StagePlan,
    Swiss,
};

fn main() {
    divan::main();
}

/// A win or a draw, with three metrics a seat.
fn result(fixture: &Fixture) -> GameResult {
    let [outcome, first, second, ..] = fixture.seed;
    let outcome = match outcome % 5 {
        0 => Outcome::Draw,
        1 | 2 => Outcome::Win(Seat::First),
        _ => Outcome::Win(Seat::Second),
    };
    let metrics = |byte: u8| [i64::from(byte % 7), i64::from(byte / 7), i64::from(byte % 6)];
    let metrics = Metrics::new(PerSeat::new(&metrics(first), &metrics(second)));
    GameResult { outcome, forfeits: SeatSet::NONE, metrics, content: u64::from(first) }
}

fn stage(format: Format, entrants: u32, rank: Vec<Criterion>) -> Stage {
    let plan = StagePlan { rank, metrics: 3, ..StagePlan::new(0, format) };
    Stage::new(plan, Field::numbered(entrants), RunSeed::from(1)).expect("the parameters fit")
}

fn play(stage: &mut Stage, matches: usize) {
    for _ in 0..matches {
        let Some(fixture) = stage.next_fixture() else { return };
        assert!(stage.record(fixture.key, result(&fixture)).expect("it was asked for").is_kept());
    }
}

/// Pairing one round of 500 entrants, after this number of rounds.
#[divan::bench(args = [0, 1, 5, 10], sample_count = 5, sample_size = 1)]
fn swiss_500_pairs_a_round_after(bencher: Bencher, rounds: usize) {
    bench_swiss(bencher, 500, rounds);
}

/// The same with 2,000.
#[divan::bench(args = [0, 1, 5, 10], sample_count = 2, sample_size = 1)]
fn swiss_2000_pairs_a_round_after(bencher: Bencher, rounds: usize) {
    bench_swiss(bencher, 2000, rounds);
}

fn bench_swiss(bencher: Bencher, entrants: u32, rounds: usize) {
    let swiss = || {
        let format = Format::Swiss(Swiss { rounds: 11, games: 1, ..Swiss::default() });
        let mut stage = stage(format, entrants, vec![Criterion::Points]);
        play(&mut stage, entrants as usize / 2 * rounds);
        stage
    };
    bencher
        .with_inputs(swiss)
        .bench_local_values(|mut stage| stage.next_fixture().expect("there is a round").key);
}

/// Handing out all 999,000 matches of a double round robin and recording their results.
#[divan::bench(sample_count = 3, sample_size = 1)]
fn round_robin_1000_is_played(bencher: Bencher) {
    bencher.bench_local(|| {
        let mut stage = round_robin_1000();
        play(&mut stage, usize::MAX);
        assert_eq!(stage.games().len(), 999_000);
        stage
    });
}

/// The same in the worst order: everything is handed out before the first result.
#[divan::bench(sample_count = 3, sample_size = 1)]
fn round_robin_1000_is_played_backwards(bencher: Bencher) {
    bencher.bench_local(|| {
        let mut stage = round_robin_1000();
        let mut fixtures = Vec::new();
        while let Some(fixture) = stage.next_fixture() {
            fixtures.push(fixture);
        }
        while let Some(fixture) = fixtures.pop() {
            assert!(stage.record(fixture.key, result(&fixture)).expect("it was asked for").is_kept());
        }
        stage
    });
}

/// The table after all 999,000 matches, with the costliest tie-breaks.
#[divan::bench(sample_count = 5, sample_size = 1)]
fn round_robin_1000_is_ranked(bencher: Bencher) {
    let mut stage = round_robin_1000();
    play(&mut stage, usize::MAX);
    bencher.bench_local(|| stage.standings());
}

/// A ladder of 1,000 with 50,000 games in batches of 16 pairings, without and with checks of precision.
#[divan::bench(args = [false, true], sample_count = 2, sample_size = 1)]
fn ladder_1000_is_played(bencher: Bencher, looks: bool) {
    bencher.bench_local(|| {
        let format = Format::Ladder(Ladder { games: 2, batch: 16, budget: 50_000 });
        // Never reached, so the checks continue until the end.
        let stop_when_precise = looks.then_some(1);
        let plan = StagePlan { stop_when_precise, metrics: 3, ..StagePlan::new(0, format) };
        let mut stage =
            Stage::new(plan, Field::numbered(1000), RunSeed::from(1)).expect("the parameters fit");
        play(&mut stage, usize::MAX);
        assert_eq!(stage.games().len(), 50_000);
        stage
    });
}

/// One check of precision for this number of entrants, each pair of which has met twice.
#[divan::bench(args = [10, 100, 300, 1000], sample_count = 3, sample_size = 1)]
fn precision_is_looked_at(bencher: Bencher, entrants: u32) {
    let format = Format::RoundRobin(RoundRobin { games: 2, cycles: 2 });
    let stage = || {
        let plan = StagePlan { stop_when_precise: Some(1), metrics: 3, ..StagePlan::new(0, format.clone()) };
        let mut stage = Stage::new(plan, Field::numbered(entrants), RunSeed::from(1)).expect("they fit");
        play(&mut stage, (entrants * (entrants - 1)) as usize - 1);
        stage
    };
    bencher.with_inputs(stage).bench_local_values(|mut stage| {
        play(&mut stage, 1);
        assert!(!stage.was_stopped());
        stage
    });
}

fn round_robin_1000() -> Stage {
    let rank = vec![Criterion::Wins, Criterion::HeadToHead, Criterion::SonnebornBerger, Criterion::Sum(1)];
    stage(Format::RoundRobin(RoundRobin { games: 2, cycles: 1 }), 1000, rank)
}
