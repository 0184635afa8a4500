//! The bytes that a bot reads, and the bits of action codes.

use game::{ActionKind, BitField, Board as TextBoard, Field, Ground, Layout, PerSeat, Seat};

use crate::action::{MAX_DISTANCE, code};
use crate::board::{BARE, Board};
use crate::history::TurnStart;
use crate::piece::{FULL, Numbers, PIECES};
use crate::{Position, SideEdge, Stage};

/// The layout of views and action codes.
pub const LAYOUT: Layout = Layout {
    fields: FIELDS,
    actions: ACTIONS,
    board: Some(TextBoard {
        field: at::BOARD.name,
        columns: "abcdefghijklmnop",
        rows: &["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16"],
        first_row_on_top: false,
        symbols: " KLLLLMMMHHDDOOkllllmmmhhddoo",
        ground: Ground::Squares(GROUND),
    }),
};

/// The ground from a1 on: `#` for an obstacle.
const GROUND: &str = "\
    ................\
    ..........##..#.\
    ...##.....##..#.\
    ...........#..#.\
    .......##.......\
    .##..#####......\
    .#..........##..\
    ...........###..\
    ..###...........\
    ..##..........#.\
    ......#####..##.\
    .......##.......\
    .#..#...........\
    .#..##.....##...\
    .#..##..........\
    ................";

/// Number of pieces of both sides: White's are 0 to 13, Black's 14 to 27.
const BOTH: usize = 2 * FULL;

/// The fields of a view.
mod at {
    use FieldType::{U8, U16};
    use game::{Field, FieldType};

    use super::{BOTH, FULL};

    pub(super) const PHASE: Field = Field::first("phase", U8, 1, "0 setup, 1 firing, 2 moving, 3 game over.");
    pub(super) const MOVER: Field = PHASE.then(
        "mover",
        U8,
        1,
        "The seat whose turn it is: 0 White, 1 Black; 2 in the setup, when both act.",
    );
    pub(super) const PIECES_PER_SIDE: Field =
        MOVER.then("pieces_per_side", U8, 1, "Rule option pieces: 14 full, 10 basic.");
    pub(super) const MIN_RANGE: Field = PIECES_PER_SIDE.then(
        "min_range",
        U8,
        1,
        "Rule option min_range: minimum distance of a shot, except a mortar's.",
    );
    pub(super) const SIDE_EDGE: Field =
        MIN_RANGE.then("side_edge", U8, 1, "Rule option side_edge: 0 eliminates, 1 blocks the choice.");
    pub(super) const COMMAND_FIRST_FILE: Field =
        SIDE_EDGE.then("command_first_file", U8, 1, "Rule option command_files: the first, 0 is file a.");
    pub(super) const COMMAND_LAST_FILE: Field = COMMAND_FIRST_FILE.then(
        "command_last_file",
        U8,
        1,
        "Rule option command_files: the last, 0 is file a.",
    );
    pub(super) const PLACED: Field =
        COMMAND_LAST_FILE.then("placed", U8, 1, "Number of placements by each seat.");
    pub(super) const NO_ELIMINATION_TURNS: Field = PLACED.then(
        "no_elimination_turns",
        U16,
        1,
        "Rule option no_elimination_turns: twice as many quiet turns draw the game.",
    );
    pub(super) const QUIET_TURNS: Field = NO_ELIMINATION_TURNS.then(
        "quiet_turns",
        U16,
        1,
        "Consecutive turns of both seats before this one without an elimination.",
    );
    pub(super) const OCCURRENCES: Field = QUIET_TURNS.then(
        "occurrences",
        U8,
        1,
        "Number of occurrences of the position at the start of this turn; the third is a draw.",
    );
    pub(super) const ELIMINATION: Field =
        OCCURRENCES.then("elimination", U8, 1, "1 if a piece was eliminated in this turn.");
    pub(super) const GROUP: Field = ELIMINATION.then(
        "group",
        U16,
        1,
        "The pieces of the group that moves in this turn: bit i for the mover's piece i; 0 before its first move.",
    );
    pub(super) const TARGETS: Field = GROUP.then(
        "targets",
        U16,
        FULL,
        "For each piece of the mover: its valid targets at the start of the turn, bit j for the other \
                seat's piece j.",
    );
    pub(super) const KIND: Field =
        TARGETS.then("kind", U8, BOTH, "White's pieces 0 to 13, then Black's: 0 K, 1 L, 2 M, 3 H, 4 D, 5 O.");
    pub(super) const SQUARE: Field =
        KIND.then("square", U8, BOTH, "The square of each piece: 16 x rank + file, both from 0.");
    pub(super) const FACING: Field =
        SQUARE.then("facing", U8, BOTH, "The facing of each piece: 0 to 7 clockwise from north.");
    pub(super) const STATE: Field = FACING.then("state", U8, BOTH, "Flags of each piece: 1 on the board and known to you; in this turn: 2 fired, 4 fired on, 8 moved, 16 in \
         the group that moves. If 0, its square and facing mean nothing.");
    pub(super) const BOARD: Field = STATE.then(
        "board",
        U8,
        256,
        "By square: 0 empty, 255 obstacle, 1 to 14 White's piece 0 to 13, 15 to 28 Black's.",
    );
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
    at::PHASE,
    at::MOVER,
    at::PIECES_PER_SIDE,
    at::MIN_RANGE,
    at::SIDE_EDGE,
    at::COMMAND_FIRST_FILE,
    at::COMMAND_LAST_FILE,
    at::PLACED,
    at::NO_ELIMINATION_TURNS,
    at::QUIET_TURNS,
    at::OCCURRENCES,
    at::ELIMINATION,
    at::GROUP,
    at::TARGETS,
    at::KIND,
    at::SQUARE,
    at::FACING,
    at::STATE,
    at::BOARD,
];

