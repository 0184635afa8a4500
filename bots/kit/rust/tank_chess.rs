//! Tank Chess: what a bot sees, and how it answers.
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
    /// 0 setup, 1 firing, 2 moving, 3 game over.
    pub phase: u8,
    /// The seat whose turn it is: 0 White, 1 Black; 2 in the setup, when both act.
    pub mover: u8,
    /// Rule option pieces: 14 full, 10 basic.
    pub pieces_per_side: u8,
    /// Rule option min_range: minimum distance of a shot, except a mortar's.
    pub min_range: u8,
    /// Rule option side_edge: 0 eliminates, 1 blocks the choice.
    pub side_edge: u8,
    /// Rule option command_files: the first, 0 is file a.
    pub command_first_file: u8,
    /// Rule option command_files: the last, 0 is file a.
    pub command_last_file: u8,
    /// Number of placements by each seat.
    pub placed: u8,
    /// Rule option no_elimination_turns: twice as many quiet turns draw the game.
    pub no_elimination_turns: u16,
    /// Consecutive turns of both seats before this one without an elimination.
    pub quiet_turns: u16,
    /// Number of occurrences of the position at the start of this turn; the third is a draw.
    pub occurrences: u8,
    /// 1 if a piece was eliminated in this turn.
    pub elimination: u8,
    /// The pieces of the group that moves in this turn: bit i for the mover's piece i; 0 before its
    /// first move.
    pub group: u16,
    /// For each piece of the mover: its valid targets at the start of the turn, bit j for the other
    /// seat's piece j.
    pub targets: [u16; 14],
    /// White's pieces 0 to 13, then Black's: 0 K, 1 L, 2 M, 3 H, 4 D, 5 O.
    pub kind: [u8; 28],
    /// The square of each piece: 16 x rank + file, both from 0.
    pub square: [u8; 28],
    /// The facing of each piece: 0 to 7 clockwise from north.
    pub facing: [u8; 28],
    /// Flags of each piece: 1 on the board and known to you; in this turn: 2 fired, 4 fired on, 8
    /// moved, 16 in the group that moves. If 0, its square and facing mean nothing.
    pub state: [u8; 28],
    /// By square: 0 empty, 255 obstacle, 1 to 14 White's piece 0 to 13, 15 to 28 Black's.
    pub board: [u8; 256],
    zero_476: [u8; 4],
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
    assert!(offset_of!(View, phase) == 64);
    assert!(offset_of!(View, mover) == 65);
    assert!(offset_of!(View, pieces_per_side) == 66);
    assert!(offset_of!(View, min_range) == 67);
    assert!(offset_of!(View, side_edge) == 68);
    assert!(offset_of!(View, command_first_file) == 69);
    assert!(offset_of!(View, command_last_file) == 70);
    assert!(offset_of!(View, placed) == 71);
    assert!(offset_of!(View, no_elimination_turns) == 72);
    assert!(offset_of!(View, quiet_turns) == 74);
    assert!(offset_of!(View, occurrences) == 76);
    assert!(offset_of!(View, elimination) == 77);
    assert!(offset_of!(View, group) == 78);
    assert!(offset_of!(View, targets) == 80);
    assert!(offset_of!(View, kind) == 108);
    assert!(offset_of!(View, square) == 136);
    assert!(offset_of!(View, facing) == 164);
    assert!(offset_of!(View, state) == 192);
    assert!(offset_of!(View, board) == 220);
    assert!(size_of::<View>() == 480);
};

/// Places the next piece in the setup.
/// square: The square to place it on.
/// piece: The kind of the piece: 0 K, 1 L, 2 M, 3 H, 4 D, 5 O.
/// facing: Its facing: 0 to 7 clockwise from north.
pub const PLACE: u8 = 0;
/// Returns the code of the action `place`.
///
/// # Panics
/// With the feature `std`, if a part is out of range.
pub const fn make_place(square: u64, piece: u64, facing: u64) -> u64 {
    #[cfg(feature = "std")]
    assert!(square <= 255, "make_place: square is from 0 to 255");
    #[cfg(feature = "std")]
    assert!(piece <= 5, "make_place: piece is from 0 to 5");
    #[cfg(feature = "std")]
    assert!(facing <= 7, "make_place: facing is from 0 to 7");
    (square & 255) | (piece & 255) << 8 | (facing & 255) << 16
}
/// Returns `square` of a `place` action.
pub const fn place_square(action: u64) -> usize {
    (action & 255) as usize
}
/// Returns `piece` of a `place` action.
pub const fn place_piece(action: u64) -> usize {
    (action >> 8 & 255) as usize
}
/// Returns `facing` of a `place` action.
pub const fn place_facing(action: u64) -> usize {
    (action >> 16 & 255) as usize
}

