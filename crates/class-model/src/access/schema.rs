//! The tables of personal links, sessions and tokens. Moments are milliseconds since 1970 in UTC; hashes are BLAKE3.

use crate::side_database::SideDatabase;

/// The tables. `role` and `name` identify a token's owner; `label` is the owner's name for it.
const CREATE: &str = "
CREATE TABLE link (
    hash BLOB PRIMARY KEY,
    role TEXT NOT NULL,
    name TEXT NOT NULL,
    section TEXT,
    made INTEGER NOT NULL,
    used INTEGER,
    UNIQUE (role, name)
) STRICT;
CREATE TABLE session (
    hash BLOB PRIMARY KEY,
    link BLOB NOT NULL,
    opened INTEGER NOT NULL,
    used INTEGER NOT NULL
) STRICT;
CREATE INDEX session_link ON session (link);
CREATE TABLE token (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    hash BLOB NOT NULL UNIQUE,
    role TEXT NOT NULL,
    name TEXT NOT NULL,
    section TEXT,
    purpose TEXT NOT NULL,
    label TEXT NOT NULL,
    made INTEGER NOT NULL,
    used INTEGER,
    ends INTEGER NOT NULL
) STRICT;
CREATE INDEX token_person ON token (role, name);
";

/// The file in the private part of the folder.
pub(crate) const DATABASE: SideDatabase =
    SideDatabase { file: "service.sqlite", version: 2, tables: CREATE, opening: "open the class's sessions" };
