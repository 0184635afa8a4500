//! The result of a check, in one line.

use crate::check::{BotStanding, TriedBot};
use crate::trials::Trials;

impl TriedBot {
    /// Returns the result, to print after the bot's name:
    /// `accepted: it plays tank-war without a fault, and won 6 of 8 trial matches`.
    pub fn verdict(&self) -> String {
        match self.standing() {
            BotStanding::Plays => format!("accepted: it plays {}", played(&self.trials)),
            BotStanding::Failed => format!("accepted, but it failed: {}", failed(&self.trials)),
            BotStanding::FailedInAll => "accepted, but it failed in every game".to_owned(),
        }
    }
}

/// Names the games played without a fault. For a single game, adds the number of wins.
fn played(trials: &[Trials]) -> String {
    let good: Vec<&Trials> = trials.iter().filter(|trials| trials.faults.is_empty()).collect();
    match good.as_slice() {
        [] => "none of the games that it was tried in".to_owned(),
        [one] => {
            let (name, wins, all) = (one.game.name(), one.wins, one.matches);
            format!("{name} without a fault, and won {wins} of {all} trial matches")
        }
        [first @ .., last] => {
            let first: Vec<&str> = first.iter().map(|trials| trials.game.name()).collect();
            format!("{} and {} without a fault", first.join(", "), last.game.name())
        }
    }
}

/// Describes the most frequent fault in the only game.
fn failed(trials: &[Trials]) -> String {
    let of = |trials: &Trials| {
        let kind = trials.kinds().into_iter().max_by_key(Vec::len)?;
        let fault = kind.first()?.loss.failure.name();
        Some(format!(
            "{fault} in {} of {} trial matches of {}",
            kind.len(),
            trials.matches,
            trials.game.name()
        ))
    };
    trials.iter().find_map(of).unwrap_or_default()
}
