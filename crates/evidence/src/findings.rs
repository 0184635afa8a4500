//! What a check of evidence finds.

use referee::Reason;

use crate::error::Problem;

/// What a check finds, in the order in which it looks. What was not looked at, because of a problem or because there is
/// nothing of it, is `None`.
#[derive(Debug)]
pub struct Findings {
    /// The number of the match in its run.
    pub number: String,
    /// The entrant who asked.
    pub entrant: String,
    /// The title of the game.
    pub game: &'static str,
    /// What the rules say of the result.
    pub outcome: Option<Outcome>,
    /// What the entrant's module answered when it was asked again; `None` also for a built-in player.
    pub answers: Option<Answers>,
    /// Whether the module logged again what is recorded, byte for byte; never of a built-in player.
    pub log_as_recorded: bool,
    /// What nothing in the evidence shows, in words; `None` if everything is shown.
    pub unproven: Option<&'static str>,
    /// The root of the run that everything else is of; `None` if the run was not complete.
    pub root: Option<String>,
    /// What is wrong, after which nothing more was looked at.
    pub problem: Option<Problem>,
}

/// What the rules say of a result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The recorded one follows from the actions.
    ByTheRules(Reason),
    /// The match ended by a forfeit; the actions before it are allowed.
    Forfeit,
}

/// Answers that are as recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answers {
    /// How many.
    pub count: u32,
    /// Whether the module then failed as it did by the record.
    pub same_fault: bool,
}
