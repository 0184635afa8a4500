//! The people who use the service.

use rusqlite::Row;

use crate::{Actor, Channel, Role};

/// A person who uses a class through the service.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Person {
    /// A teacher, who decides everything. The name tells teachers apart in the record.
    Teacher {
        /// The name.
        name: String,
    },
    /// An assistant, who acts for the teacher in a section or in the whole class.
    Assistant {
        /// The name.
        name: String,
        /// The section; `None` for all of them.
        section: Option<String>,
    },
    /// A student of the class.
    Student {
        /// The student's id.
        id: String,
    },
}

impl Person {
    /// Returns the person as an actor of the class's record.
    pub fn actor(&self) -> Actor {
        let (role, name) = match self {
            Person::Teacher { name } => (Role::Teacher, name),
            Person::Assistant { name, .. } => (Role::Assistant, name),
            Person::Student { id } => (Role::Student, id),
        };
        Actor { role, through: Channel::Service, name: Some(name.clone()) }
    }

    /// Returns the identifying columns: the role, the name or id, the section.
    pub(crate) fn columns(&self) -> (&'static str, &str, Option<&str>) {
        match self {
            Person::Teacher { name } => ("teacher", name, None),
            Person::Assistant { name, section } => ("assistant", name, section.as_deref()),
            Person::Student { id } => ("student", id, None),
        }
    }

    /// Reads a person from three columns of a row, starting at `at`; `None` for an unknown role.
    pub(crate) fn read(row: &Row<'_>, at: usize) -> rusqlite::Result<Option<Person>> {
        let role: String = row.get(at)?;
        let name = row.get(at + 1)?;
        Ok(match role.as_str() {
            "teacher" => Some(Person::Teacher { name }),
            "assistant" => Some(Person::Assistant { name, section: row.get(at + 2)? }),
            "student" => Some(Person::Student { id: name }),
            _ => None,
        })
    }
}
