//! An open record.

use std::collections::BTreeSet;
use std::path::Path;

use files::TemporaryDir;
use ledger::database;
use rusqlite::TransactionBehavior;

use super::clock_corrections::ClockFault;
use super::record_file::{Access, OpenRecord, RecordFile};
use super::rows::{self, Projection, RecordEntry};
use super::schema;
use crate::{Actor, ActorKind, ClassError, ClassFolder, ClockCorrection, Event, Facts, Hash, Moment};

/// The open record of a class.
///
/// Opening it reads and checks all events. From then on it keeps the facts, and reads only new events.
pub struct Record {
    folder: ClassFolder,
    source: RecordFile,
    projection: Projection,
}

/// The result of a write.
#[derive(Debug)]
pub struct WriteSummary {
    /// Time of the events.
    pub at: Moment,
    /// Milliseconds by which the clock is behind the last event of the record.
    pub behind: i64,
    /// All facts, including the new ones.
    pub facts: Facts,
}

impl Record {
    /// Creates the record of a class, atomically.
    ///
    /// # Errors
    /// If there already is one, or it cannot be written.
    pub fn create(folder: &ClassFolder) -> Result<(), ClassError> {
        if folder.holds_class() {
            return Err(ClassError::HoldsClass { path: folder.root().to_owned() });
        }
        folder.create()?;
        let path = folder.record();
        // A folder of this process alone: if the process is killed, its leftovers do not affect other processes.
        let making = TemporaryDir::create_in(&folder.private(), ".new-")
            .map_err(ClassError::file("create a directory in", folder.private()))?;
        let new = making.path().join("class.sqlite");
        let connection = database::create(&new)?;
        connection
            .execute_batch(schema::CREATE)
            .and_then(|()| connection.pragma_update(None, "user_version", schema::VERSION))
            // Set it now, while no other program can be reading.
            .and_then(|()| connection.pragma_update(None, "journal_mode", "WAL"))
            .map_err(ClassError::sqlite("create the class's record"))?;
        connection.close().map_err(|(_, error)| ClassError::sqlite("close the class's record")(error))?;
        close(&new).map_err(ClassError::file("restrict access to", &new))?;
        // Never replaces a record that another program created first.
        files::rename_new(&new, &path)
            .and_then(|()| files::sync_dir(&folder.private()))
            .map_err(ClassError::file("create", &path))
    }

    /// Opens the record for writing, and checks all of it.
    ///
    /// # Errors
    /// If there is none, or it cannot be opened or is damaged; or if it is on a network file system.
    pub fn open(folder: &ClassFolder) -> Result<Record, ClassError> {
        refuse_none(folder)?;
        Record::opened(folder, Access::Write)
    }

    /// Opens the record for reading, even without write permission, and checks all of it.
    ///
    /// # Errors
    /// As [`Record::open`].
    pub fn open_to_read(folder: &ClassFolder) -> Result<Record, ClassError> {
        refuse_none(folder)?;
        Access::to_read(|access| Record::opened(folder, access))
    }

    /// Copies a consistent snapshot of the record into a new file, even while other programs write to it. Returns the
    /// facts of the copy, read from its first event.
    ///
    /// # Errors
    /// If the record cannot be read, is damaged, or the copy cannot be written.
    pub(crate) fn copy(folder: &ClassFolder, to: &Path) -> Result<Facts, ClassError> {
        refuse_none(folder)?;
        RecordFile::copy(folder, to).map(|projection| projection.facts.clone())
    }

    fn opened(folder: &ClassFolder, access: Access) -> Result<Record, ClassError> {
        let (source, projection) = RecordFile::open(folder, access)?;
        Ok(Record { folder: folder.clone(), source, projection })
    }

    /// Returns `true` if the record was opened for writing.
    pub fn is_writable(&self) -> bool {
        self.source.access == Access::Write
    }

    /// Returns the facts as of the last read: when the record was opened, by [`Record::follow`], or before a write.
    pub fn facts(&self) -> Facts {
        self.projection.facts.clone()
    }

    /// Reads new events by other programs. Returns `true` if there were any. If there are none, this asks SQLite for
    /// a single number.
    ///
    /// # Errors
    /// If they cannot be read, are damaged, or do not continue the known events.
    pub fn follow(&mut self) -> Result<bool, ClassError> {
        if !self.source.is_outdated(&self.folder) {
            return self.source.follow(&mut self.projection);
        }
        let before = self.facts();
        *self = match self.source.access {
            Access::Write => Record::open(&self.folder)?,
            Access::Read => Record::open_to_read(&self.folder)?,
        };
        Ok(before != self.facts())
    }

