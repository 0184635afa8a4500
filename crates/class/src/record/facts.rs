//! Everything that has happened in a class.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rpds::{RedBlackTreeMapSync, RedBlackTreeSetSync, VectorSync};

use super::contender::{Contender, Who, called};
use super::hand_ins::{self, HandIns};
use crate::{
    Actor, Against, Choice, ClassPlan, Decision, Erasure, Event, Extension, Freeze, Hash, Moment, OrderEnd,
    OrderState, Reader, Request, ShownInFreeze, Student, Submission, TrackRecord, Withdrawal,
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

/// What follows from the events so far. What is added while an earlier state is still held is added to a copy: whatever
/// grows with the class is persistent, so that a copy shares all of it and takes no longer as the record grows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct State {
    /// By id: the number of the student in the order of joining, and the student as described last.
    students: RedBlackTreeMapSync<String, (usize, Student)>,
    /// Every description of a student, in order.
    described: VectorSync<Dated<Student>>,
    /// How many have ever joined; those who were forgotten count as often as they were described.
    joined: usize,
    hand_ins: HandIns,
    /// The numbers of the events of the submissions.
    submitted: VectorSync<i64>,
    /// The numbers of the events that decided about submissions, by the submissions' numbers.
    decided: RedBlackTreeMapSync<u32, i64>,
    /// What a student chose, in order, each with the number of its event.
    choices: RedBlackTreeMapSync<String, VectorSync<(i64, Dated<Choice>)>>,
    /// The extension that a student was given last, with the number of its event.
    extensions: RedBlackTreeMapSync<String, (i64, Extension)>,
    /// Who takes no part, by id.
    withdrawn: RedBlackTreeMapSync<String, Dated<Withdrawal>>,
    /// `None` where it was deleted.
    requests: VectorSync<Option<Dated<Request>>>,
    /// The numbers of the requests that are for or against a student or a team.
    requests_with: RedBlackTreeMapSync<Who, RedBlackTreeSetSync<u32>>,
    /// The numbers of the requests of which nothing came so far.
    unplayed: RedBlackTreeSetSync<u32>,
    announcements: Vec<Dated<String>>,
    /// What was ordered to be played for the whole class.
    orders: VectorSync<OrderState>,
    /// The teacher's text that was adopted last.
    adopted: Option<String>,
    /// The folders of runs, by the runs' identities.
    places: RedBlackTreeMapSync<Hash, String>,
    closed: Option<Moment>,
    track_record: TrackRecord,
    /// For whom results are frozen, and what had been shown until then.
    frozen: BTreeMap<Reader, (Freeze, TrackRecord)>,
    /// The files of previews.
    previews: RedBlackTreeSetSync<Hash>,
    forgotten: Vec<Dated<Erasure>>,
    /// How many events there were.
    events: i64,
    /// Who acted, from the event of a number on until the next.
    acted: RedBlackTreeMapSync<i64, Option<Actor>>,
    /// The numbers of the events that are a student's data, by id.
    events_of: RedBlackTreeMapSync<String, VectorSync<i64>>,
    last: Option<Moment>,
}

impl State {
    /// Adds what happened next, and who acted.
    fn add(&mut self, at: Moment, actor: Option<Actor>, event: Event) {
        self.count(at, actor);
        if let Some(id) = event.student() {
            match self.events_of.get_mut(id) {
                Some(events) => events.push_back_mut(self.events),
                None => self.events_of.insert_mut(id.to_owned(), VectorSync::from_iter([self.events])),
            }
        }
        match event {
            Event::Enrolled(student) => {
                let known = self.students.get(&student.id).map(|(number, _)| *number);
                self.joined += usize::from(known.is_none());
                self.described.push_back_mut(Dated { at, what: student.clone() });
                self.students.insert_mut(student.id.clone(), (known.unwrap_or(self.joined), student));
            }
            Event::Submitted(submission) => self.submit(Some(submission)),
            Event::Decided(decision) => self.decide(decision),
            Event::Chosen(what) => self.choose(at, what),
            Event::Extended(what) => self.extensions.insert_mut(what.student.clone(), (self.events, what)),
            Event::Withdrawn(what) => {
                self.withdrawn.insert_mut(what.student.clone(), Dated { at, what });
            }
            Event::Reinstated { student } => {
                self.withdrawn.remove_mut(&student);
            }
            Event::Announced { text } => self.announcements.push(Dated { at, what: text }),
            Event::Adopted { text } => self.adopted = Some(text),
            Event::Ordered(what) => self.orders.push_back_mut(OrderState { at, what, ended: None }),
            Event::OrderEnded(end) => self.end_order(at, end),
            Event::RunBegan(place) => self.places.insert_mut(place.run, place.folder),
            Event::Closed => self.closed = Some(at),
            Event::Reopened => self.closed = None,
            Event::Tried(tried) => self.track_record.try_out(self.events, tried),
            Event::Judged(judged) => self.track_record.judge(self.events, judged),
            Event::RunCompleted(run) => self.track_record.complete(self.events, run),
            Event::Requested(what) => {
                self.requests.push_back_mut(Some(Dated { at, what }));
                self.list_request(self.requests.len() as u32);
            }
            Event::Scrimmaged(what) => {
                self.unplayed.remove_mut(&what.request);
                self.track_record.scrimmaged(self.events, Dated { at, what });
            }
            Event::Previewed { preview } => self.previews.insert_mut(preview),
            // Its results are events of their own.
            Event::Rejudged { .. } => {}
            Event::Frozen => {
                let freeze = Freeze { since: at, results: self.track_record.count() };
                for reader in Reader::All.released() {
                    // Who is shown an earlier state is not shown a later one by freezing again.
                    self.frozen.entry(*reader).or_insert_with(|| (freeze, self.track_record.clone()));
                }
            }
            Event::Released { to } => self.frozen.retain(|reader, _| !to.released().contains(reader)),
            Event::Forgotten(what) => self.forget(at, what),
        }
    }

