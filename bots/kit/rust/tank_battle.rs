//! Tank Battle: what a bot sees, and how it answers.
//! Made from the layout in the rules' own code; do not edit.
#![allow(dead_code, reason = "no bot uses all of it")]

use core::mem::{MaybeUninit, offset_of};

use crate::muster::Kept;

/// The bot's view of the position.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct View {
    /// Version of this interface.
    pub abi_version: u32,
    /// The game's number.
    pub game: u32,
    /// Your seat, 0 or 1.
    pub seat: u8,
    /// Number of seats, 2.
    pub seats: u8,
    /// 1: restarted in the middle of a match, 2: both seats act at once.
    pub flags: u16,
    /// Ply, from 0 at the start of the match.
    pub ply: u32,
    /// Turn, counted by the game.
    pub turn: u32,
    /// Number of legal actions, or 4294967295 if not counted.
    pub legal_count: u32,
    /// Nanoseconds left for this move: never more than what is left for the game.
    pub move_left: u64,
    /// Nanoseconds left for your game.
    pub game_left: u64,
    /// Nanoseconds your opponent has left, rounded down to 1/100 of the game's time or 1 ms.
    pub opponent_left: u64,
    /// Nanoseconds added to your game's time after each move.
    pub increment: u64,
    zero_56: [u8; 8],
    /// Rule option: plies without a capture or an entry that end the game; 0 if none do.
    pub no_progress_plies: u16,
    /// Rule option: occurrences of a position that end the game; 0 if none do.
    pub repetitions: u16,
    /// Rule option: 0 a commander on a contaminated square is safe from the other, 1 and it cannot
    /// capture the other from there either.
    pub commander_duel_in_zone: u8,
    /// The seat to move: 0 White, 1 Black.
    pub to_move: u8,
    /// Number of occurrences of this position so far, with this one; 1 if repetitions do not count.
    pub occurrences: u16,
    /// Successive plies without a capture and without a tank newly entering the enemy's base.
    pub quiet_plies: u32,
    /// White's and Black's points if the game ended now.
    pub points: [u8; 2],
    /// Number of elements of `recent` in use.
    pub recent_count: u16,
    /// The tank on each square, a1, b1, ... k1, a2, ... k11: 0 none, 1 White's, 2 White's
    /// commander, 3 Black's, 4 Black's commander.
    pub board: [u8; 121],
    zero_201: [u8; 1],
    /// The moves since the last capture or entry, newest first, as the low 16 bits of their codes.
    /// Taken back one by one, they give the earlier positions that count for repetition.
    pub recent: [u16; 512],
    zero_1226: [u8; 6],
}

const _: () = {
    assert!(offset_of!(View, abi_version) == 0);
    assert!(offset_of!(View, game) == 4);
    assert!(offset_of!(View, seat) == 8);
    assert!(offset_of!(View, seats) == 9);
    assert!(offset_of!(View, flags) == 10);
    assert!(offset_of!(View, ply) == 12);
    assert!(offset_of!(View, turn) == 16);
    assert!(offset_of!(View, legal_count) == 20);
    assert!(offset_of!(View, move_left) == 24);
    assert!(offset_of!(View, game_left) == 32);
    assert!(offset_of!(View, opponent_left) == 40);
    assert!(offset_of!(View, increment) == 48);
    assert!(offset_of!(View, no_progress_plies) == 64);
    assert!(offset_of!(View, repetitions) == 66);
    assert!(offset_of!(View, commander_duel_in_zone) == 68);
    assert!(offset_of!(View, to_move) == 69);
    assert!(offset_of!(View, occurrences) == 70);
    assert!(offset_of!(View, quiet_plies) == 72);
    assert!(offset_of!(View, points) == 76);
    assert!(offset_of!(View, recent_count) == 78);
    assert!(offset_of!(View, board) == 80);
    assert!(offset_of!(View, recent) == 202);
    assert!(size_of::<View>() == 1232);
};

/// Moves a tank, which captures a tank on its destination.
/// from: The square of the tank: 11 x rank + file, both from 0.
/// to: The destination. A tank on it is captured.
pub const MOVE: u8 = 0;
/// Returns the code of the action `move`.
///
/// # Panics
/// With the feature `std`, if a part is out of range.
pub const fn make_move(from: u64, to: u64) -> u64 {
    #[cfg(feature = "std")]
    assert!(from <= 120, "make_move: from is from 0 to 120");
    #[cfg(feature = "std")]
    assert!(to <= 120, "make_move: to is from 0 to 120");
    (from & 127) | (to & 127) << 8
}
/// Returns `from` of a `move` action.
pub const fn move_from(action: u64) -> usize {
    (action & 127) as usize
}
/// Returns `to` of a `move` action.
pub const fn move_to(action: u64) -> usize {
    (action >> 8 & 127) as usize
}

