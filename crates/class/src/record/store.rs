//! The record of what happened, opened.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::{Duration, Instant};

use files::TemporaryDir;
use ledger::database;
use rusqlite::TransactionBehavior;

use super::corrections::ClockFault;
use super::rows::{self, Projection, RecordEntry};
use super::schema;
use super::source::{Access, Open, Source};
use crate::{Actor, ClassError, ClassFolder, ClockCorrection, Event, Facts, Hash, Moment};

/// How long to wait before it is looked again whether others have written something.
const PAUSE: Duration = Duration::from_millis(200);

/// A class's record, opened.
///
/// When it is opened, all of it is read and checked. From then on it keeps what follows from that, and reads what was
/// written down after the last event that it knows.
pub struct Record {
    folder: ClassFolder,
    source: Source,
    projection: Projection,
}

/// What was written down.
#[derive(Debug)]
pub struct WriteSummary {
    /// When.
    pub at: Moment,
    /// How many milliseconds the clock was behind the last event of the record.
    pub behind: i64,
    /// Everything that has happened, this included.
    pub facts: Facts,
}

impl Record {
    /// Begins the record of a class.
    ///
    /// # Errors
    /// When there is one, or it cannot be written. However the program ends, it is there as a whole or not at all.
    pub fn create(folder: &ClassFolder) -> Result<(), ClassError> {
        if folder.holds_class() {
            return Err(ClassError::HoldsClass { path: folder.root().to_owned() });
        }
        folder.create()?;
        let path = folder.record();
        // A folder of this process alone: a killed one leaves its own behind, and disturbs no other.
        let making = TemporaryDir::create_in(&folder.private(), ".new-")
            .map_err(ClassError::file("create a directory in", folder.private()))?;
        let new = making.path().join("class.sqlite");
        let connection = database::create(&new)?;
        connection
            .execute_batch(&schema::create(schema::VERSION).unwrap_or_default())
            .and_then(|()| connection.pragma_update(None, "user_version", schema::VERSION))
            // Now, because no other program may be reading while it is changed.
            .and_then(|()| connection.pragma_update(None, "journal_mode", "WAL"))
            .map_err(ClassError::sqlite("create the class's record"))?;
        connection.close().map_err(|(_, error)| ClassError::sqlite("close the class's record")(error))?;
        close(&new).map_err(ClassError::file("restrict access to", &new))?;
        // The record of somebody who was faster is never replaced.
        files::rename_new(&new, &path)
            .and_then(|()| files::sync_dir(&folder.private()))
            .map_err(ClassError::file("create", &path))
    }

    /// Opens the record to write to it, and checks all of it.
    ///
    /// # Errors
    /// When there is none, or it cannot be opened or is damaged; or when it is on a network file system.
    pub fn open(folder: &ClassFolder) -> Result<Record, ClassError> {
        refuse_none(folder)?;
        Record::opened(folder, Access::Write)
    }

    /// Opens the record to read it, also where this program may not write to it, and checks all of it.
    ///
    /// # Errors
    /// As [`Record::open`].
    pub fn open_to_read(folder: &ClassFolder) -> Result<Record, ClassError> {
        refuse_none(folder)?;
        Access::to_read(|access| Record::opened(folder, access))
    }

    /// Copies the record as it is at one moment into a new file, also while others write to it, and returns what the
    /// copy says, read from its first event.
    ///
    /// # Errors
    /// When it cannot be read, is not what was written, or the copy cannot be written.
    pub(crate) fn copy(folder: &ClassFolder, to: &Path) -> Result<Facts, ClassError> {
        refuse_none(folder)?;
        Source::copy(folder, to).map(|projection| projection.facts().clone())
    }

    fn opened(folder: &ClassFolder, access: Access) -> Result<Record, ClassError> {
        let (source, projection) = Source::open(folder, access)?;
        Ok(Record { folder: folder.clone(), source, projection })
    }

    /// Whether it was opened to write to it.
    pub fn is_writable(&self) -> bool {
        self.source.access() == Access::Write
    }

    /// Everything that has happened, as far as it was read: when the record was opened, by [`Record::follow`], or before
    /// something was written down.
    pub fn facts(&self) -> Facts {
        self.projection.facts().clone()
    }

    /// Reads what others have written down since, and returns whether there was anything. Where nobody has, this asks SQLite
    /// for one number.
    ///
    /// # Errors
    /// When it cannot be read, is not what was written, or does not go on from what was read before.
    pub fn follow(&mut self) -> Result<bool, ClassError> {
        if !self.source.is_outdated(&self.folder) {
            return self.source.follow(&mut self.projection);
        }
        let before = self.facts();
        *self = match self.source.access() {
            Access::Write => Record::open(&self.folder)?,
            Access::Read => Record::open_to_read(&self.folder)?,
        };
        Ok(before != self.facts())
    }

