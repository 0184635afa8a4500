//! `muster class export`: a run's grades into a course system's own file, by student.

use std::path::PathBuf;

use clap::Args;
use class::{Facts, Hash, Reader, RowKeys, row_keys};
use gradebook::{Entry, Sheet};
use ledger::{EntrantRow, RunFolder};
use report::EntrantGrade;
use run::RecordedRun;

use super::opened::Opened;
use crate::commands::folder;
use crate::commands::report::into::{In, IntoFile, IntoOptions, Keyed, entry, grades};
use crate::exit::{Done, Failed};
use crate::terminal::text::inert;

/// `muster class export`
#[derive(Args)]
#[command(
    mut_arg("into", |argument| argument.required(true)),
    after_help = "\
A row is a student's by the id or the address in it: columns named ID number, SIS User ID, SIS Login ID, ID, Username or \
Email address, whichever has most students of the class. Moodle's Identifier is another in each assignment and tells \
nobody. An entrant of the run is who has its alias and has handed in the module that it played with. All students of a \
team get the team's grade. Who cannot be found is listed, and has no grade in the file."
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
    into: IntoOptions,
}

impl ExportCommand {
    pub(crate) fn run(self) -> Done {
        let Some(into) = self.into.asked() else { return Ok(()) };
        let opened = Opened::at(&self.folder)?;
        let facts = opened.facts()?;
        if let Some(freeze) = facts.frozen(Reader::Participants) {
            let since = opened.shown(freeze.since);
            tracing::warn!(
                "results are frozen since {since}: import the file after `muster class release --to participants`"
            );
        }
        let folder = RunFolder::at(&self.run);
        let grades = grades(&folder)?;
        let run = RecordedRun::open_read_only(&folder).map_err(|error| folder::explain(&folder, &error))?;
        into.put(&grades, |sheet| {
            let rows = find_rows(&into, &facts, sheet, self.matched.as_deref())?;
            let keyed = |grade: &EntrantGrade| {
                let entrant = run.entrants.iter().find(|row| row.name == grade.entrant);
                keys(&facts, &rows, entrant).map_or_else(
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
) -> Result<RowKeys, Failed> {
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
fn keys(facts: &Facts, rows: &RowKeys, entrant: Option<&EntrantRow>) -> Result<Vec<String>, &'static str> {
    let entrant = entrant.ok_or("the run has no such entrant")?;
    let contenders = facts.contenders();
    let contender = contenders.iter().find(|contender| contender.alias == entrant.name);
    let contender = contender.ok_or("nobody in the class has this alias")?;
    let played = entrant.module.map(Hash::from);
    let own = facts.submissions_of(&contender.who);
    if played.is_none() || !own.iter().any(|(_, submission)| submission.module() == played) {
        return Err("who has this alias in the class has not handed in the module that played");
    }
    // Who is not in the file is told by the id.
    let key = |id: &String| rows.keys.get(id).unwrap_or(id).clone();
    Ok(contender.members.iter().map(|member| key(&member.id)).collect())
}