/// Number of columns. A square's number is column + columns x row.
pub const COLUMN_COUNT: usize = 11;

/// Number of rows.
pub const ROW_COUNT: usize = 11;

/// The name of each square, for @cell and @arrow in the log.
pub const SQUARE_NAMES: [&str; 121] = [
    "a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1", "i1", "j1", "k1", "a2", "b2", "c2", "d2", "e2",
    "f2", "g2", "h2", "i2", "j2", "k2", "a3", "b3", "c3", "d3", "e3", "f3", "g3", "h3", "i3", "j3",
    "k3", "a4", "b4", "c4", "d4", "e4", "f4", "g4", "h4", "i4", "j4", "k4", "a5", "b5", "c5", "d5",
    "e5", "f5", "g5", "h5", "i5", "j5", "k5", "a6", "b6", "c6", "d6", "e6", "f6", "g6", "h6", "i6",
    "j6", "k6", "a7", "b7", "c7", "d7", "e7", "f7", "g7", "h7", "i7", "j7", "k7", "a8", "b8", "c8",
    "d8", "e8", "f8", "g8", "h8", "i8", "j8", "k8", "a9", "b9", "c9", "d9", "e9", "f9", "g9", "h9",
    "i9", "j9", "k9", "a10", "b10", "c10", "d10", "e10", "f10", "g10", "h10", "i10", "j10", "k10",
    "a11", "b11", "c11", "d11", "e11", "f11", "g11", "h11", "i11", "j11", "k11",
];

/// The printed symbol for each value of the board, one character per value; a space if there is
/// none.
pub const PIECE_SYMBOLS: &str = " TCtc";

/// The board at the start, under the default rules.
pub const START_BOARD: [i16; 121] = [
    0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1,
    1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 3, 3, 0, 0, 0, 0, 0,
    0, 0, 0, 3, 0, 3, 3, 0, 0, 0, 0, 0, 0, 0, 4, 3, 3, 3, 3, 0, 0, 0, 0, 0, 0,
];

/// The printed ground of each square, one character per square.
pub const SQUARE_GROUND: &str = ".....#......#.......#....#.#.#.....#.....#......~~~....#.#.~~~.#.#....~~~......#.....#.....#.#.#....#.......#......#.....";

/// Index of a metric. 1 for each surviving tank, 2 in the enemy's base, 3 for the commander on its
/// circle.
pub const METRIC_POINTS: usize = 0;

/// Index of a metric. Surviving tanks, the commander among them.
pub const METRIC_TANKS: usize = 1;

/// Index of a metric. Tanks in the enemy's base.
pub const METRIC_IN_BASE: usize = 2;

/// Index of a metric. Enemy tanks captured.
pub const METRIC_CAPTURES: usize = 3;

/// Writes the board to the log.
pub fn log_board(view: &View) {
    const SYMBOLS: &[u8] = b" TCtc";
    const GROUND: &[u8] = b".....#......#.......#....#.#.#.....#.....#......~~~....#.#.~~~.#.#....~~~......#.....#.....#.#.#....#.......#......#.....";
    const LABELS: &[u8] = b" 1 2 3 4 5 6 7 8 91011";
    crate::muster::log("   a b c d e f g h i j k\n");
    for index in 0..11 {
        let row = 10 - index;
        let mut line = [b' '; 24 + 1];
        line[..2].copy_from_slice(&LABELS[2 * row..2 * (row + 1)]);
        for column in 0..11 {
            let square = 11 * row + column;
            let symbol = SYMBOLS.get(usize::from(view.board[square])).copied().unwrap_or(b' ');
            line[2 + 2 * column + 1] =
                if symbol == b' ' { GROUND[square] } else { symbol };
        }
        line[24] = b'\n';
        crate::muster::log(core::str::from_utf8(&line).unwrap_or_default());
    }
}

static VIEW: Kept<MaybeUninit<View>> = Kept::new(MaybeUninit::zeroed());

#[unsafe(no_mangle)]
extern "C" fn muster_buffer(length: usize) -> *mut View {
    assert!(length <= size_of::<View>());
    crate::muster::begin();
    VIEW.address().cast()
}

#[unsafe(no_mangle)]
extern "C" fn muster_choose(_length: usize) -> u64 {
    // SAFETY: all fields are numbers, and the host has written them.
    crate::choose(unsafe { VIEW.borrow().assume_init_ref() })
}
