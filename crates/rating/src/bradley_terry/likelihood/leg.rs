//! The matches of a meeting in one seat order, and their information.

use super::chances::Chances;

/// The information of one match about the difference, the draw parameter, and both.
#[derive(Clone, Copy)]
pub(super) struct LegInformation {
    pub(super) difference: f64,
    pub(super) draw: f64,
    pub(super) mixed: f64,
}

/// One seat order of a meeting at a point: probabilities, counts and their information.
#[derive(Clone, Copy)]
pub(crate) struct Leg {
    pub(super) chances: Chances,
    pub(super) games: f64,
    pub(super) information: LegInformation,
}

impl Leg {
    pub(super) fn new(chances: Chances, games: f64) -> Leg {
        let draw = chances.draw;
        let information = LegInformation {
            difference: games * chances.variance(),
            draw: games * draw * (1.0 - draw),
            mixed: -games * chances.mean() * draw,
        };
        Leg { chances, games, information }
    }
}

/// Sums of products of residuals about the difference, the seat and draws, over the units of a meeting.
#[derive(Clone, Copy, Default)]
pub(crate) struct Products {
    pub(crate) gap: f64,
    pub(crate) gap_seat: f64,
    pub(crate) gap_draw: f64,
    pub(crate) seat: f64,
    pub(crate) seat_draw: f64,
    pub(crate) draw: f64,
}

impl Products {
    /// Returns the expected products in a meeting if all matches are independent.
    pub(crate) fn expected([low, high]: &[Leg; 2]) -> Self {
        let (low, high) = (low.information, high.information);
        Self {
            gap: low.difference + high.difference,
            gap_seat: low.difference - high.difference,
            gap_draw: low.mixed - high.mixed,
            seat: low.difference + high.difference,
            seat_draw: low.mixed + high.mixed,
            draw: low.draw + high.draw,
        }
    }

    pub(super) fn add(&mut self, times: u32, [gap, seat, draw]: [f64; 3]) {
        let times = f64::from(times);
        self.gap += times * gap * gap;
        self.gap_seat += times * gap * seat;
        self.gap_draw += times * gap * draw;
        self.seat += times * seat * seat;
        self.seat_draw += times * seat * draw;
        self.draw += times * draw * draw;
    }

    pub(crate) fn scaled(self, factor: f64) -> Self {
        let Self { gap, gap_seat, gap_draw, seat, seat_draw, draw } = self;
        Self {
            gap: gap * factor,
            gap_seat: gap_seat * factor,
            gap_draw: gap_draw * factor,
            seat: seat * factor,
            seat_draw: seat_draw * factor,
            draw: draw * factor,
        }
    }
}
