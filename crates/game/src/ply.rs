//! Plays plies whose actions are unchecked: from a record, a request or a person.

use thiserror::Error;

use crate::{Action, Chance, Joint, Phase, Position, Seat};

/// A joint action that cannot be played in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum PlyError {
    /// A seat acts out of turn.
    #[error("it is not {0}'s turn to act")]
    NotToAct(Seat),
    /// The action of a seat to act is missing.
    #[error("an action of {0} is missing")]
    Missing(Seat),
    /// The ply is not the outcome of chance that is due, or chance is not due.
    #[error("it is not the outcome of chance that is due")]
    Chance,
    /// The action is not legal in this position.
    #[error("the action of {0} is not legal")]
    Illegal(Seat),
}

impl dyn Position {
    /// Checks that `joint` holds a legal action for exactly the seats to act, or the outcome of chance that is due, as
    /// [`Position::apply`] requires.
    ///
    /// # Errors
    /// The first seat, in order, with an error.
    pub fn check(&self, joint: &Joint) -> Result<(), PlyError> {
        let phase = self.phase();
        if let Phase::Chance(Chance { outcomes, seen_by }) = phase {
            let [first, second] = joint.0;
            let outcome = first.filter(|_| second.is_none()).and_then(Action::as_chance);
            let is_due = outcome.is_some_and(|(outcome, seats)| outcome < outcomes && seats == seen_by);
            return if is_due { Ok(()) } else { Err(PlyError::Chance) };
        }
        let due = phase.seats();
        for (seat, action) in joint.iter() {
            match action {
                None if due.contains(seat) => return Err(PlyError::Missing(seat)),
                Some(_) if !due.contains(seat) => return Err(PlyError::NotToAct(seat)),
                Some(action) if !self.is_legal(seat, *action) => return Err(PlyError::Illegal(seat)),
                _ => {}
            }
        }
        Ok(())
    }

    /// Checks a ply and plays it. The position is unchanged if the ply cannot be played.
    ///
    /// # Errors
    /// As [`check`](#method.check).
    pub fn play(&mut self, joint: &Joint) -> Result<(), PlyError> {
        self.check(joint)?;
        self.apply(joint);
        Ok(())
    }
}