    /// Events that were read, the latest first: those before the event of a number, all of them or those that are a student's
    /// data, the given number of them at most.
    ///
    /// # Errors
    /// When they cannot be read, or are not what was written.
    pub fn entries(
        &mut self,
        student: Option<&str>,
        before: Option<i64>,
        most: usize,
    ) -> Result<Vec<RecordEntry>, ClassError> {
        let numbers = self.projection.facts().event_numbers(student, before, most);
        self.source.within(TransactionBehavior::Deferred, &mut self.projection, |open, _, _| {
            let read = |number| rows::read_one(open.connection, open.version, number).transpose();
            numbers.into_iter().filter_map(read).collect()
        })
    }

    /// The event of a number; `None` if there is none.
    ///
    /// # Errors
    /// When it cannot be read, or is not what was written.
    pub fn entry(&mut self, number: i64) -> Result<Option<RecordEntry>, ClassError> {
        self.source.within(TransactionBehavior::Deferred, &mut self.projection, |open, _, _| {
            rows::read_one(open.connection, open.version, number)
        })
    }

    /// Waits until others have written something down, and reads it; returns whether they have. What they write is seen
    /// within a second.
    ///
    /// # Errors
    /// As [`Record::follow`].
    pub fn wait(&mut self, patience: Duration) -> Result<bool, ClassError> {
        let began = Instant::now();
        loop {
            if self.follow()? {
                return Ok(true);
            }
            match patience.checked_sub(began.elapsed()) {
                None => return Ok(false),
                Some(left) => std::thread::sleep(left.min(PAUSE)),
            }
        }
    }

    /// Removes the files of whoever was forgotten, unless others handed in the same, and what the log still has of the
    /// record's earlier pages. Returns how many files were removed. A command that was killed before it did is made up
    /// for by the next.
    ///
    /// # Errors
    /// When a file cannot be removed, or the record cannot be read.
    pub fn sweep(&mut self, folder: &ClassFolder) -> Result<usize, ClassError> {
        // Whoever hands in the same bytes writes that down before or after this as a whole.
        let remove = |facts: &Facts| {
            let kept = facts.files();
            let files = facts.forgotten().iter().flat_map(|dated| {
                let stones = dated.what.submissions.iter().flat_map(|stone| &stone.files);
                stones.chain(&dated.what.files)
            });
            let gone: BTreeSet<&Hash> = files.filter(|hash| !kept.contains(hash)).collect();
            gone.into_iter().try_fold(0, |removed, hash| {
                Ok::<usize, ClassError>(removed + usize::from(folder.remove(hash)?))
            })
        };
        self.follow()?;
        let removed = self.source.within(
            TransactionBehavior::Immediate,
            &mut self.projection,
            |_, projection, _| remove(projection.facts()),
        )?;
        if !self.projection.facts().forgotten().is_empty() {
            let purged = database::purge(self.source.connection());
            purged.map_err(ClassError::sqlite("delete from the class's record"))?;
        }
        Ok(removed)
    }

    /// Removes files that were kept for something that was not written down, unless the record names them.
    ///
    /// # Errors
    /// When a file cannot be removed, or the record cannot be read.
    pub fn discard(&mut self, folder: &ClassFolder, kept: &BTreeSet<Hash>) -> Result<(), ClassError> {
        self.follow()?;
        self.source.within(TransactionBehavior::Immediate, &mut self.projection, |_, known, _| {
            let named = known.facts().files();
            kept.difference(&named).try_for_each(|hash| folder.remove(hash).map(drop))
        })
    }

    /// Decides by everything that has happened what happens now, and writes that down. When this returns, it is on the
    /// disk. Nobody else writes anything in between.
    ///
    /// `now` is what the clock shows; what is written down is never earlier than what was before, and `decide` is told.
    ///
    /// # Errors
    /// When the record cannot be read or written, or `decide` fails; then nothing is written.
    pub fn write<E: From<ClassError>>(
        &mut self,
        actor: &Actor,
        now: Moment,
        decide: impl FnOnce(&Facts, Moment) -> Result<Vec<Event>, E>,
    ) -> Result<WriteSummary, E> {
        self.write_at(actor, now, |_, known| {
            let at = known.facts().last().map_or(now, |last| last.max(now));
            Ok((at, decide(known.facts(), at)?))
        })
    }

