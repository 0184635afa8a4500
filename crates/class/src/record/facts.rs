//! Everything that has happened in a class.

mod frozen;
mod state;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use self::state::State;
use super::contender::{Contender, Who, called};
use super::hand_ins;
use crate::{
    Actor, Against, Choice, Erasure, Event, Extension, Hash, Moment, OrderState, Request, Student,
    Submission, TrackRecord, TurnedAway, Withdrawal,
};

/// Something that happened, and when it was written down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dated<T> {
    /// When it was written down. Never earlier than what was written down before.
    pub at: Moment,
    /// What happened.
    pub what: T,
}

/// Everything that has happened, in order. Clones share what they have, until something is added to one of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    state: Arc<State>,
}

impl Facts {
    /// Adds what happened next, whoever acted.
    pub fn add(&mut self, at: Moment, event: Event) {
        self.add_by(at, None, event);
    }

    /// Adds what happened next, and who acted.
    pub(crate) fn add_by(&mut self, at: Moment, actor: Option<Actor>, event: Event) {
        Arc::make_mut(&mut self.state).add(at, actor, event);
    }

    /// Adds an event whose content was deleted.
    pub(crate) fn add_deleted(&mut self, at: Moment, kind: &str) {
        Arc::make_mut(&mut self.state).add_deleted(at, kind);
    }

    /// Who handed something in, if that was written down and is not deleted.
    pub fn who_submitted(&self, submission: u32) -> Option<&Actor> {
        let event = self.event_of_submission(submission)?;
        self.state.acted.range(..=event).next_back()?.1.as_ref()
    }

    /// The numbers of the events that are a student's data.
    pub(crate) fn events_of(&self, id: &str) -> impl DoubleEndedIterator<Item = i64> {
        self.state.events_of.get(id).into_iter().flatten().copied()
    }

    /// The numbers of events, the latest first: those before the event of a number, all of them or those that are a student's
    /// data, the given number of them at most.
    pub(crate) fn event_numbers(&self, student: Option<&str>, before: Option<i64>, most: usize) -> Vec<i64> {
        let before = before.unwrap_or(i64::MAX).min(self.state.events.saturating_add(1));
        let Some(id) = student else { return (1..before).rev().take(most).collect() };
        self.events_of(id).rev().skip_while(|number| *number >= before).take(most).collect()
    }

    /// The number of the submission that was handed in by the event of a number.
    pub fn submission_of_event(&self, event: i64) -> Option<u32> {
        self.state.hand_ins.of_event(event)
    }

    /// The number of the event by which something was handed in.
    pub fn event_of_submission(&self, submission: u32) -> Option<i64> {
        self.state.hand_ins.event_of(submission)
    }

    /// The numbers of the events that decided about a submission after it was handed in.
    pub(crate) fn decided(&self, submission: u32) -> impl Iterator<Item = i64> {
        self.state.decided.get(&submission).into_iter().flatten().copied()
    }

    /// How many have ever joined, or more.
    pub(crate) fn joined(&self) -> usize {
        self.state.joined
    }

    /// Whose data was deleted: what is left of each.
    pub fn forgotten(&self) -> &[Dated<Erasure>] {
        &self.state.forgotten
    }

    /// When a student was described first.
    pub fn first(&self) -> Option<Moment> {
        self.state.described.first().map(|student| student.at)
    }

    /// When something was written down last.
    pub fn last(&self) -> Option<Moment> {
        self.state.last
    }

    /// Since when nothing is accepted, if the class is closed.
    pub fn closed(&self) -> Option<Moment> {
        self.state.closed
    }

    /// What versions have shown.
    pub fn track_record(&self) -> &TrackRecord {
        &self.state.track_record
    }

    /// The teacher's text that was adopted last; `None` in a class that began before texts were written down.
    pub fn adopted(&self) -> Option<&str> {
        self.state.adopted.as_ref().map(|(text, _)| text.as_str())
    }

    /// Returns `true` if a deadline without seconds includes all of its minute. In a class that began under 0.3.0 or earlier
    /// it ends with the first moment of that minute.
    pub fn has_whole_minutes(&self) -> bool {
        self.state.events == 0 || self.state.adopted.as_ref().is_some_and(|(_, whole_minutes)| *whole_minutes)
    }

