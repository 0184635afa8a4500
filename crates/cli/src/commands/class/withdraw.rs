//! `muster class withdraw`, `muster class reinstate`: excludes and readmits a student.

use std::path::PathBuf;

use clap::Args;
use class_operations::roster::{Participation, Withdraw, withdraw};
use terminal::out;
use terminal::text::inert;

use super::opening::{open, print_warnings};
use crate::exit::Done;

/// `muster class withdraw`
#[derive(Args)]
#[command(after_help = "\
A withdrawn student is inactive: their submissions are not accepted, they are left out of tournaments, ladder cycles and \
friendly games that begin from now on, and --no-show gives them no grade. Their earlier submissions and the runs in which \
they play do not change. A team plays as long as any of its students is active. To delete a student's data, see \
`muster class forget`.")]
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
        let request = Withdraw { student: self.student, reason: self.reason };
        print(&withdraw(&class, request)?, self.json)
    }
}

impl ReinstateCommand {
    pub(crate) fn run(self) -> Done {
        let class = open(&self.folder)?;
        print(&class_operations::roster::reinstate(&class, &self.student)?, self.json)
    }
}

fn print(participation: &Participation, json: bool) -> Done {
    print_warnings(&participation.warnings);
    if json {
        return out::json(participation);
    }
    let (student, alias) = (inert(&participation.student), inert(&participation.alias));
    out::line(&match (participation.takes_part, participation.others_of_team) {
        (true, _) => format!("{student} is active again, as {alias}"),
        (false, None) => format!("{student} is withdrawn: {alias} is inactive"),
        (false, Some(0)) => {
            format!("{student} is withdrawn, like all members of the team {alias}, which is inactive")
        }
        (false, Some(1)) => {
            format!("{student} is withdrawn; the team {alias} continues with 1 student")
        }
        (false, Some(others)) => {
            format!("{student} is withdrawn; the team {alias} continues with {others} students")
        }
    })
}
