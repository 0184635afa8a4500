//! The record of a class: one chain of events.
//!
//! | column of `event` | meaning |
//! |---|---|
//! | `number` | from 1, without gaps |
//! | `at` | time in milliseconds since 1970 in UTC; never decreases, except in an event that corrects the clock |
//! | `kind` | the kind of event |
//! | `body` | the event as JSON |
//! | `salt` | random bytes, so that `content` reveals nothing about a deleted body |
//! | `content` | the hash of salt, `actor` and `body` |
//! | `hash` | the hash of the previous `hash`, `number`, `at`, `kind`, `role` and `content` |
//! | `role` | the actor's role in the class |
//! | `actor` | the actor, as JSON |
//!
//! `body`, `salt` and `actor` are NULL where a student's data was deleted: the chain remains valid, and a later event
//! of the kind `forgotten` lists the event.
//!
//! The views show the current students and all submissions, for other programs. A deleted submission is a row with
//! only its number.

use super::event::CORRECTED;

/// The version of the schema, in SQLite's `user_version`. Compared with the third, it has more [kinds](since) of events,
/// the role `service`, and deadlines that include the whole minute.
pub(super) const VERSION: i64 = 4;
/// The oldest version that this program reads.
pub(super) const OLDEST: i64 = 3;

/// Returns the first version of the schema that has events of a kind.
pub(super) fn since(kind: &str) -> i64 {
    match kind {
        "clock-confirmed"
        | CORRECTED
        | "turned-away"
        | "reconsidered"
        | "ruled"
        | "mail-switched"
        | "announcement-edited"
        | "announcement-retracted"
        | "asked"
        | "question-updated"
        | "tournament-written" => 4,
        _ => OLDEST,
    }
}

/// The statements that create a record, with the spelling of records that began with fewer columns.
pub(super) const CREATE: &str = "
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
ALTER TABLE event ADD COLUMN role TEXT;
ALTER TABLE event ADD COLUMN actor TEXT;
";
