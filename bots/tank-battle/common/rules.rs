//! The rules of Tank Battle for bots that look a few moves ahead: positions, moves, points, the end. Repetition and the
//! counter of moves without progress are left out, because they rarely matter so soon.
//!
//! Squares and tanks are those of the view: a square is 11 * rank + file, a tank 1 White's, 2 White's commander,
//! 3 Black's, 4 Black's commander. Seat 0 is White.

use crate::tank_battle::View;

/// From rank 1 up: 0 open, 1 mine, 2 contaminated, 3 Black's base, 4 White's.
const GROUND: &[u8; 121] = b"00000144444\
                             01000004414\
                             00010101444\
                             00100000144\
                             00002220004\
                             10102220101\
                             30002220000\
                             33100000100\
                             33310101000\
                             31330000010\
                             33333100000";
const WAYS: [(i8, i8); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

/// A move from one square to another.
pub type Move = (u8, u8);

/// Maximum number of moves of a position.
pub const MOST_MOVES: usize = 256;

/// A state of play.
#[derive(Clone, Copy)]
pub struct Position {
    board: [u8; 121],
    /// The seat to move.
    pub seat: usize,
    either_square: bool,
}

fn owner(tank: u8) -> usize {
    usize::from(tank > 2)
}

fn is_commander(tank: u8) -> bool {
    tank % 2 == 0
}

fn is_mine(square: usize) -> bool {
    GROUND[square] == b'1'
}

fn is_contaminated(square: usize) -> bool {
    GROUND[square] == b'2'
}

/// Returns `true` if a square lies in the base that a seat tries to reach.
fn is_goal(seat: usize, square: usize) -> bool {
    GROUND[square] == b"34"[seat]
}

/// Returns the number of steps from a square to the circle that a seat tries to reach, in the corner of the base.
pub fn steps_to_circle(seat: usize, square: usize) -> i32 {
    let (file, rank) = (square as i32 % 11, square as i32 / 11);
    if seat == 0 { file.max(10 - rank) } else { rank.max(10 - file) }
}

/// Returns the points of a tank on a square at the end.
fn points_of(tank: u8, square: usize) -> i32 {
    let seat = owner(tank);
    match is_goal(seat, square) {
        false => 1,
        true if is_commander(tank) && steps_to_circle(seat, square) == 0 => 3,
        true => 2,
    }
}

impl Position {
    /// Reads the position from a view.
    pub fn read(view: &View) -> Position {
        let either_square = view.commander_duel_in_zone == 1;
        Position { board: view.board, seat: view.to_move.into(), either_square }
    }

    /// Returns a seat's tanks, each with its square.
    pub fn tanks(&self, seat: usize) -> impl Iterator<Item = (usize, u8)> {
        let all = self.board.iter().copied().enumerate();
        all.filter(move |&(_, tank)| tank != 0 && owner(tank) == seat)
    }

    /// Returns a seat's points if the game ended now.
    pub fn points(&self, seat: usize) -> i32 {
        self.tanks(seat).map(|(square, tank)| points_of(tank, square)).sum()
    }

    /// Returns `true` if all tanks of either seat are in the enemy's base, or it has none left.
    pub fn is_over(&self) -> bool {
        [0, 1].into_iter().any(|seat| self.tanks(seat).all(|(square, _)| is_goal(seat, square)))
    }

    /// Returns the tank on a square; 0 for none.
    pub fn at(&self, square: usize) -> u8 {
        self.board[square]
    }

    /// Writes the legal moves and returns their number.
    pub fn moves(&self, moves: &mut [Move; MOST_MOVES]) -> usize {
        let mut count = 0;
        for (from, tank) in self.tanks(self.seat) {
            for way in WAYS {
                let mut here = from;
                while let Some(to) = self.next(from, here, tank, way) {
                    moves[count] = (from as u8, to as u8);
                    count += 1;
                    // A capture ends the line.
                    if self.board[to] != 0 {
                        break;
                    }
                    here = to;
                }
            }
        }
        count
    }

    /// Returns the next square on a tank's way; `None` if it cannot go on.
    fn next(&self, from: usize, here: usize, tank: u8, (east, north): (i8, i8)) -> Option<usize> {
        let (file, rank) = ((here % 11) as i8 + east, (here / 11) as i8 + north);
        if !(0..11).contains(&file) || !(0..11).contains(&rank) {
            return None;
        }
        let to = 11 * rank as usize + file as usize;
        let arrived = is_goal(self.seat, from) && !is_goal(self.seat, to);
        let closed = is_mine(to) || (is_contaminated(to) && !is_commander(tank));
        (!arrived && !closed && self.may_end(from, to, tank)).then_some(to)
    }

    /// Returns `true` if a tank may end its move on a square, given the tank that stands there.
    fn may_end(&self, from: usize, to: usize, tank: u8) -> bool {
        let target = self.board[to];
        if target == 0 {
            return true;
        }
        let duel = is_commander(tank) && is_commander(target);
        let spared = is_contaminated(to) || (self.either_square && is_contaminated(from));
        owner(target) != self.seat && !(duel && spared)
    }

    /// Returns the position after a move.
    pub fn after(&self, (from, to): Move) -> Position {
        let mut next = *self;
        next.board[usize::from(to)] = next.board[usize::from(from)];
        next.board[usize::from(from)] = 0;
        next.seat = 1 - self.seat;
        next
    }
}
