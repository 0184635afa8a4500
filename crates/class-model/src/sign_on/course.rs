//! The courses that have a link to the class.

use rusqlite::params;
use serde::{Deserialize, Serialize};

use super::SignOn;
use super::system::{parse, written};
use crate::{ClassError, Moment};

/// A course that has a link to the class, as its system described it at the last sign-on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LinkedCourse {
    /// Its title.
    #[serde(default)]
    pub title: Option<String>,
    /// The address of the course's members; `None` if the system does not offer them.
    #[serde(default)]
    pub members: Option<String>,
    /// The address of the columns for grades; `None` if the system does not offer them.
    #[serde(default)]
    pub line_items: Option<String>,
}

impl SignOn {
    /// Notes a course of a system by its id.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn note_course(
        &mut self,
        system: i64,
        id: &str,
        course: &LinkedCourse,
        at: Moment,
    ) -> Result<(), ClassError> {
        let facts = written(course);
        self.change("note a course", |change| {
            let insert = "INSERT INTO course (system, id, facts, seen) VALUES (?1, ?2, ?3, ?4)
                          ON CONFLICT (system, id) DO UPDATE SET facts = ?3, seen = ?4";
            change.execute(insert, params![system, id, facts, at.millis()])
        })?;
        Ok(())
    }

    /// Returns the courses of a system with their ids, the last used first.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn courses(&self, system: i64) -> Result<Vec<(String, LinkedCourse)>, ClassError> {
        self.read(|connection| {
            let query = "SELECT id, facts FROM course WHERE system = ?1 ORDER BY seen DESC, id";
            let mut query = connection.prepare_cached(query)?;
            let rows = query.query_map([system], |row| Ok((row.get(0)?, row.get::<_, String>(1)?)))?;
            let rows = rows.collect::<rusqlite::Result<Vec<(String, String)>>>()?;
            rows.into_iter().map(|(id, facts)| Ok((id, parse(&facts)?))).collect()
        })
    }
}
