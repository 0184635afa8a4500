//! `muster class export`: puts a run's grades into a course system's own file, by student.

use std::path::PathBuf;

use clap::Args;
use class_operations::grades::{GradedRun, export_grades};
use class_operations::runs::check_release_in;
use course_files::gradebook::Decimal;
use ledger::RunFolder;

use super::opening::{open, print_warnings};
use crate::commands::freeze_options::FreezeOptions;
use crate::commands::report::course_file::IntoOptions;
use crate::exit::Done;

/// `muster class export`
#[derive(Args)]
#[command(
    mut_arg("into", |argument| argument.required(true)),
    after_help = "\
Rows are matched to students by id or address: in the column named ID number, SIS User ID, SIS Login ID, ID, Username or \
Email address that matches most students of the class. Moodle's Identifier differs between assignments and identifies no \
student. An entrant of the run belongs to the student or team that has its alias and has submitted its module. All students \
of a team get the team's grade. Students who cannot be found are listed and get no grade in the file. `muster class check \
DIR --run RUN` shows how each grade was computed."
)]
pub(crate) struct ExportCommand {
    /// The class's folder.
    folder: PathBuf,
    /// The folder of a complete run with grades.
    #[arg(long)]
    run: PathBuf,
    /// The column that identifies students, by id, address or name [default: found by its heading].
    #[arg(long = "match", value_name = "COLUMN")]
    matched: Option<String>,
    /// The grade for active students who are not in the run [default: none].
    #[arg(long, value_name = "GRADE", value_parser = grade)]
    no_show: Option<Decimal>,
    #[command(flatten)]
    freeze: FreezeOptions,
    #[command(flatten)]
    into: IntoOptions,
}

fn grade(text: &str) -> Result<Decimal, String> {
    Decimal::parse(text).ok_or_else(|| "give a number, for example 0".to_owned())
}

impl ExportCommand {
    pub(crate) fn run(self) -> Done {
        let Some(into) = self.into.asked() else { return Ok(()) };
        let opened = open(&self.folder)?;
        let facts = opened.facts()?;
        let run = GradedRun::open(&RunFolder::at(&self.run))?;
        if !self.freeze.include_frozen {
            check_release_in(&opened, &facts, &run.run)?;
        }
        into.put(|file, plan| {
            let export = export_grades(
                &opened,
                &facts,
                &run,
                file,
                plan,
                self.matched.as_deref(),
                self.no_show.as_ref(),
            )?;
            print_warnings(&export.warnings);
            Ok(export.transfer)
        })
    }
}
