//! What whoever acts on a class should know, and what stops nobody.

use std::fmt;

use class::Recorded;

/// Milliseconds that a clock may be behind without a word.
const UNNOTICED: i64 = 1000;

/// What whoever acts on a class should know. It stops nobody.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Warning {
    /// The clock of this machine is behind what was written down last.
    ClockBehind {
        /// By how much, in whole seconds.
        seconds: i64,
    },
    /// The class's text takes versions out and is not adopted.
    EarlierText {
        /// What the text would change.
        why: String,
    },
}

impl Warning {
    /// What there is to know of something that was written down.
    pub fn of(recorded: &Recorded) -> Vec<Warning> {
        let is_behind = recorded.behind > UNNOTICED;
        is_behind.then_some(Warning::ClockBehind { seconds: recorded.behind / 1000 }).into_iter().collect()
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Warning::ClockBehind { seconds } => {
                write!(f, "the clock of this machine is {seconds} s behind what was written down last")
            }
            Warning::EarlierText { why } => write!(f, "the text before stays in force: {why}"),
        }
    }
}
