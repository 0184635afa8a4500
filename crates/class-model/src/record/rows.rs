//! The rows of the chain: reading them in order, checking each against the previous one, appending new ones, and
//! keeping the facts that follow from them while the record is open.

use std::collections::BTreeSet;

use rusqlite::{Connection, Row, params};

use super::chain::{self, LinkContent, SALT};
use super::clock_corrections::{ClockFault, Corrections};
use super::event::CORRECTED;
use super::schema;
use crate::{Actor, ClassError, Event, Facts, Hash, Moment};

const READING: &str = "read the class's record";
const WRITING: &str = "write to the class's record";
const SELECT: &str = "SELECT number, at, kind, body, salt, content, hash, role, actor FROM event";

/// The end of a chain.
#[derive(Clone, Copy)]
pub(super) struct ChainEnd {
    /// The number of the last event.
    pub(super) number: i64,
    hash: [u8; 32],
    /// Time of the last event.
    at: Option<Moment>,
}

/// An event as it is in the chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordEntry {
    /// Its number, from 1.
    pub number: i64,
    /// Time of the event.
    pub at: Moment,
    /// The kind of event, as it is stored.
    pub kind: String,
    /// The actor and the event; `None` if they were deleted.
    pub content: Option<(Actor, Event)>,
    /// Its link, a hash that covers all events up to it.
    pub link: Hash,
}

impl RecordEntry {
    fn correct(&mut self, corrections: &mut Corrections) {
        let event = self.content.as_mut().map(|(_, event)| event);
        self.at = corrections.apply(self.number, self.at, event);
    }
}

impl ChainEnd {
    /// The end of a chain without events.
    pub(super) const NOTHING: ChainEnd = ChainEnd { number: 0, hash: chain::NOTHING_BEFORE, at: None };

    /// Checks that the chain still has the last known event, whose hash covers everything before it.
    pub(super) fn check(&self, connection: &Connection) -> Result<(), ClassError> {
        if self.number == 0 {
            return Ok(());
        }
        let mut statement = connection
            .prepare_cached("SELECT hash FROM event WHERE number = ?1")
            .map_err(ClassError::sqlite(READING))?;
        let mut rows = statement.query([self.number]).map_err(ClassError::sqlite(READING))?;
        let row = rows.next().map_err(ClassError::sqlite(READING))?;
        let what = match row.map(|row| row.get::<_, [u8; 32]>(0)) {
            Some(Ok(hash)) if hash == self.hash => return Ok(()),
            Some(_) => "has been changed",
            None => "is missing",
        };
        Err(ClassError::damaged(format!("event {} {what}", self.number)))
    }

    /// Calls `visit` with every event after this one, each checked against the previous one. Returns the new end of
    /// the chain.
    pub(super) fn read_on(
        self,
        connection: &Connection,
        version: i64,
        mut visit: impl FnMut(RecordEntry),
    ) -> Result<ChainEnd, ClassError> {
        let query = format!("{SELECT} WHERE number > ?1 ORDER BY number");
        let mut statement = connection.prepare_cached(&query).map_err(ClassError::sqlite(READING))?;
        let mut rows = statement.query([self.number]).map_err(ClassError::sqlite(READING))?;
        let mut actors = Actors::default();
        let mut end = self;
        while let Some(row) = rows.next().map_err(ClassError::sqlite(READING))? {
            let (entry, next) = StoredEvent::from_row(row)
                .map_err(ClassError::sqlite(READING))?
                .checked(&end, version, &mut actors)
                .map_err(|what| ClassError::damaged(format!("event {} {what}", end.number + 1)))?;
            end = next;
            visit(entry);
        }
        Ok(end)
    }

    /// Appends the next event. Returns the new end of the chain.
    pub(super) fn append(
        &self,
        connection: &Connection,
        at: Moment,
        actor: &Actor,
        event: &Event,
    ) -> Result<ChainEnd, ClassError> {
        let text = |error: serde_json::Error| ClassError::damaged(error.to_string());
        let body = serde_json::to_string(event).map_err(text)?;
        let role = actor.role.word();
        let actor = serde_json::to_string(actor).map_err(text)?;
        let mut salt = [0; SALT];
        getrandom::fill(&mut salt).map_err(ClassError::NoRandom)?;
        let content = chain::content(&salt, &actor, &body);
        let (number, kind) = (self.number + 1, event.kind());
        let hash = chain::link(&self.hash, &LinkContent { number, at, kind, role, content: &content });
        connection
            .prepare_cached(
                "INSERT INTO event (number, at, kind, body, salt, content, hash, role, actor) \
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
            )
            .and_then(|mut insert| {
                let (salt, content, hash) = (&salt[..], &content[..], &hash[..]);
                insert.execute(params![number, at.millis(), kind, body, salt, content, hash, role, actor])
            })
            .map_err(ClassError::sqlite(WRITING))?;
        Ok(ChainEnd { number, hash, at: Some(at) })
    }
}

