//! A runner for tests: plays the matches of a stage by a rule, in any order.

#![allow(dead_code, reason = "each test binary uses a part of it")]

use game::{Dice, Outcome, PerSeat, Seat, SeatSet};
use proptest::prelude::ProptestConfig;
use tournament::{Fixture, GameResult, Metrics, Stage};

/// Selects which of the matches being played ends first.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Order {
    Fifo,
    Lifo,
    Random(u64),
}

/// Number of random cases of a law: ten times as many with `MUSTER_FULL`.
pub(crate) fn cases(always: u32) -> ProptestConfig {
    let times = if std::env::var_os("MUSTER_FULL").is_some() { 10 } else { 1 };
    ProptestConfig::with_cases(times * always)
}

/// Plays a stage to its end on this number of slots. Returns the number of matches.
pub(crate) fn play(
    stage: &mut Stage,
    slots: usize,
    order: Order,
    result: impl Fn(&Fixture) -> GameResult,
) -> usize {
    let mut dice = Dice::from_number(match order {
        Order::Random(seed) => seed,
        Order::Fifo | Order::Lifo => 0,
    });
    let mut playing: Vec<Fixture> = Vec::new();
    let mut played = 0;
    loop {
        while playing.len() < slots {
            let Some(fixture) = stage.next_fixture() else { break };
            playing.push(fixture);
        }
        if playing.is_empty() {
            return played;
        }
        let ended = playing.remove(match order {
            Order::Fifo => 0,
            Order::Lifo => playing.len() - 1,
            Order::Random(_) => dice.below(playing.len()),
        });
        played += usize::from(stage.record(ended.key, result(&ended)).expect("it was handed out").is_kept());
    }
}

/// Plays this number of matches of a stage, one after the other.
pub(crate) fn play_up_to(stage: &mut Stage, matches: u64) {
    for _ in 0..matches {
        let Some(fixture) = stage.next_fixture() else { return };
        assert!(stage.record(fixture.key, strength_result(&fixture)).expect("it was handed out").is_kept());
    }
}

/// Returns `true` if the record of a stage is a prefix of another's.
pub(crate) fn is_part_of(part: &Stage, whole: &Stage) -> bool {
    part.games().iter().eq(whole.games().iter().take(part.games().len()))
}

/// A result with one metric.
pub(crate) fn with_metric(outcome: Outcome, metrics: [i64; 2]) -> GameResult {
    let [first, second] = metrics;
    GameResult {
        outcome,
        forfeits: SeatSet::NONE,
        metrics: Metrics::new(PerSeat::new(&[first], &[second])),
        content: 0,
    }
}

/// The win of a seat.
pub(crate) fn win(seat: Seat) -> GameResult {
    with_metric(Outcome::Win(seat), [0, 0])
}

/// A random result from the match's seed. The smaller number wins more often, and one game in six is a draw.
pub(crate) fn strength_result(fixture: &Fixture) -> GameResult {
    let mut dice = Dice::from_key(fixture.seed);
    let metrics = [dice.below(18) as i64, dice.below(18) as i64];
    let better =
        if fixture.seats[Seat::First] < fixture.seats[Seat::Second] { Seat::First } else { Seat::Second };
    let outcome = match dice.below(6) {
        0 => Outcome::Draw,
        1 => Outcome::Win(better.other()),
        _ => Outcome::Win(better),
    };
    with_metric(outcome, metrics)
}

/// The smaller number wins.
pub(crate) fn better_seed_wins(fixture: &Fixture) -> GameResult {
    win(if fixture.seats[Seat::First] < fixture.seats[Seat::Second] { Seat::First } else { Seat::Second })
}

/// A random seat wins.
pub(crate) fn random_winner(seed: u64) -> Box<dyn Fn(&Fixture) -> GameResult> {
    Box::new(move |fixture| {
        let odd = (fixture.seed[0] ^ seed as u8) & 1 == 1;
        win(if odd { Seat::First } else { Seat::Second })
    })
}

/// Three games in four are drawn.
pub(crate) fn mostly_draws(seed: u64) -> Box<dyn Fn(&Fixture) -> GameResult> {
    Box::new(move |fixture| match (fixture.seed[0] ^ seed as u8) & 7 {
        0 => win(Seat::First),
        1 => win(Seat::Second),
        _ => with_metric(Outcome::Draw, [0, 0]),
    })
}
