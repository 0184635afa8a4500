//! The facts that follow from the events of a class.

mod frozen;
mod state;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use self::state::State;
use super::contender::{Contender, ContenderId, called};
use super::hand_ins;
use crate::{
    Actor, ActorKind, Choice, Erasure, Event, Extension, GamesRequest, Hash, MailKind, Moment, OrderState,
    PostedQuestion, RequestedOpponent, Student, Submission, TrackRecord, TurnedAway, Withdrawal,
};

/// An event's content with its time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dated<T> {
    /// Time of the event, never earlier than that of the previous one.
    pub at: Moment,
    /// The content.
    pub what: T,
}

/// An announcement with its current text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PostedAnnouncement {
    /// The number, from 1. It stays the same if others are taken back.
    pub number: u32,
    /// The number of the event that made it.
    pub event: i64,
    /// The text.
    pub text: String,
    /// The section that it is for; `None` for the whole class.
    pub section: Option<String>,
    /// Time of the last change of the text; `None` if it never changed.
    pub edited: Option<Moment>,
}

/// All facts of a class. Clones share their data until something is added to one of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    state: Arc<State>,
}

impl Facts {
    /// Adds the next event, without its actor.
    pub fn add(&mut self, at: Moment, event: Event) {
        self.add_by(at, None, event);
    }

    /// Adds the next event with its actor.
    pub(crate) fn add_by(&mut self, at: Moment, actor: Option<Actor>, event: Event) {
        Arc::make_mut(&mut self.state).add(at, actor, event);
    }

    /// Adds an event whose content was deleted.
    pub(crate) fn add_deleted(&mut self, at: Moment, kind: &str) {
        Arc::make_mut(&mut self.state).add_deleted(at, kind);
    }

    /// Returns the actor who handed in a submission; `None` if the event was deleted.
    pub fn who_submitted(&self, submission: u32) -> Option<&Actor> {
        self.actor_of(self.event_of_submission(submission)?)
    }

    /// Returns the numbers of the events that are a student's data.
    pub(crate) fn events_of(&self, id: &str) -> impl DoubleEndedIterator<Item = i64> {
        self.state.events_of.get(id).into_iter().flatten().copied()
    }

    /// Returns the numbers of events before `before`, latest first and `most` at most: all of them, or only a
    /// student's data, or only those of actors of a kind.
    pub(crate) fn event_numbers(
        &self,
        student: Option<&str>,
        by: Option<ActorKind>,
        before: Option<i64>,
        most: usize,
    ) -> Vec<i64> {
        let before = before.unwrap_or(i64::MAX).min(self.state.events.saturating_add(1));
        let is_by =
            |number: &i64| by.is_none_or(|by| self.actor_of(*number).is_some_and(|actor| by.includes(actor)));
        let Some(id) = student else { return (1..before).rev().filter(is_by).take(most).collect() };
        let own = self.events_of(id).rev().skip_while(|number| *number >= before);
        own.filter(is_by).take(most).collect()
    }

    /// Returns the actor of an event; `None` if the event was deleted.
    pub fn actor_of(&self, event: i64) -> Option<&Actor> {
        self.state.acted.range(..=event).next_back()?.1.as_ref()
    }

    /// Returns the number of the submission that an event recorded.
    pub fn submission_of_event(&self, event: i64) -> Option<u32> {
        self.state.hand_ins.of_event(event)
    }

    /// Returns the number of the event that recorded a submission.
    pub fn event_of_submission(&self, submission: u32) -> Option<i64> {
        self.state.hand_ins.event_of(submission)
    }

    /// Returns the numbers of the events that decided about a submission after it was handed in.
    pub(crate) fn decided(&self, submission: u32) -> impl Iterator<Item = i64> {
        self.state.decided.get(&submission).into_iter().flatten().copied()
    }

    /// Returns an upper bound on the number of students that ever joined.
    pub(crate) fn joined(&self) -> usize {
        self.state.joined
    }

    /// Returns the traces of students whose data was deleted.
    pub fn forgotten(&self) -> &[Dated<Erasure>] {
        &self.state.forgotten
    }

    /// Returns the time of the first description of a student.
    pub fn first(&self) -> Option<Moment> {
        self.state.described.first().map(|student| student.at)
    }

