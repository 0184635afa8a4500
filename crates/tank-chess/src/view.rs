//! The bytes a bot reads, and the bits of action codes.

use game::{ActionKind, BitField, Field, FieldType, Layout, PerSeat, Seat};

use crate::action::code;
use crate::board::{BARE, Board};
use crate::history::TurnStart;
use crate::piece::{FULL, Numbers, PIECES};
use crate::{Position, SideEdge, Stage};

/// The layout of views and action codes.
pub const LAYOUT: Layout = Layout { fields: FIELDS, actions: ACTIONS };

/// Numbers of pieces of both sides: White's 0 to 13, Black's 14 to 27.
const BOTH: usize = 2 * FULL;

mod at {
    use super::{BOTH, FULL};

    pub(super) const PHASE: usize = 0;
    pub(super) const MOVER: usize = 1;
    pub(super) const PIECES_PER_SIDE: usize = 2;
    pub(super) const MIN_RANGE: usize = 3;
    pub(super) const SIDE_EDGE: usize = 4;
    pub(super) const COMMAND_FIRST_FILE: usize = 5;
    pub(super) const COMMAND_LAST_FILE: usize = 6;
    pub(super) const PLACED: usize = 7;
    pub(super) const NO_ELIMINATION_TURNS: usize = 8;
    pub(super) const QUIET_TURNS: usize = 10;
    pub(super) const OCCURRENCES: usize = 12;
    pub(super) const ELIMINATION: usize = 13;
    pub(super) const GROUP: usize = 14;
    pub(super) const TARGETS: usize = 16;
    pub(super) const KIND: usize = TARGETS + 2 * FULL;
    pub(super) const SQUARE: usize = KIND + BOTH;
    pub(super) const FACING: usize = SQUARE + BOTH;
    pub(super) const STATE: usize = FACING + BOTH;
    pub(super) const BOARD: usize = STATE + BOTH;
}

/// Bits of a piece's `state`.
mod state {
    pub(super) const ON_BOARD: u8 = 1;
    pub(super) const FIRED: u8 = 2;
    pub(super) const FIRED_ON: u8 = 4;
    pub(super) const MOVED: u8 = 8;
    pub(super) const IN_GROUP: u8 = 16;
}

const FIELDS: &[Field] = &[
    byte("phase", at::PHASE, "0 setup, 1 firing, 2 moving, 3 the game is over."),
    byte("mover", at::MOVER, "The seat whose turn it is: 0 White, 1 Black; 2 in the setup, when both act."),
    byte("pieces_per_side", at::PIECES_PER_SIDE, "Rule option pieces: 14 full, 10 basic."),
    byte(
        "min_range",
        at::MIN_RANGE,
        "Rule option min_range: shortest distance of a shot, save the mortar's.",
    ),
    byte("side_edge", at::SIDE_EDGE, "Rule option side_edge: 0 eliminates, 1 blocks the choice."),
    byte("command_first_file", at::COMMAND_FIRST_FILE, "Rule option command_files: the first, 0 is file a."),
    byte("command_last_file", at::COMMAND_LAST_FILE, "Rule option command_files: the last, 0 is file a."),
    byte("placed", at::PLACED, "Placements that each seat has made."),
    Field {
        name: "no_elimination_turns",
        offset: at::NO_ELIMINATION_TURNS,
        kind: FieldType::U16,
        count: 1,
        about: "Rule option no_elimination_turns: twice as many quiet turns draw the game.",
    },
    Field {
        name: "quiet_turns",
        offset: at::QUIET_TURNS,
        kind: FieldType::U16,
        count: 1,
        about: "Turns in a row before this one, of both seats together, without an elimination.",
    },
    byte(
        "occurrences",
        at::OCCURRENCES,
        "How often the position at the start of this turn has occurred; 3 draw.",
    ),
    byte("elimination", at::ELIMINATION, "1 if a piece was eliminated in this turn."),
    Field {
        name: "group",
        offset: at::GROUP,
        kind: FieldType::U16,
        count: 1,
        about: "The mover's pieces of the group that moves, bit i for the mover's piece i; 0 before the first move.",
    },
    Field {
        name: "targets",
        offset: at::TARGETS,
        kind: FieldType::U16,
        count: FULL,
        about: "For each piece of the mover the enemies it had a valid shot at when the turn started, bit j for \
                the other seat's piece j.",
    },
    pieces("kind", at::KIND, "White's pieces 0 to 13, then Black's: 0 K, 1 L, 2 M, 3 H, 4 D, 5 O."),
    pieces("square", at::SQUARE, "Where each piece stands: 16 times the rank from 0, plus the file from 0."),
    pieces("facing", at::FACING, "Where each piece faces: 0 to 7 clockwise from north."),
    pieces(
        "state",
        at::STATE,
        "Of each piece: 1 on the board and known to you, plus in this turn: 2 fired, 4 fired on, 8 moved, 16 in \
         the group that moves. 0: square and facing mean nothing.",
    ),
    Field {
        name: "board",
        offset: at::BOARD,
        kind: FieldType::U8,
        count: 256,
        about: "Each square: 0 empty, 255 obstacle, 1 to 14 White's piece 0 to 13, 15 to 28 Black's.",
    },
];

const fn byte(name: &'static str, offset: usize, about: &'static str) -> Field {
    Field { name, offset, kind: FieldType::U8, count: 1, about }
}

const fn pieces(name: &'static str, offset: usize, about: &'static str) -> Field {
    Field { name, offset, kind: FieldType::U8, count: BOTH, about }
}

