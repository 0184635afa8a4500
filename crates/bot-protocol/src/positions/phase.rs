//! The seats to act next, or the winner, as a number.

use game::{Outcome, Phase, Seat};

/// The code of a ply of chance. Its outcomes are the first seat's legal actions.
pub(super) const CHANCE: i32 = 4;
/// The code of a drawn game.
pub const DRAWN: i32 = 8;
/// The code of a game won by the first seat. The second seat's is one higher.
pub const WON: i32 = 9;

/// Returns the code of a phase: 1 if the first seat acts, 2 if the second, 3 if both, 4 if chance decides; [`DRAWN`] or
/// [`WON`] if the game is over.
pub fn phase_code(phase: &Phase) -> i32 {
    match phase {
        Phase::Act(seats) => seats.iter().map(|seat| 1 << seat.index()).sum(),
        Phase::Chance(_) => CHANCE,
        Phase::Over(end) => match end.outcome {
            Outcome::Draw => DRAWN,
            Outcome::Win(Seat::First) => WON,
            Outcome::Win(Seat::Second) => WON + 1,
        },
    }
}
