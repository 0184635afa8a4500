//! The queue of grades for the course system, in a file of its own.
//!
//! A student has one score per run and course, which a later sending replaces. Sending a score again does no harm: the course
//! system keeps the one with the latest time. So a score that was being sent when its process was killed is sent again.

mod schema;
mod score;

use rusqlite::{Connection, OptionalExtension, params};

pub(crate) use self::schema::DATABASE;
pub use self::score::{GradeColumn, NewScore, Score};
use crate::side_database::{self, SendingLock};
use crate::{ClassError, ClassFolder, MessageState, Moment};

/// Name of the lock of the process that sends.
const LOCK: &str = "scores.lock";
const READING: &str = "read the queue of grades";
const WRITING: &str = "write to the queue of grades";
/// Minimum growth of a score's time, in milliseconds: course systems compare whole seconds.
const GROWTH: i64 = 1000;

/// The queue of grades of a class.
pub struct ScoreQueue {
    connection: Connection,
}

impl ScoreQueue {
    /// Opens the queue of a class. Creates the file if there is none.
    ///
    /// # Errors
    /// If there is no class; or if the file cannot be read or written, is damaged, or is of another version of this
    /// program.
    pub fn open(folder: &ClassFolder) -> Result<ScoreQueue, ClassError> {
        Ok(ScoreQueue { connection: DATABASE.open(folder)? })
    }

    /// Opens the queue like [`ScoreQueue::open`]; `None` if there is none.
    ///
    /// # Errors
    /// As [`ScoreQueue::open`].
    pub fn open_if_there(folder: &ClassFolder) -> Result<Option<ScoreQueue>, ClassError> {
        if folder.score_queue().is_file() { ScoreQueue::open(folder).map(Some) } else { Ok(None) }
    }

    /// Takes the right to send; `None` if another process has it.
    ///
    /// # Errors
    /// If the lock cannot be opened.
    pub fn lock(folder: &ClassFolder) -> Result<Option<SendingLock>, ClassError> {
        SendingLock::take(folder, LOCK)
    }

