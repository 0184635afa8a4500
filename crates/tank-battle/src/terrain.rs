//! The ground: bases, mines, contaminated squares, circles. It never changes.

use game::{PerSeat, Seat};

use crate::{Square, Squares};

/// The board from rank 11 down, file a first: `G` Black's base, `B` White's base, `#` a mine, `R`
/// contaminated, `.` open.
const PICTURE: [&[u8; 11]; 11] = [
    b"GGGGG#.....",
    b"G#GG.....#.",
    b"GGG#.#.#...",
    b"GG#.....#..",
    b"G...RRR....",
    b"#.#.RRR.#.#",
    b"....RRR...B",
    b"..#.....#BB",
    b"...#.#.#BBB",
    b".#.....BB#B",
    b".....#BBBBB",
];

/// Mines: no tank enters them or passes through.
pub const MINES: Squares = drawn(b'#');

/// Contaminated squares: only a commander enters them or passes through.
pub const CONTAMINATED: Squares = drawn(b'R');

/// The base in which a seat's tanks start.
pub const BASES: PerSeat<Squares> = PerSeat::new(drawn(b'B'), drawn(b'G'));

/// The square marked by a circle in each seat's base, where its commander starts.
pub const CIRCLES: PerSeat<Square> = PerSeat::new(Square::new(10, 0).unwrap(), Square::new(0, 10).unwrap());

/// The base that a seat's tanks try to reach: the other seat's.
pub const fn goal(seat: Seat) -> Squares {
    BASES.0[seat.other().index()]
}

const fn drawn(letter: u8) -> Squares {
    let mut bits = 0;
    let mut row = 0;
    while row < 11 {
        let mut file = 0;
        while file < 11 {
            if PICTURE[row][file] == letter {
                bits |= 1 << ((10 - row) * 11 + file);
            }
            file += 1;
        }
        row += 1;
    }
    Squares::from_bits(bits)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn squares(names: &str) -> Squares {
        names.split(' ').map(|name| name.parse::<Square>().unwrap()).collect()
    }

    #[test]
    fn every_list_of_squares_is_the_published_one() {
        let white = squares("k5 j4 k4 i3 j3 k3 h2 i2 k2 g1 h1 i1 j1 k1");
        let black = squares("a7 a8 b8 a9 b9 c9 a10 c10 d10 a11 b11 c11 d11 e11");
        assert_eq!(BASES, PerSeat::new(white, black));
        let mines = "f11 b10 j10 d9 f9 h9 c8 i8 a6 c6 i6 k6 c4 i4 d3 f3 h3 b2 j2 f1";
        assert_eq!(MINES, squares(mines));
        assert_eq!(CONTAMINATED, squares("e7 f7 g7 e6 f6 g6 e5 f5 g5"));
        assert_eq!(CIRCLES.map(Square::alone), PerSeat::new(squares("k1"), squares("a11")));
        assert_eq!((white.len(), black.len(), MINES.len(), CONTAMINATED.len()), (14, 14, 20, 9));
    }

    #[test]
    fn the_board_is_the_published_string_of_digits() {
        let digit = |square: Square| match square {
            _ if MINES.contains(square) => '1',
            _ if CONTAMINATED.contains(square) => '2',
            _ if BASES[Seat::Second].contains(square) => '3',
            _ if BASES[Seat::First].contains(square) => '4',
            _ => '0',
        };
        let digits: String = (0..11)
            .rev()
            .flat_map(|rank| (0..11).map(move |file| digit(Square::new(file, rank).unwrap())))
            .collect();
        assert_eq!(
            digits,
            "3333310000031330000010333101010003310000010030002220000101022201010000222000400100000144\
             000101014440100000441400000144444"
        );
    }

    #[test]
    fn half_a_turn_changes_nothing_but_whose_base_it_is() {
        assert_eq!(MINES.mirrored(), MINES);
        assert_eq!(CONTAMINATED.mirrored(), CONTAMINATED);
        assert_eq!(BASES.map(Squares::mirrored), BASES.swapped());
        assert_eq!(CIRCLES.map(Square::mirrored), CIRCLES.swapped());
    }
}
