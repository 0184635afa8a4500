//! `private/students.csv` of a run, which maps entrants to students. Nothing else in a run names a student.

use std::collections::BTreeSet;
use std::io::{self, ErrorKind};
use std::path::PathBuf;

use class_model::{Contender, Facts, Hash};
use course_files::cell;
use course_files::gradebook::Sheet;
use explain::{Error, Kind};
use game::visible_path;
use ledger::RunFolder;
use run_folder::RecordedRun;

use super::run_entrants::find_run_entrant;
use crate::open_class::OpenClass;

/// Maximum size of the file in bytes.
const LONGEST: u64 = 1 << 26;
const HEAD: [&str; 6] = ["alias", "id", "name", "section", "team", "module"];
const ID: usize = 1;

/// A line of the file: one student of an entrant.
type Line = [String; HEAD.len()];

/// Adds the students of entrants that are not in the file yet. Existing lines stay, since an alias may pass to another
/// student.
pub(super) fn note(
    class: &OpenClass,
    facts: &Facts,
    folder: &RunFolder,
    run: &RecordedRun,
) -> Result<(), Error> {
    let known = read(folder)?;
    let named: BTreeSet<&str> = known.iter().map(|line| line[0].as_str()).collect();
    let mut lines = known.clone();
    for row in run.entrants.iter().filter(|row| !named.contains(cell::text(&row.name).as_str())) {
        if let (Ok(contender), Some(module)) = (find_run_entrant(class, facts, Some(row)), row.module) {
            lines.extend(lines_of(&contender, &module));
        }
    }
    if lines == known { Ok(()) } else { write(folder, &lines) }
}

/// Returns the number of lines about a student in the file of a run.
///
/// # Errors
/// If it cannot be read.
pub fn count_student_lines(run: &RunFolder, id: &str) -> Result<usize, Error> {
    let id = cell::text(id);
    Ok(read(run)?.iter().filter(|line| line[ID] == id).count())
}

/// Removes the lines of a student from the file of a run.
///
/// # Errors
/// If it cannot be read or written.
pub fn forget_student(run: &RunFolder, id: &str) -> Result<(), Error> {
    let known = read(run)?;
    let id = cell::text(id);
    let left: Vec<Line> = known.iter().filter(|line| line[ID] != id).cloned().collect();
    if left == known { Ok(()) } else { write(run, &left) }
}

fn lines_of(contender: &Contender<'_>, module: &Hash) -> Vec<Line> {
    let line = |member: &&class_model::Student| {
        let [section, team] = [&member.section, &member.team].map(|text| text.as_deref().unwrap_or(""));
        let module = module.to_string();
        [contender.alias, &member.id, &member.name, section, team, &module].map(cell::text)
    };
    contender.members.iter().map(line).collect()
}

fn path(run: &RunFolder) -> PathBuf {
    run.private().join("students.csv")
}

fn read(run: &RunFolder) -> Result<Vec<Line>, Error> {
    let path = path(run);
    let bytes = match files::read_bounded(&path, LONGEST) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        read => read.map_err(|error| failed(run, "read", &error))?,
    };
    let unread = |why: String| failed(run, "read", &io::Error::other(why));
    let sheet = Sheet::read(&bytes).map_err(|error| unread(error.to_string()))?;
    let columns = HEAD.map(|name| sheet.column(name));
    if let Some(Err(error)) = columns.iter().find(|column| column.is_err()) {
        return Err(unread(error.to_string()));
    }
    let line = |row: course_files::gradebook::Row<'_>| {
        columns
            .each_ref()
            .map(|column| column.as_ref().map_or_else(|_| String::new(), |&at| row.text(at).into_owned()))
    };
    Ok(sheet.students().map(line).collect())
}

fn write(run: &RunFolder, lines: &[Line]) -> Result<(), Error> {
    run.refuse_linked().map_err(|error| Error::wrap(Kind::Input, &error))?;
    let written = files::replace_private(&path(run), |file| {
        let mut csv = cell::csv_writer(file)?;
        csv.write_record(HEAD).map_err(io::Error::other)?;
        for line in lines {
            csv.write_record(line).map_err(io::Error::other)?;
        }
        csv.flush()
    });
    written.map_err(|error| failed(run, "write", &error))
}

fn failed(run: &RunFolder, action: &str, error: &io::Error) -> Error {
    Error::new(Kind::Host, format!("cannot {action} {}: {error}", visible_path(&path(run))))
}