/// Reads one event again, which was already checked against the previous one, and checks its content; `None` if there
/// is none.
pub(super) fn read_one(connection: &Connection, number: i64) -> Result<Option<RecordEntry>, ClassError> {
    let query = format!("{SELECT} WHERE number = ?1");
    let mut statement = connection.prepare_cached(&query).map_err(ClassError::sqlite(READING))?;
    let mut rows = statement.query([number]).map_err(ClassError::sqlite(READING))?;
    let Some(row) = rows.next().map_err(ClassError::sqlite(READING))? else { return Ok(None) };
    let row = StoredEvent::from_row(row).map_err(ClassError::sqlite(READING))?;
    let content = row
        .content_of(&mut Actors::default())
        .map_err(|what| ClassError::damaged(format!("event {number} {what}")))?;
    let (at, link) = (Moment::from_millis(row.at), Hash::from(row.hash));
    Ok(Some(RecordEntry { number, at, kind: row.kind.to_owned(), content, link }))
}

/// Deletes the content and the actors of events. The hashes stay, so that the chain remains valid.
pub(super) fn delete(connection: &Connection, events: &[i64]) -> Result<(), ClassError> {
    let doing = "delete from the class's record";
    // Overwrite deleted content instead of only marking it as free.
    connection.pragma_update(None, "secure_delete", true).map_err(ClassError::sqlite(doing))?;
    let mut update = connection
        .prepare_cached("UPDATE event SET body = NULL, salt = NULL, actor = NULL WHERE number = ?1")
        .map_err(ClassError::sqlite(doing))?;
    for number in events {
        update.execute([number]).map_err(ClassError::sqlite(doing))?;
    }
    Ok(())
}

/// Upgrades a record to the version of this program. Its links stay as they are.
pub(super) fn bring_up_to_date(connection: &Connection, version: &mut i64) -> Result<(), ClassError> {
    if *version != schema::VERSION {
        let raised = connection.pragma_update(None, "user_version", schema::VERSION);
        raised.map_err(ClassError::sqlite(WRITING))?;
        *version = schema::VERSION;
    }
    Ok(())
}

/// A row of `event`.
struct StoredEvent<'r> {
    number: i64,
    at: i64,
    kind: &'r str,
    body: Option<&'r str>,
    salt: Option<[u8; SALT]>,
    content: [u8; 32],
    hash: [u8; 32],
    role: Option<&'r str>,
    actor: Option<&'r str>,
}

impl<'r> StoredEvent<'r> {
    fn from_row(row: &'r Row<'_>) -> rusqlite::Result<StoredEvent<'r>> {
        Ok(StoredEvent {
            number: row.get(0)?,
            at: row.get(1)?,
            kind: row.get_ref(2)?.as_str()?,
            body: text(row, 3)?,
            salt: row.get(4)?,
            content: row.get(5)?,
            hash: row.get(6)?,
            role: text(row, 7)?,
            actor: text(row, 8)?,
        })
    }

    /// Checks the event against the previous one. Returns it, and the new end of the chain.
    fn checked(
        self,
        end: &ChainEnd,
        version: i64,
        actors: &mut Actors,
    ) -> Result<(RecordEntry, ChainEnd), String> {
        let at = Moment::from_millis(self.at);
        if self.number != end.number + 1 {
            return Err("is missing".to_owned());
        }
        let wrong = || "has been changed, or the previous event has".to_owned();
        let StoredEvent { number, kind, .. } = self;
        let role = self.role.ok_or("has no actor, as before version 0.2.0: muster 0.3.0 reads it")?;
        let link = chain::link(&end.hash, &LinkContent { number, at, kind, role, content: &self.content });
        let is_early = end.at.is_some_and(|last| last > at) && kind != CORRECTED;
        if self.hash != link || is_early {
            return Err(wrong());
        }
        if version < schema::since(kind) {
            let what = format!("has kind {kind}, which schema version {version} does not support");
            return Err(what);
        }
        let content = self.content_of(actors)?;
        let end = ChainEnd { number, hash: self.hash, at: Some(at) };
        Ok((RecordEntry { number, at, kind: kind.to_owned(), content, link: Hash::from(link) }, end))
    }

    /// Returns the actor and the event.
    fn content_of(&self, actors: &mut Actors) -> Result<Option<(Actor, Event)>, String> {
        let wrong = || "has been changed, or the previous event has".to_owned();
        let (body, salt, actor) = match (self.body, &self.salt, self.actor) {
            (None, None, None) => return Ok(None),
            (Some(body), Some(salt), Some(actor)) => (body, salt, actor),
            _ => return Err(wrong()),
        };
        if self.content != chain::content(salt, actor, body) {
            return Err(wrong());
        }
        let unread = |error: serde_json::Error| format!("cannot be read: {error}");
        let event = Event::from_json(self.kind, body).map_err(unread)?;
        if event.kind() != self.kind {
            return Err("has a different kind".to_owned());
        }
        let actor = actors.read(actor).map_err(unread)?;
        if Some(actor.role.word()) != self.role {
            return Err("has a different role".to_owned());
        }
        Ok(Some((actor, event)))
    }
}

