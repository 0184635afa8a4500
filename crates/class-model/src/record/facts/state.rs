//! The state that follows from the events of a class.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rpds::{RedBlackTreeMapSync, RedBlackTreeSetSync, VectorSync};

use super::{Dated, PostedAnnouncement};
use crate::judging::PlayedResult;
use crate::record::contender::ContenderId;
use crate::record::hand_ins::HandIns;
use crate::{
    Actor, Choice, Decision, Erasure, Event, Extension, Freeze, GamesRequest, Hash, JoinCode, MailKind,
    MailSwitch, Moment, OrderEnd, OrderState, PostedQuestion, PostedUpdate, Question, QuestionUpdate, Reader,
    Student, TrackRecord, TurnedAway, Withdrawal,
};

/// The state after some events. Adding to it while a clone exists copies it: collections that grow with the class are
/// persistent, so that copies share them and stay cheap as the record grows; a list of one student's data is copied
/// when it changes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct State {
    /// By id: the student's number in the order of joining, and the latest description.
    pub(super) students: RedBlackTreeMapSync<String, (usize, Student)>,
    /// All descriptions of students, in order.
    pub(super) described: VectorSync<Dated<Student>>,
    /// Number of students that ever joined; forgotten ones count once per description.
    pub(super) joined: usize,
    pub(super) hand_ins: HandIns,
    /// The numbers of the events that decided about submissions, by submission number.
    pub(super) decided: RedBlackTreeMapSync<u32, Vec<i64>>,
    /// A student's files that were rejected last, with the number of the event.
    pub(super) turned_away: RedBlackTreeMapSync<String, (i64, Dated<TurnedAway>)>,
    /// A student's choices in order, each with the number of its event.
    pub(super) choices: RedBlackTreeMapSync<String, VectorSync<(i64, Dated<Choice>)>>,
    /// A student's last extension, with the number of its event.
    pub(super) extensions: RedBlackTreeMapSync<String, (i64, Extension)>,
    /// The withdrawn students, by id.
    pub(super) withdrawn: RedBlackTreeMapSync<String, Dated<Withdrawal>>,
    /// The codes for joining teams that were made for a student, each with the number of its event.
    pub(super) join_codes: RedBlackTreeMapSync<String, Vec<(i64, JoinCode)>>,
    /// The requests; `None` for a deleted one.
    pub(super) requests: VectorSync<Option<Dated<GamesRequest>>>,
    /// The numbers of the requests for or against a student or a team.
    pub(super) requests_with: RedBlackTreeMapSync<ContenderId, RedBlackTreeSetSync<u32>>,
    /// The numbers of the requests without an outcome.
    pub(super) unplayed: RedBlackTreeSetSync<u32>,
    /// The announcements that were not taken back, in order.
    pub(super) announcements: Vec<Dated<PostedAnnouncement>>,
    /// Number of announcements, including those taken back.
    pub(super) announced: u32,
    /// The questions; `None` for a deleted one.
    pub(super) questions: VectorSync<Option<Dated<PostedQuestion>>>,
    /// The orders.
    pub(super) orders: VectorSync<OrderState>,
    /// The teacher's text that was adopted last, and `true` if its deadlines include the whole minute.
    pub(super) adopted: Option<(String, bool)>,
    /// The folders of runs, by the runs' identities.
    pub(super) places: RedBlackTreeMapSync<Hash, String>,
    /// The identities of runs with rulings.
    pub(super) ruled: RedBlackTreeSetSync<Hash>,
    pub(super) closed: Option<Moment>,
    pub(super) track_record: TrackRecord,
    /// The readers for whom results are frozen, and the results before the freeze.
    pub(super) frozen: BTreeMap<Reader, (Freeze, TrackRecord)>,
    /// The kinds of mail that the teacher has switched off.
    pub(super) mail_off: BTreeSet<MailKind>,
    /// The kinds of mail that a student has switched off, by id.
    pub(super) mail_off_for: RedBlackTreeMapSync<String, BTreeSet<MailKind>>,
    /// The tags of the languages that students have chosen, by id.
    pub(super) languages: RedBlackTreeMapSync<String, String>,
    /// The files of previews.
    pub(super) previews: RedBlackTreeSetSync<Hash>,
    pub(super) forgotten: Vec<Dated<Erasure>>,
    /// Number of events.
    pub(super) events: i64,
    /// The actors: each from the event with this number up to the next entry.
    pub(super) acted: RedBlackTreeMapSync<i64, Option<Actor>>,
    /// The numbers of the events that are a student's data, by id.
    pub(super) events_of: RedBlackTreeMapSync<String, Vec<i64>>,
    pub(super) last: Option<Moment>,
}

