//! A class's folder, opened.

use std::io::IsTerminal;
use std::path::Path;

use class::{ClassError, ClassFolder, ClassPlan, Event, Facts, Moment, Record, Recorded, Student};
use explain::Error;
use game::visible_path;
use games::GAMES;

use super::change::Change;
use crate::host;
use crate::terminal::text::inert;

/// A class's folder with what the teacher decides.
///
/// Whatever is read or written through this is by a text that takes no version out: one that does is refused until it is
/// adopted.
pub(super) struct Opened {
    pub(super) folder: ClassFolder,
    pub(super) plan: ClassPlan,
    /// What `plan` is the meaning of.
    pub(super) text: String,
}

impl Opened {
    pub(super) fn at(path: &Path) -> Result<Opened, Error> {
        let folder = ClassFolder::at(path);
        if !folder.holds_class() {
            return Err(ClassError::NoClass { path: path.to_owned() }.into());
        }
        let text = read_text(&folder)?;
        let plan = parse(&folder, &text)?;
        Ok(Opened { folder, plan, text })
    }

    /// The same under the text that was adopted last, where that of today takes versions out. Nobody else has to wait for
    /// the teacher.
    pub(super) fn in_force(path: &Path) -> Result<Opened, Error> {
        let opened = Opened::at(path)?;
        let facts = opened.unchecked_facts()?;
        let change = opened.change(&facts);
        let Change::Displaces { before, .. } = &change else { return Ok(opened) };
        if let Err(failed) = change.check(&opened.plan, &opened.folder) {
            tracing::warn!("the text before stays in force: {}", failed.what);
        }
        let text = facts.adopted().unwrap_or_default().to_owned();
        Ok(Opened { plan: (**before).clone(), text, folder: opened.folder })
    }

    /// How the text differs from the one that was adopted last.
    pub(super) fn change(&self, facts: &Facts) -> Change {
        Change::of(&self.text, &self.plan, facts)
    }

    /// Everything that has happened.
    pub(super) fn facts(&self) -> Result<Facts, Error> {
        let facts = self.unchecked_facts()?;
        let change = self.change(&facts);
        change.check(&self.plan, &self.folder)?;
        if change.is_to_be_recorded() {
            // Later changes are compared with this one. Whoever may only read leaves that to others.
            match self.write(|_, _| Ok(Vec::new())) {
                Ok(recorded) => return Ok(recorded.facts),
                Err(failed) => tracing::debug!("class.toml is not written down: {}", failed.what),
            }
        }
        Ok(facts)
    }

    /// Everything that has happened, whatever the text says.
    pub(super) fn unchecked_facts(&self) -> Result<Facts, Error> {
        Ok(Record::open_to_read(&self.folder)?.facts()?)
    }

    /// Decides by everything that has happened what happens now, and writes that down.
    pub(super) fn write(
        &self,
        decide: impl FnOnce(&Facts, Moment) -> Result<Vec<Event>, Error>,
    ) -> Result<Recorded, Error> {
        self.write_unchecked(|facts, at| {
            let change = self.change(facts);
            change.check(&self.plan, &self.folder)?;
            let adopted = change.is_to_be_recorded().then(|| self.adopted());
            Ok(adopted.into_iter().chain(decide(facts, at)?).collect())
        })
    }

    /// The same, whatever the text says.
    pub(super) fn write_unchecked(
        &self,
        decide: impl FnOnce(&Facts, Moment) -> Result<Vec<Event>, Error>,
    ) -> Result<Recorded, Error> {
        let mut record = Record::open(&self.folder)?;
        let decide = |facts: &Facts, at: Moment| decide(facts, at).map_err(Refused::Decided);
        let recorded = record.write(Moment::now(), decide).map_err(|refused| match refused {
            Refused::Decided(failed) => failed,
            Refused::Record(error) => error.into(),
        })?;
        if recorded.behind > 1000 {
            let seconds = recorded.behind / 1000;
            tracing::warn!("the clock of this machine is {seconds} s behind what was written down last");
        }
        Ok(recorded)
    }

    /// That this text is the class's from now on.
    pub(super) fn adopted(&self) -> Event {
        Event::Adopted { text: self.text.clone() }
    }

    /// Reads a moment on the class's clocks.
    pub(super) fn moment(&self, text: &str) -> Result<Moment, Error> {
        self.plan.zone.read(text).map_err(|error| Error::input(error.why).hint(error.hint))
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
    Decided(Error),
    Record(ClassError),
}

impl From<ClassError> for Refused {
    fn from(error: ClassError) -> Refused {
        Refused::Record(error)
    }
}

/// Reads what the teacher decides.
pub(super) fn read_plan(folder: &ClassFolder) -> Result<ClassPlan, Error> {
    parse(folder, &read_text(folder)?)
}

fn read_text(folder: &ClassFolder) -> Result<String, Error> {
    let path = folder.text();
    host::read_named_text(&path)
        .map_err(|error| Error::input(format!("cannot read {}: {error}", visible_path(&path))))
}

fn parse(folder: &ClassFolder, text: &str) -> Result<ClassPlan, Error> {
    let name = folder.text().display().to_string();
    ClassPlan::parse(&name, text, GAMES).map_err(|problems| refuse(&problems))
}

#[expect(clippy::print_stderr, reason = "problems of a text are many lines with carets, told as they are")]
fn refuse(problems: &config::Problems) -> Error {
    eprintln!("{}\n", problems.render(std::io::stderr().is_terminal()));
    Error::input(format!("{} in the class's text; nothing was done", problems.count()))
}

/// The student of an id.
pub(super) fn find_student<'f>(facts: &'f Facts, id: &str) -> Result<&'f Student, Error> {
    facts.student(id).ok_or_else(|| {
        let failed = Error::input(format!("no student has the id \"{}\"", inert(id)));
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