const ACTIONS: &[ActionKind] = &[
    ActionKind {
        name: "place",
        kind: code::PLACE,
        bits: &[
            bits("square", (0, 8, u8::MAX as u64), "The square to place it on."),
            bits("piece", (8, 8, 5), "The kind of the piece: 0 K, 1 L, 2 M, 3 H, 4 D, 5 O."),
            bits("facing", (16, 8, 7), "Its facing: 0 to 7 clockwise from north."),
        ],
        about: "Places the next piece in the setup.",
    },
    ActionKind {
        name: "shoot",
        kind: code::SHOOT,
        bits: &[
            bits("firer", (0, 8, u8::MAX as u64), "The square of the piece that fires."),
            bits("target", (8, 8, u8::MAX as u64), "The square of the enemy."),
            bits(
                "retreat",
                (16, 4, 6),
                "The direction of the retreat: 0 north, 2 east, 4 south, 6 west; 0 for no effect.",
            ),
            bits(
                "distance",
                (20, 4, MAX_DISTANCE as u64),
                "Gun minus armour of the side that is hit; 0 for no effect.",
            ),
        ],
        about: "Fires at an enemy.",
    },
    ActionKind { name: "end_firing", kind: code::END_FIRING, bits: &[], about: "Ends the fire phase." },
    ActionKind {
        name: "move",
        kind: code::MOVE,
        bits: &[
            bits("from", (0, 8, u8::MAX as u64), "The square of the piece."),
            bits("to", (8, 8, u8::MAX as u64), "The destination."),
            bits("facing", (16, 8, 7), "Its facing at the end: 0 to 7 clockwise from north."),
        ],
        about: "Moves a piece.",
    },
    ActionKind { name: "end_turn", kind: code::END_TURN, bits: &[], about: "Ends the turn." },
];

