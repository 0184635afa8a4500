//! What follows from the events of a record up to one of them, kept while the record is open.

use std::collections::BTreeSet;

use rusqlite::Connection;

use super::rows::{End, RecordEntry};
use crate::{Actor, ClassError, Event, Facts, Moment};

/// What a record says up to an event. It is always what folding all events from the first one gives.
#[derive(Clone)]
pub(super) struct Projection {
    facts: Facts,
    end: End,
}

impl Projection {
    /// Everything that has happened, read from the first event on.
    pub(super) fn read(connection: &Connection, version: i64) -> Result<Projection, ClassError> {
        let mut facts = Facts::default();
        let mut deleted = BTreeSet::new();
        let end = End::NOTHING.read_on(connection, version, |entry| {
            if let Some((actor, event)) = entry.content {
                facts.add_by(entry.at, actor, event);
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

    /// Everything that has happened up to this event.
    pub(super) fn facts(&self) -> &Facts {
        &self.facts
    }

    /// Where the chain ends.
    pub(super) fn end(&self) -> End {
        self.end
    }

    /// Adds what was written down since, each event checked against the one before, the first of them against the last one
    /// that is known. Returns whether there was anything.
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
                self.facts.add_by(at, actor, event);
            }
        }
        self.end = end;
        Ok(true)
    }

    /// Adds what was just written down, which changes nothing of what was there before.
    pub(super) fn add(&mut self, at: Moment, actor: &Actor, events: Vec<Event>, end: End) {
        if events.is_empty() {
            return;
        }
        for event in events {
            self.facts.add_by(at, Some(actor.clone()), event);
        }
        self.end = end;
    }
}

/// Whether earlier events have lost their content by this one, or this one has lost its own by a later one.
fn changes_the_past(entry: &RecordEntry) -> bool {
    entry.content.as_ref().is_none_or(|(_, event)| matches!(event, Event::Forgotten(_)))
}
