//! The tables of sign-on. Moments are milliseconds since 1970 in UTC; hashes are BLAKE3.

use crate::side_database::SideDatabase;

/// The tables. A replaced key has lost its pair and is only published.
const CREATE: &str = "
CREATE TABLE system (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    definition TEXT NOT NULL,
    secret TEXT
) STRICT;
CREATE TABLE key (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    public TEXT NOT NULL,
    pair BLOB,
    made INTEGER NOT NULL,
    replaced INTEGER
) STRICT;
CREATE TABLE account (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    system INTEGER NOT NULL,
    subject TEXT NOT NULL,
    role TEXT NOT NULL,
    name TEXT NOT NULL,
    section TEXT,
    used INTEGER NOT NULL,
    UNIQUE (system, subject)
) STRICT;
CREATE INDEX account_person ON account (role, name);
CREATE TABLE session (
    hash BLOB PRIMARY KEY,
    account INTEGER NOT NULL,
    opened INTEGER NOT NULL,
    used INTEGER NOT NULL
) STRICT;
CREATE INDEX session_account ON session (account);
CREATE TABLE course (
    system INTEGER NOT NULL,
    id TEXT NOT NULL,
    facts TEXT NOT NULL,
    seen INTEGER NOT NULL,
    PRIMARY KEY (system, id)
) STRICT;
";

/// The file in the private part of the folder.
pub(crate) const DATABASE: SideDatabase =
    SideDatabase { file: "sign-on.sqlite", version: 1, tables: CREATE, opening: "open the sign-on" };
