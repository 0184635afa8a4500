//! The caller of a request, as rate and concurrency limits count it.

use class_model::Person;

use crate::peer::Peer;

/// The caller of a request, as rate and concurrency limits count it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum LimitedCaller {
    /// A person in the class of the given name.
    Person(String, Person),
    /// An anonymous caller at an address or in an IPv6 network.
    Anybody(Option<Peer>),
}

impl LimitedCaller {
    /// Returns `true` for teachers and assistants, for whom limits reserve a share.
    pub(crate) fn is_staff(&self) -> bool {
        matches!(self, LimitedCaller::Person(_, Person::Teacher { .. } | Person::Assistant { .. }))
    }
}

/// Returns a student, for tests.
#[cfg(test)]
pub(crate) fn student(id: &str) -> LimitedCaller {
    LimitedCaller::Person("ki".to_owned(), Person::Student { id: id.to_owned() })
}

/// Returns a teacher, for tests.
#[cfg(test)]
pub(crate) fn teacher() -> LimitedCaller {
    LimitedCaller::Person("ki".to_owned(), Person::Teacher { name: "Turing".to_owned() })
}
