//! A bot at a seat: its dice, and the positions that it creates while it answers.

use bot_protocol::positions::{Asked, Call, Free, Misuse, Positions};
use game::{Dice, Game, Position, Seat};

use crate::{EngineError, MatchStart, Session};

/// A bot at a seat: its dice, and the positions that it creates while it answers.
pub(crate) struct SeatedBot {
    pub(crate) dice: Dice,
    positions: Positions,
    question: Option<Question>,
}

/// The question that the bot is answering.
struct Question {
    game: &'static dyn Game,
    position: Box<dyn Position>,
    seat: Seat,
    ply: u32,
    /// `true` if the limits allow the bot to create positions.
    allowed: bool,
}

/// A call with its parameters, as JavaScript passes them.
#[derive(Clone, Copy, Debug)]
pub struct Parameters {
    /// Its index in `bot_protocol::positions::NAMES`.
    pub call: u32,
    /// The 32-bit parameters except addresses, in order, then zeros.
    pub numbers: [i32; 2],
    /// The 64-bit parameters, in order.
    pub actions: [i64; 2],
}

impl SeatedBot {
    pub(crate) fn new(dice: Dice) -> SeatedBot {
        SeatedBot { dice, positions: Positions::default(), question: None }
    }

    /// Begins a question at the current state of a match. Calls reveal only what the seat may know of it.
    pub(crate) fn ask(&mut self, mut of: Session, seat: Seat) -> Result<(), EngineError> {
        let ply = of.plies();
        let MatchStart { game, limits, .. } = *of.opening();
        let position = of.look(ply, |replay| Ok(replay.frame().position().clone_box()))?;
        self.positions.begin(ply);
        self.question = Some(Question { game, position, seat, ply, allowed: limits.positions });
        Ok(())
    }

    /// Ends the question and drops all positions.
    pub(crate) fn answered(&mut self) {
        self.positions.begin(self.question.take().map_or(0, |question| question.ply));
    }

    /// Performs a call, as `positions::Positions::perform`; `None` if there is no such call.
    pub(crate) fn perform(
        &mut self,
        Parameters { call, numbers, actions }: Parameters,
        input: &[u8],
        reply: &mut Vec<u8>,
    ) -> Option<i32> {
        let call = Call::numbered(call as usize, numbers, actions, input)?;
        reply.clear();
        if self.question.as_ref().is_some_and(|question| !question.allowed) && call != Call::Error {
            return Some(self.positions.misused(&Misuse::Off));
        }
        let asked = self.question.as_ref().map(|Question { game, position, seat, ply, .. }| Asked {
            game: *game,
            position: &**position,
            seat: *seat,
            ply: *ply,
        });
        let Ok(result) = self.positions.perform(call, asked, &mut self.dice, &mut Free, reply);
        Some(result)
    }
}
