//! Everything that has happened in a class.

use std::collections::{BTreeMap, BTreeSet};

use crate::visibility::Freeze;
use crate::{Choice, Event, Extension, Hash, Moment, Reader, Shown, Student, Submission};

/// Who hands in, and is entered under one alias: a student, or a team.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Who {
    /// The student of an id.
    Student(String),
    /// The team of a name.
    Team(String),
}

/// A student or a team, with what is known of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contender<'f> {
    /// Who it is.
    pub who: Who,
    /// What runs and reports call it: the student's alias, the team's name.
    pub alias: &'f str,
    /// The section.
    pub section: Option<&'f str>,
    /// The students, in the order in which they joined.
    pub members: Vec<&'f Student>,
}

/// Something that happened, and when it was written down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dated<T> {
    /// When it was written down. Never earlier than what was written down before.
    pub at: Moment,
    /// What happened.
    pub what: T,
}

/// Everything that has happened, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// By id: the number of the student in the order of joining, and the student as described last.
    students: BTreeMap<String, (usize, Student)>,
    submissions: Vec<Dated<Submission>>,
    choices: Vec<Dated<Choice>>,
    extensions: Vec<Dated<Extension>>,
    announcements: Vec<Dated<String>>,
    closed: Option<Moment>,
    shown: Shown,
    /// For whom results are frozen.
    frozen: BTreeMap<Reader, Freeze>,
    last: Option<Moment>,
}

impl Facts {
    /// Adds what happened next.
    pub fn add(&mut self, at: Moment, event: Event) {
        self.last = Some(at);
        match event {
            Event::Enrolled(student) => {
                let number = self.students.len();
                let number = self.students.get(&student.id).map_or(number, |(number, _)| *number);
                self.students.insert(student.id.clone(), (number, student));
            }
            Event::Submitted(what) => self.submissions.push(Dated { at, what }),
            Event::Chosen(what) => self.choices.push(Dated { at, what }),
            Event::Extended(what) => self.extensions.push(Dated { at, what }),
            Event::Announced { text } => self.announcements.push(Dated { at, what: text }),
            Event::Closed => self.closed = Some(at),
            Event::Reopened => self.closed = None,
            Event::Tried(tried) => self.shown.try_out(tried),
            Event::Judged(judged) => self.shown.judge(judged),
            // Its results are events of their own.
            Event::Rejudged { .. } => {}
            Event::Frozen => {
                let freeze = Freeze { since: at, results: self.shown.count() };
                for reader in Reader::All.released() {
                    // Who is shown an earlier state is not shown a later one by freezing again.
                    self.frozen.entry(*reader).or_insert(freeze);
                }
            }
            Event::Released { to } => self.frozen.retain(|reader, _| !to.released().contains(reader)),
        }
    }

    /// When something was written down last.
    pub fn last(&self) -> Option<Moment> {
        self.last
    }

    /// Since when nothing is accepted, if the class is closed.
    pub fn closed(&self) -> Option<Moment> {
        self.closed
    }

    /// What versions have shown.
    pub fn shown(&self) -> &Shown {
        &self.shown
    }

    /// Since when a reader is shown no new results, if that is so.
    pub fn frozen(&self, reader: Reader) -> Option<Freeze> {
        self.frozen.get(&reader).copied()
    }

    /// Everything, with the results that a reader is shown.
    pub(crate) fn as_frozen_for(&self, reader: Reader) -> Facts {
        let mut facts = self.clone();
        if let Some(freeze) = self.frozen.get(&reader) {
            facts.shown = self.shown.first(freeze.results);
        }
        facts
    }

    /// What was announced.
    pub fn announcements(&self) -> &[Dated<String>] {
        &self.announcements
    }

    /// The student of an id.
    pub fn student(&self, id: &str) -> Option<&Student> {
        self.students.get(id).map(|(_, student)| student)
    }

    /// The students in the order in which they joined.
    pub fn students(&self) -> Vec<&Student> {
        let mut students: Vec<&(usize, Student)> = self.students.values().collect();
        students.sort_unstable_by_key(|(number, _)| *number);
        students.into_iter().map(|(_, student)| student).collect()
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
                alias: student.team.as_ref().unwrap_or(&student.alias),
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

    /// Everything that was handed in, with its number from 1.
    pub fn submissions(&self) -> impl Iterator<Item = (u32, &Submission)> {
        (1..).zip(&self.submissions).map(|(number, dated)| (number, &dated.what))
    }

    /// The submission of a number.
    pub fn submission(&self, number: u32) -> Option<&Submission> {
        let at = (number as usize).checked_sub(1)?;
        self.submissions.get(at).map(|dated| &dated.what)
    }

    /// What a student or a team handed in, in the order in which it was received.
    pub fn submissions_of(&self, who: &Who) -> Vec<(u32, &Submission)> {
        let mut own: Vec<(u32, &Submission)> =
            self.submissions().filter(|(_, submission)| Who::handed_in(submission) == *who).collect();
        own.sort_by_key(|(number, submission)| (submission.received, *number));
        own
    }

    /// When a student or a team handed in, as far as quotas count it.
    pub fn counted(&self, who: &Who) -> Vec<Moment> {
        let own = self.submissions_of(who).into_iter();
        own.filter(|(_, submission)| !submission.stated).map(|(_, submission)| submission.received).collect()
    }

    /// What a student or a team chose, in order.
    pub(crate) fn choices_of(&self, contender: &Contender<'_>) -> impl Iterator<Item = &Dated<Choice>> {
        self.choices.iter().filter(|choice| contender.has(&choice.what.by))
    }

    /// The extension that a student or a team was given last.
    pub fn extension_of(&self, contender: &Contender<'_>) -> Option<&Extension> {
        let mut own = self.extensions.iter().filter(|extension| contender.has(&extension.what.student));
        own.next_back().map(|extension| &extension.what)
    }

    /// Files that were handed in by more than one student or team, with their submissions: what was handed in, or what
    /// was built of it, has the same bytes.
    pub fn same_bytes(&self) -> Vec<(Hash, Vec<u32>)> {
        let mut by_hash: BTreeMap<Hash, (BTreeSet<Who>, Vec<u32>)> = BTreeMap::new();
        for (number, submission) in self.submissions() {
            let hashes = BTreeSet::from([Some(submission.handed_in), submission.module()]);
            for hash in hashes.into_iter().flatten() {
                let (who, numbers) = by_hash.entry(hash).or_default();
                who.insert(Who::handed_in(submission));
                numbers.push(number);
            }
        }
        let several = by_hash.into_iter().filter(|(_, (who, _))| who.len() > 1);
        several.map(|(hash, (_, numbers))| (hash, numbers)).collect()
    }
}

impl Contender<'_> {
    /// Whether a student is it, or is in it.
    pub fn has(&self, id: &str) -> bool {
        self.members.iter().any(|member| member.id == id)
    }
}

impl Who {
    /// Whom a student hands in for.
    pub fn of(student: &Student) -> Who {
        Who::new(&student.id, student.team.as_deref())
    }

    /// Who handed something in.
    pub fn handed_in(submission: &Submission) -> Who {
        Who::new(&submission.by, submission.team.as_deref())
    }

    fn new(id: &str, team: Option<&str>) -> Who {
        match team {
            Some(team) => Who::Team(team.to_owned()),
            None => Who::Student(id.to_owned()),
        }
    }
}
