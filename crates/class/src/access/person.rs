//! Who enters.

use rusqlite::Row;

use crate::{Actor, Channel, Role};

/// Who enters a class through the service.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Person {
    /// Decides everything; by a name of their own, so that the record tells teachers apart.
    Teacher {
        /// The name.
        name: String,
    },
    /// Acts for the teacher in a section, or in the whole class.
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
    /// The person as whoever acts in the class's record.
    pub fn actor(&self) -> Actor {
        let (role, name) = match self {
            Person::Teacher { name } => (Role::Teacher, name),
            Person::Assistant { name, .. } => (Role::Assistant, name),
            Person::Student { id } => (Role::Student, id),
        };
        Actor { role, through: Channel::Service, name: Some(name.clone()) }
    }

    /// The columns that say who it is: the role, the name or id, the section.
    pub(super) fn columns(&self) -> (&'static str, &str, Option<&str>) {
        match self {
            Person::Teacher { name } => ("teacher", name, None),
            Person::Assistant { name, section } => ("assistant", name, section.as_deref()),
            Person::Student { id } => ("student", id, None),
        }
    }

    /// The person of three columns of a row, from this one on; `None` for a role that there is not.
    pub(super) fn read(row: &Row<'_>, at: usize) -> rusqlite::Result<Option<Person>> {
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