    /// Writes down that the clock is right and was wrong before, if the record is ahead of it. `happened` is when the events
    /// happened that the wrong clock wrote down; without it, right after the event before them. Returns `None` if the record is
    /// not ahead.
    ///
    /// # Errors
    /// When the record cannot be read or written.
    pub fn correct_clock(
        &mut self,
        actor: &Actor,
        now: Moment,
        happened: Option<Moment>,
        reason: &str,
    ) -> Result<Option<WriteSummary>, ClassError> {
        let mut fault = None;
        let written = self.write_at(actor, now, |open, known| {
            fault = known.clock_fault(open.connection, open.version, now)?;
            let correction = fault.as_ref().map(|fault| {
                let happened = happened.or(fault.before).unwrap_or(now);
                Event::ClockCorrected(ClockCorrection {
                    since: fault.since,
                    happened,
                    reason: reason.to_owned(),
                })
            });
            Ok::<_, ClassError>((now, correction.into_iter().collect()))
        })?;
        Ok(fault.map(|_| written))
    }

    /// The events that are ahead of the clock; `None` if there are none.
    ///
    /// # Errors
    /// When the record cannot be read.
    pub fn clock_fault(&mut self, now: Moment) -> Result<Option<ClockFault>, ClassError> {
        self.source.within(TransactionBehavior::Deferred, &mut self.projection, |open, projection, _| {
            projection.clock_fault(open.connection, open.version, now)
        })
    }

    /// Decides what happens, and when, and writes that down.
    fn write_at<E: From<ClassError>>(
        &mut self,
        actor: &Actor,
        now: Moment,
        decide: impl FnOnce(&Open<'_>, &Projection) -> Result<(Moment, Vec<Event>), E>,
    ) -> Result<WriteSummary, E> {
        // Most of what others have written is read before they have to wait.
        self.follow()?;
        let written =
            self.source.within(TransactionBehavior::Immediate, &mut self.projection, |open, known, _| {
                let (at, events) = decide(open, known)?;
                if !events.is_empty() {
                    rows::bring_up_to_date(open.connection, &mut open.version)?;
                }
                let mut end = known.end();
                for event in &events {
                    end = end.append(open.connection, at, actor, event)?;
                    if let Event::Forgotten(forgotten) = event {
                        rows::delete(open.connection, &forgotten.events)?;
                    }
                }
                let is_changed = events.iter().any(Event::changes_the_past);
                let anew = is_changed.then(|| Projection::read(open.connection, open.version)).transpose()?;
                Ok::<_, E>((at, events, end, anew))
            });
        // Only now, because nothing of it has happened if it could not be written.
        let (at, events, end, anew) = written?;
        match anew {
            Some(anew) => self.projection = anew,
            None => self.projection.add(at, actor, events, end),
        }
        Ok(WriteSummary { at, behind: at.millis() - now.millis(), facts: self.facts() })
    }
}

/// Closes a file to other users. SQLite gives its logs the same permissions.
fn close(path: &Path) -> std::io::Result<()> {
    files::private().map_or(Ok(()), |permissions| files::set_permissions(path, permissions))
}

fn refuse_none(folder: &ClassFolder) -> Result<(), ClassError> {
    if !folder.holds_class() {
        return Err(ClassError::NoClass { path: folder.root().to_owned() });
    }
    folder.refuse_network()?;
    folder.refuse_linked()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn announce(record: &mut Record, text: &str) {
        let event = Event::Announced { text: text.to_owned() };
        let decide = |_: &Facts, _| Ok::<_, ClassError>(vec![event]);
        record.write(&Actor::COMMAND_LINE, Moment::from_millis(0), decide).expect("it is written");
    }

    /// Whoever may not write to the file reads one that does not change, and opens it again once it has.
    #[test]
    fn whoever_only_reads_follows_too() {
        let top = tempfile::tempdir().expect("a folder");
        let folder = ClassFolder::at(top.path().join("class"));
        Record::create(&folder).expect("a class");
        let mut writer = Record::open(&folder).expect("a record");
        announce(&mut writer, "one");
        // Once without a log beside the file, and once with one.
        for round in 0..2 {
            if round == 0 {
                drop(writer);
                writer = Record::open(&folder).expect("a record");
            }
            let mut reader = Record::opened(&folder, Access::Read).expect("a record");
            assert!(!reader.is_writable());
            for _ in 0..3 {
                announce(&mut writer, "more");
                assert!(reader.follow().expect("it is read"));
                assert_eq!(reader.facts(), writer.facts());
                assert!(!reader.follow().expect("nothing is new"));
            }
        }
    }
}
