//! The record of what happened, opened.

use std::collections::BTreeSet;
use std::io::ErrorKind;
use std::path::Path;
use std::time::Duration;

use files::TemporaryDir;
use ledger::database::{self, Opened};
use rusqlite::{Connection, Row, TransactionBehavior, params};

use super::chain::{self, SALT};
use super::schema;
use crate::{ClassError, ClassFolder, Event, Facts, Hash, Moment};

/// How long to wait for another program that writes to the record.
const PATIENCE: Duration = Duration::from_secs(30);

/// A class's record, opened.
pub struct Record {
    connection: Connection,
    /// The temporary copy that is open, if one was needed. Dropped after the connection.
    _copy: Option<TemporaryDir>,
}

/// What was written down.
#[derive(Debug)]
pub struct Recorded {
    /// When.
    pub at: Moment,
    /// How many milliseconds the clock was behind what was written down last.
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
            .execute_batch(schema::CREATE)
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

    /// Opens the record to write to it.
    ///
    /// # Errors
    /// When there is none, or it cannot be opened or is damaged.
    pub fn open(folder: &ClassFolder) -> Result<Record, ClassError> {
        refuse_none(folder)?;
        let opened = database::to_write(&folder.record())?;
        database::check_pages(&opened.connection)?;
        database::settle(&opened.connection)?;
        Record::checked(opened)
    }

    /// Opens the record to read it, also where this program may not write to it.
    ///
    /// # Errors
    /// As [`Record::open`].
    pub fn open_to_read(folder: &ClassFolder) -> Result<Record, ClassError> {
        match Record::open(folder) {
            Err(ClassError::Sqlite { .. } | ClassError::File { .. }) => {
                Record::checked(database::to_read(&folder.record())?)
            }
            opened => opened,
        }
    }

    fn checked(Opened { connection, copy }: Opened) -> Result<Record, ClassError> {
        let found: i64 = connection
            .pragma_query_value(None, "user_version", |row| row.get(0))
            .map_err(ClassError::sqlite("read the schema of the class's record"))?;
        if found != schema::VERSION {
            return Err(ClassError::UnknownSchema { found, known: schema::VERSION });
        }
        database::check_tables(&connection, schema::CREATE)?;
        connection.busy_timeout(PATIENCE).map_err(ClassError::sqlite("open the class's record"))?;
        Ok(Record { connection, _copy: copy })
    }

    /// Everything that has happened.
    ///
    /// # Errors
    /// When it cannot be read, or is not what was written.
    pub fn facts(&self) -> Result<Facts, ClassError> {
        read(&self.connection).map(|(facts, _)| facts)
    }

    /// Removes the files of whoever was forgotten, unless others handed in the same, and what the log still has of the
    /// record's earlier pages. Returns how many files were removed. A command that was killed before it did is made up
    /// for by the next.
    ///
    /// # Errors
    /// When a file cannot be removed, or the record cannot be read.
    pub fn sweep(&mut self, folder: &ClassFolder) -> Result<usize, ClassError> {
        let doing = "delete from the class's record";
        // Whoever hands in the same bytes writes that down before or after this as a whole.
        let transaction = self
            .connection
            .transaction_with_behavior(TransactionBehavior::Immediate)
            .map_err(ClassError::sqlite(doing))?;
        let (facts, _) = read(&transaction)?;
        let kept = facts.files();
        let files = facts.forgotten().iter().flat_map(|dated| {
            let stones = dated.what.submissions.iter().flat_map(|stone| &stone.files);
            stones.chain(&dated.what.files)
        });
        let gone: BTreeSet<&Hash> = files.filter(|hash| !kept.contains(hash)).collect();
        let mut removed = 0;
        for hash in gone {
            removed += usize::from(folder.remove(hash)?);
        }
        transaction.commit().map_err(ClassError::sqlite(doing))?;
        if !facts.forgotten().is_empty() {
            // Written anew, because rows that were moved from page to page leave copies behind, which no later deletion
            // overwrites.
            self.connection
                .execute_batch("VACUUM")
                .and_then(|()| self.connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(())))
                .map_err(ClassError::sqlite(doing))?;
        }
        Ok(removed)
    }

    /// Copies the record as it is at one moment into a new file, also while others write to it, and returns what the
    /// copy says.
    ///
    /// # Errors
    /// When it cannot be read, is not what was written, or the copy cannot be written.
    pub(crate) fn copy(&self, to: &Path) -> Result<Facts, ClassError> {
        let name =
            to.to_str().ok_or_else(|| ClassError::file("create", to)(ErrorKind::InvalidFilename.into()))?;
        self.connection
            .execute("VACUUM INTO ?1", [name])
            .map_err(ClassError::sqlite("copy the class's record"))?;
        Record::checked(database::to_read(to)?)?.facts()
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
        now: Moment,
        decide: impl FnOnce(&Facts, Moment) -> Result<Vec<Event>, E>,
    ) -> Result<Recorded, E> {
        let doing = "write to the class's record";
        let transaction = self
            .connection
            .transaction_with_behavior(TransactionBehavior::Immediate)
            .map_err(ClassError::sqlite(doing))?;
        let (mut facts, mut end) = read(&transaction)?;
        let at = facts.last().map_or(now, |last| last.max(now));
        for event in decide(&facts, at)? {
            end = append(&transaction, &end, at, &event)?;
            if let Event::Forgotten(forgotten) = &event {
                delete(&transaction, &forgotten.events)?;
            }
            facts.add(at, event);
        }
        transaction.commit().map_err(ClassError::sqlite(doing))?;
        Ok(Recorded { at, behind: at.millis() - now.millis(), facts })
    }
}

