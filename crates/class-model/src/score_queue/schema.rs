//! The tables of grades for the course system. Moments are milliseconds since 1970 in UTC.

use crate::side_database::SideDatabase;

/// The tables. A run has one column in each course, with one score per student; sending a run again replaces them.
/// `stamp` is the time that the last try stated, `result` what the course system said that it has.
const CREATE: &str = "
CREATE TABLE grade_column (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    run TEXT NOT NULL,
    system INTEGER NOT NULL,
    course TEXT NOT NULL,
    items TEXT NOT NULL,
    item TEXT,
    label TEXT NOT NULL,
    maximum REAL NOT NULL,
    UNIQUE (run, system, items)
) STRICT;
CREATE TABLE score (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    grade_column INTEGER NOT NULL,
    student TEXT NOT NULL,
    user TEXT NOT NULL,
    points REAL NOT NULL,
    made INTEGER NOT NULL,
    state TEXT NOT NULL,
    tries INTEGER NOT NULL,
    stamp INTEGER NOT NULL,
    due INTEGER NOT NULL,
    changed INTEGER NOT NULL,
    answer TEXT,
    result REAL,
    UNIQUE (grade_column, student)
) STRICT;
CREATE INDEX score_due ON score (state, due);
";

/// The file in the private part of the folder.
pub(crate) const DATABASE: SideDatabase =
    SideDatabase { file: "scores.sqlite", version: 1, tables: CREATE, opening: "open the queue of grades" };
