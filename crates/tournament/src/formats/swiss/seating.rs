//! Assignment of seats to two players.

use game::Seat;

use super::player::Player;
use super::seats::{Preference, Strength};

/// The seat of the higher-ranked of two players.
///
/// # Source
/// FIDE C.04.3 (2026), 5.2.1 to 5.2.5.
pub(super) fn seat_of(higher: &Player, lower: &Player, initial: Seat) -> Seat {
    let by_number = if higher.number % 2 == 1 { initial } else { initial.other() };
    let (own, other) = match (higher.seats.preference(), lower.seats.preference()) {
        (Some(own), Some(other)) => (own, other),
        (Some(own), None) => return own.seat,
        (None, Some(other)) => return other.seat.other(),
        (None, None) => return by_number,
    };
    if own.seat != other.seat {
        return own.seat;
    }
    // The wider difference counts between absolute preferences alone.
    let excess = |player: &Player, preference: Preference| {
        if preference.strength == Strength::Absolute { player.seats.excess() } else { 0 }
    };
    let own_strength = (own.strength, excess(higher, own));
    match own_strength.cmp(&(other.strength, excess(lower, other))) {
        std::cmp::Ordering::Greater => own.seat,
        std::cmp::Ordering::Less => own.seat.other(),
        std::cmp::Ordering::Equal => {
            higher.seats.when_they_differed(&lower.seats).map_or(own.seat, Seat::other)
        }
    }
}
