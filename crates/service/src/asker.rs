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

/// A student, for tests.
#[cfg(test)]
pub(crate) fn student(id: &str) -> Asker {
    Asker::Person("ki".to_owned(), Person::Student { id: id.to_owned() })
}
