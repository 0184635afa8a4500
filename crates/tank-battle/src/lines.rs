//! Precomputed lines along which tanks slide, up to edges, mines and forbidden ground.
//!
//! Only *forward* lines are stored: right, up, and the two diagonals up, along which indices increase. The nearest tank
//! on such a line is the lowest bit of line and tanks, so one subtraction finds all squares up to it. The backward
//! lines are the forward lines of the board rotated by half a turn, which is the same board.

use crate::terrain::{BASES, CONTAMINATED, MINES};
use crate::{Square, Squares};

/// The forward lines from one square, without the square itself.
pub(crate) type Fan = [u128; 4];

/// The forward lines from every square, for one class of tanks. Empty where such a tank cannot stand.
pub(crate) struct Lines([Fan; Square::COUNT as usize]);

/// The lines of normal tanks outside the enemy's base.
pub(crate) static TANK: Lines = lines(Squares::ALL.without(MINES).without(CONTAMINATED));

/// The lines of commanders outside the enemy's base.
pub(crate) static COMMANDER: Lines = lines(Squares::ALL.without(MINES));

/// The lines of tanks in the enemy's base, which they may not leave. The bases do not touch, so one table serves both.
pub(crate) static CAPTIVE: Lines = {
    let [white, black] = [lines(BASES.0[0]).0, lines(BASES.0[1]).0];
    let mut both = white;
    let mut square = 0;
    while square < both.len() {
        let mut line = 0;
        while line < 4 {
            both[square][line] |= black[square][line];
            line += 1;
        }
        square += 1;
    }
    Lines(both)
};

impl Lines {
    #[inline]
    pub(crate) fn from(&self, square: Square) -> &Fan {
        &self.0[square.index() as usize]
    }
}

/// The squares of a fan up to and including the first tank on each line.
#[inline]
pub(crate) fn reach(fan: &Fan, occupied: u128) -> u128 {
    let along = |line: u128| {
        let tanks = line & occupied;
        // All bits up to the lowest tank, or all bits if there is none.
        line & (tanks ^ tanks.wrapping_sub(1))
    };
    along(fan[0]) | along(fan[1]) | along(fan[2]) | along(fan[3])
}

const fn lines(ground: Squares) -> Lines {
    const FORWARD: [(i8, i8); 4] = [(1, 0), (-1, 1), (0, 1), (1, 1)];
    let mut fans = [[0; 4]; Square::COUNT as usize];
    let mut index = 0;
    while index < Square::COUNT {
        let Some(square) = Square::from_index(index) else { break };
        let mut direction = 0;
        while direction < 4 && ground.contains(square) {
            fans[index as usize][direction] = line(square, FORWARD[direction], ground);
            direction += 1;
        }
        index += 1;
    }
    Lines(fans)
}

const fn line(from: Square, (right, up): (i8, i8), ground: Squares) -> u128 {
    let mut bits = 0;
    let mut at = from;
    // Off the board the numbers wrap to 255, which is no file or rank either.
    while let Some(next) =
        Square::new(at.file().wrapping_add_signed(right), at.rank().wrapping_add_signed(up))
        && ground.contains(next)
    {
        bits |= next.alone().bits();
        at = next;
    }
    bits
}

#[cfg(test)]
mod tests {
    use super::*;

    fn forward(lines: &Lines, from: &str, tanks: &str) -> String {
        let tanks: Squares = tanks.split_whitespace().map(|name| name.parse::<Square>().unwrap()).collect();
        let reached = Squares::from_bits(reach(lines.from(from.parse().unwrap()), tanks.bits()));
        reached.iter().map(|square| square.to_string()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn lines_end_at_edges_mines_and_the_first_tank() {
        assert_eq!(forward(&TANK, "a1", ""), "b1 c1 d1 e1 a2 a3 a4 a5");
        assert_eq!(forward(&TANK, "a1", "c1 d1 a2"), "b1 c1 a2");
    }

    #[test]
    fn contaminated_ground_ends_the_lines_of_normal_tanks_only() {
        assert_eq!(forward(&TANK, "f2", ""), "g2 h2 i2 e3 g3 d4 h4 c5 i5 b6 j6 a7 k7");
        assert_eq!(forward(&TANK, "f4", ""), "g4 h4");
        assert_eq!(forward(&COMMANDER, "f4", ""), "g4 h4 e5 f5 g5 d6 f6 h6 c7 f7 i7 b8 f8 j8 a9 k9");
    }

    #[test]
    fn a_tank_in_the_enemy_base_stays_there() {
        assert_eq!(forward(&CAPTIVE, "a7", ""), "a8 b8 a9 c9 a10 d10 a11 e11");
        assert_eq!(forward(&CAPTIVE, "h1", ""), "i1 j1 k1 h2 i2 j3 k4");
        assert_eq!(forward(&CAPTIVE, "f6", ""), "");
    }

    #[test]
    fn no_line_leaves_a_base_and_comes_back() {
        for from in Square::all() {
            for base in BASES.0.into_iter().filter(|base| base.contains(from)) {
                for line in COMMANDER.from(from) {
                    let inside: Vec<bool> =
                        Squares::from_bits(*line).iter().map(|square| base.contains(square)).collect();
                    assert!(inside.is_sorted_by(|nearer, farther| nearer >= farther), "{from}: {inside:?}");
                }
            }
        }
    }
}
