//! Trial matches against built-in players, which show a bot's behaviour and costs before a student submits it.

use std::sync::Arc;

use game::{Game, PerSeat, Rules, Seat};
use job::MatchSettings;
use referee::{Builtin, Failure, HostFailure, Limits, MatchSeed, Record, Ticks};
use sandbox::Sandbox;

use crate::setup::{Contestant, MatchSetup, Source};

/// One trial match.
#[derive(Clone)]
pub struct TrialPlan {
    /// The game.
    pub game: &'static dyn Game,
    /// The rule options.
    pub rules: Rules,
    /// The bot's seat.
    pub seat: Seat,
    /// The opponent.
    pub opponent: Builtin,
    /// The limits of the match.
    pub limits: Limits,
    /// The match's seed.
    pub seed: MatchSeed,
}

/// The result of a trial match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trial {
    /// The record of the match.
    pub record: Record,
    /// The time of the bot's answers, including one that failed.
    pub spending: Spending,
    /// The peak size of the bot's memory in bytes.
    pub memory_peak: u64,
    /// The bot's failure; `None` if it did not fail.
    pub failure: Option<Failure>,
}

/// The time of answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spending {
    /// Number of answers.
    pub answers: usize,
    /// The median.
    pub median: Ticks,
    /// The 95th percentile.
    pub percentile_95: Ticks,
    /// The longest answer.
    pub max: Ticks,
    /// The sum over all answers.
    pub total: Ticks,
}

impl Spending {
    /// Computes the figures from a list of times in any order.
    pub fn from_times(mut times: Vec<Ticks>) -> Spending {
        times.sort_unstable();
        // The nearest rank: the smallest time that at least this percentage of the times do not exceed.
        let rank = |percent: usize| {
            let at = (times.len() * percent).div_ceil(100).max(1) - 1;
            times.get(at).copied().unwrap_or_default()
        };
        Spending {
            answers: times.len(),
            median: rank(50),
            percentile_95: rank(95),
            max: rank(100),
            total: times.iter().fold(Ticks::ZERO, |sum, &time| sum + time),
        }
    }
}

/// Plays a trial match.
///
/// # Errors
/// Returns an error if the host failed, which is not the bot's fault.
pub fn trial(sandbox: &Sandbox, bot: &Contestant, plan: &TrialPlan) -> Result<Trial, HostFailure> {
    let TrialPlan { game, rules, seat, opponent, limits, seed } = plan;
    let other = Contestant { source: Source::Builtin(*opponent), settings: Arc::from("") };
    let setup = MatchSetup {
        settings: &MatchSettings::new(*game, rules.clone(), *limits),
        start: None,
        seed: *seed,
        seats: PerSeat::from_fn(|at| if at == *seat { bot } else { &other }),
    };
    let record =
        setup.play(sandbox, |_| true)?.ok_or_else(|| HostFailure::new("a trial match was given up", None))?;
    let loss = record.losses[*seat].as_deref();
    let failure = loss.map(|loss| loss.failure.clone());
    let mut times: Vec<Ticks> =
        record.played.iter().filter(|played| played.seat == *seat).map(|played| played.spent).collect();
    times.extend(loss.map(|loss| loss.spent));
    let memory_peak = record.closings[*seat].memory_peak;
    Ok(Trial { spending: Spending::from_times(times), memory_peak, failure, record })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spending_takes_the_nearest_rank() {
        let of =
            |times: std::ops::RangeInclusive<u64>| Spending::from_times(times.rev().map(Ticks).collect());
        let hundred = of(1..=100);
        assert_eq!((hundred.median, hundred.percentile_95, hundred.max), (Ticks(50), Ticks(95), Ticks(100)));
        assert_eq!(hundred.total, Ticks(5_050));
        let three = of(1..=3);
        assert_eq!((three.median, three.percentile_95, three.max), (Ticks(2), Ticks(3), Ticks(3)));
        assert_eq!(Spending::from_times(Vec::new()), Spending::default());
    }
}
