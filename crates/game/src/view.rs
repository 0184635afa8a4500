//! The bytes a bot reads: a header of 64 bytes that every game shares, then the game's part.
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
//! | 40 | u64 | nanoseconds left for the opponent's game |
//! | 48 | u64 | increment in nanoseconds |
//! | 56 | 8 bytes | zero |

use crate::{Field, FieldType, Seat};

/// The version of the bot interface.
pub const ABI_VERSION: u32 = 1;
/// Length of the header in bytes.
pub const HEADER_LEN: usize = 64;
/// Flag: the instance is fresh although the match is not, because the last call ran out of time.
pub const FLAG_RESTARTED: u16 = 1;
/// Flag: both seats act at once.
pub const FLAG_SIMULTANEOUS: u16 = 2;
/// The number of legal actions where the game does not count them.
pub const UNCOUNTED: u32 = u32::MAX;

/// The header as data, like a game's own [`Layout`](crate::Layout).
pub const HEADER: &[Field] = &[
    field("abi_version", 0, FieldType::U32, "Version of this interface."),
    field("game", 4, FieldType::U32, "The game's number."),
    field("seat", 8, FieldType::U8, "Your seat, 0 or 1."),
    field("seats", 9, FieldType::U8, "Number of seats, 2."),
    field("flags", 10, FieldType::U16, "1: restarted in the middle of a match, 2: both seats act at once."),
    field("ply", 12, FieldType::U32, "Ply, from 0 at the start of the match."),
    field("turn", 16, FieldType::U32, "Turn, counted by the game."),
    field("legal_count", 20, FieldType::U32, "Number of legal actions, or 4294967295 if not counted."),
    field(
        "move_left",
        24,
        FieldType::U64,
        "Nanoseconds left for this move: never more than what is left for the game.",
    ),
    field("game_left", 32, FieldType::U64, "Nanoseconds left for your game."),
    field("opponent_left", 40, FieldType::U64, "Nanoseconds left for your opponent's game."),
    field("increment", 48, FieldType::U64, "Nanoseconds added to your game's time after each move."),
];

const fn field(name: &'static str, offset: usize, kind: FieldType, about: &'static str) -> Field {
    Field { name, offset, kind, count: 1, about }
}

/// What a header says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header {
    /// The game's number.
    pub game: u32,
    /// The seat asked.
    pub seat: Seat,
    /// Some of [`FLAG_RESTARTED`] and [`FLAG_SIMULTANEOUS`].
    pub flags: u16,
    /// From 0 at the start of the match.
    pub ply: u32,
    /// Counted by the game.
    pub turn: u32,
    /// Number of legal actions, or [`UNCOUNTED`].
    pub legal_count: u32,
    /// Nanoseconds left for this move: never more than what is left for the game.
    pub move_left: u64,
    /// Nanoseconds left for the game.
    pub game_left: u64,
    /// Nanoseconds left for the opponent's game.
    pub opponent_left: u64,
    /// Nanoseconds added to the game's time after each move.
    pub increment: u64,
}

impl Header {
    /// Writes the header to the first 64 bytes.
    ///
    /// # Panics
    /// When there are fewer.
    pub fn write(&self, bytes: &mut [u8]) {
        let bytes = &mut bytes[..HEADER_LEN];
        bytes[0..4].copy_from_slice(&ABI_VERSION.to_le_bytes());
        bytes[4..8].copy_from_slice(&self.game.to_le_bytes());
        bytes[8] = self.seat.index() as u8;
        bytes[9] = 2;
        bytes[10..12].copy_from_slice(&self.flags.to_le_bytes());
        bytes[12..16].copy_from_slice(&self.ply.to_le_bytes());
        bytes[16..20].copy_from_slice(&self.turn.to_le_bytes());
        bytes[20..24].copy_from_slice(&self.legal_count.to_le_bytes());
        bytes[24..32].copy_from_slice(&self.move_left.to_le_bytes());
        bytes[32..40].copy_from_slice(&self.game_left.to_le_bytes());
        bytes[40..48].copy_from_slice(&self.opponent_left.to_le_bytes());
        bytes[48..56].copy_from_slice(&self.increment.to_le_bytes());
        bytes[56..64].fill(0);
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
            let mut word = [0; 8];
            word[..field.kind.size()].copy_from_slice(&bytes[field.offset..field.end()]);
            u64::from_le_bytes(word)
        };
        let names = HEADER.iter().map(|field| (field.name, read(field.name)));
        let expected = [1, 0x0102_0304, 1, 2, 2, 5, 6, 7, 8, 9, 10, 11];
        for ((name, value), expected) in names.zip(expected) {
            assert_eq!(value, expected, "{name}");
        }
        assert_eq!(bytes[56..64], [0; 8]);
        assert_eq!(bytes[64..], [0xAA; 6]);
    }
}
