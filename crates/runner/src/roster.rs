//! What plays for the entrants of a run.

use std::sync::Arc;

use game::PerSeat;
use job::{ReadyModule, SeatJob};
use thiserror::Error;
use tournament::EntrantId;

/// What plays for each entrant of a run. While it is held, the modules are ready to be played.
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
    /// Adds what plays for the next entrant; `None` if it was refused.
    pub(crate) fn push(&mut self, seat: Option<(SeatJob, Option<ReadyModule>)>) {
        let player = seat.map(|(seat, module)| Player { seat: Arc::new(seat), _module: module });
        self.entrants.push(player);
    }

    /// Returns what plays for an entrant, if anything does.
    pub fn seat(&self, id: EntrantId) -> Option<&Arc<SeatJob>> {
        self.entrants.get(id.index())?.as_ref().map(|player| &player.seat)
    }

    /// Returns what plays at both seats of a match.
    pub(crate) fn seats(&self, entrants: PerSeat<EntrantId>) -> Result<PerSeat<Arc<SeatJob>>, NothingPlays> {
        let seat = |id| self.seat(id).map(Arc::clone).ok_or(NothingPlays(id));
        let PerSeat([first, second]) = entrants;
        Ok(PerSeat::new(seat(first)?, seat(second)?))
    }
}

/// Nothing plays for an entrant, because it was refused.
#[derive(Debug, Error)]
#[error("entrant {0} has nothing to play with")]
pub(crate) struct NothingPlays(EntrantId);
