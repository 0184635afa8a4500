//! The fire phase: valid shots, and the effect of a hit.
//!
//! A pair of firer and target must be a valid shot both at the start of the turn and when it is fired, so a retreat
//! uncovers no new target. A piece fires at most once per turn, and is fired on at most once.

use game::Seat;

use crate::board::Board;
use crate::piece::{COMMAND, FULL, Numbers};
use crate::retreat::Fate;
use crate::{Direction, Kind, Options, Piece, Position, Shot, Square};

/// For each piece of the mover, by number, the enemies at which it has a valid shot.
pub(crate) type Targets = [Numbers; FULL];

/// The valid shots of a seat on a board.
pub(crate) fn targets(board: &Board, options: Options, seat: Seat) -> Targets {
    let mut targets = [Numbers::NONE; FULL];
    let enemies = &board.armies[seat.other()];
    for number in board.armies[seat].present.iter() {
        let firer = board.piece(seat, number);
        for enemy in enemies.present.iter() {
            if line_of_fire(board, options, firer, enemies.squares[usize::from(enemy)]).is_some() {
                targets[usize::from(number)].insert(enemy);
            }
        }
    }
    targets
}

/// The direction in which a piece has a valid shot at an enemy on a square; `None` if it has none.
fn line_of_fire(board: &Board, options: Options, firer: Piece, target: Square) -> Option<Direction> {
    let (direction, distance) = firer.square.line_to(target)?;
    if firer.kind.is_fixed() && direction != firer.facing {
        return None;
    }
    let valid = match firer.kind {
        Kind::Mortar => (3..=5).contains(&distance),
        _ => distance >= options.min_range && is_clear(board, firer.square, direction, distance),
    };
    valid.then_some(direction)
}

/// Returns `true` if the squares before the one at the distance are empty.
fn is_clear(board: &Board, from: Square, direction: Direction, distance: u8) -> bool {
    let mut here = from;
    (1..distance).all(|_| {
        here.step(direction).is_some_and(|next| {
            here = next;
            board.is_empty(next)
        })
    })
}

/// Gun minus armour of the side that a shot in this direction hits; 0 for a shot without effect.
pub(crate) fn force(gun: u8, direction: Direction, target: Piece) -> u8 {
    let armour = target.kind.armour();
    let met = if direction == target.facing.opposite() {
        armour.front
    } else if direction == target.facing {
        armour.rear
    } else {
        armour.side
    };
    gun.saturating_sub(met)
}

impl Position {
    pub(crate) fn may_fire(&self, shot: Shot) -> bool {
        let seat = self.turn.mover;
        let Some(firer) = self.board.number_at(seat, shot.firer) else { return false };
        let Some(target) = self.board.number_at(seat.other(), shot.target) else { return false };
        self.open_targets(firer).contains(target)
            && self.shots_of_pair(firer, target).any(|legal| legal == shot)
    }

    pub(crate) fn shots(&self) -> impl Iterator<Item = Shot> {
        let seat = self.turn.mover;
        self.board.numbers_by_square(seat).flat_map(move |firer| {
            let open = self.open_targets(firer);
            self.board
                .numbers_by_square(seat.other())
                .filter(move |&target| open.contains(target))
                .flat_map(move |target| self.shots_of_pair(firer, target))
        })
    }

    /// The enemies that were targets of the mover's piece at the start of the turn, unless the piece has fired or they
    /// were fired on since.
    fn open_targets(&self, firer: u8) -> Numbers {
        match &self.start {
            Some(start) if !self.turn.fired.contains(firer) => {
                start.targets[usize::from(firer)].without(self.turn.fired_on)
            }
            _ => Numbers::NONE,
        }
    }

    /// The currently possible shots of a pair, one for each retreat that may be chosen.
    fn shots_of_pair(&self, firer: u8, target: u8) -> impl Iterator<Item = Shot> {
        let seat = self.turn.mover;
        let firer = self.board.piece(seat, firer);
        let target = self.board.piece(seat.other(), target);
        line_of_fire(&self.board, self.options, firer, target.square).into_iter().flat_map(move |direction| {
            let force = force(firer.kind.gun(), direction, target);
            self.retreats(target, direction, force).map(move |retreat| Shot {
                firer: firer.square,
                target: target.square,
                retreat,
            })
        })
    }

    /// Fires a legal shot.
    pub(crate) fn fire(&mut self, shot: Shot) {
        let seat = self.turn.mover;
        let enemy = seat.other();
        let firer = self.board.number_at(seat, shot.firer).expect("a firer");
        let target = self.board.number_at(enemy, shot.target).expect("a target");
        self.turn.fired.insert(firer);
        self.turn.fired_on.insert(target);
        let Some(retreat) = shot.retreat else { return };
        match self.fate(shot.target, retreat) {
            Fate::Reaches(square) => {
                let facing = self.board.armies[enemy].facings[usize::from(target)];
                self.board.relocate(enemy, target, square, facing);
            }
            Fate::Stopped | Fate::OffTheBoard => {
                self.board.remove(enemy, target);
                self.turn.elimination = true;
                if target == COMMAND {
                    self.win();
                }
            }
        }
    }
}
