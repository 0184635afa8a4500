//! Questions and regrade requests of students, with their answers.

use serde::{Deserialize, Serialize};

use crate::Moment;

/// A question or a regrade request of a student.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Question {
    /// The id of the student who asks.
    pub by: String,
    /// `true` if it asks for another grade.
    pub is_regrade: bool,
    /// The subject.
    pub about: Topic,
    /// The text.
    pub text: String,
}

/// The subject of a question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Topic {
    /// The class in general.
    Class,
    /// A submission of the student or their team, by number.
    Submission(u32),
    /// The student's or team's result in a run, by the run's name.
    Run(String),
    /// A match of the student or their team.
    Match {
        /// The run's name.
        run: String,
        /// The match's key.
        #[serde(rename = "match")]
        key: String,
    },
}

/// A step after a question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct QuestionUpdate {
    /// The number of the question, from 1.
    pub question: u32,
    /// The id of the student who asked it.
    pub by: String,
    /// The step.
    pub step: QuestionStep,
    /// The text; empty if the step needs none.
    pub text: String,
}

/// A kind of step after a question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum QuestionStep {
    /// The student added to it.
    Added,
    /// Staff answered it.
    Answered {
        /// The number of the announcement that answers it for all; `None` if only the student sees the answer.
        announcement: Option<u32>,
    },
    /// A teacher granted a regrade request.
    Granted,
    /// A teacher declined a regrade request.
    Declined,
    /// The student or staff closed it.
    Closed,
    /// A teacher made the ruling that a regrade request led to.
    Ruled {
        /// The run's name.
        run: String,
        /// The number of the ruling in the run, from 1.
        ruling: usize,
    },
}

/// A question with everything that followed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PostedQuestion {
    /// The number, from 1.
    pub number: u32,
    /// The number of the event that asked it.
    pub event: i64,
    /// The question.
    pub question: Question,
    /// The steps that followed, in order.
    pub updates: Vec<PostedUpdate>,
}

/// A step after a question, as it was recorded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PostedUpdate {
    /// Time of the step.
    pub at: Moment,
    /// The number of its event.
    pub event: i64,
    /// The step.
    pub step: QuestionStep,
    /// The text; empty if the step needs none.
    pub text: String,
}

/// The state of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum QuestionState {
    /// It waits for staff.
    Open,
    /// Staff answered it, and the student may add to it.
    Answered,
    /// The regrade request was granted.
    Granted,
    /// The regrade request was declined.
    Declined,
    /// It was closed.
    Closed,
}

impl QuestionStep {
    /// Returns `true` if the step is a reply of staff.
    pub fn is_reply(&self) -> bool {
        matches!(self, QuestionStep::Answered { .. } | QuestionStep::Granted | QuestionStep::Declined)
    }
}

impl PostedQuestion {
    /// Returns the state. An answer after a decision keeps the decision.
    pub fn state(&self) -> QuestionState {
        let next = |state: QuestionState, step: &QuestionStep| match step {
            QuestionStep::Added => QuestionState::Open,
            QuestionStep::Answered { .. } if state.is_decided() => state,
            QuestionStep::Answered { .. } => QuestionState::Answered,
            QuestionStep::Granted => QuestionState::Granted,
            QuestionStep::Declined => QuestionState::Declined,
            QuestionStep::Closed => QuestionState::Closed,
            QuestionStep::Ruled { .. } => state,
        };
        self.updates.iter().fold(QuestionState::Open, |state, update| next(state, &update.step))
    }
}

impl QuestionState {
    fn is_decided(self) -> bool {
        matches!(self, QuestionState::Granted | QuestionState::Declined)
    }

    /// Returns `true` if the student can add to the question.
    pub fn can_grow(self) -> bool {
        matches!(self, QuestionState::Open | QuestionState::Answered)
    }
}