impl State {
    /// Adds the next event and its actor.
    pub(super) fn add(&mut self, at: Moment, actor: Option<Actor>, event: Event) {
        self.count(at, actor);
        if let Some(id) = event.student() {
            match self.events_of.get_mut(id) {
                Some(events) => events.push(self.events),
                None => self.events_of.insert_mut(id.to_owned(), vec![self.events]),
            }
        }
        match event {
            Event::Enrolled(student) => {
                let known = self.students.get(&student.id).map(|(number, _)| *number);
                self.joined += usize::from(known.is_none());
                self.described.push_back_mut(Dated { at, what: student.clone() });
                self.students.insert_mut(student.id.clone(), (known.unwrap_or(self.joined), student));
            }
            Event::Submitted(submission) => self.hand_ins.add(self.events, Some(submission)),
            Event::Decided(decision) => self.decide(decision),
            Event::Reconsidered { submission, .. } => self.reconsider(submission),
            Event::TurnedAway(what) => {
                self.turned_away.insert_mut(what.student.clone(), (self.events, Dated { at, what }));
            }
            Event::Chosen(what) => self.choose(at, what),
            Event::Extended(what) => self.extensions.insert_mut(what.student.clone(), (self.events, what)),
            Event::Withdrawn(what) => {
                self.withdrawn.insert_mut(what.student.clone(), Dated { at, what });
            }
            Event::Reinstated { student } => {
                self.withdrawn.remove_mut(&student);
            }
            Event::JoinCodeMade(what) => {
                let (student, made) = (what.student.clone(), (self.events, what));
                match self.join_codes.get_mut(&student) {
                    Some(own) => own.push(made),
                    None => self.join_codes.insert_mut(student, vec![made]),
                }
            }
            Event::Announced { text, section } => {
                self.announced += 1;
                let (number, event) = (self.announced, self.events);
                let what = PostedAnnouncement { number, event, text, section, edited: None };
                self.announcements.push(Dated { at, what });
            }
            Event::AnnouncementEdited { announcement, text } => {
                let own = self.announcements.iter_mut().find(|one| one.what.number == announcement);
                if let Some(own) = own {
                    (own.what.text, own.what.edited) = (text, Some(at));
                }
            }
            Event::AnnouncementRetracted { announcement } => {
                self.announcements.retain(|one| one.what.number != announcement);
            }
            Event::Asked(question) => self.ask(at, question),
            Event::QuestionUpdated(update) => self.update_question(at, update),
            Event::Adopted { text, whole_minutes } => self.adopted = Some((text, whole_minutes)),
            Event::Ordered(what) => self.orders.push_back_mut(OrderState { at, what, ended: None }),
            Event::OrderEnded(end) => self.end_order(at, end),
            Event::RunBegan(place) => self.places.insert_mut(place.run, place.folder),
            Event::Ruled { run, .. } => self.ruled.insert_mut(run),
            Event::Closed => self.closed = Some(at),
            Event::Reopened => self.closed = None,
            Event::Tried(tried) => self.add_result(PlayedResult::Tried(tried)),
            Event::Judged(judged) => self.add_result(PlayedResult::Judged(judged)),
            Event::RunCompleted(run) => self.add_result(PlayedResult::Completed(run)),
            Event::Requested(what) => {
                self.requests.push_back_mut(Some(Dated { at, what }));
                self.list_request(self.requests.len() as u32);
            }
            Event::Scrimmaged(what) => {
                self.unplayed.remove_mut(&what.request);
                self.add_result(PlayedResult::Scrimmaged(Dated { at, what }));
            }
            Event::Previewed { preview } => self.previews.insert_mut(preview),
            // Results of judging again are events of their own, and corrections of the clock are applied before events
            // are added.
            Event::Rejudged { .. }
            | Event::TournamentWritten { .. }
            | Event::SignOnChanged { .. }
            | Event::GradesSent { .. }
            | Event::ClockConfirmed
            | Event::ClockCorrected(_) => {}
            Event::Frozen => {
                let freeze = Freeze { since: at, results: self.track_record.count() };
                for reader in Reader::All.released() {
                    // A second freeze does not move a reader's view forward.
                    self.frozen.entry(*reader).or_insert_with(|| (freeze, self.track_record.clone()));
                }
            }
            Event::Released { to } => self.frozen.retain(|reader, _| !to.released().contains(reader)),
            Event::MailSwitched(switch) => self.switch_mail(switch),
            Event::LanguageChosen { student, language } => self.languages.insert_mut(student, language),
            Event::Forgotten(what) => self.forget(at, what),
        }
    }

    fn switch_mail(&mut self, MailSwitch { student, mail, is_on }: MailSwitch) {
        let switch = |off: &mut BTreeSet<MailKind>| if is_on { off.remove(&mail) } else { off.insert(mail) };
        let Some(student) = student else {
            switch(&mut self.mail_off);
            return;
        };
        let mut off = self.mail_off_for.get(&student).cloned().unwrap_or_default();
        switch(&mut off);
        self.mail_off_for.insert_mut(student, off);
    }

    fn ask(&mut self, at: Moment, question: Question) {
        let number = self.questions.len() as u32 + 1;
        let what = PostedQuestion { number, event: self.events, question, updates: Vec::new() };
        self.questions.push_back_mut(Some(Dated { at, what }));
    }

