//! Positions with expected or forbidden moves.

mod file;
mod report;

use game::{Action, Game, Position, Seat};
use referee::{Failure, HostFailure};
use sandbox::Sandbox;

pub use self::file::{FileProblem, read};
pub use self::report::{PositionReport, PositionsReport};
use crate::setup::MatchSetup;
use crate::single_question::OneAnswer;

/// A position of a file, with the expected and forbidden moves.
pub struct PositionTest {
    /// The line where it begins, from 1.
    pub line: usize,
    /// Its name; empty if it has none.
    pub name: String,
    /// Its text; `None` for the start of the game.
    pub text: Option<String>,
    /// The position.
    pub position: Box<dyn Position>,
    /// The seat that is asked.
    pub seat: Seat,
    /// The only answers that pass; empty if any answer but a forbidden one passes.
    pub expected: Vec<Action>,
    /// Answers that do not pass.
    pub forbidden: Vec<Action>,
}

/// A bot's answer in a position.
pub enum PositionResult {
    /// An expected action, or one that is not forbidden.
    Passed(Action),
    /// Another action.
    Wrong(Action),
    /// A failure.
    Failed(Failure),
}

/// The result of a position.
pub struct TestedPosition {
    /// The bot's answer.
    pub result: PositionResult,
    /// The bot's log.
    pub log: Vec<u8>,
}

impl PositionTest {
    /// Asks the bot, as in the first ply of a match that begins in this position.
    ///
    /// # Errors
    /// Returns an error if the host failed.
    pub fn ask(&self, sandbox: &Sandbox, setup: &MatchSetup<'_>) -> Result<TestedPosition, HostFailure> {
        let setup = MatchSetup { start: self.text.as_deref(), ..*setup };
        let not_asked = || HostFailure::new("the seat does not act in the position", None);
        let OneAnswer { judged, closing } = setup.ask_once(sandbox, self.seat)?.ok_or_else(not_asked)?;
        let result = match judged.ruling {
            Ok(action) if self.passes(action) => PositionResult::Passed(action),
            Ok(action) => PositionResult::Wrong(action),
            Err(failure) => PositionResult::Failed(failure),
        };
        Ok(TestedPosition { result, log: closing.log })
    }

    fn passes(&self, action: Action) -> bool {
        (self.expected.is_empty() || self.expected.contains(&action)) && !self.forbidden.contains(&action)
    }

    /// Returns its name, or its line if it has none.
    pub fn title(&self) -> String {
        if self.name.is_empty() { format!("line {}", self.line) } else { self.name.clone() }
    }

    /// Returns the actions in notation.
    pub fn notation(&self, actions: &[Action]) -> Vec<String> {
        actions.iter().map(|action| self.position.format_action(self.seat, *action)).collect()
    }

    /// Describes the answers that pass: `LA or LB`, `anything but RC`.
    pub fn due(&self) -> String {
        let allowed: Vec<Action> =
            self.expected.iter().copied().filter(|action| !self.forbidden.contains(action)).collect();
        if allowed.is_empty() {
            format!("anything but {}", self.notation(&self.forbidden).join(" or "))
        } else {
            self.notation(&allowed).join(" or ")
        }
    }
}

/// Returns the seat with the given name: first, second, or its letter or word in the game.
pub fn seat_named(game: &dyn Game, text: &str) -> Option<Seat> {
    let seats = game.seats();
    Seat::BOTH.into_iter().find(|seat| {
        let ordinal = ["first", "second"][seat.index()].to_owned();
        let names = [ordinal, seats[*seat].word.to_owned(), seats[*seat].letter.to_string()];
        names.iter().any(|name| name.eq_ignore_ascii_case(text))
    })
}
