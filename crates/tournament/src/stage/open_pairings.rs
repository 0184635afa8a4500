//! The pairings of a stage that are being played.

use std::collections::VecDeque;

use crate::pairing::Meeting;

/// Round and pairing, from 0.
pub(crate) type RoundPairing = (u32, u32);

/// The pairings that are not on record, in schedule order.
///
/// They arrive in this order and leave from the front, so a queue holds them in a third of the memory of a tree. A
/// whole round robin of a thousand entrants can be open at one time.
#[derive(Debug, Default)]
pub(crate) struct OpenPairings(VecDeque<(RoundPairing, Meeting)>);

impl OpenPairings {
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Adds a pairing that is not yet present.
    pub(crate) fn insert(&mut self, place: RoundPairing, meeting: Meeting) {
        self.0.insert(self.position(place), (place, meeting));
    }

    pub(crate) fn get_mut(&mut self, place: RoundPairing) -> Option<&mut Meeting> {
        let at = self.position(place);
        self.0.get_mut(at).filter(|(found, _)| *found == place).map(|(_, meeting)| meeting)
    }

    /// The first in schedule order.
    pub(crate) fn first(&self) -> Option<&(RoundPairing, Meeting)> {
        self.0.front()
    }

    pub(crate) fn pop_first(&mut self) -> Option<(RoundPairing, Meeting)> {
        let first = self.0.pop_front();
        // The record grows as this shrinks, so a queue with four times the required capacity gives memory back.
        if self.0.len() < self.0.capacity() / 4 {
            self.0.shrink_to(2 * self.0.len());
        }
        first
    }

    pub(crate) fn clear(&mut self) {
        self.0 = VecDeque::new();
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &(RoundPairing, Meeting)> {
        self.0.iter()
    }

    /// The index of a pairing, or its insertion point.
    fn position(&self, place: RoundPairing) -> usize {
        // Most come after all others.
        match self.0.back() {
            Some((last, _)) if *last < place => self.0.len(),
            _ => self.0.partition_point(|(other, _)| *other < place),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::MeetingRule;

    #[test]
    fn pairings_are_in_schedule_order_however_they_come() {
        let mut open = OpenPairings::default();
        let places = [(0, 1), (0, 2), (2, 0), (1, 7), (0, 0)];
        for (games, place) in (1..).zip(places) {
            let mut meeting = Meeting::new();
            meeting.release(MeetingRule::Games(games));
            open.insert(place, meeting);
        }
        assert!(open.get_mut((1, 6)).is_none() && open.get_mut((3, 0)).is_none());
        for (games, place) in (1..).zip(places) {
            assert_eq!(open.get_mut(place).map(|meeting| meeting.missing().len()), Some(games));
        }
        let order: Vec<RoundPairing> =
            std::iter::from_fn(|| open.pop_first()).map(|(place, _)| place).collect();
        assert_eq!(order, [(0, 0), (0, 1), (0, 2), (1, 7), (2, 0)]);
        assert!(open.is_empty());
    }
}
