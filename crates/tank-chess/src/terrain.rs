//! The obstacles.

use crate::{Square, SquareSet};

/// The 50 squares that no piece enters. They look the same from both sides of the board.
pub const OBSTACLES: SquareSet = read(&[
    // Files a to p, rank 16 on top.
    b"................",
    b".#..##..........",
    b".#..##.....##...",
    b".#..#...........",
    b".......##.......",
    b"......#####..##.",
    b"..##..........#.",
    b"..###...........",
    b"...........###..",
    b".#..........##..",
    b".##..#####......",
    b".......##.......",
    b"...........#..#.",
    b"...##.....##..#.",
    b"..........##..#.",
    b"................",
]);

const fn read(rows: &[&[u8; 16]; 16]) -> SquareSet {
    let mut set = SquareSet::EMPTY;
    let mut index = 0u8;
    loop {
        let square = Square::from_index(index);
        if rows[15 - square.rank() as usize][square.file() as usize] == b'#' {
            set.insert(square);
        }
        if index == 255 {
            return set;
        }
        index += 1;
    }
}