/// A field of an action's code: its lowest bit, number of bits and maximum value.
const fn bits(name: &'static str, (shift, width, most): (u32, u32, u64), about: &'static str) -> BitField {
    BitField { name, shift, width, most, least: 0, labels: &[], about }
}

/// The index of each side's first piece in an array over the pieces of both.
const FIRST: PerSeat<usize> = PerSeat::new(0, FULL);

impl Position {
    /// Writes the part of the position that is visible to the seat. Returns the number of bytes.
    pub(crate) fn write_view(&self, seat: Seat, bytes: &mut [u8]) -> usize {
        const LEN: usize = LAYOUT.view_len();
        let view = &mut bytes[..LEN];
        view[at::BOARD.end()..].fill(0);
        self.write_options(view);
        self.write_turn(view);
        self.write_pieces(seat, view);
        LEN
    }

    fn write_options(&self, view: &mut [u8]) {
        let options = &self.options;
        let (first_file, last_file) = options.command_files;
        at::PIECES_PER_SIDE.put(view, 0, options.side().into());
        at::MIN_RANGE.put(view, 0, options.min_range.into());
        at::SIDE_EDGE.put(view, 0, (options.side_edge == SideEdge::BlocksChoice).into());
        at::COMMAND_FIRST_FILE.put(view, 0, first_file.into());
        at::COMMAND_LAST_FILE.put(view, 0, last_file.into());
        at::NO_ELIMINATION_TURNS.put(view, 0, options.no_elimination_turns.into());
    }

    fn write_turn(&self, view: &mut [u8]) {
        let in_setup = self.stage == Stage::Setup;
        let phase = match self.stage {
            Stage::Setup => 0,
            Stage::Fire => 1,
            Stage::Move => 2,
            Stage::Over(_) => 3,
        };
        at::PHASE.put(view, 0, phase);
        at::MOVER.put(view, 0, if in_setup { 2 } else { self.turn.mover as u64 });
        at::PLACED.put(view, 0, if in_setup { self.placed() } else { self.options.side() }.into());
        at::QUIET_TURNS.put(view, 0, self.turn.quiet.into());
        at::OCCURRENCES.put(view, 0, u64::from(self.occurrences()));
        at::ELIMINATION.put(view, 0, self.turn.elimination.into());
        at::GROUP.put(view, 0, self.turn.group.0.into());
        let none = [Numbers::NONE; FULL];
        let targets = self.start.as_deref().map_or(&none, |start: &TurnStart| &start.targets);
        for (index, enemies) in targets.iter().enumerate() {
            at::TARGETS.put(view, index, enemies.0.into());
        }
    }

    fn write_pieces(&self, viewer: Seat, view: &mut [u8]) {
        at::BOARD.bytes(view).copy_from_slice(&self.board.bytes);
        for (seat, &first) in FIRST.iter() {
            for (index, kind) in PIECES.iter().enumerate() {
                at::KIND.put(view, first + index, kind.index().into());
            }
            if self.hidden_placements() > 0 && seat != viewer {
                hide(&self.board, seat, view);
                continue;
            }
            let army = &self.board.armies[seat];
            for index in 0..FULL {
                at::SQUARE.put(view, first + index, army.squares[index].index().into());
                at::FACING.put(view, first + index, army.facings[index].index().into());
                at::STATE.put(view, first + index, self.state_of(seat, index as u8).into());
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

/// Removes a seat's placements from a view.
fn hide(board: &Board, seat: Seat, view: &mut [u8]) {
    for array in [at::SQUARE, at::FACING, at::STATE] {
        array.bytes(view)[FIRST[seat]..][..FULL].fill(0);
    }
    for square in board.occupied[seat].iter() {
        let index = usize::from(square.index());
        at::BOARD.bytes(view)[index] = BARE[index];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_printed_ground_has_the_obstacles() {
        let printed = GROUND.bytes().map(|symbol| symbol == b'#');
        assert!(printed.eq(BARE.iter().map(|&byte| byte != 0)));
    }
}
