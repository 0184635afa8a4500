//! The entrants of a run and what plays for each.

use std::sync::Arc;

use game::PerSeat;
use job::{Job, JobId, SeatJob, Terms};
use referee::{HostFailure, Match, Record};
use sandbox::Sandbox;
use tournament::EntrantId;

use crate::contestant::Contestant;
use crate::engine::engine_fingerprint;
use crate::match_job::{MatchJob, MatchSettings};
use crate::setup::MatchSetup;

/// The entrants of a run with what plays for them, and the sandbox they play in.
pub struct Roster {
    /// The sandbox in which modules run.
    pub sandbox: Sandbox,
    /// Indexed by entrant; `None` for an entrant that was refused and never plays.
    pub contestants: Vec<Option<Contestant>>,
}

impl Roster {
    /// Returns what plays for an entrant.
    ///
    /// # Errors
    /// When nothing plays for it.
    pub fn contestant(&self, id: EntrantId) -> Result<&Contestant, HostFailure> {
        let contestant = self.contestants.get(id.index()).and_then(Option::as_ref);
        contestant.ok_or_else(|| HostFailure::new(format!("entrant {id} has nothing to play with"), None))
    }

    /// Plays a job on this thread. Calls `go_on` before every ply, and returns `None` when it returns `false`.
    ///
    /// # Errors
    /// When the host failed, which makes the match void.
    pub fn play(
        &self,
        job: &MatchJob,
        go_on: impl FnMut(&Match) -> bool,
    ) -> Result<Option<Record>, HostFailure> {
        let [first, second] = job.entrants.0;
        let setup = MatchSetup {
            settings: &job.settings,
            start: job.start.as_deref(),
            seed: job.seed,
            seats: PerSeat::new(self.contestant(first)?, self.contestant(second)?),
        };
        setup.play(&self.sandbox, go_on)
    }

    /// Converts a job to a value that contains everything its record depends on.
    ///
    /// # Errors
    /// When nothing plays for one of its entrants.
    pub fn value(&self, job: &MatchJob) -> Result<Job, HostFailure> {
        let MatchSettings { game, rules, limits, .. } = &*job.settings;
        let [first, second] = job.entrants.0;
        let terms = Terms {
            engine: engine_fingerprint(&self.sandbox, *game),
            game: game.name().to_owned(),
            rules: rules.to_string(),
            limits: *limits,
        };
        Ok(Job {
            id: JobId::fresh(),
            terms: Arc::new(terms),
            start: job.start.clone(),
            seed: job.seed,
            seats: PerSeat::new(seat_job(self.contestant(first)?), seat_job(self.contestant(second)?))
                .map(Arc::new),
            alone: job.alone,
        })
    }
}

fn seat_job(contestant: &Contestant) -> SeatJob {
    SeatJob { plays: contestant.plays(), settings: contestant.settings.to_string() }
}
