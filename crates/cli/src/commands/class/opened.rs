//! A class's folder, opened.

use std::io::IsTerminal;
use std::path::Path;

use class::{ClassError, ClassFolder, ClassPlan, Event, Facts, Moment, Record, Recorded, Student};
use game::visible_path;
use games::GAMES;

use crate::exit::{Code, Failed};
use crate::host;
use crate::terminal::text::inert;

/// A class's folder with what the teacher decides.
pub(super) struct Opened {
    pub(super) folder: ClassFolder,
    pub(super) plan: ClassPlan,
}

impl Opened {
    pub(super) fn at(path: &Path) -> Result<Opened, Failed> {
        let folder = ClassFolder::at(path);
        if !folder.holds_class() {
            return Err(explain(&ClassError::NoClass { path: path.to_owned() }));
        }
        let plan = read_plan(&folder)?;
        Ok(Opened { folder, plan })
    }

    /// Everything that has happened.
    pub(super) fn facts(&self) -> Result<Facts, Failed> {
        Record::open_to_read(&self.folder).and_then(|record| record.facts()).map_err(|error| explain(&error))
    }

    /// Decides by everything that has happened what happens now, and writes that down.
    pub(super) fn write(
        &self,
        decide: impl FnOnce(&Facts, Moment) -> Result<Vec<Event>, Failed>,
    ) -> Result<Recorded, Failed> {
        let mut record = Record::open(&self.folder).map_err(|error| explain(&error))?;
        let decide = |facts: &Facts, at: Moment| decide(facts, at).map_err(Refused::Decided);
        let recorded = record.write(Moment::now(), decide).map_err(|refused| match refused {
            Refused::Decided(failed) => failed,
            Refused::Record(error) => explain(&error),
        })?;
        if recorded.behind > 1000 {
            let seconds = recorded.behind / 1000;
            tracing::warn!("the clock of this machine is {seconds} s behind what was written down last");
        }
        Ok(recorded)
    }

    /// Reads a moment on the class's clocks.
    pub(super) fn moment(&self, text: &str) -> Result<Moment, Failed> {
        self.plan.zone.read(text).map_err(|error| Failed::input(error.why).hint(error.hint))
    }

    /// A moment as the class's clocks show it.
    pub(super) fn shown(&self, moment: Moment) -> String {
        self.plan.zone.show(moment)
    }
}

/// What the clock shows, or a moment that was written down already if that is later.
pub(super) fn now(facts: &Facts) -> Moment {
    facts.last().map_or_else(Moment::now, |last| last.max(Moment::now()))
}

/// Why nothing was written.
enum Refused {
    Decided(Failed),
    Record(ClassError),
}

impl From<ClassError> for Refused {
    fn from(error: ClassError) -> Refused {
        Refused::Record(error)
    }
}

/// Reads what the teacher decides.
pub(super) fn read_plan(folder: &ClassFolder) -> Result<ClassPlan, Failed> {
    let path = folder.text();
    let text = host::read_named_text(&path)
        .map_err(|error| Failed::input(format!("cannot read {}: {error}", visible_path(&path))))?;
    ClassPlan::parse(&path.display().to_string(), &text, GAMES).map_err(|problems| refuse(&problems))
}

#[expect(clippy::print_stderr, reason = "problems of a text are many lines with carets, told as they are")]
fn refuse(problems: &config::Problems) -> Failed {
    eprintln!("{}\n", problems.render(std::io::stderr().is_terminal()));
    Failed::input(format!("{} in the class's text; nothing was done", problems.count()))
}

/// The student of an id.
pub(super) fn find_student<'f>(facts: &'f Facts, id: &str) -> Result<&'f Student, Failed> {
    facts.student(id).ok_or_else(|| {
        let failed = Failed::input(format!("no student has the id \"{}\"", inert(id)));
        let students = facts.students();
        let ids: Vec<&str> = students.iter().map(|student| student.id.as_str()).collect();
        // Names are not unique, so that nobody is found by one; but who has it can be told.
        let named: Vec<String> = students
            .iter()
            .filter(|student| student.name == id || student.alias == id)
            .map(|student| inert(&student.id))
            .collect();
        match config::closest(id, &ids) {
            _ if !named.is_empty() => failed.hint(format!("of that name there is {}", named.join(", "))),
            Some(near) => failed.hint(format!("did you mean {}?", inert(near))),
            None => failed.hint("`muster class roster DIR` lists the students"),
        }
    })
}

/// An error of the class's folder in the user's terms.
pub(super) fn explain(error: &ClassError) -> Failed {
    let code = match error {
        ClassError::Damaged { .. } | ClassError::NotTheFile { .. } | ClassError::NoBackup { .. } => Code::No,
        ClassError::File { .. }
        | ClassError::Busy { .. }
        | ClassError::Sqlite { .. }
        | ClassError::NoRandom(_) => Code::Host,
        ClassError::NoClass { .. }
        | ClassError::HoldsClass { .. }
        | ClassError::InUse { .. }
        | ClassError::UnknownSchema { .. }
        | ClassError::Folder(_) => Code::Input,
    };
    let failed = Failed::from_error(code, error);
    match error {
        ClassError::NoClass { .. } => failed.hint("`muster class init DIR` begins one"),
        ClassError::Damaged { .. } => {
            failed.hint("`muster class restore FILE DIR` makes a class of a backup")
        }
        ClassError::NotTheFile { .. } => failed.hint("restore it from a copy, or have it handed in again"),
        ClassError::InUse { .. } => failed.hint("give a folder that does not exist"),
        ClassError::Busy { .. } => failed.hint("run the same command again"),
        _ => failed,
    }
}
