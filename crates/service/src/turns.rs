//! What somebody does once at a time.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

use class::Person;

use crate::lock::lock;

/// Somebody of a class.
type Key = (String, Person);

/// Those who are at something that nobody does twice at a time.
#[derive(Clone, Debug, Default)]
pub(crate) struct Turns(Arc<Mutex<BTreeSet<Key>>>);

/// That somebody is at it, until it is dropped.
#[derive(Debug)]
pub(crate) struct Turn {
    turns: Turns,
    key: Key,
}

impl Turns {
    /// Begins for somebody of a class; `None` if they are at it.
    pub(crate) fn begin(&self, class: &str, person: &Person) -> Option<Turn> {
        let key = (class.to_owned(), person.clone());
        lock(&self.0).insert(key.clone()).then(|| Turn { turns: self.clone(), key })
    }

    /// How many are at it.
    pub(crate) fn count(&self) -> usize {
        lock(&self.0).len()
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        lock(&self.turns.0).remove(&self.key);
    }
}
