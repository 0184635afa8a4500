//! The keys of many matches in little memory.

use referee::leb128::{pull, push};
use tournament::MatchKey;

/// Keys in schedule order, stored as differences of one to three bytes each.
#[derive(Clone, Debug, Default)]
pub struct CompactKeys {
    steps: Vec<u8>,
    last: u64,
    count: usize,
}

impl CompactKeys {
    /// Appends a key, which must come after all others.
    pub(crate) fn push(&mut self, key: MatchKey) {
        let packed = key.packed() as u64;
        push(&mut self.steps, packed.wrapping_sub(self.last));
        self.last = packed;
        self.count += 1;
    }

    /// Returns the number of keys.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Returns `true` if there are none.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Returns all keys in order.
    pub fn iter(&self) -> impl Iterator<Item = MatchKey> + '_ {
        let mut steps = self.in_order();
        std::iter::from_fn(move || steps.read()).filter_map(|packed| MatchKey::from_packed(packed as i64))
    }

    /// Returns a reader for lookups in ascending order.
    pub fn in_order(&self) -> KeysInOrder<'_> {
        KeysInOrder { steps: &self.steps, next: None, last: 0 }
    }
}

/// Looks up keys in ascending order.
#[derive(Clone, Debug)]
pub struct KeysInOrder<'a> {
    steps: &'a [u8],
    next: Option<u64>,
    last: u64,
}

impl KeysInOrder<'_> {
    /// Returns `true` if the key is present. It must come after all earlier lookups.
    pub fn has(&mut self, key: MatchKey) -> bool {
        let wanted = key.packed() as u64;
        while let Some(next) = self.next.take().or_else(|| self.read()) {
            if next >= wanted {
                self.next = (next > wanted).then_some(next);
                return next == wanted;
            }
        }
        false
    }

    fn read(&mut self) -> Option<u64> {
        self.last = self.last.wrapping_add(pull(&mut self.steps).ok()?);
        Some(self.last)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_keys_that_were_added_are_there_and_no_others() {
        let key = |number: u32| MatchKey::new(number as u16 / 9, number * number, number % 3, 0).unwrap();
        let mut keys = CompactKeys::default();
        (0..200).filter(|number| number % 3 != 1).for_each(|number| keys.push(key(number)));
        let mut asked = keys.in_order();
        let found: Vec<u32> = (0..300).filter(|&number| asked.has(key(number))).collect();
        assert_eq!(found, (0..200).filter(|number| number % 3 != 1).collect::<Vec<u32>>());
        assert_eq!(keys.len(), found.len());
        assert!(keys.iter().eq(found.iter().map(|&number| key(number))));
        let mut some = keys.in_order();
        assert!(some.has(key(150)) && !some.has(key(151)) && some.has(key(198)) && !some.has(key(199)));
    }
}
