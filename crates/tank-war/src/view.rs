//! The bytes that a bot reads, and the bits of its answer.

use game::{ActionKind, BitField, Board, Ground, Layout, Seat};

use crate::{Boxes, Position, Tank};

const TANKS: usize = Tank::ALL.len();

/// The game's part of a view, 112 bytes, and the action codes. Both players see the same.
///
/// A seat is 0 for U and 1 for D. A tank's index is 0 to 5 in the order LA LB LC RA RB RC. The arrays of 12 have tank
/// `t` of seat `s` at `6 * s + t`. The arrays of 36 have the box of row `r` and column `c` at `6 * r + c`; row 0 is U's
/// back row.
pub static LAYOUT: Layout = Layout {
    fields: &[
        at::LAYOUT,
        at::BLOCKED,
        at::C_BLOCKED_BY_TANKS,
        at::MAX_ROUNDS,
        at::ROUNDS,
        at::MOVABLE,
        at::TANKS,
        at::BOXES,
        at::ADVANCED,
        at::COLUMN,
        at::OWNER,
        at::TANK,
    ],
    actions: &[ActionKind {
        name: "move",
        kind: 0,
        bits: &[BitField {
            name: "tank",
            shift: 0,
            width: 3,
            most: 5,
            least: 0,
            labels: &[],
            about: "The tank that moves: 0 LA, 1 LB, 2 LC, 3 RA, 4 RB, 5 RC; 6 and 7 are invalid.",
        }],
        about: "Names one of your movable tanks, which moves one box forward.",
    }],
    board: Some(Board {
        field: at::TANK.name,
        columns: "012345",
        rows: &["0", "1", "2", "3", "4", "5"],
        first_row_on_top: true,
        symbols: "ABCABCabcabc",
        ground: Ground::Field(at::OWNER.name, "ud"),
    }),
};

/// The fields of a view.
mod at {
    use FieldType::{I8, U8};
    use game::{Field, FieldType};

    pub(super) const LAYOUT: Field = Field::first("layout", U8, 1, "Rule option: 0 a-inside, 1 a-outside.");
    pub(super) const BLOCKED: Field = LAYOUT.then("blocked", U8, 1, "Rule option: 0 illegal, 1 wasted.");
    pub(super) const C_BLOCKED_BY_TANKS: Field =
        BLOCKED.then("c_blocked_by_tanks", U8, 1, "Rule option: 0 false, 1 true.");
    pub(super) const MAX_ROUNDS: Field = C_BLOCKED_BY_TANKS.then(
        "max_rounds",
        U8,
        1,
        "Maximum number of rounds: 54, or 200 with wasted moves.",
    );
    pub(super) const ROUNDS: Field = MAX_ROUNDS.then("rounds", U8, 1, "Rounds played.");
    pub(super) const MOVABLE: Field =
        ROUNDS.then("movable", U8, 2, "By seat: bit t is set if tank t may be named now.");
    pub(super) const TANKS: Field = MOVABLE.then("tanks", U8, 2, "By seat: number of living tanks.");
    pub(super) const BOXES: Field = TANKS.then("boxes", U8, 2, "By seat: number of boxes held.");
    pub(super) const ADVANCED: Field =
        BOXES.then("advanced", I8, 12, "By seat and tank: boxes advanced, 0 to 5; -1 if destroyed.");
    pub(super) const COLUMN: Field =
        ADVANCED.then("column", U8, 12, "By seat and tank: the column of its track, 0 to 5.");
    pub(super) const OWNER: Field = COLUMN.then("owner", U8, 36, "By box: the seat that holds it.");
    pub(super) const TANK: Field =
        OWNER.then("tank", U8, 36, "By box: 6 * seat + tank of the tank on it; 255 if none.");
}

/// Marks a box without a tank in an array of tanks by box.
const EMPTY: u8 = 255;

