//! What a bot reads, and how it answers.

use game::{ActionKind, BitField, Field, FieldType, Layout, Seat};

use crate::board::Kind;
use crate::{Move, Position, Square};

/// Bytes and bits, as data.
pub static LAYOUT: Layout = Layout {
    fields: &[
        field(
            "no_progress_plies",
            0,
            FieldType::U16,
            1,
            "Rule option: plies without a capture or an entry that end the game; 0 if none do.",
        ),
        field(
            "repetitions",
            2,
            FieldType::U16,
            1,
            "Rule option: occurrences of a position that end the game; 0 if none do.",
        ),
        field(
            "commander_duel_in_zone",
            4,
            FieldType::U8,
            1,
            "Rule option: 0 a commander on a contaminated square cannot be captured by the other, 1 nor can it capture the other from there.",
        ),
        field("to_move", 5, FieldType::U8, 1, "The seat to move: 0 White, 1 Black."),
        field(
            "occurrences",
            6,
            FieldType::U16,
            1,
            "How often this position has occurred, this time included; 1 if repetitions do not count.",
        ),
        field(
            "quiet_plies",
            8,
            FieldType::U32,
            1,
            "Successive plies without a capture and without a tank newly entering the enemy's base.",
        ),
        field("points", 12, FieldType::U8, 2, "White's and Black's points if the game stopped here."),
        field("recent_count", 14, FieldType::U16, 1, "How many elements of `recent` are in use."),
        field(
            "board",
            16,
            FieldType::U8,
            Square::COUNT as usize,
            "The tank on each square, a1, b1, ... k1, a2, ... k11: 0 none, 1 White's, 2 White's commander, 3 Black's, 4 Black's commander.",
        ),
        field(
            "recent",
            RECENT,
            FieldType::U16,
            RECENT_MOVES,
            "The moves since the last capture or entry, the newest first, as the low 16 bits of their codes; taken back one by one they give the earlier positions that count for repetition.",
        ),
    ],
    actions: &[ActionKind {
        name: "move",
        kind: 0,
        bits: &[
            BitField {
                name: "from",
                shift: Move::FROM_SHIFT,
                width: Move::WIDTH,
                about: "The square of the tank: 11 x rank + file, both from 0.",
            },
            BitField {
                name: "to",
                shift: Move::TO_SHIFT,
                width: Move::WIDTH,
                about: "The square it goes to, capturing what stands there.",
            },
        ],
        about: "A tank goes from one square to another.",
    }],
};

const BOARD: usize = 16;
const RECENT: usize = 138;
/// More than any game under the default of 100 plies has; under longer rules the newest ones.
const RECENT_MOVES: usize = 512;

const fn field(
    name: &'static str,
    offset: usize,
    kind: FieldType,
    count: usize,
    about: &'static str,
) -> Field {
    Field { name, offset, kind, count, about }
}

impl Position {
    /// Writes the view, which is the same for both seats, and returns its length: always the whole layout.
    ///
    /// # Panics
    /// When `bytes` is shorter than the layout.
    pub fn write_view(&self, bytes: &mut [u8]) -> usize {
        let bytes = &mut bytes[..LAYOUT.view_len()];
        bytes.fill(0);
        let options = self.options();
        let mut put =
            |offset: usize, value: &[u8]| bytes[offset..offset + value.len()].copy_from_slice(value);
        put(0, &low(options.no_progress_plies));
        put(2, &low(options.repetitions));
        put(4, &[options.duel as u8, self.board().to_move().index() as u8]);
        put(6, &low(self.occurrences()));
        put(8, &self.quiet_plies().to_le_bytes());
        put(12, &self.board().score().0.map(|points| points as u8));
        let recent = self.reversible_moves().take(RECENT_MOVES);
        put(14, &low(recent.len() as u32));
        for (place, played) in recent.enumerate() {
            put(RECENT + 2 * place, &played.code().to_le_bytes());
        }
        self.write_tanks(&mut bytes[BOARD..BOARD + usize::from(Square::COUNT)]);
        bytes.len()
    }

    fn write_tanks(&self, squares: &mut [u8]) {
        for (seat, first) in [(Seat::First, 1), (Seat::Second, 3)] {
            for square in self.board().tanks(seat).iter() {
                let commander = self.board().kind(seat, square) == Kind::Commander;
                squares[usize::from(square.index())] = first + u8::from(commander);
            }
        }
    }
}

/// The low 16 bits; the numbers here are below 2^16.
fn low(number: u32) -> [u8; 2] {
    (number as u16).to_le_bytes()
}
