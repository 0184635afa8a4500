//! A class's folder, opened, and what is to be known of what was found in it.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use class::{
    Actor, ClassError, ClassFolder, ClassPlan, Contender, Deadline, Event, Facts, HandInLanguage, Hash,
    Moment, OtherEngine, Reader, Record, Role, Student, Submission, WriteSummary, other_engine,
};
use config::Problems;
use explain::{Error, Explain, Kind};
use game::{visible, visible_path};
use games::GAMES;
use job::differ_in_bounds_alone;

use crate::hand_in_languages::was_refused_for;
use crate::pause::refuse_long_ahead;
use crate::text_change::TextChange;
use crate::warning::Warning;

/// A class's folder with what the teacher decides.
///
/// Whatever is read or written through this is by a text that takes no version out: one that does is refused until it is
/// adopted.
///
/// The class's record is opened once, when it is read for the first time. From then on what others write is read as it
/// comes, whenever somebody reads or writes.
pub struct OpenClass {
    /// The folder.
    pub folder: ClassFolder,
    /// What the teacher decides.
    pub plan: ClassPlan,
    /// What `plan` is the meaning of.
    text: String,
    /// Who acts.
    actor: Actor,
    /// What happened, once it was read. Those who act on the class in one process share it.
    record: Arc<Mutex<Option<Record>>>,
}

/// Why a class cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// There is no class, or its record cannot be read.
    #[error(transparent)]
    Class(#[from] ClassError),
    /// The class's text cannot be read.
    #[error("cannot read {}: {error}", visible_path(.path))]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// The class's text has problems, which [`Problems::render`] shows with their lines.
    #[error("{} in the class's text; nothing was done", .0.count())]
    Text(Problems),
    /// What has happened cannot be read or written, or the text takes versions out.
    #[error(transparent)]
    Record(Error),
}

impl Explain for OpenError {
    fn kind(&self) -> Kind {
        match self {
            OpenError::Class(error) => error.kind(),
            OpenError::Record(error) => error.kind,
            OpenError::Unreadable { .. } | OpenError::Text(_) => Kind::Input,
        }
    }

    fn hints(&self) -> Vec<String> {
        match self {
            OpenError::Class(error) => error.hints(),
            OpenError::Record(error) => error.hints.clone(),
            OpenError::Unreadable { .. } | OpenError::Text(_) => Vec::new(),
        }
    }
}

impl OpenClass {
    /// Opens the class in a folder, for whoever uses the command line.
    ///
    /// # Errors
    /// If there is none, or its text cannot be read or has problems.
    pub fn at(path: &Path) -> Result<OpenClass, OpenError> {
        let folder = ClassFolder::at(path);
        if !folder.holds_class() {
            return Err(ClassError::NoClass { path: path.to_owned() }.into());
        }
        OpenClass::of_text(folder)
    }

    /// What the text in a folder says, whether there is a class or none yet.
    pub(crate) fn of_text(folder: ClassFolder) -> Result<OpenClass, OpenError> {
        let (text, plan) = read(&folder)?;
        Ok(OpenClass { folder, plan, text, actor: Actor::COMMAND_LINE, record: Arc::default() })
    }

    /// As whom whoever acts reads results; `None` for who sees all.
    pub(crate) fn reader(&self) -> Option<Reader> {
        (self.actor.role == Role::Student).then_some(Reader::Participants)
    }

    /// The same class, for somebody else to act on. The record is opened once for both.
    #[must_use]
    pub fn acting(&self, actor: Actor) -> OpenClass {
        let OpenClass { folder, plan, text, record, .. } = self;
        OpenClass {
            folder: folder.clone(),
            plan: plan.clone(),
            text: text.clone(),
            actor,
            record: Arc::clone(record),
        }
    }

    /// The same class under the text of now, or that in force if the text of now takes versions out, as
    /// [`OpenClass::in_force`] opens it; `None` if the text is what it was. The record stays open.
    ///
    /// # Errors
    /// As [`OpenClass::in_force`].
    pub fn renewed(&self) -> Result<Option<(OpenClass, Option<Warning>)>, OpenError> {
        let text = read_text(&self.folder)?;
        if text == self.text {
            return Ok(None);
        }
        let plan = parse(&self.folder, &text)?;
        let OpenClass { folder, actor, record, .. } = self;
        let record = Arc::clone(record);
        let class = OpenClass { folder: folder.clone(), plan, text, actor: actor.clone(), record };
        class.under_text_in_force().map(Some)
    }

    /// Opens the class under the text that was adopted last, with a warning, where that of today takes versions out. Nobody
    /// else has to wait for the teacher.
    ///
    /// # Errors
    /// As [`OpenClass::at`]; or if the class's record cannot be read.
    pub fn in_force(path: &Path) -> Result<(OpenClass, Option<Warning>), OpenError> {
        OpenClass::at(path)?.under_text_in_force()
    }

