//! The players of a run's entrants.

use std::sync::Arc;

use game::PerSeat;
use job::{Job, JobId, ReadyModule, SeatJob, Terms};
use referee::MatchSeed;
use thiserror::Error;
use tournament::{EntrantId, MatchKey};

use crate::match_job::MatchJob;

/// The player of each entrant of a run. While the roster is held, the modules are ready to play.
#[derive(Default)]
pub struct Roster {
    /// Indexed by entrant; `None` for an entrant that was refused and never plays.
    entrants: Vec<Option<Player>>,
}

struct Player {
    seat: Arc<SeatJob>,
    _module: Option<ReadyModule>,
}

impl Roster {
    /// Adds the player of the next entrant; `None` if it was refused.
    pub(crate) fn push(&mut self, seat: Option<(SeatJob, Option<ReadyModule>)>) {
        let player = seat.map(|(seat, module)| Player { seat: Arc::new(seat), _module: module });
        self.entrants.push(player);
    }

    /// Returns the player of an entrant; `None` if it was refused.
    pub fn seat(&self, id: EntrantId) -> Option<&Arc<SeatJob>> {
        self.entrants.get(id.index())?.as_ref().map(|player| &player.seat)
    }

    /// Returns a new job for a match.
    pub(crate) fn job(
        &self,
        (key, entrants): (MatchKey, PerSeat<EntrantId>),
        terms: &Arc<Terms>,
        start: Option<Arc<str>>,
        seed: MatchSeed,
    ) -> Result<MatchJob, NothingPlays> {
        let seat = |id| self.seat(id).map(Arc::clone).ok_or(NothingPlays(id));
        let PerSeat([first, second]) = entrants;
        let seats = PerSeat::new(seat(first)?, seat(second)?);
        let (terms, luck) = (Arc::clone(terms), None);
        let job = Job { id: JobId::fresh(), terms, start, seed, luck, seats, alone: false };
        Ok(MatchJob { key, entrants, job })
    }
}

/// The error for an entrant without a player, because it was refused.
#[derive(Debug, Error)]
#[error("entrant {0} has nothing to play with")]
pub(crate) struct NothingPlays(EntrantId);
