//! The number of moves of a seat, and their time.

use game::Seat;
use referee::Record;

/// Describes the moves of a seat in a match:
/// `31 moves in 0.250000 s, 2 of them offers, played because the move's time ran out`.
pub fn moves_in_words(record: &Record, seat: Seat) -> String {
    let own = || record.played.iter().filter(|played| played.seat == seat);
    let (moves, offers) = (own().count(), own().filter(|played| played.offered).count());
    let word = if moves == 1 { "move" } else { "moves" };
    let offers = match offers {
        0 => String::new(),
        1 => ", 1 of them an offer, played because the move's time ran out".to_owned(),
        _ => format!(", {offers} of them offers, played because the move's time ran out"),
    };
    format!("{moves} {word} in {:.6} s{offers}", record.spent[seat].seconds())
}
