//! An opened class folder, and access to its record.

mod hand_in_languages;
mod pause;
mod text_change;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::{fs, io};

use class_model::{
    Actor, ClassError, ClassFolder, ClassPlan, Contender, Deadline, Event, Facts, HandInLanguage, Hash,
    Moment, OtherEngine, Reader, Record, Role, Student, Submission, WriteSummary, other_engine,
};
use config::Problems;
use explain::{Error, Explain, Kind};
use game::{visible, visible_path};
use games::GAMES;
use job::{SizeClass, differ_in_bounds_alone};

pub(crate) use self::hand_in_languages::not_taken;
use self::hand_in_languages::was_refused_for;
pub(crate) use self::pause::{days_between, is_long_ahead, refuse_long_ahead};
pub(crate) use self::text_change::{TextChange, why};
use crate::warning::Warning;

/// A class's folder with the teacher's plan.
///
/// All reads and writes apply the class's text. A text that displaces versions is refused until it is adopted.
///
/// The class's record is opened once, on the first read. Later reads and writes pick up what other processes have
/// written.
pub struct OpenClass {
    /// The folder.
    pub folder: ClassFolder,
    /// The teacher's plan.
    pub plan: ClassPlan,
    /// The text that `plan` was parsed from.
    text: String,
    /// The actor of writes.
    actor: Actor,
    /// The record, once it was read. Actors in the same process share it.
    record: Arc<Mutex<Option<Record>>>,
}