    fn under_text_in_force(self) -> Result<(OpenClass, Option<Warning>), OpenError> {
        let class = self;
        let facts = class.unchecked_facts()?;
        let change = class.change(&facts);
        let TextChange::Displaces { before, .. } = &change else { return Ok((class, None)) };
        let refused = change.check(&class.plan, &class.folder).err();
        let warning = refused.map(|refused| Warning::EarlierText { why: refused.what });
        let text = facts.adopted().unwrap_or_default().to_owned();
        let plan = (**before).clone();
        Ok((OpenClass { plan, text, ..class }, warning))
    }

    /// How the text differs from the one that was adopted last.
    pub(crate) fn change(&self, facts: &Facts) -> TextChange {
        TextChange::of(&self.text, &self.plan, facts)
    }

    /// Everything that has happened.
    ///
    /// # Errors
    /// If the class's record cannot be read, or the text takes versions out.
    pub fn facts(&self) -> Result<Facts, Error> {
        let facts = self.unchecked_facts()?;
        let change = self.change(&facts);
        change.check(&self.plan, &self.folder)?;
        if change.is_to_be_recorded() {
            // Later changes are compared with this one. Whoever may only read leaves that to others.
            if let Ok(recorded) = self.write(|_, _| Ok(Vec::new())) {
                return Ok(recorded.facts);
            }
        }
        Ok(facts)
    }

    /// What has happened as far as it was read; nothing is read for it.
    pub fn facts_so_far(&self) -> Option<Facts> {
        self.record().as_ref().map(Record::facts)
    }

    /// Everything that has happened, whatever the text says.
    pub(crate) fn unchecked_facts(&self) -> Result<Facts, ClassError> {
        self.read_record(|record| Ok(record.facts()))
    }

    /// Reads the record as it is now, whatever the text says.
    pub(crate) fn read_record<T>(
        &self,
        read: impl FnOnce(&mut Record) -> Result<T, ClassError>,
    ) -> Result<T, ClassError> {
        let mut held = self.record();
        let mut record = match held.take() {
            Some(mut record) => {
                record.follow()?;
                record
            }
            None => Record::open_to_read(&self.folder)?,
        };
        let found = read(&mut record);
        // Where that failed, it is opened anew next time, which finds out what is on the disk.
        *held = found.is_ok().then_some(record);
        found
    }

    /// The record, if it was opened. A panic leaves it as it was before.
    fn record(&self) -> MutexGuard<'_, Option<Record>> {
        self.record.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Decides by everything that has happened what happens now, and writes that down. [`Warning::of`] says what is to be
    /// known of it. `decide` goes by the facts that it is given; the class cannot be read meanwhile.
    ///
    /// # Errors
    /// What `decide` returns; or if the class's record cannot be written, or the text takes versions out.
    pub fn write(
        &self,
        decide: impl FnOnce(&Facts, Moment) -> Result<Vec<Event>, Error>,
    ) -> Result<WriteSummary, Error> {
        self.write_unchecked(|facts, at| {
            let change = self.change(facts);
            change.check(&self.plan, &self.folder)?;
            let adopted = if change.is_to_be_recorded() { self.adopted(&change, facts) } else { Vec::new() };
            Ok(adopted.into_iter().chain(decide(facts, at)?).collect())
        })
    }

    /// The same, whatever the text says.
    pub(crate) fn write_unchecked(
        &self,
        decide: impl FnOnce(&Facts, Moment) -> Result<Vec<Event>, Error>,
    ) -> Result<WriteSummary, Error> {
        self.write_at_any_time(|facts, at| {
            let events = decide(facts, at)?;
            if !events.is_empty() {
                refuse_long_ahead(&self.plan, facts, at)?;
            }
            Ok(events)
        })
    }

    /// The same, however far the clock is ahead.
    pub(crate) fn write_at_any_time(
        &self,
        decide: impl FnOnce(&Facts, Moment) -> Result<Vec<Event>, Error>,
    ) -> Result<WriteSummary, Error> {
        let decide = |facts: &Facts, at: Moment| decide(facts, at).map_err(Unwritten::Decided);
        self.write_record(|record, actor| record.write(actor, Moment::now(), decide))
    }

    /// Writes to the record.
    pub(crate) fn write_record<T, E>(
        &self,
        write: impl FnOnce(&mut Record, &Actor) -> Result<T, E>,
    ) -> Result<T, Error>
    where
        Unwritten: From<E>,
    {
        let mut held = self.record();
        let mut record = match held.take().filter(Record::is_writable) {
            Some(record) => record,
            // What was opened to be read alone may be writable by now; if it is not, this says why.
            None => Record::open(&self.folder)?,
        };
        match write(&mut record, &self.actor).map_err(Unwritten::from) {
            // It is opened anew next time, which finds out what is on the disk.
            Err(Unwritten::Record(error)) => Err(error.into()),
            Err(Unwritten::Decided(error)) => {
                *held = Some(record);
                Err(error)
            }
            Ok(written) => {
                *held = Some(record);
                Ok(written)
            }
        }
    }

    /// Removes files that were kept for something that was not written down, unless the class's record names them. What
    /// cannot be removed is in nobody's way.
    pub(crate) fn discard(&self, kept: &BTreeSet<Hash>) {
        drop(self.read_record(|record| record.discard(&self.folder, kept)));
    }