    /// Adds an event whose content was deleted.
    fn add_deleted(&mut self, at: Moment, kind: &str) {
        self.count(at, None);
        match kind {
            "enrolled" => self.joined += 1,
            "submitted" => self.submit(None),
            "requested" => self.requests.push_back_mut(None),
            "tried" | "judged" | "scrimmaged" => {
                self.track_record.add_deleted(self.events);
            }
            _ => {}
        }
    }

    fn count(&mut self, at: Moment, actor: Option<Actor>) {
        self.last = Some(at);
        self.events += 1;
        if self.acted.last().is_none_or(|(_, last)| *last != actor) {
            self.acted.insert_mut(self.events, actor);
        }
    }

    fn submit(&mut self, submission: Option<Submission>) {
        self.hand_ins.add(submission);
        self.submitted.push_back_mut(self.events);
    }

    fn choose(&mut self, at: Moment, what: Choice) {
        let (by, choice) = (what.by.clone(), (self.events, Dated { at, what }));
        match self.choices.get_mut(&by) {
            Some(own) => own.push_back_mut(choice),
            None => self.choices.insert_mut(by, VectorSync::from_iter([choice])),
        }
    }

    /// Notes by whom a request is found, and whether it waits.
    fn list_request(&mut self, number: u32) {
        let Some(Some(asked)) = self.requests.get(number as usize - 1) else { return };
        let sides = [Some(asked.what.submission), asked.what.against.submission()];
        for who in sides.into_iter().flatten().filter_map(|side| self.hand_ins.get(side)).map(Who::handed_in)
        {
            match self.requests_with.get_mut(&who) {
                Some(own) => own.insert_mut(number),
                None => self.requests_with.insert_mut(who, [number].into_iter().collect()),
            }
        }
        if self.track_record.scrimmage(number).is_none() {
            self.unplayed.insert_mut(number);
        }
    }

    /// A verdict stands: what was decided before is not decided again.
    fn decide(&mut self, decision: Decision) {
        if self.hand_ins.decide(decision.submission, decision.admission) {
            self.decided.insert_mut(decision.submission, self.events);
        }
    }

    /// An order ends once.
    fn end_order(&mut self, at: Moment, OrderEnd { order, outcome }: OrderEnd) {
        let place = (order as usize).checked_sub(1);
        let state = place.and_then(|place| self.orders.get_mut(place));
        if let Some(state) = state.filter(|state| state.ended.is_none()) {
            state.ended = Some(Dated { at, what: outcome });
        }
    }

