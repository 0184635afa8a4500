//! The actions and state of the current turn.

use game::Seat;

use crate::Action;
use crate::piece::{FULL, Numbers};

/// The current turn; in the setup number 0 with nothing done.
#[derive(Clone, Debug)]
pub(crate) struct Turn {
    /// The number, counted from 1 over both seats.
    pub(crate) number: u32,
    /// The seat whose turn it is.
    pub(crate) mover: Seat,
    /// Number of successive turns before this one, of both seats together, without an elimination.
    pub(crate) quiet: u16,
    /// The mover's pieces that fired.
    pub(crate) fired: Numbers,
    /// The other side's pieces that were fired on, with effect or without.
    pub(crate) fired_on: Numbers,
    /// `true` if a piece was eliminated.
    pub(crate) elimination: bool,
    /// The mover's pieces that moved.
    pub(crate) moved: Numbers,
    /// The group that the first move designated; empty before that.
    pub(crate) group: Numbers,
    /// The actions, in order.
    pub(crate) made: Made,
}

impl Turn {
    /// A turn in which nothing has happened yet.
    pub(crate) const fn new(number: u32, mover: Seat, quiet: u16) -> Turn {
        Turn {
            number,
            mover,
            quiet,
            fired: Numbers::NONE,
            fired_on: Numbers::NONE,
            elimination: false,
            moved: Numbers::NONE,
            group: Numbers::NONE,
            made: Made::new(),
        }
    }
}

/// Maximum number of plies of one turn: every piece fires once, every piece except the Command tank moves once, and
/// each phase is ended.
pub(crate) const fn max_plies(side: u32) -> u32 {
    side + 1 + (side - 1) + 1
}

/// All plies of a turn except the one that ends it.
const CAPACITY: usize = max_plies(FULL as u32) as usize - 1;

/// The actions made in a turn.
#[derive(Clone, Debug)]
pub(crate) struct Made {
    actions: [Action; CAPACITY],
    count: u8,
}

impl Made {
    const fn new() -> Made {
        Made { actions: [Action::EndTurn; CAPACITY], count: 0 }
    }

    pub(crate) fn push(&mut self, action: Action) {
        self.actions[usize::from(self.count)] = action;
        self.count += 1;
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = Action> {
        self.actions[..usize::from(self.count)].iter().copied()
    }

    /// Returns the same actions, each changed by a function.
    #[must_use]
    pub(crate) fn map(mut self, change: impl FnMut(Action) -> Action) -> Made {
        self.actions = self.actions.map(change);
        self
    }
}
