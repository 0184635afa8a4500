//! The students and teams that hand in.

use crate::{Student, Submission};

/// A student or a team, entered under one alias.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ContenderId {
    /// A student, by id.
    Student(String),
    /// A team, by name.
    Team(String),
}

/// A student or a team, with details.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contender<'f> {
    /// The student or team.
    pub who: ContenderId,
    /// The public name in runs and reports: the student's alias or the team's name.
    pub alias: &'f str,
    /// The section.
    pub section: Option<&'f str>,
    /// The students, in the order in which they joined.
    pub members: Vec<&'f Student>,
}

impl Contender<'_> {
    /// Returns `true` if it is this student, or a team of this student.
    pub fn has(&self, id: &str) -> bool {
        self.members.iter().any(|member| member.id == id)
    }
}

impl ContenderId {
    /// Returns the student or team for which a student hands in.
    pub fn for_student(student: &Student) -> ContenderId {
        ContenderId::new(&student.id, student.team.as_deref())
    }

    /// Returns `true` if a submission is from this student or team.
    pub fn has_handed_in(&self, submission: &Submission) -> bool {
        match (self, &submission.team) {
            (ContenderId::Student(id), None) => *id == submission.by,
            (ContenderId::Team(name), Some(team)) => name == team,
            _ => false,
        }
    }

    /// Returns the student or team of a submission.
    pub fn handed_in(submission: &Submission) -> ContenderId {
        ContenderId::new(&submission.by, submission.team.as_deref())
    }

    fn new(id: &str, team: Option<&str>) -> ContenderId {
        match team {
            Some(team) => ContenderId::Team(team.to_owned()),
            None => ContenderId::Student(id.to_owned()),
        }
    }
}

/// Returns the public name of a student in runs and reports: the team's name, or else the alias.
pub(super) fn called(student: &Student) -> &str {
    student.team.as_ref().unwrap_or(&student.alias)
}