/// Returns a text of a row without copying it; `None` for NULL.
fn text<'r>(row: &'r Row<'_>, column: usize) -> rusqlite::Result<Option<&'r str>> {
    Ok(row.get_ref(column)?.as_str_or_null()?)
}

/// A cache of the last actor with its text: consecutive events often have the same one.
#[derive(Default)]
struct Actors(Option<(String, Actor)>);

impl Actors {
    fn read(&mut self, text: &str) -> serde_json::Result<Actor> {
        match &self.0 {
            Some((last, actor)) if last == text => Ok(actor.clone()),
            _ => {
                let actor: Actor = serde_json::from_str(text)?;
                self.0 = Some((text.to_owned(), actor.clone()));
                Ok(actor)
            }
        }
    }
}

/// The facts of a record up to an event. They always equal the result of folding all events from the first one.
#[derive(Clone)]
pub(super) struct Projection {
    pub(super) facts: Facts,
    pub(super) end: ChainEnd,
}

impl Projection {
    /// Reads the whole record.
    pub(super) fn read(connection: &Connection, version: i64) -> Result<Projection, ClassError> {
        let mut corrections = Corrections::default();
        let projection = Projection::read_corrected(connection, version, &mut corrections)?;
        match corrections.found() {
            None => Ok(projection),
            Some(mut corrections) => Projection::read_corrected(connection, version, &mut corrections),
        }
    }

    fn read_corrected(
        connection: &Connection,
        version: i64,
        corrections: &mut Corrections,
    ) -> Result<Projection, ClassError> {
        let mut facts = Facts::default();
        let mut deleted = BTreeSet::new();
        let end = ChainEnd::NOTHING.read_on(connection, version, |mut entry| {
            entry.correct(corrections);
            if let Some((actor, event)) = entry.content {
                facts.add_by(entry.at, Some(actor), event);
            } else {
                deleted.insert(entry.number);
                facts.add_deleted(entry.at, &entry.kind);
            }
        })?;
        for number in facts.forgotten().iter().flat_map(|dated| &dated.what.events) {
            deleted.remove(number);
        }
        match deleted.first() {
            None => Ok(Projection { facts, end }),
            Some(number) => Err(ClassError::damaged(format!("event {number} has no content"))),
        }
    }

    /// Returns the events with times in the future; `None` if there are none.
    pub(super) fn clock_fault(
        &self,
        connection: &Connection,
        version: i64,
        now: Moment,
    ) -> Result<Option<ClockFault>, ClassError> {
        if self.facts.last().is_none_or(|last| last <= now) {
            return Ok(None);
        }
        let mut corrections = Corrections::default();
        ChainEnd::NOTHING.read_on(connection, version, |mut entry| entry.correct(&mut corrections))?;
        let mut corrections = corrections.found().unwrap_or_default();
        let (mut since, mut before) = (None, None);
        ChainEnd::NOTHING.read_on(connection, version, |mut entry| {
            entry.correct(&mut corrections);
            if since.is_none() && entry.at <= now {
                before = Some(entry.at);
            } else {
                since = since.or(Some(entry.number));
            }
        })?;
        Ok(since.map(|since| ClockFault { since, events: self.end.number + 1 - since, before }))
    }

    /// Adds the new events, each checked against the previous one, the first of them against the last known event.
    /// Returns `true` if there were any.
    pub(super) fn read_on(&mut self, connection: &Connection, version: i64) -> Result<bool, ClassError> {
        self.end.check(connection)?;
        let mut entries = Vec::new();
        let end = self.end.read_on(connection, version, |entry| entries.push(entry))?;
        if end.number == self.end.number {
            return Ok(false);
        }
        if entries.iter().any(changes_the_past) {
            *self = Projection::read(connection, version)?;
            return Ok(true);
        }
        for RecordEntry { at, content, .. } in entries {
            if let Some((actor, event)) = content {
                self.facts.add_by(at, Some(actor), event);
            }
        }
        self.end = end;
        Ok(true)
    }

    /// Adds events that were just appended and do not change earlier facts.
    pub(super) fn add(&mut self, at: Moment, actor: &Actor, events: Vec<Event>, end: ChainEnd) {
        if events.is_empty() {
            return;
        }
        for event in events {
            self.facts.add_by(at, Some(actor.clone()), event);
        }
        self.end = end;
    }
}

/// Returns `true` if a later event deleted the content of this event, or if this event changes earlier facts.
fn changes_the_past(entry: &RecordEntry) -> bool {
    entry.content.as_ref().is_none_or(|(_, event)| event.changes_the_past())
}
