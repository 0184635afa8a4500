//! The answer of a service to a submission.

use explain::Error;
use serde::Deserialize;

use super::{refused, undecided_submissions};

/// The part of a service's [`SubmitReport`](super::SubmitReport) that is shown to the student.
#[derive(Debug, Deserialize)]
pub struct SubmitAnswer {
    /// Version of the shape.
    pub version: u32,
    /// The result in words, one string per line.
    pub words: Vec<String>,
    submitted: AnsweredSubmission,
}

#[derive(Debug, Deserialize)]
struct AnsweredSubmission {
    accepted: bool,
    undecided: bool,
    reasons: Vec<String>,
}

impl SubmitAnswer {
    /// Checks that the submission was accepted.
    ///
    /// # Errors
    /// If the submission was refused, or waits for a verdict.
    pub fn verdict(&self) -> Result<(), Error> {
        match &self.submitted {
            AnsweredSubmission { accepted: true, .. } => Ok(()),
            AnsweredSubmission { undecided: true, .. } => Err(undecided_submissions(1)),
            AnsweredSubmission { reasons, .. } => Err(refused(reasons.len())),
        }
    }
}
