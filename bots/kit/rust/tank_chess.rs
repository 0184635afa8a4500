//! Tank Chess: what a bot sees, and how it answers.
//! Made from the layout in the rules' own code; do not edit.
#![allow(dead_code, reason = "no bot uses all of it")]

use core::mem::{MaybeUninit, offset_of};

use crate::muster::Kept;

/// What a bot sees.
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
    /// 0 setup, 1 firing, 2 moving, 3 the game is over.
    pub phase: u8,
    /// The seat whose turn it is: 0 White, 1 Black; 2 in the setup, when both act.
    pub mover: u8,
    /// Rule option pieces: 14 full, 10 basic.
    pub pieces_per_side: u8,
    /// Rule option min_range: shortest distance of a shot, save the mortar's.
    pub min_range: u8,
    /// Rule option side_edge: 0 eliminates, 1 blocks the choice.
    pub side_edge: u8,
    /// Rule option command_files: the first, 0 is file a.
    pub command_first_file: u8,
    /// Rule option command_files: the last, 0 is file a.
    pub command_last_file: u8,
    /// Placements that each seat has made.
    pub placed: u8,
    /// Rule option no_elimination_turns: twice as many quiet turns draw the game.
    pub no_elimination_turns: u16,
    /// Turns in a row before this one, of both seats together, without an elimination.
    pub quiet_turns: u16,
    /// How often the position at the start of this turn has occurred; 3 draw.
    pub occurrences: u8,
    /// 1 if a piece was eliminated in this turn.
    pub elimination: u8,
    /// The mover's pieces of the group that moves, bit i for the mover's piece i; 0 before the
    /// first move.
    pub group: u16,
    /// For each piece of the mover the enemies it had a valid shot at when the turn started, bit j
    /// for the other seat's piece j.
    pub targets: [u16; 14],
    /// White's pieces 0 to 13, then Black's: 0 K, 1 L, 2 M, 3 H, 4 D, 5 O.
    pub kind: [u8; 28],
    /// Where each piece stands: 16 times the rank from 0, plus the file from 0.
    pub square: [u8; 28],
    /// Where each piece faces: 0 to 7 clockwise from north.
    pub facing: [u8; 28],
    /// Of each piece: 1 on the board and known to you, plus in this turn: 2 fired, 4 fired on, 8
    /// moved, 16 in the group that moves. 0: square and facing mean nothing.
    pub state: [u8; 28],
    /// Each square: 0 empty, 255 obstacle, 1 to 14 White's piece 0 to 13, 15 to 28 Black's.
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
/// square: On this square.
/// piece: A piece of this kind: 0 K, 1 L, 2 M, 3 H, 4 D, 5 O.
/// facing: Facing there: 0 to 7 clockwise from north.
pub const PLACE: u8 = 0;
/// The code of such an action.
pub const fn make_place(square: u64, piece: u64, facing: u64) -> u64 {
    (square & 255) | (piece & 255) << 8 | (facing & 255) << 16
}
/// A part of such a code.
pub const fn place_square(action: u64) -> usize {
    (action & 255) as usize
}
/// A part of such a code.
pub const fn place_piece(action: u64) -> usize {
    (action >> 8 & 255) as usize
}
/// A part of such a code.
pub const fn place_facing(action: u64) -> usize {
    (action >> 16 & 255) as usize
}

/// Fires on an enemy.
/// firer: The square of the piece that fires.
/// target: The square of the enemy.
/// retreat: Where the target retreats: 0 north, 2 east, 4 south, 6 west; 0 for no effect.
/// distance: Gun less armour of the side that is hit; 0 for no effect.
pub const SHOOT: u8 = 1;
/// The code of such an action.
pub const fn make_shoot(firer: u64, target: u64, retreat: u64, distance: u64) -> u64 {
    281474976710656 | (firer & 255) | (target & 255) << 8 | (retreat & 15) << 16 | (distance & 15) << 20
}
/// A part of such a code.
pub const fn shoot_firer(action: u64) -> usize {
    (action & 255) as usize
}
/// A part of such a code.
pub const fn shoot_target(action: u64) -> usize {
    (action >> 8 & 255) as usize
}
/// A part of such a code.
pub const fn shoot_retreat(action: u64) -> usize {
    (action >> 16 & 15) as usize
}
/// A part of such a code.
pub const fn shoot_distance(action: u64) -> usize {
    (action >> 20 & 15) as usize
}

/// Ends the fire phase.
pub const END_FIRING: u8 = 2;
/// The code of such an action.
pub const fn make_end_firing() -> u64 {
    562949953421312
}

/// Moves a piece.
/// from: From this square.
/// to: To this square.
/// facing: Facing there in the end: 0 to 7 clockwise from north.
pub const MOVE: u8 = 3;
/// The code of such an action.
pub const fn make_move(from: u64, to: u64, facing: u64) -> u64 {
    844424930131968 | (from & 255) | (to & 255) << 8 | (facing & 255) << 16
}
/// A part of such a code.
pub const fn move_from(action: u64) -> usize {
    (action & 255) as usize
}
/// A part of such a code.
pub const fn move_to(action: u64) -> usize {
    (action >> 8 & 255) as usize
}
/// A part of such a code.
pub const fn move_facing(action: u64) -> usize {
    (action >> 16 & 255) as usize
}

/// Ends the turn.
pub const END_TURN: u8 = 4;
/// The code of such an action.
pub const fn make_end_turn() -> u64 {
    1125899906842624
}

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
