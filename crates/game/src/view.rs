//! The bytes that a bot reads: a header of 64 bytes, common to all games, then the game's part.
//!
//! All numbers are little-endian. The header:
//!
//! | offset | type | what |
//! |---|---|---|
//! | 0 | u32 | version of this interface ([`ABI_VERSION`]) |
//! | 4 | u32 | the game's number |
//! | 8 | u8 | the seat asked, 0 or 1 |
//! | 9 | u8 | number of seats, 2 |
//! | 10 | u16 | flags: 1 this instance is fresh in the middle of a match, 2 both seats act at once |
//! | 12 | u32 | ply, from 0 at the start of the match |
//! | 16 | u32 | turn, counted by the game |
//! | 20 | u32 | number of legal actions, or `FFFFFFFF` where the game does not count them |
//! | 24 | u64 | nanoseconds left for this move, never more than for the game |
//! | 32 | u64 | nanoseconds left for the game |
//! | 40 | u64 | nanoseconds left for the opponent's game, rounded down to a hundredth of the game's time, at least to a millisecond |
//! | 48 | u64 | increment in nanoseconds |
//! | 56 | 8 bytes | zero |

use crate::{Field, Seat};

/// The version of the bot interface.
pub const ABI_VERSION: u32 = 1;
/// Length of the header in bytes.
pub const HEADER_LEN: usize = 64;
/// Flag: the instance is fresh in the middle of the match, because the last call ran out of time.
pub const FLAG_RESTARTED: u16 = 1;
/// Flag: both seats act at once.
pub const FLAG_SIMULTANEOUS: u16 = 2;
/// The number of legal actions if the game does not count them.
pub const UNCOUNTED: u32 = u32::MAX;

/// The header as data, like a game's own [`Layout`](crate::Layout).
pub const HEADER: &[Field] = &[
    at::ABI_VERSION,
    at::GAME,
    at::SEAT,
    at::SEATS,
    at::FLAGS,
    at::PLY,
    at::TURN,
    at::LEGAL_COUNT,
    at::MOVE_LEFT,
    at::GAME_LEFT,
    at::OPPONENT_LEFT,
    at::INCREMENT,
];

/// The fields of the header.
mod at {
    use FieldType::{U8, U16, U32, U64};

    use crate::{Field, FieldType};

    pub(super) const ABI_VERSION: Field = Field::first("abi_version", U32, 1, "Version of this interface.");
    pub(super) const GAME: Field = ABI_VERSION.then("game", U32, 1, "The game's number.");
    pub(super) const SEAT: Field = GAME.then("seat", U8, 1, "Your seat, 0 or 1.");
    pub(super) const SEATS: Field = SEAT.then("seats", U8, 1, "Number of seats, 2.");
    pub(super) const FLAGS: Field =
        SEATS.then("flags", U16, 1, "1: restarted in the middle of a match, 2: both seats act at once.");
    pub(super) const PLY: Field = FLAGS.then("ply", U32, 1, "Ply, from 0 at the start of the match.");
    pub(super) const TURN: Field = PLY.then("turn", U32, 1, "Turn, counted by the game.");
    pub(super) const LEGAL_COUNT: Field =
        TURN.then("legal_count", U32, 1, "Number of legal actions, or 4294967295 if not counted.");
    pub(super) const MOVE_LEFT: Field = LEGAL_COUNT.then(
        "move_left",
        U64,
        1,
        "Nanoseconds left for this move: never more than what is left for the game.",
    );
    pub(super) const GAME_LEFT: Field =
        MOVE_LEFT.then("game_left", U64, 1, "Nanoseconds left for your game.");
    pub(super) const OPPONENT_LEFT: Field = GAME_LEFT.then(
        "opponent_left",
        U64,
        1,
        "Nanoseconds your opponent has left, rounded down to 1/100 of the game's time or 1 ms.",
    );
    pub(super) const INCREMENT: Field =
        OPPONENT_LEFT.then("increment", U64, 1, "Nanoseconds added to your game's time after each move.");
}

/// The values of a header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header {
    /// The game's number.
    pub game: u32,
    /// The seat asked.
    pub seat: Seat,
    /// Some of [`FLAG_RESTARTED`] and [`FLAG_SIMULTANEOUS`].
    pub flags: u16,
    /// The ply, from 0 at the start of the match.
    pub ply: u32,
    /// The turn, counted by the game.
    pub turn: u32,
    /// Number of legal actions, or [`UNCOUNTED`].
    pub legal_count: u32,
    /// Nanoseconds left for this move, never more than for the game.
    pub move_left: u64,
    /// Nanoseconds left for the game.
    pub game_left: u64,
    /// Nanoseconds left for the opponent's game, rounded as this seat may know it.
    pub opponent_left: u64,
    /// Nanoseconds added to the game's time after each move.
    pub increment: u64,
}

impl Header {
    /// Writes the header to the first 64 bytes.
    ///
    /// # Panics
    /// When `bytes` is shorter than that.
    pub fn write(&self, bytes: &mut [u8]) {
        let bytes = &mut bytes[..HEADER_LEN];
        bytes.fill(0);
        at::ABI_VERSION.put(bytes, 0, ABI_VERSION.into());
        at::GAME.put(bytes, 0, self.game.into());
        at::SEAT.put(bytes, 0, self.seat.index() as u64);
        at::SEATS.put(bytes, 0, Seat::BOTH.len() as u64);
        at::FLAGS.put(bytes, 0, self.flags.into());
        at::PLY.put(bytes, 0, self.ply.into());
        at::TURN.put(bytes, 0, self.turn.into());
        at::LEGAL_COUNT.put(bytes, 0, self.legal_count.into());
        at::MOVE_LEFT.put(bytes, 0, self.move_left);
        at::GAME_LEFT.put(bytes, 0, self.game_left);
        at::OPPONENT_LEFT.put(bytes, 0, self.opponent_left);
        at::INCREMENT.put(bytes, 0, self.increment);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn header_bytes_stand_where_the_layout_says() {
        let header = Header {
            game: 0x0102_0304,
            seat: Seat::Second,
            flags: FLAG_SIMULTANEOUS,
            ply: 5,
            turn: 6,
            legal_count: 7,
            move_left: 8,
            game_left: 9,
            opponent_left: 10,
            increment: 11,
        };
        let mut bytes = [0xAA; 70];
        header.write(&mut bytes);
        let read = |name: &str| {
            let field = HEADER.iter().find(|field| field.name == name).unwrap();
            field.get(&bytes, 0)
        };
        // The table at the top of this file lists the same offsets.
        let offsets: Vec<usize> = HEADER.iter().map(|field| field.offset).collect();
        assert_eq!(offsets, [0, 4, 8, 9, 10, 12, 16, 20, 24, 32, 40, 48]);
        let names = HEADER.iter().map(|field| (field.name, read(field.name)));
        let expected = [1, 0x0102_0304, 1, 2, 2, 5, 6, 7, 8, 9, 10, 11];
        for ((name, value), expected) in names.zip(expected) {
            assert_eq!(value, expected, "{name}");
        }
        assert_eq!(bytes[56..64], [0; 8]);
        assert_eq!(bytes[64..], [0xAA; 6]);
    }
}