/// The reason why a class cannot be opened.
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
        error: io::Error,
    },
    /// The class's text has problems. [`Problems::render`] shows them with their lines.
    #[error("{} in class.toml; nothing was done", .0.count())]
    Text(Problems),
    /// The record cannot be read or written, or the text displaces versions.
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
    /// Opens the class in a folder for the user of the command line.
    ///
    /// # Errors
    /// If there is no class, or its text cannot be read or has problems.
    pub fn at(path: &Path) -> Result<OpenClass, OpenError> {
        let folder = ClassFolder::at(path);
        if !folder.holds_class() {
            return Err(ClassError::NoClass { path: path.to_owned() }.into());
        }
        OpenClass::of_text(folder)
    }

    /// Opens a folder by its text alone. The class may not exist yet.
    pub(crate) fn of_text(folder: ClassFolder) -> Result<OpenClass, OpenError> {
        let (text, plan) = read(&folder)?;
        Ok(OpenClass { folder, plan, text, actor: Actor::COMMAND_LINE, record: Arc::default() })
    }

    /// Returns the reader whose view of results the actor has; `None` if the actor sees everything.
    pub(crate) fn reader(&self) -> Option<Reader> {
        (self.actor.role == Role::Student).then_some(Reader::Participants)
    }

    /// Returns the actor's role.
    pub(crate) fn role(&self) -> Role {
        self.actor.role
    }

    /// Returns the same class for another actor. Both share the opened record.
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

    /// Returns the class under its current text, or under the text in force if the current one displaces versions, as
    /// [`OpenClass::in_force`] does; `None` if the text has not changed. The record stays open.
    ///
    /// # Errors
    /// As [`OpenClass::in_force`].
    pub fn renewed(&self) -> Result<Option<(OpenClass, Option<Warning>)>, OpenError> {
        let text = read_text(&self.folder)?;
        if text == self.text {
            return Ok(None);
        }
        self.under_text(text)?.under_text_in_force().map(Some)
    }

    /// Returns the same class under another text. Both share the opened record.
    pub(crate) fn under_text(&self, text: String) -> Result<OpenClass, OpenError> {
        let plan = parse(&self.folder, &text)?;
        Ok(OpenClass { plan, text, ..self.acting(self.actor.clone()) })
    }

    /// Returns `true` if the text is the one on the disk. Another user may have saved a text since it was read, and must
    /// not find the earlier one adopted again.
    fn has_text_on_disk(&self) -> bool {
        read_text(&self.folder).is_ok_and(|text| text == self.text)
    }

    /// Opens the class under the last adopted text, with a warning, if the current text displaces versions. This way
    /// other users need not wait for the teacher.
    ///
    /// # Errors
    /// As [`OpenClass::at`], or if the class's record cannot be read.
    pub fn in_force(path: &Path) -> Result<(OpenClass, Option<Warning>), OpenError> {
        OpenClass::at(path)?.under_text_in_force()
    }

    fn under_text_in_force(self) -> Result<(OpenClass, Option<Warning>), OpenError> {
        let class = self;
        let facts = class.unchecked_facts()?;
        let change = class.change(&facts);
        let TextChange::Displaces { before, .. } = &change else { return Ok((class, None)) };
        let refused = change.check(&class.plan, &class.folder).err();
        let warning = refused.map(|refused| Warning::earlier_text(&refused.what));
        let text = facts.adopted().unwrap_or_default().to_owned();
        let plan = (**before).clone();
        Ok((OpenClass { plan, text, ..class }, warning))
    }

    /// Returns the text of the plan.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Compares the text with the last adopted one.
    pub(crate) fn change(&self, facts: &Facts) -> TextChange {
        TextChange::compare(&self.text, &self.plan, facts)
    }

    /// Reads all facts.
    ///
    /// # Errors
    /// If the class's record cannot be read, or the text displaces versions.
    pub fn facts(&self) -> Result<Facts, Error> {
        let facts = self.unchecked_facts()?;
        let change = self.change(&facts);
        change.check(&self.plan, &self.folder)?;
        if change.is_to_be_recorded() && self.has_text_on_disk() {
            // Later changes are compared with this text. A process with read access only leaves that to others.
            if let Ok(recorded) = self.write(|_, _| Ok(Vec::new())) {
                return Ok(recorded.facts);
            }
        }
        Ok(facts)
    }

    /// Reads all facts without checking the text.
    pub(crate) fn unchecked_facts(&self) -> Result<Facts, ClassError> {
        self.read_record(|record| Ok(record.facts()))
    }

    /// Reads the current record without checking the text.
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
        // After a failure the record is opened anew next time, to see what is on the disk.
        *held = found.is_ok().then_some(record);
        found
    }

    /// Returns the record if it is open. A panic leaves it unchanged.
    fn record(&self) -> MutexGuard<'_, Option<Record>> {
        self.record.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets `decide` choose events from the current facts, and records them. [`Warning::from_recorded`] returns the
    /// warnings about the result. `decide` must use only the facts that it is given, since the class is locked
    /// meanwhile.
    ///
    /// # Errors
    /// Errors of `decide`; or if the class's record cannot be written, or the text displaces versions.
    pub fn write(
        &self,
        decide: impl FnOnce(&Facts, Moment) -> Result<Vec<Event>, Error>,
    ) -> Result<WriteSummary, Error> {
        self.write_unchecked(|facts, at| {
            let change = self.change(facts);
            change.check(&self.plan, &self.folder)?;
            let is_adopted = change.is_to_be_recorded() && self.has_text_on_disk();
            let adopted = if is_adopted { self.adopted(&change, facts) } else { Vec::new() };
            Ok(adopted.into_iter().chain(decide(facts, at)?).collect())
        })
    }

    /// Does the same without checking the text.
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

    /// Does the same without checking the clock.
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
            // A record opened read-only may be writable by now; otherwise this returns the reason.
            None => Record::open(&self.folder)?,
        };
        match write(&mut record, &self.actor).map_err(Unwritten::from) {
            // The record is opened anew next time, to see what is on the disk.
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

    /// Removes files that were stored for an event that was not recorded, unless the class's record refers to them.
    /// Files that cannot be removed do no harm.
    pub(crate) fn discard(&self, kept: &BTreeSet<Hash>) {
        drop(self.read_record(|record| record.discard(&self.folder, kept)));
    }

    /// Returns the events that adopt this text, and that return submissions in newly allowed languages to the queue for
    /// a verdict.
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

    /// Parses a moment in the class's time zone.
    ///
    /// # Errors
    /// If the text is not a valid moment there.
    pub fn moment(&self, text: &str) -> Result<Moment, Error> {
        self.plan.zone.read(text).map_err(|error| Error::input(error.why).hint(error.hint))
    }

    /// Parses a deadline in the class's time zone. A deadline without seconds includes its whole minute.
    ///
    /// # Errors
    /// If the text is not a valid moment there.
    pub fn deadline(&self, text: &str) -> Result<Moment, Error> {
        let deadline = self.plan.zone.read_deadline(text);
        deadline.map(Deadline::with_whole_minute).map_err(|error| Error::input(error.why).hint(error.hint))
    }

    /// Formats a moment in the class's time zone.
    pub fn shown(&self, moment: Moment) -> String {
        self.plan.zone.show(moment)
    }
}

/// Returns the clock's time, or the time of the last event if that is later.
pub fn now(facts: &Facts) -> Moment {
    facts.last().map_or_else(Moment::now, |last| last.max(Moment::now()))
}

/// The reason why nothing was written.
pub(crate) enum Unwritten {
    Decided(Error),
    Record(ClassError),
}

impl From<ClassError> for Unwritten {
    fn from(error: ClassError) -> Unwritten {
        Unwritten::Record(error)
    }
}

