//! `muster class export`: a run's grades into a course system's own file, by student.

use std::path::PathBuf;

use clap::Args;
use class::{Facts, RowKeys, row_keys};
use classroom::OpenClass;
use explain::Error;
use gradebook::{Entry, Sheet};
use ledger::{EntrantRow, RunFolder};
use report::EntrantGrade;
use run::RecordedRun;

use super::graded::find;
use super::opening::open;
use super::runs::{FreezeOptions, refuse_unreleased};
use crate::commands::report::into::{In, IntoFile, IntoOptions, Keyed, entry, grades};
use crate::exit::Done;
use crate::terminal::text::inert;

/// `muster class export`
#[derive(Args)]
#[command(
    mut_arg("into", |argument| argument.required(true)),
    after_help = "\
A row is a student's by the id or the address in it: columns named ID number, SIS User ID, SIS Login ID, ID, Username or \
Email address, whichever has most students of the class. Moodle's Identifier is another in each assignment and tells \
nobody. An entrant of the run is who has its alias and has handed in the module that it played with. All students of a \
team get the team's grade. Who cannot be found is listed, and has no grade in the file. `muster class check DIR --run RUN` \
shows how each grade came about."
)]
pub(crate) struct ExportCommand {
    /// The class's folder.
    folder: PathBuf,
    /// The folder of a complete run with grades.
    #[arg(long)]
    run: PathBuf,
    /// The column that tells who a student is, by id, address or name [default: found by its heading].
    #[arg(long = "match", value_name = "COLUMN")]
    matched: Option<String>,
    #[command(flatten)]
    freeze: FreezeOptions,
    #[command(flatten)]
    into: IntoOptions,
}

impl ExportCommand {
    pub(crate) fn run(self) -> Done {
        let Some(into) = self.into.asked() else { return Ok(()) };
        let opened = open(&self.folder)?;
        let facts = opened.facts()?;
        let folder = RunFolder::at(&self.run);
        let grades = grades(&folder)?;
        let run = RecordedRun::open_read_only(&folder).map_err(|error| folder.explain(&error))?;
        if !self.freeze.include_frozen {
            refuse_unreleased(&opened, &facts, &run)?;
        }
        into.put(&grades, |sheet| {
            let rows = find_rows(&into, &facts, sheet, self.matched.as_deref())?;
            let keyed = |grade: &EntrantGrade| {
                let entrant = run.entrants.iter().find(|row| row.name == grade.entrant);
                keys(&opened, &facts, &rows, entrant).map_or_else(
                    |why| {
                        tracing::warn!("\"{}\": {why}", inert(&grade.entrant));
                        entry(grade, Vec::new())
                    },
                    |keys| entry(grade, keys),
                )
            };
            let entries: Vec<Entry> = grades.iter().map(keyed).collect::<Result<_, _>>()?;
            Ok(Keyed { columns: vec![rows.column], entries })
        })
    }
}

/// The column that tells who a student is.
fn find_rows(
    into: &IntoFile,
    facts: &Facts,
    sheet: &Sheet<'_>,
    matched: Option<&str>,
) -> Result<RowKeys, Error> {
    let file = In(into.file());
    let column = matched.map(|name| sheet.column(name).map_err(|error| file.no_column(sheet, &error)));
    let column = column.transpose()?;
    row_keys(facts, sheet, column).ok_or_else(|| match matched {
        Some(name) => file.says(&format!("\"{}\" has no id, address or name of a student", inert(name))),
        None => file
            .says("no column has the ids or addresses of students")
            .hint("name a column with --match, or take the roster again with addresses"),
    })
}

/// What stands in the rows of whoever an entrant of the run is; or why it is nobody.
fn keys(
    opened: &OpenClass,
    facts: &Facts,
    rows: &RowKeys,
    entrant: Option<&EntrantRow>,
) -> Result<Vec<String>, &'static str> {
    let contender = find(opened, facts, entrant)?;
    // Who is not in the file is told by the id.
    let key = |id: &String| rows.keys.get(id).unwrap_or(id).clone();
    Ok(contender.members.iter().map(|member| key(&member.id)).collect())
}
