//! The actions of a match as they are exported.

use game::Seat;
use replay::{Replay, ReplayError};

/// The actions of a match, ply by ply.
#[derive(Debug, Default)]
pub(crate) struct Actions {
    /// In notation.
    pub(crate) texts: Vec<String>,
    /// The ticks they took, the first seat's first.
    pub(crate) ticks: Vec<Vec<u64>>,
    /// Those that were offers: ply from 1 and seat.
    pub(crate) offered: Vec<(u32, &'static str)>,
}

impl Actions {
    /// All actions from here on.
    ///
    /// # Errors
    /// When one cannot be played.
    pub(crate) fn of(mut replay: Replay<'_>) -> Result<Actions, ReplayError> {
        let mut actions = Actions::default();
        while let Some(ply) = replay.next_ply()? {
            actions.texts.push(replay.frame().notation(&ply.joint));
            actions.ticks.push(ply.played.iter().map(|played| played.spent.0).collect());
            let offered = ply.played.iter().filter(|played| played.offered);
            actions
                .offered
                .extend(offered.map(|played| (game::ply_number(ply.number), seat_word(played.seat))));
            replay.advance(&ply);
        }
        Ok(actions)
    }
}

const fn seat_word(seat: Seat) -> &'static str {
    match seat {
        Seat::First => "first",
        Seat::Second => "second",
    }
}
