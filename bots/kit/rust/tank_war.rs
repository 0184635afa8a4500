//! The Tank War: what a bot sees, and how it answers.
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
    /// Rule option: 0 a-inside, 1 a-outside.
    pub layout: u8,
    /// Rule option: 0 illegal, 1 wasted.
    pub blocked: u8,
    /// Rule option: 0 false, 1 true.
    pub c_blocked_by_tanks: u8,
    /// Maximum number of rounds: 54, or 200 with wasted moves.
    pub max_rounds: u8,
    /// Rounds played.
    pub rounds: u8,
    /// By seat: bit t is set if tank t may be named now.
    pub movable: [u8; 2],
    /// By seat: number of living tanks.
    pub tanks: [u8; 2],
    /// By seat: number of boxes held.
    pub boxes: [u8; 2],
    /// By seat and tank: boxes advanced, 0 to 5; -1 if destroyed.
    pub advanced: [i8; 12],
    /// By seat and tank: the column of its track, 0 to 5.
    pub column: [u8; 12],
    /// By box: the seat that holds it.
    pub owner: [u8; 36],
    /// By box: 6 * seat + tank of the tank on it; 255 if none.
    pub tank: [u8; 36],
    zero_171: [u8; 5],
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
    assert!(offset_of!(View, layout) == 64);
    assert!(offset_of!(View, blocked) == 65);
    assert!(offset_of!(View, c_blocked_by_tanks) == 66);
    assert!(offset_of!(View, max_rounds) == 67);
    assert!(offset_of!(View, rounds) == 68);
    assert!(offset_of!(View, movable) == 69);
    assert!(offset_of!(View, tanks) == 71);
    assert!(offset_of!(View, boxes) == 73);
    assert!(offset_of!(View, advanced) == 75);
    assert!(offset_of!(View, column) == 87);
    assert!(offset_of!(View, owner) == 99);
    assert!(offset_of!(View, tank) == 135);
    assert!(size_of::<View>() == 176);
};

/// Names one of your movable tanks, which moves one box forward.
/// tank: The tank that moves: 0 LA, 1 LB, 2 LC, 3 RA, 4 RB, 5 RC; 6 and 7 are invalid.
pub const MOVE: u8 = 0;
/// Returns the code of the action `move`.
///
/// # Panics
/// With the feature `std`, if a part is out of range.
pub const fn make_move(tank: u64) -> u64 {
    #[cfg(feature = "std")]
    assert!(tank <= 5, "make_move: tank is from 0 to 5");
    tank & 7
}
/// Returns `tank` of a `move` action.
pub const fn move_tank(action: u64) -> usize {
    (action & 7) as usize
}

/// Number of columns. A square's number is column + columns x row.
pub const COLUMN_COUNT: usize = 6;

/// Number of rows.
pub const ROW_COUNT: usize = 6;

/// The name of each square, for @cell and @arrow in the log.
pub const SQUARE_NAMES: [&str; 36] = [
    "00", "10", "20", "30", "40", "50", "01", "11", "21", "31", "41", "51", "02", "12", "22", "32",
    "42", "52", "03", "13", "23", "33", "43", "53", "04", "14", "24", "34", "44", "54", "05", "15",
    "25", "35", "45", "55",
];

/// The printed symbol for each value of the board, one character per value; a space if there is
/// none.
pub const PIECE_SYMBOLS: &str = "ABCABCabcabc";

/// The board at the start, under the default rules.
pub const START_BOARD: [i16; 36] = [
    5, 4, 3, 0, 1, 2, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    255, 255, 255, 255, 255, 255, 255, 255, 255, 8, 7, 6, 9, 10, 11,
];

/// The squared distances at which tanks A, B and C hit: diagonal, straight, two boxes away.
pub const HIT_DISTANCES: [i16; 3] = [
    2, 1, 4,
];

/// Index of a metric. Own tanks that survived, 0 to 6.
pub const METRIC_TANKS: usize = 0;

/// Index of a metric. Boxes held at the end, 0 to 36.
pub const METRIC_BOXES: usize = 1;

/// Index of a metric. Enemy tanks that did not survive, 0 to 6.
pub const METRIC_DESTROYED: usize = 2;

/// Writes the board to the log.
pub fn log_board(view: &View) {
    const SYMBOLS: &[u8] = b"ABCABCabcabc";
    const GROUND: &[u8] = b"ud";
    const LABELS: &[u8] = b"012345";
    crate::muster::log("  0 1 2 3 4 5\n");
    for index in 0..6 {
        let row = index;
        let mut line = [b' '; 13 + 1];
        line[..1].copy_from_slice(&LABELS[1 * row..1 * (row + 1)]);
        for column in 0..6 {
            let square = 6 * row + column;
            let symbol = SYMBOLS.get(usize::from(view.tank[square])).copied().unwrap_or(b' ');
            line[1 + 2 * column + 1] =
                if symbol == b' ' { GROUND[usize::from(view.owner[square])] } else { symbol };
        }
        line[13] = b'\n';
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
