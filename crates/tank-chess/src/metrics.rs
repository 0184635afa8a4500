//! The numbers recorded for each seat.

use game::{Metric, Seat};

use crate::{Kind, Position, Stage};

/// The metrics, in the order of a position's values.
pub const METRICS: &[Metric] = &[
    Metric { name: "pieces", about: "Surviving pieces." },
    Metric { name: "value", about: "Sum of the guns of the surviving pieces." },
    Metric { name: "eliminated", about: "Enemy pieces eliminated." },
];

impl Position {
    /// The remaining pieces of a seat. In the setup these are all pieces, placed or not.
    fn survivors(&self, seat: Seat) -> impl Iterator<Item = Kind> {
        let present = self.board.armies[seat].present;
        let in_setup = self.stage == Stage::Setup;
        let numbered = (0u8..).zip(self.options.kinds());
        numbered.filter(move |&(number, _)| in_setup || present.contains(number)).map(|(_, kind)| *kind)
    }

    pub(crate) fn surviving(&self, seat: Seat) -> i64 {
        self.survivors(seat).count() as i64
    }

    /// The sum of the guns of the surviving pieces.
    pub(crate) fn value(&self, seat: Seat) -> i64 {
        self.survivors(seat).map(|kind| i64::from(kind.gun())).sum()
    }

    pub(crate) fn eliminated(&self, seat: Seat) -> i64 {
        i64::from(self.options.side()) - self.surviving(seat.other())
    }
}
