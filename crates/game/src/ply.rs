//! Playing a ply whose actions have not been checked: of a record, a request, a person.

use thiserror::Error;

use crate::{Joint, Position, Seat};

/// A joint action that cannot be played in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum PlyError {
    /// A seat acts that is not to act.
    #[error("it is not {0}'s turn to act")]
    NotToAct(Seat),
    /// A seat that is to act does not.
    #[error("an action of {0} is missing")]
    Missing(Seat),
    /// The action is not legal in this position.
    #[error("the action of {0} is not legal")]
    Illegal(Seat),
}

impl dyn Position {
    /// Checks that `joint` holds a legal action for exactly the seats to act: what [`Position::apply`] takes for granted.
    ///
    /// # Errors
    /// The first seat, in order, whose part is wrong.
    pub fn check(&self, joint: &Joint) -> Result<(), PlyError> {
        let due = self.phase().seats();
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

    /// Plays one ply after checking it; the position is unchanged when it cannot be played.
    ///
    /// # Errors
    /// As [`check`](#method.check).
    pub fn play(&mut self, joint: &Joint) -> Result<(), PlyError> {
        self.check(joint)?;
        self.apply(joint);
        Ok(())
    }
}