/// Reads the teacher's plan.
///
/// # Errors
/// If the class's text cannot be read or has problems.
pub fn read_plan(folder: &ClassFolder) -> Result<ClassPlan, OpenError> {
    Ok(read(folder)?.1)
}

/// Reads the class's text and parses it.
fn read(folder: &ClassFolder) -> Result<(String, ClassPlan), OpenError> {
    let text = read_text(folder)?;
    let plan = parse(folder, &text)?;
    Ok((text, plan))
}

pub(crate) fn read_text(folder: &ClassFolder) -> Result<String, OpenError> {
    let path = folder.text();
    files::read_text(&path, config::LONGEST_TEXT as u64)
        .map_err(|error| OpenError::Unreadable { path, error })
}

fn parse(folder: &ClassFolder, text: &str) -> Result<ClassPlan, OpenError> {
    register_rules(folder)?;
    ClassPlan::parse(&folder.text().display().to_string(), text, GAMES).map_err(OpenError::Text)
}

/// Registers the games whose rules are in the class's folder, so that texts can refer to them by key.
fn register_rules(folder: &ClassFolder) -> Result<(), OpenError> {
    let path = folder.rules();
    let Ok(listed) = fs::read_dir(&path) else { return Ok(()) };
    for entry in listed {
        let unreadable = |error| OpenError::Unreadable { path: path.clone(), error };
        let file = entry.map_err(unreadable)?.path();
        let name = file.file_name().and_then(|name| name.to_str()?.strip_suffix(".wasm")).unwrap_or_default();
        if name.parse::<Hash>().is_err() || games::registered_module(name).is_some() {
            continue;
        }
        let read = files::read_bounded(&file, SizeClass::RULES.caps().module);
        let module = read.map_err(|error| OpenError::Unreadable { path: file.clone(), error })?;
        games::open_module(&module).map_err(|why| {
            let error = io::Error::other(format!("the rules of the game cannot be opened: {why}"));
            OpenError::Unreadable { path: file.clone(), error }
        })?;
    }
    Ok(())
}

/// Returns a warning if results of a class come from an engine other than the one with this fingerprint. Engines that
/// differ only in how they bound memory are the same, since that depends on the limits of each process.
pub fn engine_warning(class: &OpenClass, facts: &Facts, here: &str) -> Option<Warning> {
    let is_other = |engine: &str| engine != here && !differ_in_bounds_alone(engine, here);
    let OtherEngine { engine, results } = other_engine(&class.plan, facts, &is_other)?;
    // The key of a game from a file follows the engine.
    if let (Some((then, rules)), Some((now, _))) = (engine.split_once("; "), here.split_once("; "))
        && then == now
    {
        return Some(Warning(format!(
            "the rules of the game have changed since earlier results of the class, {results} of them of active versions: \
             they are of {rules}. `muster class rejudge DIR` judges all active versions by the present rules, and shows \
             what would change"
        )));
    }
    Some(Warning(format!(
        "this program's engine differs from the one that played earlier results of the class, {results} of them of active \
         versions: new results may differ for that reason alone. To keep all results comparable, continue with the \
         previous program, or re-judge all active versions with this one: `muster class rejudge DIR` shows what would \
         change. Then: {engine}. Now: {here}"
    )))
}

/// Returns the student with an id.
///
/// # Errors
/// If there is no such student. The hint suggests likely ids.
pub fn find_student<'f>(facts: &'f Facts, id: &str) -> Result<&'f Student, Error> {
    facts.student(id).ok_or_else(|| unknown_student(facts, id))
}

/// Returns the student or team that the student with an id hands in for.
///
/// # Errors
/// If there is no such student. The hint suggests likely ids.
pub fn find_contender<'f>(facts: &'f Facts, id: &str) -> Result<Contender<'f>, Error> {
    facts.contender_of(id).ok_or_else(|| unknown_student(facts, id))
}

fn unknown_student(facts: &Facts, id: &str) -> Error {
    let failed = Error::input(format!("no student has the id \"{}\"", visible(id)));
    let students = facts.students();
    let ids: Vec<&str> = students.iter().map(|student| student.id.as_str()).collect();
    // Names are not unique, so they find no student, but the hint lists the ids of students with that name.
    let named: Vec<String> = students
        .iter()
        .filter(|student| student.name == id || student.alias == id)
        .map(|student| visible(&student.id))
        .collect();
    match config::closest(id, &ids) {
        _ if !named.is_empty() => failed.hint(format!("students with this name: {}", named.join(", "))),
        Some(near) => failed.hint(format!("did you mean {}?", visible(near))),
        None => failed.hint("`muster class roster DIR` lists the students"),
    }
}
