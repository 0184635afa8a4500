//! `muster class feedback`: what students are told, into a course system's file or a directory of texts.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use classroom::{
    FeedbackColumn, FeedbackInto, FeedbackReport, FeedbackRequest, GradedRun, SheetFile, StudentFeedback,
    comment_on, feedback,
};
use explain::{Error, Kind, what_helps};
use game::visible_path;
use gradebook::CommentChange;
use ledger::RunFolder;
use terminal::out;
use terminal::text::inert;

use super::opening::open;
use crate::commands::report::into::{Destination, read_sheet, write_sheet};
use crate::exit::Done;

/// Students, or lines, that are named.
const NAMED: usize = 30;

/// `muster class feedback`
#[derive(Args)]
#[command(after_help = "\
Every student is told why the last hand-in was refused, with line and advice; which version is active and why; what it has \
shown of each requirement; and with --run the place, the worst loss and how the grade came about. All students of a team are \
told the same. A row is a student's by the id or the address in it, as for `muster class export`. A cell with a comment of \
somebody else is left as it is, and listed; one of this command is replaced.

Canvas takes no comments from a file: --texts writes one text for each student.")]
pub(crate) struct FeedbackCommand {
    /// The class's folder.
    folder: PathBuf,
    /// The folder of a complete run with grades, to tell its results, too.
    #[arg(long)]
    run: Option<PathBuf>,
    /// Put the feedback into Moodle's grading worksheet. The cells of one column change, and no other byte.
    #[arg(
        long,
        value_name = "FILE.csv",
        conflicts_with = "texts",
        required_unless_present = "texts",
        requires = "destination"
    )]
    into: Option<PathBuf>,
    /// The column that gets the feedback.
    #[arg(long, value_name = "NAME", default_value = "Feedback comments")]
    column: String,
    /// The column that tells who a student is, by id, address or name [default: found by its heading].
    #[arg(long = "match", value_name = "COLUMN", requires = "into")]
    matched: Option<String>,
    #[command(flatten)]
    destination: Destination,
    /// Write a text for each student into this directory, named by the student's id. It is created if it is not there.
    #[arg(long, value_name = "DIR")]
    texts: Option<PathBuf>,
    /// Hand it out although the results of the class are frozen.
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
                return out::json(&FeedbackReport::of(&told, None));
            }
            return out::line(&format!("{} texts are in {}", told.len(), visible_path(directory)));
        }
        let Some(path) = &self.into else { return Ok(()) };
        let (name, bytes) = (visible_path(path), read_sheet(path)?);
        let column = FeedbackColumn { column: &self.column, matched: self.matched.as_deref() };
        let into = comment_on(&facts, SheetFile { name: &name, bytes: &bytes }, column, &told)?;
        let to = self.destination.of(path)?;
        if let Some(to) = &to {
            write_sheet(path, to, &into.bytes())?;
        }
        if self.json {
            return out::json(&FeedbackReport::of(&told, Some((&into, to.is_some()))));
        }
        print(&into, to.as_deref())
    }
}

fn print(into: &FeedbackInto<'_>, to: Option<&Path>) -> Done {
    let (changed, same) = (into.count(CommentChange::Written), into.count(CommentChange::Same));
    let head = match to {
        Some(to) => format!("{changed} written to {}, {same} the same already", visible_path(to)),
        None => format!("{changed} would be written, {same} the same already"),
    };
    out::line(&head)?;
    let left: Vec<String> = into.left().iter().map(usize::to_string).collect();
    tell("left as they are, because somebody else has written there: lines", &left)?;
    tell("students who are not in the file:", &into.absent)?;
    let others: Vec<String> = into.comments.others.iter().map(|other| other.line.to_string()).collect();
    tell("rows of nobody in the class: lines", &others)
}

fn tell(head: &str, names: &[String]) -> Done {
    if names.is_empty() {
        return Ok(());
    }
    let more = names.len().saturating_sub(NAMED);
    let more = if more == 0 { String::new() } else { format!(", and {more} more") };
    out::line(&format!("{head} {}{more}", inert(&names[..names.len().min(NAMED)].join(", "))))
}

/// Writes a text for each student. The directory is for the user alone, if it is new.
fn write_texts(directory: &Path, told: &[StudentFeedback]) -> Done {
    let failed = |path: &Path, error: &std::io::Error| {
        Error::new(Kind::Host, format!("cannot write {}: {error}", visible_path(path)))
            .hint(what_helps(path, error))
    };
    files::create_dir_all_private(directory).map_err(|error| failed(directory, &error))?;
    let mut taken = BTreeSet::new();
    for one in told {
        let path = directory.join(file_name(&one.id, &mut taken));
        let text = format!("{} ({})\n\n{}", one.name, one.id, one.text());
        files::replace(&path, files::private(), |out| out.write_all(text.as_bytes()))
            .map_err(|error| failed(&path, &error))?;
    }
    Ok(())
}

/// A name for the text of a student that every system takes, and no other student's has, in whichever case.
fn file_name(id: &str, taken: &mut BTreeSet<String>) -> String {
    let plain = |letter: char| if letter.is_alphanumeric() || "-_@".contains(letter) { letter } else { '_' };
    let stem: String = id.chars().map(plain).collect();
    let names = (1..).map(|number: u32| match number {
        1 => format!("{stem}.txt"),
        _ => format!("{stem}~{number}.txt"),
    });
    let mut free = names.filter(|name| taken.insert(name.to_lowercase()));
    free.next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_student_has_a_file_of_their_own() {
        let mut taken = BTreeSet::new();
        let names = ["4711", "a/b", "a.b", "A_B", "../x", "zoë@x"].map(|id| file_name(id, &mut taken));
        assert_eq!(names, ["4711.txt", "a_b.txt", "a_b~2.txt", "A_B~3.txt", "___x.txt", "zoë@x.txt"]);
    }
}
