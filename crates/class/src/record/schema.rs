//! The record of a class: one chain of events.
//!
//! | column of `event` | meaning |
//! |---|---|
//! | `number` | from 1, without gaps |
//! | `at` | when it was written down, in milliseconds since 1970 in UTC; never less than before |
//! | `kind` | the kind of event |
//! | `body` | the event as JSON |
//! | `salt` | random bytes, so that `content` says nothing about a body that was deleted |
//! | `content` | the hash of salt and body |
//! | `hash` | the hash of the previous `hash`, `number`, `at`, `kind` and `content` |
//!
//! `body` and `salt` are NULL where a student's data was deleted: the chain still holds, and a later event of the kind
//! `forgotten` names it.
//!
//! The views show the current students and everything that was handed in, for other programs; what was deleted is a row
//! with nothing but its number.

/// The version of the schema, in SQLite's `user_version`.
pub(crate) const VERSION: i64 = 1;

pub(crate) const CREATE: &str = "
CREATE TABLE event (
    number INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    kind TEXT NOT NULL,
    body TEXT,
    salt BLOB,
    content BLOB NOT NULL,
    hash BLOB NOT NULL
) STRICT;
CREATE VIEW student AS
    SELECT body ->> 'id' AS id, body ->> 'name' AS name, body ->> 'email' AS email, body ->> 'alias' AS alias,
           body ->> 'section' AS section, body ->> 'team' AS team
    FROM event
    WHERE number IN (SELECT max(number) FROM event WHERE kind = 'enrolled' AND body IS NOT NULL GROUP BY body ->> 'id');
CREATE VIEW submission AS
    SELECT row_number() OVER (ORDER BY number) AS number, body ->> 'by' AS student, body ->> 'team' AS team,
           datetime((body ->> 'received') / 1000, 'unixepoch') AS received, body ->> 'file' AS file,
           body ->> '$.door.said' AS door, body ->> '$.door.module' AS module
    FROM event
    WHERE kind = 'submitted';
";
