//! The bytes that a bot reads, and the codes of its answers.

use game::{ActionKind, BitField, Board, Ground, Layout, Seat};

use crate::board::Kind;
use crate::{Move, Position};

/// The layout of the view and the action codes.
pub static LAYOUT: Layout = Layout {
    fields: &[
        at::NO_PROGRESS_PLIES,
        at::REPETITIONS,
        at::COMMANDER_DUEL_IN_ZONE,
        at::TO_MOVE,
        at::OCCURRENCES,
        at::QUIET_PLIES,
        at::POINTS,
        at::RECENT_COUNT,
        at::BOARD,
        at::RECENT,
    ],
    actions: &[ActionKind {
        name: "move",
        kind: 0,
        bits: &[
            BitField {
                name: "from",
                shift: Move::FROM_SHIFT,
                width: Move::WIDTH,
                most: LAST_SQUARE,
                least: 0,
                labels: &[],
                about: "The square of the tank: 11 x rank + file, both from 0.",
            },
            BitField {
                name: "to",
                shift: Move::TO_SHIFT,
                width: Move::WIDTH,
                most: LAST_SQUARE,
                least: 0,
                labels: &[],
                about: "The destination. A tank on it is captured.",
            },
        ],
        about: "Moves a tank, which captures a tank on its destination.",
    }],
    board: Some(Board {
        field: at::BOARD.name,
        columns: "abcdefghijk",
        rows: &["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11"],
        first_row_on_top: false,
        symbols: " TCtc",
        ground: Ground::Squares(GROUND),
    }),
};

/// The last square: k11.
const LAST_SQUARE: u64 = 120;

/// The ground from a1 on: `#` for a mine, `~` for contaminated.
const GROUND: &str = "\
    .....#.....\
    .#.......#.\
    ...#.#.#...\
    ..#.....#..\
    ....~~~....\
    #.#.~~~.#.#\
    ....~~~....\
    ..#.....#..\
    ...#.#.#...\
    .#.......#.\
    .....#.....";

/// More moves than any game has under the default of 100 plies. Under longer limits the view has the newest ones.
const RECENT_MOVES: usize = 512;

/// The fields of a view.
mod at {
    use FieldType::{U8, U16, U32};
    use game::{Field, FieldType};

    use super::RECENT_MOVES;
    use crate::Square;

    pub(super) const NO_PROGRESS_PLIES: Field = Field::first(
        "no_progress_plies",
        U16,
        1,
        "Rule option: plies without a capture or an entry that end the game; 0 if none do.",
    );
    pub(super) const REPETITIONS: Field = NO_PROGRESS_PLIES.then(
        "repetitions",
        U16,
        1,
        "Rule option: occurrences of a position that end the game; 0 if none do.",
    );
    pub(super) const COMMANDER_DUEL_IN_ZONE: Field = REPETITIONS.then(
        "commander_duel_in_zone",
        U8,
        1,
        "Rule option: 0 a commander on a contaminated square is safe from the other, 1 and it cannot capture the other from there either.",
    );
    pub(super) const TO_MOVE: Field =
        COMMANDER_DUEL_IN_ZONE.then("to_move", U8, 1, "The seat to move: 0 White, 1 Black.");
    pub(super) const OCCURRENCES: Field = TO_MOVE.then(
        "occurrences",
        U16,
        1,
        "Number of occurrences of this position so far, with this one; 1 if repetitions do not count.",
    );
    pub(super) const QUIET_PLIES: Field = OCCURRENCES.then(
        "quiet_plies",
        U32,
        1,
        "Successive plies without a capture and without a tank newly entering the enemy's base.",
    );
    pub(super) const POINTS: Field =
        QUIET_PLIES.then("points", U8, 2, "White's and Black's points if the game ended now.");
    pub(super) const RECENT_COUNT: Field =
        POINTS.then("recent_count", U16, 1, "Number of elements of `recent` in use.");
    pub(super) const BOARD: Field = RECENT_COUNT.then(
        "board",
        U8,
        Square::COUNT as usize,
        "The tank on each square, a1, b1, ... k1, a2, ... k11: 0 none, 1 White's, 2 White's commander, 3 Black's, 4 Black's commander.",
    );
    pub(super) const RECENT: Field = BOARD.then(
        "recent",
        U16,
        RECENT_MOVES,
        "The moves since the last capture or entry, newest first, as the low 16 bits of their codes. Taken back one by one, they give the earlier positions that count for repetition.",
    );
}

impl Position {
    /// Writes the view, which is equal for both seats. Returns its length, which is always that of the whole layout.
    ///
    /// # Panics
    /// When `bytes` is shorter than the layout.
    pub fn write_view(&self, bytes: &mut [u8]) -> usize {
        let bytes = &mut bytes[..LAYOUT.view_len()];
        bytes.fill(0);
        let options = self.options();
        at::NO_PROGRESS_PLIES.put(bytes, 0, options.no_progress_plies.into());
        at::REPETITIONS.put(bytes, 0, options.repetitions.into());
        at::COMMANDER_DUEL_IN_ZONE.put(bytes, 0, options.duel as u64);
        at::TO_MOVE.put(bytes, 0, self.board().to_move().index() as u64);
        at::OCCURRENCES.put(bytes, 0, self.occurrences().into());
        at::QUIET_PLIES.put(bytes, 0, self.quiet_plies().into());
        for (seat, points) in self.board().score().iter() {
            at::POINTS.put(bytes, seat.index(), u64::from(*points));
        }
        let recent = self.reversible_moves().take(RECENT_MOVES);
        at::RECENT_COUNT.put(bytes, 0, recent.len() as u64);
        for (place, played) in recent.enumerate() {
            at::RECENT.put(bytes, place, played.code().into());
        }
        self.write_tanks(at::BOARD.bytes(bytes));
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Square;
    use crate::terrain::{CONTAMINATED, MINES};

    #[test]
    fn the_printed_ground_is_the_terrain() {
        for (square, printed) in Square::all().zip(GROUND.chars()) {
            let due = match square {
                _ if MINES.contains(square) => '#',
                _ if CONTAMINATED.contains(square) => '~',
                _ => '.',
            };
            assert_eq!(printed, due, "{square}");
        }
    }
}
