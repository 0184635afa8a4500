//! One state of play.

use std::sync::Arc;

use game::{End, Joint, PerSeat, Phase, Seat, SeatSet};

use crate::board::{Board, Content};
use crate::history::TurnStart;
use crate::turn::Turn;
use crate::{Action, Options, Piece, Square};

/// The stage of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Both seats place their next piece.
    Setup,
    /// The mover fires or ends firing.
    Fire,
    /// The mover moves a piece or ends the turn.
    Move,
    /// The game is over.
    Over(End),
}

/// One state of play, with the history that its rules need.
///
/// Its text is the position at the start of the turn and the actions made since (see the crate's `README.md`). It
/// leaves out the earlier positions, which only the repetition rule needs.
#[derive(Clone, Debug)]
pub struct Position {
    pub(crate) options: Options,
    pub(crate) stage: Stage,
    pub(crate) board: Board,
    pub(crate) turn: Turn,
    /// `None` in the setup.
    pub(crate) start: Option<Arc<TurnStart>>,
}

impl Position {
    /// The start of a game, with nothing placed.
    pub fn new(options: Options) -> Position {
        Position {
            options,
            stage: Stage::Setup,
            board: Board::bare(),
            turn: Turn::new(0, Seat::First, 0),
            start: None,
        }
    }

    /// The rule options.
    pub const fn options(&self) -> &Options {
        &self.options
    }

    /// The seat whose turn it is; White in the setup.
    pub const fn mover(&self) -> Seat {
        self.turn.mover
    }

    /// The turn, counted from 1 over both seats; 0 in the setup.
    pub const fn turn_number(&self) -> u32 {
        self.turn.number
    }

    /// Number of successive turns before this one, of both seats together, without an elimination.
    pub const fn quiet_turns(&self) -> u16 {
        self.turn.quiet
    }

    /// Number of occurrences of the position at the start of this turn, including this one; 0 in the setup.
    pub fn occurrences(&self) -> u32 {
        self.start.as_ref().map_or(0, |start| start.occurrences)
    }

    /// Number of earlier turns that the repetition rule compares.
    pub(crate) fn history_len(&self) -> u32 {
        self.start.as_ref().map_or(0, |start| start.earlier)
    }

    /// The piece on a square; `None` if there is none.
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        match self.board.at(square) {
            Content::Piece(seat, number) => Some(self.board.piece(seat, number)),
            Content::Empty | Content::Obstacle => None,
        }
    }

    /// The seats to act next, or the end.
    pub const fn phase(&self) -> Phase {
        match self.stage {
            Stage::Setup => Phase::Act(SeatSet::BOTH),
            Stage::Fire | Stage::Move => Phase::Act(SeatSet::only(self.turn.mover)),
            Stage::Over(end) => Phase::Over(end),
        }
    }

    /// Returns `true` if the action is legal for the seat now.
    pub fn is_legal(&self, seat: Seat, action: Action) -> bool {
        let acts = self.phase().seats().contains(seat);
        acts && match (self.stage, action) {
            (Stage::Setup, Action::Place(placement)) => self.may_place(seat, placement),
            (Stage::Fire, Action::Shoot(shot)) => self.may_fire(shot),
            (Stage::Move, Action::Move(step)) => self.may_move(step),
            (Stage::Fire, Action::EndFiring) | (Stage::Move, Action::EndTurn) => true,
            _ => false,
        }
    }

    /// Appends the legal actions of a seat. Appends nothing for a seat that is not to act.
    ///
    /// The order depends on the board alone: placements by square and facing; shots by the squares of firer and target,
    /// homeward retreats first, and `fire-` last; moves by their start square, facing and last square, and `.` last.
    pub fn legal_actions(&self, seat: Seat, list: &mut Vec<game::Action>) {
        if !self.phase().seats().contains(seat) {
            return;
        }
        match self.stage {
            Stage::Setup => list.extend(self.placements(seat).map(|place| Action::Place(place).encode())),
            Stage::Fire => {
                list.extend(self.shots().map(|shot| Action::Shoot(shot).encode()));
                list.push(Action::EndFiring.encode());
            }
            Stage::Move => {
                self.list_moves(list);
                list.push(Action::EndTurn.encode());
            }
            Stage::Over(_) => {}
        }
    }

    /// Number of legal actions of a seat.
    pub fn legal_count(&self, seat: Seat) -> u32 {
        if !self.phase().seats().contains(seat) {
            return 0;
        }
        match self.stage {
            Stage::Setup => self.count_placements(seat),
            Stage::Fire => 1 + self.shots().count() as u32,
            Stage::Move => 1 + self.count_moves(),
            Stage::Over(_) => 0,
        }
    }

    /// Plays one ply.
    ///
    /// # Panics
    /// May panic, or leave a meaningless position, unless `joint` holds a legal action for exactly the seats to act.
    pub fn apply(&mut self, joint: &Joint) {
        let actions = joint.map(|action| action.and_then(Action::decode));
        match self.stage {
            Stage::Setup => self.apply_setup(actions),
            Stage::Fire | Stage::Move => {
                let action = actions[self.turn.mover].expect("an action of the seat to act");
                self.apply_single(action);
            }
            Stage::Over(_) => {}
        }
    }

    fn apply_setup(&mut self, actions: PerSeat<Option<Action>>) {
        for (seat, action) in actions.iter() {
            if let Some(Action::Place(placement)) = *action {
                self.place(seat, placement);
            }
        }
        if self.placed() == self.options.side() {
            self.begin_turn(Turn::new(1, Seat::First, 0), None);
        }
    }

    /// Plays a ply of the seat whose turn it is.
    pub(crate) fn apply_single(&mut self, action: Action) {
        match action {
            Action::Shoot(shot) => {
                self.turn.made.push(action);
                self.fire(shot);
            }
            Action::EndFiring => {
                self.turn.made.push(action);
                self.stage = Stage::Move;
            }
            Action::Move(step) => {
                self.turn.made.push(action);
                self.make_move(step);
            }
            Action::EndTurn => self.end_turn(),
            Action::Place(_) => {}
        }
    }
}
