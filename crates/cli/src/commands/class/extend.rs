//! `muster class extend`: more time for a student.

use std::path::PathBuf;

use clap::Args;
use class::{Event, Extension, deadline};
use classroom::find_student;
use explain::Error;
use serde_json::json;

use super::opening::{open, write};
use super::words;
use crate::exit::Done;
use crate::out;
use crate::terminal::text::inert;

/// Bytes of a reason.
const LONGEST: usize = 1000;

/// `muster class extend`
#[derive(Args)]
pub(crate) struct ExtendCommand {
    /// The class's folder.
    folder: PathBuf,
    /// The student's id. A team has the time of its student who was given more last.
    student: String,
    /// The new deadline, on the clocks of the class's zone: "2026-12-08 23:59". Late days come after it.
    #[arg(long)]
    until: String,
    /// Why, for the record.
    #[arg(long, default_value = "")]
    reason: String,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

impl ExtendCommand {
    pub(crate) fn run(self) -> Done {
        if self.reason.len() > LONGEST {
            return Err(Error::input(format!("a reason has at most {LONGEST} bytes")));
        }
        let opened = open(&self.folder)?;
        let until = opened.moment(&self.until)?;
        let recorded = write(&opened, |facts, _| {
            let student = find_student(facts, &self.student)?.id.clone();
            let contender = facts.contender_of(&student);
            let regular = contender.map(|contender| deadline(&opened.plan, facts, &contender).regular);
            if regular.is_some_and(|regular| until < regular) {
                let regular = regular.map(|regular| opened.shown(regular)).unwrap_or_default();
                return Err(Error::input(format!("that is earlier than the deadline, {regular}")));
            }
            Ok(vec![Event::Extended(Extension { student, until, reason: self.reason.clone() })])
        })?;
        let Some(contender) = recorded.facts.contender_of(&self.student) else { return Ok(()) };
        let own = deadline(&opened.plan, &recorded.facts, &contender);
        if self.json {
            let told = json!({
                "alias": contender.alias,
                "deadline": own.due().to_string(),
                "last_moment": own.last.to_string(),
            });
            return out::line(&told.to_string());
        }
        out::line(&format!("{}: {}", inert(contender.alias), words::deadline_words(&opened, &own)))
    }
}