    /// That this text is the class's from now on, and that submissions in a language that it has added wait for a verdict
    /// again.
    pub(crate) fn adopted(&self, change: &TextChange, facts: &Facts) -> Vec<Event> {
        let adopted = Event::Adopted { text: self.text.clone(), whole_minutes: facts.has_whole_minutes() };
        let before = change.before().map(|before| &before.languages);
        let is_new = |language: &HandInLanguage| before.is_some_and(|before| !before.contains(language));
        let added: Vec<HandInLanguage> = self.plan.languages.iter().copied().filter(is_new).collect();
        let is_taken = |one: &Submission| added.iter().any(|language| was_refused_for(*language, one));
        let refused = if added.is_empty() { Vec::new() } else { facts.submissions().collect() };
        let reconsidered = refused.into_iter().filter(|(_, one)| is_taken(one));
        let reconsidered =
            reconsidered.map(|(submission, one)| Event::Reconsidered { by: one.by.clone(), submission });
        [adopted].into_iter().chain(reconsidered).collect()
    }

    /// Reads a moment on the class's clocks.
    ///
    /// # Errors
    /// If the text is not a moment there.
    pub fn moment(&self, text: &str) -> Result<Moment, Error> {
        self.plan.zone.read(text).map_err(|error| Error::input(error.why).hint(error.hint))
    }

    /// Reads a deadline on the class's clocks. One without seconds includes all of its minute.
    ///
    /// # Errors
    /// If the text is not a moment there.
    pub fn deadline(&self, text: &str) -> Result<Moment, Error> {
        let deadline = self.plan.zone.read_deadline(text);
        deadline.map(Deadline::with_whole_minute).map_err(|error| Error::input(error.why).hint(error.hint))
    }

    /// A moment as the class's clocks show it.
    pub fn shown(&self, moment: Moment) -> String {
        self.plan.zone.show(moment)
    }
}

/// What the clock shows, or a moment that was written down already if that is later.
pub fn now(facts: &Facts) -> Moment {
    facts.last().map_or_else(Moment::now, |last| last.max(Moment::now()))
}

/// Why nothing was written.
pub(crate) enum Unwritten {
    Decided(Error),
    Record(ClassError),
}

impl From<ClassError> for Unwritten {
    fn from(error: ClassError) -> Unwritten {
        Unwritten::Record(error)
    }
}

/// Reads what the teacher decides.
///
/// # Errors
/// If the class's text cannot be read or has problems.
pub fn read_plan(folder: &ClassFolder) -> Result<ClassPlan, OpenError> {
    Ok(read(folder)?.1)
}

/// The class's text with its meaning.
fn read(folder: &ClassFolder) -> Result<(String, ClassPlan), OpenError> {
    let text = read_text(folder)?;
    let plan = parse(folder, &text)?;
    Ok((text, plan))
}

fn read_text(folder: &ClassFolder) -> Result<String, OpenError> {
    let path = folder.text();
    files::read_text(&path, config::LONGEST_TEXT as u64)
        .map_err(|error| OpenError::Unreadable { path, error })
}

fn parse(folder: &ClassFolder, text: &str) -> Result<ClassPlan, OpenError> {
    ClassPlan::parse(&folder.text().display().to_string(), text, GAMES).map_err(OpenError::Text)
}

/// What is to be known where results of a class are of another engine than the one of this fingerprint. How memory is kept
/// in its bounds depends on the limits of each process, and is not another engine.
pub fn engine_warning(class: &OpenClass, facts: &Facts, here: &str) -> Option<Warning> {
    let is_other = |engine: &str| engine != here && !differ_in_bounds_alone(engine, here);
    let OtherEngine { engine, results } = other_engine(&class.plan, facts, &is_other)?;
    Some(Warning::OtherEngine { results, then: engine.to_owned(), now: here.to_owned() })
}

/// The student of an id.
///
/// # Errors
/// If there is none; the hint names who may be meant.
pub fn find_student<'f>(facts: &'f Facts, id: &str) -> Result<&'f Student, Error> {
    facts.student(id).ok_or_else(|| unknown_student(facts, id))
}

/// The student or team that a student of an id hands in for.
///
/// # Errors
/// If there is no such student; the hint names who may be meant.
pub fn find_contender<'f>(facts: &'f Facts, id: &str) -> Result<Contender<'f>, Error> {
    facts.contender_of(id).ok_or_else(|| unknown_student(facts, id))
}

fn unknown_student(facts: &Facts, id: &str) -> Error {
    let failed = Error::input(format!("no student has the id \"{}\"", visible(id)));
    let students = facts.students();
    let ids: Vec<&str> = students.iter().map(|student| student.id.as_str()).collect();
    // Names are not unique, so that nobody is found by one; but who has it can be named.
    let named: Vec<String> = students
        .iter()
        .filter(|student| student.name == id || student.alias == id)
        .map(|student| visible(&student.id))
        .collect();
    match config::closest(id, &ids) {
        _ if !named.is_empty() => failed.hint(format!("of that name there is {}", named.join(", "))),
        Some(near) => failed.hint(format!("did you mean {}?", visible(near))),
        None => failed.hint("`muster class roster DIR` lists the students"),
    }
}
