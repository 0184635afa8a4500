//! Submissions, indexed by number, submitter and file.

use std::collections::BTreeSet;

use rpds::{HashTrieMapSync, RedBlackTreeMapSync, RedBlackTreeSetSync, VectorSync};

use super::contender::ContenderId;
use crate::{Admission, Hash, Moment, Submission};

/// The reason why a formerly refused submission is undecided.
const RECONSIDERED: &str = "it waits to be checked again, because the class now accepts its language";

/// All submissions. The collections are persistent: a copy shares them. The lists within them belong to one student
/// or one file, and are copied when they change.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct HandIns {
    /// All submissions, by number.
    all: VectorSync<HandIn>,
    /// The numbers of a student's or a team's submissions, in order of receipt.
    of: RedBlackTreeMapSync<ContenderId, Vec<(Moment, u32)>>,
    /// The numbers of the submissions that a student handed in, for themselves or for a team.
    by: RedBlackTreeMapSync<String, Vec<u32>>,
    /// The numbers of the undecided submissions.
    undecided: RedBlackTreeSetSync<u32>,
    /// The submitted files and the built modules, each with the numbers of its submissions.
    bytes: HashTrieMapSync<Hash, Vec<u32>>,
    /// The hashes in `bytes` that belong to several students or teams.
    shared: RedBlackTreeSetSync<Hash>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct HandIn {
    /// The number of its event.
    event: i64,
    /// `None` if it was deleted.
    submission: Option<Submission>,
}

impl HandIns {
    /// Adds the next submission, recorded by this event; `None` if it was deleted.
    pub(super) fn add(&mut self, event: i64, submission: Option<Submission>) {
        if let Some(submission) = &submission {
            self.list(self.all.len() as u32 + 1, submission);
        }
        self.all.push_back_mut(HandIn { event, submission });
    }

    /// Sets the verdict on a submission. Returns `true` if it was undecided.
    pub(super) fn decide(&mut self, number: u32, admission: Admission) -> bool {
        let Some(open) = self.get(number).filter(|one| one.is_undecided()) else { return false };
        let decided = Submission { admission, ..open.clone() };
        self.replace(number, Some(decided));
        true
    }

    /// Makes a refused submission undecided again. Returns `true` if it was refused.
    pub(super) fn reconsider(&mut self, number: u32) -> bool {
        let refused = self.get(number).filter(|one| matches!(one.admission, Admission::Refused { .. }));
        let Some(refused) = refused else { return false };
        let admission = Admission::Undecided { why: RECONSIDERED.to_owned() };
        let waiting = Submission { admission, ..refused.clone() };
        self.replace(number, Some(waiting));
        true
    }

    /// Replaces a submission by another, or by none.
    pub(super) fn replace(&mut self, number: u32, submission: Option<Submission>) {
        let Some(event) = self.event_of(number) else { return };
        if let Some(before) = self.get(number).cloned() {
            self.unlist(number, &before);
        }
        if let Some(after) = &submission {
            self.list(number, after);
        }
        self.all.set_mut(number as usize - 1, HandIn { event, submission });
    }

    fn list(&mut self, number: u32, submission: &Submission) {
        let who = ContenderId::handed_in(submission);
        for hash in bytes(submission) {
            let Some(numbers) = self.bytes.get_mut(&hash) else {
                self.bytes.insert_mut(hash, vec![number]);
                continue;
            };
            let first = numbers.first().copied();
            insert(numbers, number);
            // While a file is not shared, all its submissions are from the first submitter.
            if first.and_then(|first| self.get(first)).is_some_and(|first| !who.has_handed_in(first)) {
                self.shared.insert_mut(hash);
            }
        }
        if submission.is_undecided() {
            self.undecided.insert_mut(number);
        }
        let entry = (submission.received, number);
        match self.of.get_mut(&who) {
            Some(own) => insert(own, entry),
            None => self.of.insert_mut(who, vec![entry]),
        }
        match self.by.get_mut(&submission.by) {
            Some(own) => insert(own, number),
            None => self.by.insert_mut(submission.by.clone(), vec![number]),
        }
    }