/// Fires at an enemy.
/// firer: The square of the piece that fires.
/// target: The square of the enemy.
/// retreat: The direction of the retreat: 0 north, 2 east, 4 south, 6 west; 0 for no effect.
/// distance: Gun minus armour of the side that is hit; 0 for no effect.
pub const SHOOT: u8 = 1;
/// Returns the code of the action `shoot`.
///
/// # Panics
/// With the feature `std`, if a part is out of range.
pub const fn make_shoot(firer: u64, target: u64, retreat: u64, distance: u64) -> u64 {
    #[cfg(feature = "std")]
    assert!(firer <= 255, "make_shoot: firer is from 0 to 255");
    #[cfg(feature = "std")]
    assert!(target <= 255, "make_shoot: target is from 0 to 255");
    #[cfg(feature = "std")]
    assert!(retreat <= 6, "make_shoot: retreat is from 0 to 6");
    #[cfg(feature = "std")]
    assert!(distance <= 5, "make_shoot: distance is from 0 to 5");
    281474976710656 | (firer & 255) | (target & 255) << 8 | (retreat & 15) << 16 | (distance & 15) << 20
}
/// Returns `firer` of a `shoot` action.
pub const fn shoot_firer(action: u64) -> usize {
    (action & 255) as usize
}
/// Returns `target` of a `shoot` action.
pub const fn shoot_target(action: u64) -> usize {
    (action >> 8 & 255) as usize
}
/// Returns `retreat` of a `shoot` action.
pub const fn shoot_retreat(action: u64) -> usize {
    (action >> 16 & 15) as usize
}
/// Returns `distance` of a `shoot` action.
pub const fn shoot_distance(action: u64) -> usize {
    (action >> 20 & 15) as usize
}

/// Ends the fire phase.
pub const END_FIRING: u8 = 2;
/// Returns the code of the action `end_firing`.
///
/// # Panics
/// With the feature `std`, if a part is out of range.
pub const fn make_end_firing() -> u64 {
    562949953421312
}

/// Moves a piece.
/// from: The square of the piece.
/// to: The destination.
/// facing: Its facing at the end: 0 to 7 clockwise from north.
pub const MOVE: u8 = 3;
/// Returns the code of the action `move`.
///
/// # Panics
/// With the feature `std`, if a part is out of range.
pub const fn make_move(from: u64, to: u64, facing: u64) -> u64 {
    #[cfg(feature = "std")]
    assert!(from <= 255, "make_move: from is from 0 to 255");
    #[cfg(feature = "std")]
    assert!(to <= 255, "make_move: to is from 0 to 255");
    #[cfg(feature = "std")]
    assert!(facing <= 7, "make_move: facing is from 0 to 7");
    844424930131968 | (from & 255) | (to & 255) << 8 | (facing & 255) << 16
}
/// Returns `from` of a `move` action.
pub const fn move_from(action: u64) -> usize {
    (action & 255) as usize
}
/// Returns `to` of a `move` action.
pub const fn move_to(action: u64) -> usize {
    (action >> 8 & 255) as usize
}
/// Returns `facing` of a `move` action.
pub const fn move_facing(action: u64) -> usize {
    (action >> 16 & 255) as usize
}

/// Ends the turn.
pub const END_TURN: u8 = 4;
/// Returns the code of the action `end_turn`.
///
/// # Panics
/// With the feature `std`, if a part is out of range.
pub const fn make_end_turn() -> u64 {
    1125899906842624
}

/// Number of columns. A square's number is column + columns x row.
pub const COLUMN_COUNT: usize = 16;

/// Number of rows.
pub const ROW_COUNT: usize = 16;

/// The name of each square, for @cell and @arrow in the log.
pub const SQUARE_NAMES: [&str; 256] = [
    "a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1", "i1", "j1", "k1", "l1", "m1", "n1", "o1", "p1",
    "a2", "b2", "c2", "d2", "e2", "f2", "g2", "h2", "i2", "j2", "k2", "l2", "m2", "n2", "o2", "p2",
    "a3", "b3", "c3", "d3", "e3", "f3", "g3", "h3", "i3", "j3", "k3", "l3", "m3", "n3", "o3", "p3",
    "a4", "b4", "c4", "d4", "e4", "f4", "g4", "h4", "i4", "j4", "k4", "l4", "m4", "n4", "o4", "p4",
    "a5", "b5", "c5", "d5", "e5", "f5", "g5", "h5", "i5", "j5", "k5", "l5", "m5", "n5", "o5", "p5",
    "a6", "b6", "c6", "d6", "e6", "f6", "g6", "h6", "i6", "j6", "k6", "l6", "m6", "n6", "o6", "p6",
    "a7", "b7", "c7", "d7", "e7", "f7", "g7", "h7", "i7", "j7", "k7", "l7", "m7", "n7", "o7", "p7",
    "a8", "b8", "c8", "d8", "e8", "f8", "g8", "h8", "i8", "j8", "k8", "l8", "m8", "n8", "o8", "p8",
    "a9", "b9", "c9", "d9", "e9", "f9", "g9", "h9", "i9", "j9", "k9", "l9", "m9", "n9", "o9", "p9",
    "a10", "b10", "c10", "d10", "e10", "f10", "g10", "h10", "i10", "j10", "k10", "l10", "m10",
    "n10", "o10", "p10", "a11", "b11", "c11", "d11", "e11", "f11", "g11", "h11", "i11", "j11",
    "k11", "l11", "m11", "n11", "o11", "p11", "a12", "b12", "c12", "d12", "e12", "f12", "g12",
    "h12", "i12", "j12", "k12", "l12", "m12", "n12", "o12", "p12", "a13", "b13", "c13", "d13",
    "e13", "f13", "g13", "h13", "i13", "j13", "k13", "l13", "m13", "n13", "o13", "p13", "a14",
    "b14", "c14", "d14", "e14", "f14", "g14", "h14", "i14", "j14", "k14", "l14", "m14", "n14",
    "o14", "p14", "a15", "b15", "c15", "d15", "e15", "f15", "g15", "h15", "i15", "j15", "k15",
    "l15", "m15", "n15", "o15", "p15", "a16", "b16", "c16", "d16", "e16", "f16", "g16", "h16",
    "i16", "j16", "k16", "l16", "m16", "n16", "o16", "p16",
];

