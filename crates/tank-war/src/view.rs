//! The bytes a bot reads, and the bits of its answer.

use game::{ActionKind, BitField, Field, FieldType, Layout, Seat};

use crate::{BOXES, Boxes, Position, Tank};

const TANKS: usize = Tank::ALL.len();

/// The game's part of a view, 112 bytes, and the action codes. Both players see the same.
///
/// A seat is 0 for U and 1 for D. A tank's index is 0 to 5 in the order LA LB LC RA RB RC. The arrays of 12
/// have tank `t` of seat `s` at `6 * s + t`; the arrays of 36 have the box of row `r` and column `c` at
/// `6 * r + c`, row 0 being U's back row.
pub static LAYOUT: Layout = Layout {
    fields: &[
        field("layout", 0, FieldType::U8, 1, "Rule option: 0 a-inside, 1 a-outside."),
        field("blocked", 1, FieldType::U8, 1, "Rule option: 0 illegal, 1 wasted."),
        field("c_blocked_by_tanks", 2, FieldType::U8, 1, "Rule option: 0 false, 1 true."),
        field("max_rounds", 3, FieldType::U8, 1, "No game has more rounds: 54, or 200 with wasted moves."),
        field("rounds", 4, FieldType::U8, 1, "Rounds played."),
        field("movable", 5, FieldType::U8, 2, "By seat: bit t is set if tank t may be named now."),
        field("tanks", 7, FieldType::U8, 2, "By seat: tanks that live."),
        field("boxes", 9, FieldType::U8, 2, "By seat: boxes held."),
        field(
            "advanced",
            11,
            FieldType::I8,
            12,
            "By seat and tank: boxes advanced, 0 to 5; -1 if destroyed.",
        ),
        field("column", 23, FieldType::U8, 12, "By seat and tank: the column of its track, 0 to 5."),
        field("owner", 35, FieldType::U8, 36, "By box: the seat that holds it."),
        field("tank", 71, FieldType::U8, 36, "By box: 6 * seat + tank of the tank on it; 255 if none."),
    ],
    actions: &[ActionKind {
        name: "move",
        kind: 0,
        bits: &[BitField {
            name: "tank",
            shift: 0,
            width: 3,
            about: "The tank that moves: 0 LA, 1 LB, 2 LC, 3 RA, 4 RB, 5 RC; 6 and 7 are no actions.",
        }],
        about: "Names one of your movable tanks; it moves one box forward.",
    }],
};

/// In an array of tanks by box: no tank.
const EMPTY: u8 = 255;

const fn field(
    name: &'static str,
    offset: usize,
    kind: FieldType,
    count: usize,
    about: &'static str,
) -> Field {
    Field { name, offset, kind, count, about }
}

/// Writes the game's part of a view and returns its length.
///
/// # Panics
/// When there are fewer bytes than that.
pub(crate) fn write(position: &Position, bytes: &mut [u8]) -> usize {
    let length = LAYOUT.view_len();
    let bytes = &mut bytes[..length];
    bytes.fill(0);
    let options = position.options();
    bytes[0] = options.tracks as u8;
    bytes[1] = options.blocked as u8;
    bytes[2] = u8::from(options.c_blocked_by_tanks);
    bytes[3] = options.max_rounds();
    bytes[4] = position.rounds();
    bytes[71..71 + BOXES].fill(EMPTY);
    let held = position.boxes(Seat::Second).bits();
    for (index, owner) in bytes[35..35 + BOXES].iter_mut().enumerate() {
        *owner = (held >> index & 1) as u8;
    }
    for seat in Seat::BOTH {
        let side = seat.index();
        let movable = position.movable(seat);
        bytes[7 + side] = position.tanks(seat).len() as u8;
        bytes[9 + side] = position.boxes(seat).len() as u8;
        for tank in Tank::ALL {
            let index = TANKS * side + tank.index();
            let standing = position.standing(seat, tank);
            bytes[5 + side] |= u8::from(movable.meets(standing)) << tank.index();
            bytes[11 + index] = position.advanced(seat, tank).unwrap_or(u8::MAX);
            bytes[23 + index] = options.tracks.column(seat, tank);
            if standing != Boxes::NONE {
                bytes[71 + standing.bits().trailing_zeros() as usize] = index as u8;
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
        let field = LAYOUT.fields.iter().find(|field| field.name == name).unwrap();
        bytes[field.offset..field.end()]
            .chunks(field.kind.size())
            .map(|chunk| match field.kind {
                FieldType::U8 => i64::from(chunk[0]),
                FieldType::I8 => i64::from(chunk[0] as i8),
                _ => panic!("{name} is wider than the test reads"),
            })
            .collect()
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
