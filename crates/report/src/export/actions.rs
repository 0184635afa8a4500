//! The actions of a match as they are exported.

use game::Seat;
use replay::{Ply, Replay, ReplayError};
use serde::{Serialize, Serializer};

/// The actions of a match, ply by ply.
#[derive(Debug, Default)]
pub(crate) struct Actions {
    /// In notation.
    pub(crate) texts: Vec<String>,
    /// The ticks they took, the first seat's first.
    pub(crate) ticks: Vec<PlyTicks>,
    /// Those that were offers: ply from 1 and seat.
    pub(crate) offered: Vec<(u32, &'static str)>,
}

/// The ticks that the actions of a ply took, the first seat's first.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PlyTicks {
    ticks: [u64; 2],
    count: usize,
}

impl PlyTicks {
    fn of(ply: &Ply<'_>) -> PlyTicks {
        let mut of_ply = PlyTicks::default();
        for (slot, played) in of_ply.ticks.iter_mut().zip(ply.played) {
            *slot = played.spent.0;
            of_ply.count += 1;
        }
        of_ply
    }
}

impl Serialize for PlyTicks {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.ticks[..self.count].serialize(serializer)
    }
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
            actions.ticks.push(PlyTicks::of(&ply));
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