    /// Returns known events before `before`, latest first and `most` at most: all of them, or only a student's data, or
    /// only those of actors of a kind.
    ///
    /// # Errors
    /// If they cannot be read, or are damaged.
    pub fn entries(
        &mut self,
        student: Option<&str>,
        by: Option<ActorKind>,
        before: Option<i64>,
        most: usize,
    ) -> Result<Vec<RecordEntry>, ClassError> {
        let numbers = self.projection.facts.event_numbers(student, by, before, most);
        self.source.within(TransactionBehavior::Deferred, &mut self.projection, |open, _, _| {
            let read = |number| rows::read_one(open.connection, number).transpose();
            numbers.into_iter().filter_map(read).collect()
        })
    }

    /// Returns the event with a number; `None` if there is none.
    ///
    /// # Errors
    /// If it cannot be read, or is damaged.
    pub fn entry(&mut self, number: i64) -> Result<Option<RecordEntry>, ClassError> {
        self.source.within(TransactionBehavior::Deferred, &mut self.projection, |open, _, _| {
            rows::read_one(open.connection, number)
        })
    }

    /// Removes the files of forgotten students, unless other submissions share them, and erases earlier pages of the
    /// record from the log. Returns the number of removed files. The next command finishes an interrupted cleanup.
    ///
    /// # Errors
    /// If a file cannot be removed, or the record cannot be read.
    pub fn sweep(&mut self, folder: &ClassFolder) -> Result<usize, ClassError> {
        // A hand-in of the same bytes is recorded entirely before or after this.
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
            |_, projection, _| remove(&projection.facts),
        )?;
        if !self.projection.facts.forgotten().is_empty() {
            let purged = database::purge(&self.source.connection);
            purged.map_err(ClassError::sqlite("delete from the class's record"))?;
        }
        Ok(removed)
    }

    /// Removes files that were stored for an event that was not recorded, unless the record names them.
    ///
    /// # Errors
    /// If a file cannot be removed, or the record cannot be read.
    pub fn discard(&mut self, folder: &ClassFolder, kept: &BTreeSet<Hash>) -> Result<(), ClassError> {
        self.follow()?;
        self.source.within(TransactionBehavior::Immediate, &mut self.projection, |_, known, _| {
            let named = known.facts.files();
            kept.difference(&named).try_for_each(|hash| folder.remove(hash).map(drop))
        })
    }

    /// Lets `decide` choose the next events from all facts, and appends them. They are on the disk when this returns.
    /// No other program can write in between.
    ///
    /// `now` is the clock's time. Events are never earlier than the previous one; `decide` receives their actual
    /// time.
    ///
    /// # Errors
    /// If the record cannot be read or written, or `decide` fails; then nothing is written.
    pub fn write<E: From<ClassError>>(
        &mut self,
        actor: &Actor,
        now: Moment,
        decide: impl FnOnce(&Facts, Moment) -> Result<Vec<Event>, E>,
    ) -> Result<WriteSummary, E> {
        self.write_at(actor, now, |_, known| {
            let at = known.facts.last().map_or(now, |last| last.max(now));
            Ok((at, decide(&known.facts, at)?))
        })
    }

    /// Records that the clock is right and was wrong before, if the record is ahead of it. `happened` is the correct
    /// time of the events from the wrong clock; without it, they get the time of the event before them. Returns
    /// `None` if the record is not ahead.
    ///
    /// # Errors
    /// If the record cannot be read or written.
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

    /// Returns the events that are ahead of the clock; `None` if there are none.
    ///
    /// # Errors
    /// If the record cannot be read.
    pub fn clock_fault(&mut self, now: Moment) -> Result<Option<ClockFault>, ClassError> {
        self.source.within(TransactionBehavior::Deferred, &mut self.projection, |open, projection, _| {
            projection.clock_fault(open.connection, open.version, now)
        })
    }

    /// Lets `decide` choose the next events and their time, and appends them.
    fn write_at<E: From<ClassError>>(
        &mut self,
        actor: &Actor,
        now: Moment,
        decide: impl FnOnce(&OpenRecord<'_>, &Projection) -> Result<(Moment, Vec<Event>), E>,
    ) -> Result<WriteSummary, E> {
        // Read most new events before the lock blocks other writers.
        self.follow()?;
        let written =
            self.source.within(TransactionBehavior::Immediate, &mut self.projection, |open, known, _| {
                let (at, events) = decide(open, known)?;
                if !events.is_empty() {
                    rows::bring_up_to_date(open.connection, &mut open.version)?;
                }
                let mut end = known.end;
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
        // Only now: had the write failed, none of this would have happened.
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
        let event = Event::Announced { text: text.to_owned(), section: None };
        let decide = |_: &Facts, _| Ok::<_, ClassError>(vec![event]);
        record.write(&Actor::COMMAND_LINE, Moment::from_millis(0), decide).expect("it is written");
    }

    /// A reader without write permission reads a snapshot, and reopens the file after a change.
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