    /// Where runs of the class were when they began, by their identities;
    /// [`ClassFolder::at_place`](crate::ClassFolder::at_place) finds them. A ladder's cycles are not among these.
    pub fn places(&self) -> impl Iterator<Item = (&Hash, &str)> {
        self.state.places.iter().map(|(run, folder)| (run, folder.as_str()))
    }

    /// What was ordered to be played for the whole class, in order, with its number from 1.
    pub fn orders(&self) -> impl DoubleEndedIterator<Item = (u32, &OrderState)> {
        hand_ins::numbered(&self.state.orders)
    }

    /// The orders that have not ended.
    pub fn open_orders(&self) -> impl Iterator<Item = (u32, &OrderState)> {
        self.orders().filter(|(_, order)| order.ended.is_none())
    }

    /// What was announced.
    pub fn announcements(&self) -> &[Dated<String>] {
        &self.state.announcements
    }

    /// The student of an id.
    pub fn student(&self, id: &str) -> Option<&Student> {
        self.state.students.get(id).map(|(_, student)| student)
    }

    /// The students in the order in which they joined.
    pub fn students(&self) -> Vec<&Student> {
        let mut students: Vec<&(usize, Student)> = self.state.students.values().collect();
        students.sort_unstable_by_key(|(number, _)| *number);
        students.into_iter().map(|(_, student)| student).collect()
    }

    /// Who had which alias at a moment, as far as they have not been forgotten.
    pub fn aliases_at(&self, moment: Moment) -> BTreeMap<&str, Who> {
        let mut students: BTreeMap<&str, &Student> = BTreeMap::new();
        for Dated { what, .. } in self.state.described.iter().take_while(|student| student.at <= moment) {
            students.insert(&what.id, what);
        }
        students.into_values().map(|student| (called(student), Who::of(student))).collect()
    }

    /// When a student was described last, for the first time or anew.
    pub fn last_described(&self) -> Option<Moment> {
        self.state.described.last().map(|student| student.at)
    }

