//! The tables of the queue of mail. Moments are milliseconds since 1970 in UTC.

use crate::side_database::SideDatabase;

/// The tables. `position` has one row: the number of the last event of the record whose messages are queued, with its
/// link, which tells another record from this one.
const CREATE: &str = "
CREATE TABLE position (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    event INTEGER NOT NULL,
    link BLOB NOT NULL
) STRICT;
CREATE TABLE message (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    key TEXT NOT NULL UNIQUE,
    id TEXT NOT NULL,
    kind TEXT NOT NULL,
    student TEXT,
    address TEXT,
    event INTEGER,
    made INTEGER NOT NULL,
    state TEXT NOT NULL,
    tries INTEGER NOT NULL,
    unconfirmed INTEGER NOT NULL,
    due INTEGER NOT NULL,
    changed INTEGER NOT NULL,
    answer TEXT
) STRICT;
CREATE INDEX message_due ON message (state, due);
";

/// The file in the private part of the folder.
pub(crate) const DATABASE: SideDatabase =
    SideDatabase { file: "mail.sqlite", version: 1, tables: CREATE, opening: "open the queue of mail" };