    /// Returns the time of the last event.
    pub fn last(&self) -> Option<Moment> {
        self.state.last
    }

    /// Returns the time at which the class was closed; `None` if it is open.
    pub fn closed(&self) -> Option<Moment> {
        self.state.closed
    }

    /// Returns the results of versions.
    pub fn track_record(&self) -> &TrackRecord {
        &self.state.track_record
    }

    /// Returns the teacher's text that was adopted last; `None` in a class that began before texts were recorded.
    pub fn adopted(&self) -> Option<&str> {
        self.state.adopted.as_ref().map(|(text, _)| text.as_str())
    }

    /// Returns `true` if a deadline without seconds includes its whole minute. In a class that began under 0.3.0 or
    /// earlier, it ends with the first moment of that minute.
    pub fn has_whole_minutes(&self) -> bool {
        self.state.events == 0 || self.state.adopted.as_ref().is_some_and(|(_, whole_minutes)| *whole_minutes)
    }

    /// Returns the places of the class's runs when they began, by their identities;
    /// [`ClassFolder::at_place`](crate::ClassFolder::at_place) finds them. Cycles of the ladder are not included.
    pub fn places(&self) -> impl Iterator<Item = (&Hash, &str)> {
        self.state.places.iter().map(|(run, folder)| (run, folder.as_str()))
    }

    /// Returns `true` if a run may have rulings. Records that began under 0.3.0 or earlier do not name all of them.
    pub fn may_have_rulings(&self, run: &Hash) -> bool {
        self.state.ruled.contains(run) || !self.has_whole_minutes()
    }

    /// Returns the orders, in order, with their numbers from 1.
    pub fn orders(&self) -> impl DoubleEndedIterator<Item = (u32, &OrderState)> {
        hand_ins::numbered(&self.state.orders)
    }

    /// Returns the open orders.
    pub fn open_orders(&self) -> impl Iterator<Item = (u32, &OrderState)> {
        self.orders().filter(|(_, order)| order.ended.is_none())
    }

    /// Returns the announcements that were not taken back, in order.
    pub fn announcements(&self) -> &[Dated<PostedAnnouncement>] {
        &self.state.announcements
    }

    /// Returns the announcement with a number, unless it was taken back.
    pub fn announcement(&self, number: u32) -> Option<&Dated<PostedAnnouncement>> {
        self.announcements().iter().find(|one| one.what.number == number)
    }

    /// Returns the number of announcements, including those taken back.
    pub fn announced(&self) -> u32 {
        self.state.announced
    }

    /// Returns all questions that are not deleted, in order.
    pub fn questions(&self) -> impl DoubleEndedIterator<Item = &Dated<PostedQuestion>> {
        self.state.questions.iter().flatten()
    }

    /// Returns the question with a number, unless it was deleted.
    pub fn question(&self, number: u32) -> Option<&Dated<PostedQuestion>> {
        self.state.questions.get((number as usize).checked_sub(1)?)?.as_ref()
    }

    /// Returns the student with an id.
    pub fn student(&self, id: &str) -> Option<&Student> {
        self.state.students.get(id).map(|(_, student)| student)
    }

    /// Returns the students in the order in which they joined.
    pub fn students(&self) -> Vec<&Student> {
        let mut students: Vec<&(usize, Student)> = self.state.students.values().collect();
        students.sort_unstable_by_key(|(number, _)| *number);
        students.into_iter().map(|(_, student)| student).collect()
    }

    /// Returns the owner of each alias at a moment. Forgotten students are left out.
    pub fn aliases_at(&self, moment: Moment) -> BTreeMap<&str, ContenderId> {
        let mut students: BTreeMap<&str, &Student> = BTreeMap::new();
        for Dated { what, .. } in self.state.described.iter().take_while(|student| student.at <= moment) {
            students.insert(&what.id, what);
        }
        students.into_values().map(|student| (called(student), ContenderId::for_student(student))).collect()
    }

    /// Returns the time of the last description of a student, new or updated.
    pub fn last_described(&self) -> Option<Moment> {
        self.state.described.last().map(|student| student.at)
    }

