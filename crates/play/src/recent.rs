//! Values that are kept for as long as they are among those used last.

use std::collections::VecDeque;

/// A bounded number of values by key. When there is no room, the one that was used least recently goes. Looking one up
/// takes time in proportion to their number, which is meant to be small.
pub(crate) struct Recent<K, V> {
    /// The one that was used last is in front.
    kept: VecDeque<(K, V)>,
    room: usize,
}

impl<K: PartialEq, V> Recent<K, V> {
    /// Room for the given number of values, but at least one.
    pub(crate) fn with_room_for(room: usize) -> Recent<K, V> {
        Recent { kept: VecDeque::new(), room: room.max(1) }
    }

    /// Returns a value, which is then the one that was used last.
    pub(crate) fn get(&mut self, key: &K) -> Option<&V> {
        let place = self.kept.iter().position(|(kept, _)| kept == key)?;
        let found = self.kept.remove(place)?;
        self.kept.push_front(found);
        self.kept.front().map(|(_, value)| value)
    }

    /// Keeps a value that is not kept so far.
    pub(crate) fn insert(&mut self, key: K, value: V) {
        self.kept.truncate(self.room - 1);
        self.kept.push_front((key, value));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_one_that_was_used_least_recently_goes() {
        let mut recent = Recent::with_room_for(2);
        recent.insert('a', 1);
        recent.insert('b', 2);
        assert_eq!(recent.get(&'a'), Some(&1));
        recent.insert('c', 3);
        assert_eq!(['a', 'b', 'c'].map(|key| recent.get(&key).copied()), [Some(1), None, Some(3)]);
        recent.insert('d', 4);
        assert_eq!(['a', 'c', 'd'].map(|key| recent.get(&key).copied()), [None, Some(3), Some(4)]);
    }
}
