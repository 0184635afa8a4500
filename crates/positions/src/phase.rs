//! Who acts next or who has won, as a number.

use game::{Outcome, Phase, Seat};

/// The code of a game that is over and drawn.
pub const DRAWN: i32 = 8;
/// The code of a game that the first seat has won; the second seat's is one higher.
pub const WON: i32 = 9;

/// The code of a phase: 1 the first seat acts, 2 the second, 3 both; [`DRAWN`] or [`WON`] where the game is over.
pub fn phase_code(phase: &Phase) -> i32 {
    match phase {
        Phase::Act(seats) => seats.iter().map(|seat| 1 << seat.index()).sum(),
        Phase::Over(end) => match end.outcome {
            Outcome::Draw => DRAWN,
            Outcome::Win(Seat::First) => WON,
            Outcome::Win(Seat::Second) => WON + 1,
        },
    }
}
