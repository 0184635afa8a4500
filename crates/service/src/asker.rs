//! Who asks, as far as limits go.

use class::Person;

use crate::peer::Peer;

/// Who asks, as far as limits go.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Asker {
    /// Somebody of a class, which is named first.
    Person(String, Person),
    /// Anybody at an address, or in an IPv6 network.
    Anybody(Option<Peer>),
}

impl Asker {
    /// Returns `true` for teachers and assistants, for whom limits keep a share.
    pub(crate) fn is_staff(&self) -> bool {
        matches!(self, Asker::Person(_, Person::Teacher { .. } | Person::Assistant { .. }))
    }
}

/// A student, for tests.
#[cfg(test)]
pub(crate) fn student(id: &str) -> Asker {
    Asker::Person("ki".to_owned(), Person::Student { id: id.to_owned() })
}

/// A teacher, for tests.
#[cfg(test)]
pub(crate) fn teacher() -> Asker {
    Asker::Person("ki".to_owned(), Person::Teacher { name: "Turing".to_owned() })
}