    fn unlist(&mut self, number: u32, submission: &Submission) {
        let who = ContenderId::handed_in(submission);
        for hash in bytes(submission) {
            if let Some(numbers) = self.bytes.get_mut(&hash) {
                numbers.retain(|one| *one != number);
                if numbers.is_empty() {
                    self.bytes.remove_mut(&hash);
                }
            }
            let left: BTreeSet<ContenderId> =
                self.with_bytes(hash).map(|(_, one)| ContenderId::handed_in(one)).collect();
            if left.len() < 2 {
                self.shared.remove_mut(&hash);
            }
        }
        self.undecided.remove_mut(&number);
        if let Some(own) = self.of.get_mut(&who) {
            own.retain(|one| *one != (submission.received, number));
            if own.is_empty() {
                self.of.remove_mut(&who);
            }
        }
        if let Some(own) = self.by.get_mut(&submission.by) {
            own.retain(|one| *one != number);
            if own.is_empty() {
                self.by.remove_mut(&submission.by);
            }
        }
    }

    fn hand_in(&self, number: u32) -> Option<&HandIn> {
        self.all.get((number as usize).checked_sub(1)?)
    }

    /// Returns the submission with a number.
    pub(super) fn get(&self, number: u32) -> Option<&Submission> {
        self.hand_in(number)?.submission.as_ref()
    }

    /// Returns the number of the event that recorded a submission.
    pub(super) fn event_of(&self, number: u32) -> Option<i64> {
        self.hand_in(number).map(|one| one.event)
    }

    /// Returns the number of the submission that an event recorded.
    pub(super) fn of_event(&self, event: i64) -> Option<u32> {
        let (mut low, mut high) = (0, self.all.len());
        while low < high {
            let middle = usize::midpoint(low, high);
            if self.all.get(middle)?.event < event {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        (self.all.get(low)?.event == event).then_some(low as u32 + 1)
    }

    /// Returns all submissions that are not deleted, with their numbers from 1.
    pub(super) fn iter(&self) -> impl DoubleEndedIterator<Item = (u32, &Submission)> {
        numbered(&self.all).filter_map(|(number, one)| Some((number, one.submission.as_ref()?)))
    }

    /// Returns the undecided submissions with their numbers.
    pub(super) fn undecided(&self) -> impl Iterator<Item = (u32, &Submission)> {
        self.undecided.iter().filter_map(|number| Some((*number, self.get(*number)?)))
    }

    /// Returns the submissions of a student or a team, in order of receipt.
    pub(super) fn by_contender(
        &self,
        who: &ContenderId,
    ) -> impl DoubleEndedIterator<Item = (u32, &Submission)> {
        let own = self.of.get(who).into_iter().flatten();
        own.filter_map(|(_, number)| Some((*number, self.get(*number)?)))
    }

    /// Returns the submissions that a student handed in, for themselves or for a team.
    pub(super) fn by_student(&self, id: &str) -> impl Iterator<Item = (u32, &Submission)> {
        let own = self.by.get(id).into_iter().flatten();
        own.filter_map(|number| Some((*number, self.get(*number)?)))
    }

    /// Returns the submissions with these bytes, as the submitted file or the built module.
    pub(super) fn with_bytes(&self, hash: Hash) -> impl Iterator<Item = (u32, &Submission)> {
        let numbers = self.bytes.get(&hash).into_iter().flatten();
        numbers.filter_map(|number| Some((*number, self.get(*number)?)))
    }

    /// Returns the files that several students or teams share.
    pub(super) fn shared(&self) -> impl Iterator<Item = Hash> {
        self.shared.iter().copied()
    }

    /// Returns `true` if several students or teams share a file.
    pub(super) fn is_shared(&self, hash: &Hash) -> bool {
        self.shared.contains(hash)
    }
}

/// Returns the submitted file and the module built from it, each once.
pub(super) fn bytes(submission: &Submission) -> impl Iterator<Item = Hash> + use<> {
    let built = submission.module().filter(|module| *module != submission.handed_in);
    [Some(submission.handed_in), built].into_iter().flatten()
}

/// Inserts a member into a sorted list, unless it is there.
fn insert<T: Ord>(list: &mut Vec<T>, member: T) {
    if let Err(place) = list.binary_search(&member) {
        list.insert(place, member);
    }
}

/// Returns the members of a list with their numbers from 1.
pub(super) fn numbered<T>(list: &VectorSync<T>) -> impl DoubleEndedIterator<Item = (u32, &T)> {
    list.iter().enumerate().map(|(at, member)| (at as u32 + 1, member))
}