    fn update_question(&mut self, at: Moment, update: QuestionUpdate) {
        let place = (update.question as usize).checked_sub(1);
        if let Some(Some(asked)) = place.and_then(|place| self.questions.get_mut(place)) {
            let QuestionUpdate { step, text, .. } = update;
            asked.what.updates.push(PostedUpdate { at, event: self.events, step, text });
        }
    }

    /// Adds an event whose content was deleted.
    pub(super) fn add_deleted(&mut self, at: Moment, kind: &str) {
        self.count(at, None);
        match kind {
            "enrolled" => self.joined += 1,
            "submitted" => self.hand_ins.add(self.events, None),
            "requested" => self.requests.push_back_mut(None),
            "asked" => self.questions.push_back_mut(None),
            "tried" | "judged" | "scrimmaged" => self.track_record.add(self.events, None),
            _ => {}
        }
    }

    fn add_result(&mut self, played: PlayedResult) {
        self.track_record.add(self.events, Some(Arc::new(played)));
    }

    fn count(&mut self, at: Moment, actor: Option<Actor>) {
        self.last = Some(at);
        self.events += 1;
        if self.acted.last().is_none_or(|(_, last)| *last != actor) {
            self.acted.insert_mut(self.events, actor);
        }
    }

    fn choose(&mut self, at: Moment, what: Choice) {
        let (by, choice) = (what.by.clone(), (self.events, Dated { at, what }));
        match self.choices.get_mut(&by) {
            Some(own) => own.push_back_mut(choice),
            None => self.choices.insert_mut(by, VectorSync::from_iter([choice])),
        }
    }

    /// Indexes a request by its students or teams, and as open if it has no outcome.
    fn list_request(&mut self, number: u32) {
        let Some(Some(asked)) = self.requests.get(number as usize - 1) else { return };
        let sides = [Some(asked.what.submission), asked.what.against.submission()];
        for who in
            sides.into_iter().flatten().filter_map(|side| self.hand_ins.get(side)).map(ContenderId::handed_in)
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

    /// Records a verdict. A verdict is final: a decided submission stays as it is.
    fn decide(&mut self, decision: Decision) {
        if self.hand_ins.decide(decision.submission, decision.admission) {
            self.list_decision(decision.submission);
        }
    }

    /// Makes a refused submission undecided again. An accepted version may have played, so it is never reconsidered.
    fn reconsider(&mut self, submission: u32) {
        if self.hand_ins.reconsider(submission) {
            self.list_decision(submission);
        }
    }

    fn list_decision(&mut self, submission: u32) {
        let event = self.events;
        match self.decided.get_mut(&submission) {
            Some(events) => events.push(event),
            None => self.decided.insert_mut(submission, vec![event]),
        }
    }

    /// Ends an order, unless it has ended already.
    fn end_order(&mut self, at: Moment, OrderEnd { order, outcome }: OrderEnd) {
        let place = (order as usize).checked_sub(1);
        let state = place.and_then(|place| self.orders.get_mut(place));
        if let Some(state) = state.filter(|state| state.ended.is_none()) {
            state.ended = Some(Dated { at, what: outcome });
        }
    }

    fn forget(&mut self, at: Moment, what: Erasure) {
        let gone: BTreeSet<i64> = what.events.iter().copied().collect();
        let is_left = |events: &[i64]| !events.iter().all(|number| gone.contains(number));
        let left = self.events_of.iter().filter(|(_, events)| is_left(events));
        self.events_of = left.map(|(id, events)| (id.clone(), events.clone())).collect();
        let events_of = &self.events_of;
        let described = self.described.iter().filter(|student| events_of.contains_key(&student.what.id));
        self.described = described.cloned().collect();
        self.students = left_of(&self.students, events_of);
        self.choices = left_of(&self.choices, events_of);
        self.extensions = left_of(&self.extensions, events_of);
        self.turned_away = left_of(&self.turned_away, events_of);
        self.withdrawn = left_of(&self.withdrawn, events_of);
        // The student may have replaced a code of another member, which must not become valid again.
        self.join_codes = RedBlackTreeMapSync::default();
        self.mail_off_for = left_of(&self.mail_off_for, events_of);
        self.languages = left_of(&self.languages, events_of);
        let is_kept = |asked: &Dated<GamesRequest>| events_of.contains_key(&asked.what.by);
        self.requests =
            self.requests.iter().map(|request| request.clone().filter(|asked| is_kept(asked))).collect();
        let is_kept = |asked: &Dated<PostedQuestion>| events_of.contains_key(&asked.what.question.by);
        self.questions =
            self.questions.iter().map(|question| question.clone().filter(|asked| is_kept(asked))).collect();
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

/// Returns the data of the students who still have events.
fn left_of<T: Clone>(
    data: &RedBlackTreeMapSync<String, T>,
    events_of: &RedBlackTreeMapSync<String, Vec<i64>>,
) -> RedBlackTreeMapSync<String, T> {
    let left = data.iter().filter(|(id, _)| events_of.contains_key(*id));
    left.map(|(id, data)| (id.clone(), data.clone())).collect()
}
