//! The caller of a request, as rate and concurrency limits count it.

use class_model::Person;

use crate::peer::Peer;

/// The caller of a request, as rate and concurrency limits count it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Asker {
    /// A person in the class of the given name.
    Person(String, Person),
    /// An anonymous caller at an address or in an IPv6 network.
    Anybody(Option<Peer>),
}

impl Asker {
    /// Returns `true` for teachers and assistants, for whom limits reserve a share.
    pub(crate) fn is_staff(&self) -> bool {
        matches!(self, Asker::Person(_, Person::Teacher { .. } | Person::Assistant { .. }))
    }
}

/// Returns a student, for tests.
#[cfg(test)]
pub(crate) fn student(id: &str) -> Asker {
    Asker::Person("ki".to_owned(), Person::Student { id: id.to_owned() })
}

/// Returns a teacher, for tests.
#[cfg(test)]
pub(crate) fn teacher() -> Asker {
    Asker::Person("ki".to_owned(), Person::Teacher { name: "Turing".to_owned() })
}