/// Writes the game's part of a view and returns its length.
///
/// # Panics
/// When `bytes` is shorter than that.
pub(crate) fn write(position: &Position, bytes: &mut [u8]) -> usize {
    let length = LAYOUT.view_len();
    let bytes = &mut bytes[..length];
    bytes.fill(0);
    let options = position.options();
    at::LAYOUT.put(bytes, 0, options.tracks as u64);
    at::BLOCKED.put(bytes, 0, options.blocked as u64);
    at::C_BLOCKED_BY_TANKS.put(bytes, 0, options.c_blocked_by_tanks.into());
    at::MAX_ROUNDS.put(bytes, 0, options.max_rounds().into());
    at::ROUNDS.put(bytes, 0, position.rounds().into());
    at::TANK.bytes(bytes).fill(EMPTY);
    let held = position.boxes(Seat::Second).bits();
    for (index, owner) in at::OWNER.bytes(bytes).iter_mut().enumerate() {
        *owner = (held >> index & 1) as u8;
    }
    for seat in Seat::BOTH {
        let side = seat.index();
        let movable = position.movable(seat);
        at::TANKS.put(bytes, side, position.tanks(seat).len() as u64);
        at::BOXES.put(bytes, side, position.boxes(seat).len() as u64);
        for tank in Tank::ALL {
            let index = TANKS * side + tank.index();
            let standing = position.standing(seat, tank);
            at::MOVABLE.bytes(bytes)[side] |= u8::from(movable.meets(standing)) << tank.index();
            at::ADVANCED.put(bytes, index, position.advanced(seat, tank).unwrap_or(u8::MAX).into());
            at::COLUMN.put(bytes, index, options.tracks.column(seat, tank).into());
            if standing != Boxes::NONE {
                at::TANK.put(bytes, standing.bits().trailing_zeros() as usize, index as u64);
            }
        }
    }
    length
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Blocked, Options, Tracks};

    fn view(options: Options, text: &str) -> Vec<u8> {
        let mut bytes = vec![0xAA; LAYOUT.view_len()];
        assert_eq!(write(&Position::parse(options, text).unwrap(), &mut bytes), bytes.len());
        bytes
    }

    /// The elements of a field, found by its name alone.
    fn read(bytes: &[u8], name: &str) -> Vec<i64> {
        let field = LAYOUT.field(name).unwrap();
        (0..field.count).map(|index| field.get(bytes, index) as i64).collect()
    }

    #[test]
    fn a_view_is_at_most_128_bytes() {
        assert_eq!(LAYOUT.view_len(), 112);
    }

    #[test]
    fn every_byte_stands_where_the_layout_says() {
        let options = Options { tracks: Tracks::AInside, blocked: Blocked::Wasted, c_blocked_by_tanks: true };
        let bytes = view(options, "uuuuuu/uuuuuu/uuuudu/dddddd/dddddd/dddddd U:-0-100 D:00013- 5");
        let expected: [(&str, &[i64]); 10] = [
            ("layout", &[0]),
            ("blocked", &[1]),
            ("c_blocked_by_tanks", &[1]),
            ("max_rounds", &[200]),
            ("rounds", &[5]),
            ("movable", &[0b11_1010, 0b01_1111]),
            ("tanks", &[4, 5]),
            ("boxes", &[17, 19]),
            ("advanced", &[-1, 0, -1, 1, 0, 0, 0, 0, 0, 1, 3, -1]),
            ("column", &[3, 4, 5, 2, 1, 0, 2, 1, 0, 3, 4, 5]),
        ];
        for (name, values) in expected {
            assert_eq!(read(&bytes, name), values, "{name}");
        }
        let rows = |name| read(&bytes, name).chunks(6).map(<[i64]>::to_vec).collect::<Vec<_>>();
        assert_eq!(rows("owner"), [[0; 6], [0; 6], [0, 0, 0, 0, 1, 0], [1; 6], [1; 6], [1; 6]]);
        assert_eq!(
            rows("tank"),
            [
                [5, 4, 255, 255, 1, 255],
                [255, 255, 3, 255, 255, 255],
                [255, 255, 255, 255, 10, 255],
                [255; 6],
                [255, 255, 255, 9, 255, 255],
                [8, 7, 6, 255, 255, 255],
            ]
        );
        assert_eq!(bytes[107..], [0; 5]);
    }

    #[test]
    fn the_options_show() {
        let start = "uuuuuu/uuuuuu/uuuuuu/dddddd/dddddd/dddddd U:000000 D:000000 0";
        let outside = view(Options { tracks: Tracks::AOutside, ..Options::default() }, start);
        assert_eq!(outside[..5], [1, 0, 0, 54, 0]);
        assert_eq!(read(&outside, "column"), [5, 4, 3, 0, 1, 2, 0, 1, 2, 5, 4, 3]);
    }

    #[test]
    fn every_action_is_in_the_described_bits() {
        for tank in Tank::ALL {
            let kind = &LAYOUT.actions[0];
            let bits = &kind.bits[0];
            assert_eq!(tank.action().kind(), kind.kind);
            assert_eq!(tank.action().payload() >> bits.shift & ((1 << bits.width) - 1), tank.index() as u64);
        }
    }
}