    /// Returns students and teams in the order in which they joined; a team joined with its first student.
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
                who: ContenderId::for_student(student),
                alias: called(student),
                section: student.section.as_deref(),
                members: vec![student],
            });
        }
        contenders
    }

    /// Returns the student or team for which a student hands in.
    pub fn contender_of(&self, id: &str) -> Option<Contender<'_>> {
        let who = ContenderId::for_student(self.student(id)?);
        self.contenders().into_iter().find(|contender| contender.who == who)
    }

    /// Returns all submissions that are not deleted, with their numbers from 1.
    pub fn submissions(&self) -> impl DoubleEndedIterator<Item = (u32, &Submission)> {
        self.state.hand_ins.iter()
    }

    /// Returns the submission with a number.
    pub fn submission(&self, number: u32) -> Option<&Submission> {
        self.state.hand_ins.get(number)
    }

    /// Returns the undecided submissions with their numbers, in the order in which they were handed in.
    pub fn undecided(&self) -> impl Iterator<Item = (u32, &Submission)> {
        self.state.hand_ins.undecided()
    }

    /// Returns the accepted submissions with this module and their numbers, in the order in which they were handed
    /// in.
    pub fn submissions_with(&self, module: Hash) -> impl Iterator<Item = (u32, &Submission)> {
        let with = self.state.hand_ins.with_bytes(module);
        with.filter(move |(_, submission)| submission.module() == Some(module))
    }

    /// Returns all requests that are not deleted, with their numbers from 1.
    pub fn requests(&self) -> impl DoubleEndedIterator<Item = (u32, &Dated<GamesRequest>)> {
        let numbered = hand_ins::numbered(&self.state.requests);
        numbered.filter_map(|(number, asked)| Some((number, asked.as_ref()?)))
    }

    /// Returns the requests for or against a student or a team.
    pub fn requests_with(
        &self,
        who: &ContenderId,
    ) -> impl DoubleEndedIterator<Item = (u32, &Dated<GamesRequest>)> {
        let numbers = self.state.requests_with.get(who).into_iter().flatten();
        numbers.filter_map(|number| Some((*number, self.request(*number)?)))
    }

    /// Returns the requests without an outcome.
    pub(crate) fn unplayed(&self) -> impl Iterator<Item = (u32, &Dated<GamesRequest>)> {
        self.state.unplayed.iter().filter_map(|number| Some((*number, self.request(*number)?)))
    }

    /// Returns the request with a number.
    pub fn request(&self, number: u32) -> Option<&Dated<GamesRequest>> {
        let at = (number as usize).checked_sub(1)?;
        self.state.requests.get(at)?.as_ref()
    }

    /// Returns `true` unless the teacher has switched a kind of mail off for the class.
    pub fn sends_mail(&self, kind: MailKind) -> bool {
        !self.state.mail_off.contains(&kind)
    }

    /// Returns `true` unless a student has switched a kind of mail off.
    pub fn wants_mail(&self, student: &str, kind: MailKind) -> bool {
        self.state.mail_off_for.get(student).is_none_or(|off| !off.contains(&kind))
    }

    /// Returns the tag of the language that a student has chosen.
    pub fn language_of(&self, student: &str) -> Option<&str> {
        self.state.languages.get(student).map(String::as_str)
    }

    /// Returns the number of the last event; 0 if there is none.
    pub fn last_event(&self) -> i64 {
        self.state.events
    }

    /// Returns the files of previews of judging again.
    pub fn previews(&self) -> impl Iterator<Item = &Hash> {
        self.state.previews.iter()
    }

    /// Returns the files that the record names: submissions, opponents, lists of games, previews.
    pub fn files(&self) -> BTreeSet<Hash> {
        let handed_in = self.submissions().flat_map(|(_, submission)| submission.files());
        let opponents = self.requests().filter_map(|(_, asked)| match asked.what.against {
            RequestedOpponent::File { module, .. } => Some(module),
            RequestedOpponent::Submission { .. } | RequestedOpponent::Builtin { .. } => None,
        });
        let previews = self.previews().copied();
        handed_in.chain(self.state.track_record.files()).chain(opponents).chain(previews).collect()
    }

    /// Returns the submissions of a student or a team, in order of receipt.
    pub fn submissions_of(&self, who: &ContenderId) -> impl DoubleEndedIterator<Item = (u32, &Submission)> {
        self.state.hand_ins.by_contender(who)
    }

    /// Returns the times of receipt that quotas count for a student or a team, latest first. Hand-ins of members for
    /// themselves or for an earlier team are included, so that a new team brings no new quota.
    pub fn counted(&self, contender: &Contender<'_>) -> Vec<Moment> {
        let by_members =
            contender.members.iter().flat_map(|member| self.state.hand_ins.by_student(&member.id));
        let elsewhere = by_members.filter(|(_, one)| !contender.who.has_handed_in(one));
        let all = self.submissions_of(&contender.who).chain(elsewhere);
        let mut counted: Vec<Moment> =
            all.filter(|(_, one)| !one.stated).map(|(_, one)| one.received).collect();
        counted.sort_unstable_by(|one, other| other.cmp(one));
        counted
    }

    /// Returns the code for joining a team; `None` if it has none.
    pub fn join_code(&self, team: &str) -> Option<&str> {
        let codes = self.state.join_codes.values().flatten().filter(|(_, made)| made.team == team);
        codes.max_by_key(|(event, _)| *event).map(|(_, made)| made.code.as_str())
    }

    /// Returns the team that students join with a code.
    pub fn team_of_code(&self, code: &str) -> Option<&str> {
        let made = self.state.join_codes.values().flatten().find(|(_, made)| made.code == code);
        made.map(|(_, made)| made.team.as_str()).filter(|team| self.join_code(team) == Some(code))
    }

    /// Returns the members of a team, in the order in which they joined the class.
    pub fn members_of(&self, team: &str) -> Vec<&Student> {
        let is_member = |student: &&Student| student.team.as_deref() == Some(team);
        self.students().into_iter().filter(is_member).collect()
    }

    /// Returns the last choice of a student or a team at a moment.
    pub(crate) fn choice_of(&self, contender: &Contender<'_>, at: Moment) -> Option<&Dated<Choice>> {
        let own = contender.members.iter().filter_map(|member| self.state.choices.get(&member.id));
        let last = own.filter_map(|choices| choices.iter().rev().find(|(_, choice)| choice.at <= at));
        last.max_by_key(|(event, _)| *event).map(|(_, choice)| choice)
    }

    /// Returns the files of a student or a team that were rejected last, unless there is a later submission.
    pub fn turned_away(&self, contender: &Contender<'_>) -> Option<&Dated<TurnedAway>> {
        let own = contender.members.iter().filter_map(|member| self.state.turned_away.get(&member.id));
        let (event, last) = own.max_by_key(|(event, _)| *event)?;
        let later = self.submissions_of(&contender.who).any(|(number, _)| {
            self.state.hand_ins.event_of(number).is_some_and(|submitted| submitted > *event)
        });
        (!later).then_some(last)
    }

    /// Returns the last extension of a student or a team.
    pub fn extension_of(&self, contender: &Contender<'_>) -> Option<&Extension> {
        let own = contender.members.iter().filter_map(|member| self.state.extensions.get(&member.id));
        own.max_by_key(|(event, _)| *event).map(|(_, extension)| extension)
    }

    /// Returns a student's withdrawal; `None` if the student takes part.
    pub fn withdrawal(&self, id: &str) -> Option<&Dated<Withdrawal>> {
        self.state.withdrawn.get(id)
    }

    /// Returns the time since which no member of a student or a team takes part; `None` while any member does.
    pub fn inactive_since(&self, contender: &Contender<'_>) -> Option<Moment> {
        let mut since = contender.members.iter().map(|member| Some(self.withdrawal(&member.id)?.at));
        since.try_fold(None, |last: Option<Moment>, at| Some(last.max(Some(at?))))?
    }

    /// Returns the files that several students or teams share, with their submissions: the submitted files or the
    /// built modules have the same bytes.
    pub fn same_bytes(&self) -> Vec<(Hash, Vec<u32>)> {
        self.state.hand_ins.shared().map(|hash| self.group(hash)).collect()
    }

    /// Returns the shared files of one submission.
    pub fn same_bytes_as(&self, number: u32) -> Vec<(Hash, Vec<u32>)> {
        let own = self.submission(number).into_iter().flat_map(hand_ins::bytes);
        own.filter(|hash| self.state.hand_ins.is_shared(hash)).map(|hash| self.group(hash)).collect()
    }

    fn group(&self, hash: Hash) -> (Hash, Vec<u32>) {
        (hash, self.state.hand_ins.with_bytes(hash).map(|(number, _)| number).collect())
    }
}
