//! `muster class extend`: gives a student more time.

use std::path::PathBuf;

use clap::Args;
use class_operations::deadlines::{Extend, extend};
use class_operations::words;
use terminal::out;
use terminal::text::inert;

use super::opening::{open, print_warnings};
use crate::exit::Done;

/// `muster class extend`
#[derive(Args)]
pub(crate) struct ExtendCommand {
    /// The class's folder.
    folder: PathBuf,
    /// The student's id. A team has the latest extension given to one of its students.
    student: String,
    /// The new deadline, in the class's time zone: "2026-12-08 23:59". Late days come after it.
    #[arg(long)]
    until: String,
    /// The reason, for the record.
    #[arg(long, default_value = "")]
    reason: String,
    /// Allow a deadline that is earlier than that of the student's current extension.
    #[arg(long)]
    shorten: bool,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

impl ExtendCommand {
    pub(crate) fn run(self) -> Done {
        let class = open(&self.folder)?;
        let request = Extend {
            student: self.student,
            until: self.until,
            reason: self.reason,
            may_shorten: self.shorten,
        };
        let extended = extend(&class, request)?;
        print_warnings(&extended.warnings);
        if self.json {
            return out::json(&extended);
        }
        let (alias, deadline) = (inert(&extended.alias), words::deadline_words(&class, &extended.own));
        out::line(&format!("{alias}: {deadline}; previously {}", class.shown(extended.previous_deadline.0)))?;
        match extended.displaced {
            Some(number) => out::line(&format!("{alias}: submission {number} no longer counts")),
            None => Ok(()),
        }
    }
}
