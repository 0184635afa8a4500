//! Trial matches against each built-in player at each seat.

use std::sync::Arc;

use game::{PerSeat, Seat};
use referee::{Builtin, MatchSeed};

use crate::{Job, JobId, Plays, SeatJob, Terms};

/// Number of trial matches against each built-in player at each seat.
const ROUNDS: u64 = 2;

/// The parameters of a trial match, enough to play it again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TrialPairing {
    /// The number that the match's seed is made from.
    pub seed: u64,
    /// The opponent.
    pub opponent: Builtin,
    /// The bot's seat.
    pub seat: Seat,
}

impl TrialPairing {
    /// The trial matches of a bot, in order.
    pub fn all() -> impl Iterator<Item = TrialPairing> {
        let of_seed = |seed| Builtin::ALL.into_iter().map(move |opponent| (seed, opponent));
        let pairings = (0..ROUNDS).flat_map(of_seed);
        pairings.flat_map(|(seed, opponent)| Seat::BOTH.map(|seat| TrialPairing { seed, opponent, seat }))
    }

    /// The match as a job.
    pub fn job(&self, terms: &Arc<Terms>, bot: &Arc<SeatJob>) -> Job {
        let opponent = SeatJob { plays: Plays::Builtin(self.opponent), settings: String::new() };
        let opponent = Arc::new(opponent);
        Job {
            id: JobId::fresh(),
            terms: Arc::clone(terms),
            start: None,
            seed: MatchSeed::from_number(self.seed),
            luck: None,
            seats: PerSeat::from_fn(|at| Arc::clone(if at == self.seat { bot } else { &opponent })),
            alone: false,
        }
    }
}