    fn forget(&mut self, at: Moment, what: Erasure) {
        let gone: BTreeSet<i64> = what.events.iter().copied().collect();
        let is_left = |events: &VectorSync<i64>| !events.iter().all(|number| gone.contains(number));
        let left = self.events_of.iter().filter(|(_, events)| is_left(events));
        self.events_of = left.map(|(id, events)| (id.clone(), events.clone())).collect();
        let events_of = &self.events_of;
        let students = self.students.iter().filter(|(id, _)| events_of.contains_key(*id));
        self.students = students.map(|(id, student)| (id.clone(), student.clone())).collect();
        self.described = kept(&self.described, |student| events_of.contains_key(&student.what.id));
        let choices = self.choices.iter().filter(|(id, _)| events_of.contains_key(*id));
        self.choices = choices.map(|(id, own)| (id.clone(), own.clone())).collect();
        let extensions = self.extensions.iter().filter(|(id, _)| events_of.contains_key(*id));
        self.extensions = extensions.map(|(id, last)| (id.clone(), last.clone())).collect();
        let withdrawn = self.withdrawn.iter().filter(|(id, _)| events_of.contains_key(*id));
        self.withdrawn = withdrawn.map(|(id, since)| (id.clone(), since.clone())).collect();
        let is_kept = |asked: &Dated<Request>| events_of.contains_key(&asked.what.by);
        self.requests =
            self.requests.iter().map(|request| request.clone().filter(|asked| is_kept(asked))).collect();
        self.track_record.delete(&gone);
        self.frozen.values_mut().for_each(|(_, shown)| shown.delete(&gone));
        self.previews = RedBlackTreeSetSync::default();
        for stone in &what.submissions {
            self.hand_ins.replace(stone.submission, stone.of_team.clone());
        }
        (self.requests_with, self.unplayed) = Default::default();
        (1..=self.requests.len() as u32).for_each(|number| self.list_request(number));
        self.forgotten.push(Dated { at, what });
    }
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
        let event = *self.state.submitted.get((submission as usize).checked_sub(1)?)?;
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
        let submitted = &self.state.submitted;
        let (mut low, mut high) = (0, submitted.len());
        while low < high {
            let middle = usize::midpoint(low, high);
            if *submitted.get(middle)? < event {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        (*submitted.get(low)? == event).then_some(low as u32 + 1)
    }

    /// The number of the event by which something was handed in.
    pub fn event_of_submission(&self, submission: u32) -> Option<i64> {
        self.state.submitted.get((submission as usize).checked_sub(1)?).copied()
    }

    /// The number of the event that decided about a submission after it was handed in.
    pub(crate) fn decided(&self, submission: u32) -> Option<i64> {
        self.state.decided.get(&submission).copied()
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

    /// Since when a reader is shown no new results, if that is so.
    pub fn frozen(&self, reader: Reader) -> Option<Freeze> {
        self.state.frozen.get(&reader).map(|(freeze, _)| *freeze)
    }

    /// How much there is to know for a reader, or for the teacher: it grows with every event but results that are frozen for
    /// the reader, and never shrinks but when they are frozen.
    pub fn news(&self, plan: &ClassPlan, reader: Option<Reader>) -> i64 {
        let frozen = reader.and_then(|reader| self.state.frozen.get(&reader));
        let hidden = frozen.map_or(0, |(freeze, _)| {
            let record = &self.state.track_record;
            let shown =
                record.count_shown_since(freeze.results, |number| self.is_shown_in_freeze(plan, number));
            record.count().saturating_sub(freeze.results + shown)
        });
        self.state.events.saturating_sub(hidden as i64)
    }

    /// Everything, with the results that a reader is shown.
    pub(crate) fn as_frozen_for(&self, plan: &ClassPlan, reader: Reader) -> Facts {
        self.frozen_with(reader, |number| self.is_shown_in_freeze(plan, number))
    }

    /// Everything, with the results that a reader is shown, and since a freeze with those of some requests alone.
    pub(crate) fn frozen_with(&self, reader: Reader, is_shown: impl Fn(u32) -> bool) -> Facts {
        let mut facts = self.clone();
        if let Some((_, before)) = self.state.frozen.get(&reader) {
            let record = self.state.track_record.shown_after(before, is_shown);
            let since = self.state.track_record.requests_since(before.count());
            let hidden: Vec<u32> = since.filter(|number| record.scrimmage(*number).is_none()).collect();
            let state = Arc::make_mut(&mut facts.state);
            for number in hidden {
                state.unplayed.insert_mut(number);
            }
            state.track_record = record;
        }
        facts
    }

    /// Whether what came of a request is shown while results are frozen.
    fn is_shown_in_freeze(&self, plan: &ClassPlan, number: u32) -> bool {
        let shown = plan.scrimmage.as_ref().map(|plan| plan.in_freeze).unwrap_or_default();
        shown == ShownInFreeze::Opponents
            && self.request(number).is_some_and(|asked| asked.what.against.submission().is_none())
    }

    /// The teacher's text that was adopted last; `None` in a class that began before texts were written down.
    pub fn adopted(&self) -> Option<&str> {
        self.state.adopted.as_deref()
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
        let own = self.submission(number).map(hand_ins::bytes).unwrap_or_default().into_iter();
        own.filter(|hash| self.state.hand_ins.is_shared(hash)).map(|hash| self.group(hash)).collect()
    }

    fn group(&self, hash: Hash) -> (Hash, Vec<u32>) {
        (hash, self.state.hand_ins.with_bytes(hash).map(|(number, _)| number).collect())
    }
}

/// The members of a list that are kept.
fn kept<T: Clone>(list: &VectorSync<T>, is_kept: impl Fn(&T) -> bool) -> VectorSync<T> {
    list.iter().filter(|member| is_kept(member)).cloned().collect()
}