    /// Queues scores for a column in place of earlier ones. Earlier scores that are not among them are no longer sent. A
    /// student's time of the last try stays, so that it grows.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn queue(&mut self, column: &GradeColumn, scores: &[NewScore], at: Moment) -> Result<(), ClassError> {
        let GradeColumn { run, system, course, items, label, maximum, .. } = column;
        let (at, waiting) = (at.millis(), MessageState::Waiting.word());
        side_database::change(&mut self.connection, WRITING, |change| {
            let set = "INSERT INTO grade_column (run, system, course, items, label, maximum)
                VALUES (?1, ?2, ?3, ?4, ?5, ?6)
                ON CONFLICT (run, system, items) DO UPDATE SET course = ?3, label = ?5, maximum = ?6
                RETURNING number";
            let values = params![run, system, course, items, label, maximum];
            let number: i64 = change.query_row(set, values, |row| row.get(0))?;
            let supersede = "UPDATE score SET state = 'obsolete', changed = ?2
                WHERE grade_column = ?1 AND state IN ('waiting', 'sending', 'failed')";
            change.execute(supersede, params![number, at])?;
            for NewScore { student, user, points } in scores {
                let insert = "INSERT INTO score
                    (grade_column, student, user, points, made, state, tries, stamp, due, changed)
                    VALUES (?1, ?2, ?3, ?4, ?5, ?6, 0, 0, ?5, ?5)
                    ON CONFLICT (grade_column, student) DO UPDATE SET user = ?3, points = ?4, made = ?5, state = ?6,
                        tries = 0, due = ?5, changed = ?5, answer = NULL, result = NULL";
                change
                    .prepare_cached(insert)?
                    .execute(params![number, student, user, points, at, waiting])?;
            }
            Ok(())
        })
    }

    /// Returns the next score to send, other than those for `paused` course systems; `None` if none is due.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn next(&self, now: Moment, paused: &[i64]) -> Result<Option<Score>, ClassError> {
        let paused: Vec<String> = paused.iter().map(ToString::to_string).collect();
        let query = format!(
            "{} WHERE state = 'waiting' AND due <= ?1
                AND grade_column NOT IN (SELECT number FROM grade_column WHERE system IN ({}))
                ORDER BY due, number LIMIT 1",
            score::SELECT,
            paused.join(", ")
        );
        Ok(self.scores(&query, [now.millis()])?.pop())
    }

    /// Queues scores again that were being sent when their process ended.
    ///
    /// # Errors
    /// If the change cannot be written.
    pub fn resume(&mut self) -> Result<(), ClassError> {
        self.execute("UPDATE score SET state = 'waiting' WHERE state = 'sending'", [])
    }

    /// Returns the scores of a column, in the order of queueing.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn of_column(&self, column: i64) -> Result<Vec<Score>, ClassError> {
        self.scores(&format!("{} WHERE grade_column = ?1 ORDER BY number", score::SELECT), [column])
    }

    /// Returns all columns with their numbers, in the order in which they were added.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn columns(&self) -> Result<Vec<(i64, GradeColumn)>, ClassError> {
        let all = || -> rusqlite::Result<Vec<(i64, GradeColumn)>> {
            let query = "SELECT number, run, system, course, items, item, label, maximum FROM grade_column
                ORDER BY number";
            let mut query = self.connection.prepare_cached(query)?;
            let rows = query.query_map([], |row| {
                let column = GradeColumn {
                    run: row.get(1)?,
                    system: row.get(2)?,
                    course: row.get(3)?,
                    items: row.get(4)?,
                    item: row.get(5)?,
                    label: row.get(6)?,
                    maximum: row.get(7)?,
                };
                Ok((row.get(0)?, column))
            })?;
            rows.collect()
        };
        all().map_err(ClassError::sqlite(READING))
    }

    /// Returns the column with a number.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn column(&self, number: i64) -> Result<Option<GradeColumn>, ClassError> {
        Ok(self.columns()?.into_iter().find(|(own, _)| *own == number).map(|(_, column)| column))
    }

    /// Sets the URL of a column; `None` to find or make it again.
    ///
    /// # Errors
    /// If the change cannot be written.
    pub fn set_item(&mut self, number: i64, item: Option<&str>) -> Result<(), ClassError> {
        self.execute("UPDATE grade_column SET item = ?2 WHERE number = ?1", params![number, item])
    }

    /// Marks a score as being sent, and returns the time to state: later than that of any earlier try. `None` if it was
    /// queued anew or deleted meanwhile, or is no longer needed.
    ///
    /// # Errors
    /// If the change cannot be written.
    pub fn begin(&mut self, score: &Score, at: Moment) -> Result<Option<Moment>, ClassError> {
        let stamp = side_database::change(&mut self.connection, WRITING, |change| {
            let update = "UPDATE score SET state = 'sending', tries = tries + 1, changed = ?2,
                stamp = max(?2, stamp + ?3)
                WHERE number = ?1 AND made = ?4 AND state = 'waiting' RETURNING stamp";
            let values = params![score.number, at.millis(), GROWTH, score.made.millis()];
            change.query_row(update, values, |row| row.get(0)).optional()
        })?;
        Ok(stamp.map(Moment::from_millis))
    }

    /// Puts a score back into the queue until `due`, with the reason. Changes nothing if the score was queued anew
    /// meanwhile or is no longer needed.
    ///
    /// # Errors
    /// If the change cannot be written.
    pub fn put_off(&mut self, score: &Score, due: Moment, why: &str, at: Moment) -> Result<(), ClassError> {
        let update = "UPDATE score SET state = 'waiting', due = ?3, answer = ?4, changed = ?5
            WHERE number = ?1 AND made = ?2 AND state <> 'obsolete'";
        let Score { number, made, .. } = score;
        self.execute(update, params![number, made.millis(), due.millis(), why, at.millis()])
    }

    /// Ends a score that was sent or failed, with the answer or the reason, and the grade that was read back. Changes
    /// nothing if the score was queued anew meanwhile, or failed and is no longer needed.
    ///
    /// # Errors
    /// If the change cannot be written.
    pub fn end(
        &mut self,
        score: &Score,
        state: MessageState,
        answer: Option<&str>,
        result: Option<f64>,
        at: Moment,
    ) -> Result<(), ClassError> {
        let update = "UPDATE score SET state = ?3, answer = ?4, result = ?5, changed = ?6
            WHERE number = ?1 AND made = ?2 AND (state <> 'obsolete' OR ?3 = 'sent')";
        let Score { number, made, .. } = score;
        self.execute(update, params![number, made.millis(), state.word(), answer, result, at.millis()])
    }

    /// Queues the failed scores of a run again.
    ///
    /// # Errors
    /// If the change cannot be written.
    pub fn revive(&mut self, run: &str, at: Moment) -> Result<(), ClassError> {
        let update =
            "UPDATE score SET state = 'waiting', due = ?2, made = ?2, changed = ?2, tries = 0, answer = NULL
            WHERE state = 'failed' AND grade_column IN (SELECT number FROM grade_column WHERE run = ?1)";
        self.execute(update, params![run, at.millis()])
    }

    /// Deletes the scores of a forgotten student, and erases them from the file. An interrupted call can be repeated.
    ///
    /// # Errors
    /// If the change cannot be written.
    pub fn forget(&mut self, student: &str) -> Result<(), ClassError> {
        self.execute("DELETE FROM score WHERE student = ?1", [student])?;
        ledger::database::purge(&self.connection).map_err(ClassError::sqlite(WRITING))
    }

    fn execute(&mut self, sql: &str, with: impl rusqlite::Params) -> Result<(), ClassError> {
        side_database::change(&mut self.connection, WRITING, |change| change.execute(sql, with).map(drop))
    }

    fn scores(&self, query: &str, with: impl rusqlite::Params) -> Result<Vec<Score>, ClassError> {
        let all = || -> rusqlite::Result<Vec<Score>> {
            let mut query = self.connection.prepare_cached(query)?;
            let rows: rusqlite::Result<Vec<_>> = query.query_map(with, Score::read)?.collect();
            Ok(rows?.into_iter().flatten().collect())
        };
        all().map_err(ClassError::sqlite(READING))
    }
}