/// Closes a file to other users. SQLite gives its logs the same permissions.
fn close(path: &Path) -> std::io::Result<()> {
    files::private().map_or(Ok(()), |permissions| files::set_permissions(path, permissions))
}

/// The last event.
struct End {
    number: i64,
    hash: [u8; 32],
}

fn refuse_none(folder: &ClassFolder) -> Result<(), ClassError> {
    if !folder.holds_class() {
        return Err(ClassError::NoClass { path: folder.root().to_owned() });
    }
    folder.refuse_linked()
}

fn append(connection: &Connection, end: &End, at: Moment, event: &Event) -> Result<End, ClassError> {
    let body = serde_json::to_string(event).map_err(|error| ClassError::damaged(error.to_string()))?;
    let mut salt = [0; SALT];
    getrandom::fill(&mut salt).map_err(ClassError::NoRandom)?;
    let content = chain::content(&salt, &body);
    let (number, kind) = (end.number + 1, event.kind());
    let hash = chain::link(&end.hash, number, at, kind, &content);
    connection
        .prepare_cached("INSERT INTO event VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)")
        .and_then(|mut insert| {
            insert.execute(params![number, at.millis(), kind, body, &salt[..], &content[..], &hash[..]])
        })
        .map_err(ClassError::sqlite("write to the class's record"))?;
    Ok(End { number, hash })
}

/// Deletes what events say. Their hashes stay, so that the chain still holds.
fn delete(connection: &Connection, events: &[i64]) -> Result<(), ClassError> {
    let doing = "delete from the class's record";
    // What is deleted is overwritten, and not only marked as free.
    connection.pragma_update(None, "secure_delete", true).map_err(ClassError::sqlite(doing))?;
    let mut update = connection
        .prepare_cached("UPDATE event SET body = NULL, salt = NULL WHERE number = ?1")
        .map_err(ClassError::sqlite(doing))?;
    for number in events {
        update.execute([number]).map_err(ClassError::sqlite(doing))?;
    }
    Ok(())
}

/// A row of `event`.
struct Stored {
    number: i64,
    at: i64,
    kind: String,
    body: Option<String>,
    salt: Option<[u8; SALT]>,
    content: [u8; 32],
    hash: [u8; 32],
}

impl Stored {
    fn of(row: &Row<'_>) -> rusqlite::Result<Stored> {
        Ok(Stored {
            number: row.get(0)?,
            at: row.get(1)?,
            kind: row.get(2)?,
            body: row.get(3)?,
            salt: row.get(4)?,
            content: row.get(5)?,
            hash: row.get(6)?,
        })
    }

    /// The event, if it is what was written after the one before; `None` where what it says was deleted.
    fn event(&self, end: &End, last: Option<Moment>) -> Result<(Moment, Option<Event>), String> {
        let at = Moment::from_millis(self.at);
        if self.number != end.number + 1 {
            return Err("is missing".to_owned());
        }
        let link = chain::link(&end.hash, self.number, at, &self.kind, &self.content);
        let wrong = || Err("is not what was written, or the one before it is not".to_owned());
        if self.hash != link || last.is_some_and(|last| last > at) {
            return wrong();
        }
        let (body, salt) = match (&self.body, &self.salt) {
            (None, None) => return Ok((at, None)),
            (Some(body), Some(salt)) => (body, salt),
            _ => return wrong(),
        };
        if self.content != chain::content(salt, body) {
            return wrong();
        }
        let event: Event = serde_json::from_str(body).map_err(|error| format!("cannot be read: {error}"))?;
        if event.kind() == self.kind { Ok((at, Some(event))) } else { Err("is of another kind".to_owned()) }
    }
}

fn read(connection: &Connection) -> Result<(Facts, End), ClassError> {
    let doing = "read the class's record";
    let mut facts = Facts::default();
    let mut end = End { number: 0, hash: chain::NOTHING_BEFORE };
    let mut statement = connection
        .prepare_cached("SELECT number, at, kind, body, salt, content, hash FROM event ORDER BY number")
        .map_err(ClassError::sqlite(doing))?;
    let rows = statement.query_map([], Stored::of).map_err(ClassError::sqlite(doing))?;
    let mut deleted = BTreeSet::new();
    for row in rows {
        let row = row.map_err(ClassError::sqlite(doing))?;
        let (at, event) = row
            .event(&end, facts.last())
            .map_err(|what| ClassError::damaged(format!("event {} {what}", end.number + 1)))?;
        if let Some(event) = event {
            facts.add(at, event);
        } else {
            deleted.insert(row.number);
            facts.add_deleted(at, &row.kind);
        }
        end = End { number: row.number, hash: row.hash };
    }
    let told = facts.forgotten().iter().flat_map(|dated| &dated.what.events);
    for number in told {
        deleted.remove(number);
    }
    match deleted.first() {
        None => Ok((facts, end)),
        Some(number) => Err(ClassError::damaged(format!("event {number} has no content"))),
    }
}
