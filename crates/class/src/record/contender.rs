//! Who hands in under one alias.

use crate::{Student, Submission};

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

    /// Whether this one handed something in.
    pub fn has_handed_in(&self, submission: &Submission) -> bool {
        match (self, &submission.team) {
            (Who::Student(id), None) => *id == submission.by,
            (Who::Team(name), Some(team)) => name == team,
            _ => false,
        }
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

/// What runs and reports call a student: the team's name, or else the alias.
pub(super) fn called(student: &Student) -> &str {
    student.team.as_ref().unwrap_or(&student.alias)
}
