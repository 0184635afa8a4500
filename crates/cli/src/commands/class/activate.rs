//! `muster class activate`: which version plays.

use std::path::PathBuf;

use clap::Args;
use class::{Choice, Contender, Event, Facts, Moment, deadline};
use classroom::{OpenClass, find_student};
use explain::Error;

use super::opening::{open, write};
use super::words::{self, Shown};
use crate::exit::Done;
use crate::out;
use crate::terminal::text::inert;

/// `muster class activate`
#[derive(Args)]
#[command(
    after_help = "A choice stands until another: what is handed in after it does not become active by itself."
)]
pub(crate) struct ActivateCommand {
    /// The class's folder.
    folder: PathBuf,
    /// The student's id.
    student: String,
    /// The number of the submission.
    #[arg(required_unless_present = "latest")]
    submission: Option<u32>,
    /// The last one that was accepted in time, as if none had been chosen.
    #[arg(long, conflicts_with = "submission")]
    latest: bool,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

impl ActivateCommand {
    pub(crate) fn run(self) -> Done {
        let opened = open(&self.folder)?;
        let recorded = write(&opened, |facts, at| {
            let student = find_student(facts, &self.student)?;
            let contender = facts.contender_of(&student.id);
            contender.map_or(Ok(()), |contender| self.check(&opened, facts, &contender, at))?;
            Ok(vec![Event::Chosen(Choice { by: student.id.clone(), submission: self.submission })])
        })?;
        let Some(contender) = recorded.facts.contender_of(&self.student) else { return Ok(()) };
        let shown = Shown::of(&opened, &recorded.facts, contender, recorded.at);
        if self.json {
            return out::line(&shown.as_json(&opened, recorded.at).to_string());
        }
        let alias = inert(shown.contender.alias);
        let why = words::why(&opened, &shown.standing);
        match &shown.standing.active {
            Ok(active) => out::line(&format!("{alias}: submission {} is active ({why})", active.submission)),
            Err(_) => out::line(&format!("{alias}: none is active ({why})")),
        }
    }

    /// Refuses a choice that would come to nothing.
    fn check(&self, opened: &OpenClass, facts: &Facts, contender: &Contender<'_>, at: Moment) -> Done {
        let last = deadline(&opened.plan, facts, contender).last;
        if at > last {
            let message = format!("it is too late to choose: the deadline was {}", opened.shown(last));
            return Err(Error::input(message).hint("`muster class extend` gives more time"));
        }
        let Some(number) = self.submission else { return Ok(()) };
        let own = facts.submissions_of(&contender.who);
        let Some((_, submission)) = own.iter().find(|(one, _)| *one == number) else {
            let numbers: Vec<String> = own.iter().map(|(number, _)| number.to_string()).collect();
            let alias = inert(contender.alias);
            return Err(Error::input(format!("{alias} has no submission {number}"))
                .hint(format!("those of {alias} are: {}", numbers.join(", "))));
        };
        words::must_be_accepted(number, submission)?;
        if submission.received > last {
            return Err(Error::input(format!(
                "submission {number} was received on {}, after the deadline, {}",
                opened.shown(submission.received),
                opened.shown(last)
            )));
        }
        Ok(())
    }
}
