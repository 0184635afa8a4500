//! The grades of a run as scores in a course system.

use std::collections::BTreeMap;

use class_model::{Contender, Event, Facts, GradeColumn, Hash, Moment, NewScore, ScoreQueue};
use explain::{Error, Kind};

use super::export::{active_members, no_shows};
use super::{GradeOrigins, GradedRun};
use crate::open_class::OpenClass;

/// Number of decimals that course systems keep.
const SCALE: f64 = 100_000.0;

/// The settings of a transfer of grades.
#[derive(Clone, Copy, Debug)]
pub struct ScoreSettings {
    /// The maximum grade.
    pub maximum: f64,
    /// The grade of students who take part in the class but are not in the run; `None` leaves them without a grade.
    pub no_show: Option<f64>,
}

/// The scores to send for a run.
#[derive(Clone, Debug, PartialEq)]
pub struct ScorePlan {
    /// The maximum grade.
    pub maximum: f64,
    /// The students of the run, and those who get a grade without being in it.
    pub rows: Vec<PlannedScore>,
}

/// The score of a student.
#[derive(Clone, Debug, PartialEq)]
pub struct PlannedScore {
    /// The student's id.
    pub student: String,
    /// The student's name.
    pub name: String,
    /// The grade; `None` if there is none.
    pub grade: Option<f64>,
    /// The student's id in the course system; `None` if the student is not found there.
    pub user: Option<String>,
}

/// Returns the scores that the grades of a run lead to. `users` has the course system's id of each student.
///
/// # Errors
/// If the run cannot be read.
pub fn plan_scores(
    class: &OpenClass,
    facts: &Facts,
    run: &GradedRun,
    users: &BTreeMap<String, String>,
    settings: &ScoreSettings,
) -> Result<ScorePlan, Error> {
    let mut rows = Vec::new();
    let mut add = |contender: &Contender<'_>, grade: Option<f64>| {
        for id in active_members(facts, contender) {
            let name = facts.student(id).map(|student| student.name.clone()).unwrap_or_default();
            let grade = grade.map(|grade| (grade * SCALE).round() / SCALE);
            let user = users.get(id).cloned();
            rows.push(PlannedScore { student: id.clone(), name, grade, user });
        }
    };
    for one in GradeOrigins::new(class, facts, run).entries {
        if let (Some(contender), Some(grade)) = (&one.contender, one.grade) {
            add(contender, grade.grade);
        }
    }
    if settings.no_show.is_some() {
        for contender in &no_shows(class, facts, run)? {
            add(contender, settings.no_show);
        }
    }
    Ok(ScorePlan { maximum: settings.maximum, rows })
}

/// Queues the scores of a plan for a column of a course, if the plan has the hash of the preview.
///
/// # Errors
/// If the plan has another hash, has no score to send, or the queue or the class's record cannot be written.
pub fn send_scores(
    class: &OpenClass,
    column: &GradeColumn,
    plan: &ScorePlan,
    preview: &str,
) -> Result<(), Error> {
    if plan.hash().to_string() != preview {
        let message = "the grades or the course have changed since the preview; nothing was sent";
        return Err(Error::new(Kind::Conflict, message).hint("review the grades again"));
    }
    let scores = plan.scores();
    if scores.is_empty() {
        return Err(Error::new(Kind::Conflict, "there is no grade to send"));
    }
    let mut queue = ScoreQueue::open(&class.folder)?;
    let (run, course) = (column.run.clone(), column.course.clone());
    class.write(|_, _| Ok(vec![Event::GradesSent { run, course, students: scores.len() as u32 }]))?;
    Ok(queue.queue(column, &scores, Moment::now())?)
}

/// Queues the failed scores of a run again.
///
/// # Errors
/// If the queue cannot be written.
pub fn resend_scores(class: &OpenClass, run: &str) -> Result<(), Error> {
    Ok(ScoreQueue::open(&class.folder)?.revive(run, Moment::now())?)
}

impl ScorePlan {
    /// Returns the scores that can be sent.
    pub fn scores(&self) -> Vec<NewScore> {
        let score = |row: &PlannedScore| {
            let points = row.grade.filter(|_| row.is_sendable())?;
            Some(NewScore { student: row.student.clone(), user: row.user.clone()?, points })
        };
        self.rows.iter().filter_map(score).collect()
    }

    /// Returns a hash of the plan, by which a confirmation names it.
    pub fn hash(&self) -> Hash {
        let mut text = format!("{}\n", self.maximum);
        for PlannedScore { student, grade, user, .. } in &self.rows {
            text.push_str(&format!("{student:?} {grade:?} {user:?}\n"));
        }
        Hash::digest(text.as_bytes())
    }
}

impl PlannedScore {
    /// Returns `true` if the grade can be sent: course systems accept no negative one.
    pub fn is_sendable(&self) -> bool {
        self.user.is_some() && self.grade.is_some_and(|grade| grade >= 0.0)
    }
}
