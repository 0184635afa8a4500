//! The board rotated by 180 degrees, with the seats exchanged.

use std::sync::Arc;

use game::{End, Seat};

use crate::board::{Army, Board};
use crate::history::{TurnStart, earlier};
use crate::piece::FULL;
use crate::{Action, Move, Placement, Position, Retreat, Shot, Stage};

impl Action {
    /// The same action on the rotated board.
    #[must_use]
    pub const fn turned(self) -> Action {
        match self {
            Action::Place(Placement { kind, square, facing }) => {
                Action::Place(Placement { kind, square: square.turned(), facing: facing.opposite() })
            }
            Action::Shoot(Shot { firer, target, retreat }) => Action::Shoot(Shot {
                firer: firer.turned(),
                target: target.turned(),
                retreat: match retreat {
                    None => None,
                    Some(Retreat { direction, distance }) => {
                        Some(Retreat { direction: direction.opposite(), distance })
                    }
                },
            }),
            Action::Move(Move { from, to, facing }) => {
                Action::Move(Move { from: from.turned(), to: to.turned(), facing: facing.opposite() })
            }
            Action::EndFiring | Action::EndTurn => self,
        }
    }
}

impl Position {
    /// The position with the seats exchanged and the board rotated, including its history. `None` in the setup, where
    /// the seats differ: White takes the first turn after it.
    pub fn turned(&self) -> Option<Position> {
        if self.stage == Stage::Setup {
            return None;
        }
        let mut turned = self.clone();
        turned.board = turned_board(&self.board);
        turned.turn.mover = self.turn.mover.other();
        turned.turn.made = self.turn.made.clone().map(Action::turned);
        if let Stage::Over(End { outcome, reason }) = self.stage {
            turned.stage = Stage::Over(End { outcome: outcome.swapped(), reason });
        }
        turned.start = self.turned_history();
        Some(turned)
    }

    fn turned_history(&self) -> Option<Arc<TurnStart>> {
        let chain: Vec<&TurnStart> = earlier(self.start.as_deref()).collect();
        chain.into_iter().rev().fold(None, |before, start| {
            let board = turned_board(&start.board());
            Some(Arc::new(TurnStart::new(&board, self.options, start.mover.other(), before)))
        })
    }
}

fn turned_board(board: &Board) -> Board {
    let mut turned = Board::bare();
    for seat in Seat::BOTH {
        let Army { squares, facings, present } = &board.armies[seat];
        for number in (0..FULL as u8).filter(|&number| present.contains(number)) {
            let index = usize::from(number);
            turned.put(seat.other(), number, squares[index].turned(), facings[index].opposite());
        }
    }
    turned
}