const ACTIONS: &[ActionKind] = &[
    ActionKind {
        name: "place",
        kind: code::PLACE,
        bits: &[
            bits("square", 0, 8, "On this square."),
            bits("piece", 8, 8, "A piece of this kind: 0 K, 1 L, 2 M, 3 H, 4 D, 5 O."),
            bits("facing", 16, 8, "Facing there: 0 to 7 clockwise from north."),
        ],
        about: "Places the next piece in the setup.",
    },
    ActionKind {
        name: "shoot",
        kind: code::SHOOT,
        bits: &[
            bits("firer", 0, 8, "The square of the piece that fires."),
            bits("target", 8, 8, "The square of the enemy."),
            bits(
                "retreat",
                16,
                4,
                "Where the target retreats: 0 north, 2 east, 4 south, 6 west; 0 for no effect.",
            ),
            bits("distance", 20, 4, "Gun less armour of the side that is hit; 0 for no effect."),
        ],
        about: "Fires on an enemy.",
    },
    ActionKind { name: "end_firing", kind: code::END_FIRING, bits: &[], about: "Ends the fire phase." },
    ActionKind {
        name: "move",
        kind: code::MOVE,
        bits: &[
            bits("from", 0, 8, "From this square."),
            bits("to", 8, 8, "To this square."),
            bits("facing", 16, 8, "Facing there in the end: 0 to 7 clockwise from north."),
        ],
        about: "Moves a piece.",
    },
    ActionKind { name: "end_turn", kind: code::END_TURN, bits: &[], about: "Ends the turn." },
];

const fn bits(name: &'static str, shift: u32, width: u32, about: &'static str) -> BitField {
    BitField { name, shift, width, about }
}

/// The first byte of each side's pieces in an array over the pieces of both.
const FIRST: PerSeat<usize> = PerSeat::new(0, FULL);

impl Position {
    /// Writes what the seat may see and returns the number of bytes.
    pub(crate) fn write_view(&self, seat: Seat, bytes: &mut [u8]) -> usize {
        const LEN: usize = LAYOUT.view_len();
        let view = &mut bytes[..LEN];
        view[at::BOARD + 256..].fill(0);
        self.write_options(view);
        self.write_turn(view);
        self.write_pieces(seat, view);
        LEN
    }

    fn write_options(&self, view: &mut [u8]) {
        let options = &self.options;
        view[at::PIECES_PER_SIDE] = options.side();
        view[at::MIN_RANGE] = options.min_range;
        view[at::SIDE_EDGE] = u8::from(options.side_edge == SideEdge::BlocksChoice);
        (view[at::COMMAND_FIRST_FILE], view[at::COMMAND_LAST_FILE]) = options.command_files;
        put_u16(view, at::NO_ELIMINATION_TURNS, options.no_elimination_turns);
    }

    fn write_turn(&self, view: &mut [u8]) {
        let in_setup = self.stage == Stage::Setup;
        view[at::PHASE] = match self.stage {
            Stage::Setup => 0,
            Stage::Fire => 1,
            Stage::Move => 2,
            Stage::Over(_) => 3,
        };
        view[at::MOVER] = if in_setup { 2 } else { self.turn.mover as u8 };
        view[at::PLACED] = if in_setup { self.placed() } else { self.options.side() };
        put_u16(view, at::QUIET_TURNS, self.turn.quiet);
        view[at::OCCURRENCES] = self.occurrences() as u8;
        view[at::ELIMINATION] = u8::from(self.turn.elimination);
        put_u16(view, at::GROUP, self.turn.group.0);
        let none = [Numbers::NONE; FULL];
        let targets = self.start.as_deref().map_or(&none, |start: &TurnStart| &start.targets);
        for (index, enemies) in targets.iter().enumerate() {
            put_u16(view, at::TARGETS + 2 * index, enemies.0);
        }
    }

    fn write_pieces(&self, viewer: Seat, view: &mut [u8]) {
        view[at::BOARD..at::BOARD + 256].copy_from_slice(&self.board.bytes);
        for (seat, &first) in FIRST.iter() {
            for (index, kind) in PIECES.iter().enumerate() {
                view[at::KIND + first + index] = kind.index();
            }
            if self.hidden_placements() > 0 && seat != viewer {
                hide(&self.board, seat, view);
                continue;
            }
            let army = &self.board.armies[seat];
            for index in 0..FULL {
                view[at::SQUARE + first + index] = army.squares[index].index();
                view[at::FACING + first + index] = army.facings[index].index();
                view[at::STATE + first + index] = self.state_of(seat, index as u8);
            }
        }
    }

    fn state_of(&self, seat: Seat, number: u8) -> u8 {
        if !self.board.armies[seat].present.contains(number) {
            return 0;
        }
        let flag = |set: Numbers, bit: u8| if set.contains(number) { bit } else { 0 };
        let turn = &self.turn;
        let in_turn = if seat == turn.mover {
            flag(turn.fired, state::FIRED)
                | flag(turn.moved, state::MOVED)
                | flag(turn.group, state::IN_GROUP)
        } else {
            flag(turn.fired_on, state::FIRED_ON)
        };
        state::ON_BOARD | in_turn
    }
}

/// Leaves out what a seat has placed.
fn hide(board: &Board, seat: Seat, view: &mut [u8]) {
    for array in [at::SQUARE, at::FACING, at::STATE] {
        view[array + FIRST[seat]..][..FULL].fill(0);
    }
    for square in board.occupied[seat].iter() {
        let index = usize::from(square.index());
        view[at::BOARD + index] = BARE[index];
    }
}

fn put_u16(view: &mut [u8], offset: usize, value: u16) {
    view[offset..offset + 2].copy_from_slice(&value.to_le_bytes());
}
