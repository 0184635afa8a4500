//! Jobs for the tests of this crate.

use std::sync::Arc;

use game::PerSeat;
use job::{Job, JobId, Plays, SeatJob, Terms};
use referee::{Builtin, Limits, MatchSeed};

/// A job between built-in players, for workers with this engine.
pub(crate) fn job(engine: &str, seed: u64) -> Job {
    let terms = Terms {
        engine: engine.to_owned(),
        game: String::new(),
        rules: String::new(),
        limits: Limits::default(),
    };
    let seat = Arc::new(SeatJob { plays: Plays::Builtin(Builtin::ALL[0]), settings: String::new() });
    Job {
        id: JobId::fresh(),
        terms: Arc::new(terms),
        start: None,
        seed: MatchSeed::from_number(seed),
        luck: None,
        seats: PerSeat::new(Arc::clone(&seat), seat),
        alone: false,
    }
}