    /// Students and teams, in the order in which they joined; a team joined with its first student.
    pub fn contenders(&self) -> Vec<Contender<'_>> {
        let mut contenders: Vec<Contender<'_>> = Vec::new();
        let mut teams: BTreeMap<&str, usize> = BTreeMap::new();
        for student in self.students() {
            if let Some(&at) = student.team.as_deref().and_then(|team| teams.get(team)) {
                contenders[at].members.push(student);
                continue;
            }
            if let Some(team) = &student.team {
                teams.insert(team, contenders.len());
            }
            contenders.push(Contender {
                who: Who::of(student),
                alias: called(student),
                section: student.section.as_deref(),
                members: vec![student],
            });
        }
        contenders
    }

    /// The student or team that a student hands in for.
    pub fn contender_of(&self, id: &str) -> Option<Contender<'_>> {
        let who = Who::of(self.student(id)?);
        self.contenders().into_iter().find(|contender| contender.who == who)
    }

    /// Everything that was handed in and is not deleted, with its number from 1.
    pub fn submissions(&self) -> impl DoubleEndedIterator<Item = (u32, &Submission)> {
        self.state.hand_ins.iter()
    }

    /// The submission of a number.
    pub fn submission(&self, number: u32) -> Option<&Submission> {
        self.state.hand_ins.get(number)
    }

    /// What is undecided, with its number, in the order in which it was handed in.
    pub fn undecided(&self) -> impl Iterator<Item = (u32, &Submission)> {
        self.state.hand_ins.undecided()
    }

    /// What was accepted with this module, with its number, in the order in which it was handed in.
    pub fn submissions_with(&self, module: Hash) -> impl Iterator<Item = (u32, &Submission)> {
        let with = self.state.hand_ins.with_bytes(module);
        with.filter(move |(_, submission)| submission.module() == Some(module))
    }

    /// Everything that was asked for and is not deleted, with its number from 1.
    pub fn requests(&self) -> impl DoubleEndedIterator<Item = (u32, &Dated<Request>)> {
        let numbered = hand_ins::numbered(&self.state.requests);
        numbered.filter_map(|(number, asked)| Some((number, asked.as_ref()?)))
    }

    /// The requests that are for or against a student or a team.
    pub fn requests_with(&self, who: &Who) -> impl DoubleEndedIterator<Item = (u32, &Dated<Request>)> {
        let numbers = self.state.requests_with.get(who).into_iter().flatten();
        numbers.filter_map(|number| Some((*number, self.request(*number)?)))
    }

    /// The requests of which nothing came so far.
    pub(crate) fn unplayed(&self) -> impl Iterator<Item = (u32, &Dated<Request>)> {
        self.state.unplayed.iter().filter_map(|number| Some((*number, self.request(*number)?)))
    }

    /// The request of a number.
    pub fn request(&self, number: u32) -> Option<&Dated<Request>> {
        let at = (number as usize).checked_sub(1)?;
        self.state.requests.get(at)?.as_ref()
    }

    /// The files of previews of what judging again would change.
    pub fn previews(&self) -> impl Iterator<Item = &Hash> {
        self.state.previews.iter()
    }

    /// The files that the record names: what was handed in, opponents, lists of games, previews.
    pub fn files(&self) -> BTreeSet<Hash> {
        let handed_in = self.submissions().flat_map(|(_, submission)| submission.files());
        let opponents = self.requests().filter_map(|(_, asked)| match asked.what.against {
            Against::File { module, .. } => Some(module),
            Against::Submission { .. } | Against::Builtin { .. } => None,
        });
        let previews = self.previews().copied();
        handed_in.chain(self.state.track_record.files()).chain(opponents).chain(previews).collect()
    }

    /// What a student or a team handed in, in the order in which it was received.
    pub fn submissions_of(&self, who: &Who) -> impl DoubleEndedIterator<Item = (u32, &Submission)> {
        self.state.hand_ins.of(who)
    }

    /// When a student or a team handed in, as far as quotas count it, the latest first.
    pub fn counted(&self, who: &Who) -> impl Iterator<Item = Moment> {
        let own = self.submissions_of(who).rev();
        own.filter(|(_, submission)| !submission.stated).map(|(_, submission)| submission.received)
    }

    /// What a student or a team had chosen last at a moment.
    pub(crate) fn choice_of(&self, contender: &Contender<'_>, at: Moment) -> Option<&Dated<Choice>> {
        let own = contender.members.iter().filter_map(|member| self.state.choices.get(&member.id));
        let last = own.filter_map(|choices| choices.iter().rev().find(|(_, choice)| choice.at <= at));
        last.max_by_key(|(event, _)| *event).map(|(_, choice)| choice)
    }

    /// The files of a student or a team that were turned away last, unless something was handed in after that.
    pub fn turned_away(&self, contender: &Contender<'_>) -> Option<&Dated<TurnedAway>> {
        let own = contender.members.iter().filter_map(|member| self.state.turned_away.get(&member.id));
        let (event, last) = own.max_by_key(|(event, _)| *event)?;
        let later = self.submissions_of(&contender.who).any(|(number, _)| {
            self.state.hand_ins.event_of(number).is_some_and(|submitted| submitted > *event)
        });
        (!later).then_some(last)
    }

    /// The extension that a student or a team was given last.
    pub fn extension_of(&self, contender: &Contender<'_>) -> Option<&Extension> {
        let own = contender.members.iter().filter_map(|member| self.state.extensions.get(&member.id));
        own.max_by_key(|(event, _)| *event).map(|(_, extension)| extension)
    }

    /// Since when a student takes no part, and why; `None` of whoever does.
    pub fn withdrawal(&self, id: &str) -> Option<&Dated<Withdrawal>> {
        self.state.withdrawn.get(id)
    }

    /// Since when nobody of a student or a team takes part; `None` while anybody does.
    pub fn inactive_since(&self, contender: &Contender<'_>) -> Option<Moment> {
        let mut since = contender.members.iter().map(|member| Some(self.withdrawal(&member.id)?.at));
        since.try_fold(None, |last: Option<Moment>, at| Some(last.max(Some(at?))))?
    }

    /// Files that were handed in by more than one student or team, with their submissions: what was handed in, or what
    /// was built of it, has the same bytes.
    pub fn same_bytes(&self) -> Vec<(Hash, Vec<u32>)> {
        self.state.hand_ins.shared().map(|hash| self.group(hash)).collect()
    }

    /// Those of them that a submission is among.
    pub fn same_bytes_as(&self, number: u32) -> Vec<(Hash, Vec<u32>)> {
        let own = self.submission(number).into_iter().flat_map(hand_ins::bytes);
        own.filter(|hash| self.state.hand_ins.is_shared(hash)).map(|hash| self.group(hash)).collect()
    }

    fn group(&self, hash: Hash) -> (Hash, Vec<u32>) {
        (hash, self.state.hand_ins.with_bytes(hash).map(|(number, _)| number).collect())
    }
}
