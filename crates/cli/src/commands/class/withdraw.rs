//! `muster class withdraw`, `muster class reinstate`: excludes and readmits a student.

use std::path::PathBuf;

use clap::Args;
use classroom::Participation;
use terminal::out;
use terminal::text::inert;

use super::opening::{open, print_warnings};
use crate::exit::Done;

/// `muster class withdraw`
#[derive(Args)]
#[command(after_help = "\
A student who is withdrawn is inactive: nothing is accepted from them, they are in no tournament, ladder cycle or friendly game \
that begins from now on, and have no grade by --no-show. What they handed in, and the runs in which they play, stay as they \
are. A team plays as long as any of its students takes part. To delete a student's data, see `muster class forget`.")]
pub(crate) struct WithdrawCommand {
    /// The class's folder.
    folder: PathBuf,
    /// The student's id.
    student: String,
    /// The reason, for the record.
    #[arg(long, default_value = "")]
    reason: String,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// `muster class reinstate`
#[derive(Args)]
pub(crate) struct ReinstateCommand {
    /// The class's folder.
    folder: PathBuf,
    /// The student's id.
    student: String,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

impl WithdrawCommand {
    pub(crate) fn run(self) -> Done {
        let class = open(&self.folder)?;
        print(&classroom::withdraw(&class, &self.student, &self.reason)?, self.json)
    }
}

impl ReinstateCommand {
    pub(crate) fn run(self) -> Done {
        let class = open(&self.folder)?;
        print(&classroom::reinstate(&class, &self.student)?, self.json)
    }
}

fn print(participation: &Participation, json: bool) -> Done {
    print_warnings(&participation.warnings);
    if json {
        return out::json(participation);
    }
    let (student, alias) = (inert(&participation.student), inert(&participation.alias));
    out::line(&match (participation.takes_part, participation.others_of_team) {
        (true, _) => format!("{student} takes part again, as {alias}"),
        (false, None) => format!("{student} takes no part any more: {alias} is inactive"),
        (false, Some(0)) => {
            format!(
                "{student} no longer takes part, nor does any other member of the team {alias}, which is inactive"
            )
        }
        (false, Some(1)) => {
            format!("{student} takes no part any more; the team {alias} plays on with 1 student")
        }
        (false, Some(others)) => {
            format!("{student} takes no part any more; the team {alias} plays on with {others} students")
        }
    })
}
