//! Scores of the queue.

use rusqlite::Row;

use crate::{MessageState, Moment};

pub(super) const SELECT: &str = "SELECT number, grade_column, student, user, points, made, state, tries, stamp, due, changed, answer, result FROM score";

/// A column for the grades of a run in the course system.
#[derive(Clone, Debug, PartialEq)]
pub struct GradeColumn {
    /// The name of the run.
    pub run: String,
    /// The number of the course system.
    pub system: i64,
    /// The title of the course.
    pub course: String,
    /// The URL of the course's columns.
    pub items: String,
    /// The URL of the column; `None` until it was found or made.
    pub item: Option<String>,
    /// The heading.
    pub label: String,
    /// The maximum grade.
    pub maximum: f64,
}

/// A score to queue.
#[derive(Clone, Debug, PartialEq)]
pub struct NewScore {
    /// The student's id.
    pub student: String,
    /// The student's id in the course system.
    pub user: String,
    /// The grade.
    pub points: f64,
}

/// A score of the queue.
#[derive(Clone, Debug, PartialEq)]
pub struct Score {
    /// Its number in the queue, from 1.
    pub number: i64,
    /// The number of its column.
    pub column: i64,
    /// The student's id.
    pub student: String,
    /// The student's id in the course system.
    pub user: String,
    /// The grade.
    pub points: f64,
    /// Time at which it was queued.
    pub made: Moment,
    /// The state.
    pub state: MessageState,
    /// Number of tries to send it.
    pub tries: u32,
    /// The time that the last try stated. It grows with each try, because course systems refuse an earlier or equal one.
    pub stamp: Moment,
    /// The time of the next try.
    pub due: Moment,
    /// Time of the last change.
    pub changed: Moment,
    /// The course system's last answer, or the reason why it was not sent.
    pub answer: Option<String>,
    /// The grade that the course system has, as read back; `None` if it was not read or has none.
    pub result: Option<f64>,
}

impl Score {
    /// Returns `true` if the course system has this grade, as far as its rounding allows.
    pub fn agrees(&self) -> bool {
        self.result.is_some_and(|result| (result - self.points).abs() <= 0.01)
    }

    /// Reads a row of [`SELECT`]; `None` if its state is of another version of this program.
    pub(super) fn read(row: &Row<'_>) -> rusqlite::Result<Option<Score>> {
        let state: String = row.get(6)?;
        let Some(state) = MessageState::from_word(&state) else { return Ok(None) };
        let moment = |column| Ok::<_, rusqlite::Error>(Moment::from_millis(row.get(column)?));
        Ok(Some(Score {
            number: row.get(0)?,
            column: row.get(1)?,
            student: row.get(2)?,
            user: row.get(3)?,
            points: row.get(4)?,
            made: moment(5)?,
            state,
            tries: row.get(7)?,
            stamp: moment(8)?,
            due: moment(9)?,
            changed: moment(10)?,
            answer: row.get(11)?,
            result: row.get(12)?,
        }))
    }
}
