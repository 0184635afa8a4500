//! `muster class feedback`: writes feedback for students, into a course system's file or a directory of texts.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use class_operations::feedback::{
    FeedbackColumn, FeedbackInto, FeedbackReport, FeedbackRequest, StudentFeedback, comment_on, feedback,
    feedback_texts,
};
use class_operations::grades::GradedRun;
use course_files::gradebook::CommentChange;
use explain::{Error, Kind, what_helps};
use game::visible_path;
use ledger::RunFolder;
use terminal::out;
use terminal::text::inert;

use super::opening::open;
use crate::commands::report::course_file::{Destination, read_sheet, write_sheet};
use crate::exit::Done;

/// Maximum number of students or lines to name.
const NAMED: usize = 30;

/// `muster class feedback`
#[derive(Args)]
#[command(after_help = "\
The feedback tells each student why the last submission was refused, with line and advice; which version is active and why; \
its result for each requirement; and, with --run, the place, the worst loss and how the grade was computed. All students of \
a team get the same feedback. Rows are matched to students by id or address, as for `muster class export`. A cell with a \
comment from another source is left unchanged and listed; a comment from this command is replaced.

Canvas cannot import comments from a file: --texts writes one text for each student.")]
pub(crate) struct FeedbackCommand {
    /// The class's folder.
    folder: PathBuf,
    /// The folder of a complete run with grades, to include its results.
    #[arg(long)]
    run: Option<PathBuf>,
    /// Put the feedback into Moodle's grading worksheet. Only the cells of one column change.
    #[arg(
        long,
        value_name = "FILE.csv",
        conflicts_with = "texts",
        required_unless_present = "texts",
        requires = "destination"
    )]
    into: Option<PathBuf>,
    /// The column for the feedback.
    #[arg(long, value_name = "NAME", default_value = "Feedback comments")]
    column: String,
    /// The column that identifies students, by id, address or name [default: found by its heading].
    #[arg(long = "match", value_name = "COLUMN", requires = "into")]
    matched: Option<String>,
    #[command(flatten)]
    destination: Destination,
    /// Write a text for each student into this directory, named by the student's id. It is created if it does not
    /// exist.
    #[arg(long, value_name = "DIR")]
    texts: Option<PathBuf>,
    /// Write the feedback although the results of the class are frozen.
    #[arg(long)]
    include_frozen: bool,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

impl FeedbackCommand {
    pub(crate) fn run(self) -> Done {
        let class = open(&self.folder)?;
        let facts = class.facts()?;
        let run = self.run.as_ref().map(|run| GradedRun::open(&RunFolder::at(run))).transpose()?;
        let request = FeedbackRequest { run: run.as_ref(), include_frozen: self.include_frozen };
        let told = feedback(&class, &facts, request)?;
        if let Some(directory) = &self.texts {
            write_texts(directory, &told)?;
            if self.json {
                return out::json(&FeedbackReport::new(&told, None));
            }
            return out::line(&format!("{} texts written to {}", told.len(), visible_path(directory)));
        }
        let Some(path) = &self.into else { return Ok(()) };
        let file = read_sheet(path)?;
        let column = FeedbackColumn { column: &self.column, matched: self.matched.as_deref() };
        let into = comment_on(&facts, &file, column, &told)?;
        let to = self.destination.path_for(path)?;
        if let Some(to) = &to {
            write_sheet(path, to, &into.bytes())?;
        }
        if self.json {
            return out::json(&FeedbackReport::new(&told, Some((&into, to.is_some()))));
        }
        print(&into, to.as_deref())
    }
}

fn print(into: &FeedbackInto<'_>, to: Option<&Path>) -> Done {
    let (changed, same) = (into.count(CommentChange::Written), into.count(CommentChange::Same));
    let head = match to {
        Some(to) => format!("{changed} written to {}, {same} already the same", visible_path(to)),
        None => format!("{changed} would be written, {same} already the same"),
    };
    out::line(&head)?;
    let left: Vec<String> = into.left().iter().map(usize::to_string).collect();
    tell("left unchanged, because they contain other text: lines", &left)?;
    tell("students who are not in the file:", &into.absent)?;
    let others: Vec<String> = into.comments.others.iter().map(|other| other.line.to_string()).collect();
    tell("rows without a student of the class: lines", &others)
}

fn tell(head: &str, names: &[String]) -> Done {
    if names.is_empty() {
        return Ok(());
    }
    let more = names.len().saturating_sub(NAMED);
    let more = if more == 0 { String::new() } else { format!(", and {more} more") };
    out::line(&format!("{head} {}{more}", inert(&names[..names.len().min(NAMED)].join(", "))))
}

/// Writes a text for each student. A new directory is accessible to the user only.
fn write_texts(directory: &Path, told: &[StudentFeedback]) -> Done {
    let failed = |path: &Path, error: &std::io::Error| {
        Error::new(Kind::Host, format!("cannot write {}: {error}", visible_path(path)))
            .hint(what_helps(path, error))
    };
    files::create_dir_all_private(directory).map_err(|error| failed(directory, &error))?;
    for (name, text) in feedback_texts(told) {
        let path = directory.join(name);
        files::replace(&path, files::private(), |out| out.write_all(text.as_bytes()))
            .map_err(|error| failed(&path, &error))?;
    }
    Ok(())
}