/// The printed symbol for each value of the board, one character per value; a space if there is
/// none.
pub const PIECE_SYMBOLS: &str = " KLLLLMMMHHDDOOkllllmmmhhddoo";

/// The board at the start, under the default rules.
pub const START_BOARD: [i16; 256] = [
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 0, 0,
    255, 0, 0, 0, 0, 255, 255, 0, 0, 0, 0, 0, 255, 255, 0, 0, 255, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 255, 0, 0, 255, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 0, 0,
    255, 255, 255, 255, 255, 0, 0, 0, 0, 0, 0, 0, 255, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 255, 0, 0, 0, 0, 255, 255, 255, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 255, 255, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 0, 0, 0, 0, 0, 0, 0, 255, 255,
    255, 255, 255, 0, 0, 255, 255, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 0, 0, 0, 0, 0, 0, 0, 0, 255, 0,
    0, 255, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 0, 0, 255, 255, 0, 0, 0, 0, 0, 255, 255, 0, 0,
    0, 0, 255, 0, 0, 255, 255, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0,
];

/// The printed ground of each square, one character per square.
pub const SQUARE_GROUND: &str = "..........................##..#....##.....##..#............#..#........##........##..#####.......#..........##.............###....###.............##..........#.......#####..##........##........#..#............#..##.....##....#..##..........................";

/// The kinds of pieces: command, light, medium and heavy tank, tank destroyer, mortar.
pub const KIND_LETTERS: &str = "KLMHDO";

/// Maximum number of steps of a piece of each kind.
pub const KIND_SPEEDS: [i16; 6] = [
    0, 5, 4, 3, 4, 3,
];

/// The gun of each kind.
pub const KIND_GUNS: [i16; 6] = [
    1, 1, 2, 3, 4, 5,
];

/// The armour of each kind: front, side and rear of the first one, then of the next.
pub const KIND_ARMOUR: [i16; 18] = [
    1, 0, 0, 1, 0, 0, 2, 1, 0, 3, 2, 1, 2, 1, 0, 1, 0, 0,
];

/// The directions that a piece can face, clockwise.
pub const DIRECTION_NAMES: [&str; 8] = [
    "north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west",
];

/// The change of the column by a step in each direction.
pub const DIRECTION_COLUMNS: [i16; 8] = [
    0, 1, 1, 1, 0, -1, -1, -1,
];

/// The change of the row by a step in each direction.
pub const DIRECTION_ROWS: [i16; 8] = [
    1, 1, 0, -1, -1, -1, 0, 1,
];

/// Index of a metric. Surviving pieces.
pub const METRIC_PIECES: usize = 0;

/// Index of a metric. Sum of the guns of the surviving pieces.
pub const METRIC_VALUE: usize = 1;

/// Index of a metric. Enemy pieces eliminated.
pub const METRIC_ELIMINATED: usize = 2;

/// Writes the board to the log.
pub fn log_board(view: &View) {
    const SYMBOLS: &[u8] = b" KLLLLMMMHHDDOOkllllmmmhhddoo";
    const GROUND: &[u8] = b"..........................##..#....##.....##..#............#..#........##........##..#####.......#..........##.............###....###.............##..........#.......#####..##........##........#..#............#..##.....##....#..##..........................";
    const LABELS: &[u8] = b" 1 2 3 4 5 6 7 8 910111213141516";
    crate::muster::log("   a b c d e f g h i j k l m n o p\n");
    for index in 0..16 {
        let row = 15 - index;
        let mut line = [b' '; 34 + 1];
        line[..2].copy_from_slice(&LABELS[2 * row..2 * (row + 1)]);
        for column in 0..16 {
            let square = 16 * row + column;
            let symbol = SYMBOLS.get(usize::from(view.board[square])).copied().unwrap_or(b' ');
            line[2 + 2 * column + 1] =
                if symbol == b' ' { GROUND[square] } else { symbol };
        }
        line[34] = b'\n';
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
