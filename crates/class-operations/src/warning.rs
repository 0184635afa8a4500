//! Warnings about a class, which stop no command.

use std::fmt;

use class_model::WriteSummary;
use game::visible;

/// Maximum lag of a clock that goes unreported, in milliseconds.
const UNNOTICED: i64 = 1000;

/// A warning about a class, in words. It stops no command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning(pub(crate) String);

impl Warning {
    /// Returns the warning about a text of the class that is not in force, for this reason.
    pub fn earlier_text(why: &str) -> Warning {
        Warning(format!("the previous text stays in force: {why}"))
    }

    /// Returns the warnings about a write.
    pub fn from_recorded(recorded: &WriteSummary) -> Vec<Warning> {
        Warning::of_behind(recorded.behind).into_iter().collect()
    }

    /// Returns the warning about a clock that is this many milliseconds behind the record.
    pub(crate) fn of_behind(behind: i64) -> Option<Warning> {
        let seconds = behind / 1000;
        (behind > UNNOTICED).then(|| {
            Warning(format!(
                "this machine's clock is {seconds} s behind the last event of the record; if it is right now and was \
                 wrong then, `muster class clock DIR --correct` corrects the record"
            ))
        })
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Lists aliases, safe for a terminal.
pub(crate) fn listed<'a>(aliases: impl IntoIterator<Item = &'a str>) -> String {
    aliases.into_iter().map(visible).collect::<Vec<_>>().join(", ")
}
