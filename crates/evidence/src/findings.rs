//! The findings of a check of evidence.

use referee::Reason;

use crate::error::Problem;

/// The findings of a check, in the order of its steps. A field is `None` if its step was not reached or does not
/// apply.
#[derive(Debug)]
pub struct Findings {
    /// The number of the match in its run.
    pub number: String,
    /// The entrant for whom the evidence was made.
    pub entrant: String,
    /// The title of the game.
    pub game: &'static str,
    /// The result by the rules.
    pub outcome: Option<Outcome>,
    /// The answers of the entrant's module when asked again; `None` also for a built-in player.
    pub answers: Option<RepeatedAnswers>,
    /// `true` if the module's log equals the recorded one, byte for byte; `false` for a built-in player.
    pub log_as_recorded: bool,
    /// The unproven parts, in words; `None` if everything is proven.
    pub unproven: Option<&'static str>,
    /// The root of the run to which everything else belongs; `None` if the run was not complete.
    pub root: Option<String>,
    /// The problem that ended the check; `None` if there was none.
    pub problem: Option<Problem>,
}

/// The result of a match by the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The recorded result follows from the actions.
    ByTheRules(Reason),
    /// The match ended by a forfeit; the actions before it are allowed.
    Forfeit,
}

/// Answers that match the record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RepeatedAnswers {
    /// Number of answers.
    pub count: u32,
    /// `true` if the module then failed as recorded.
    pub same_fault: bool,
}
