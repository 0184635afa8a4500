//! What a service has answered to a submission.

use explain::Error;
use serde::Deserialize;

use super::{refused, undecided_submissions};

/// A [`SubmitReport`](super::SubmitReport) that a service has answered with, as far as whoever hands in is told it.
#[derive(Debug, Deserialize)]
pub struct SubmitAnswer {
    /// The version of the shape.
    pub version: u32,
    /// What is said of it, a line each.
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
    /// Whether it was accepted.
    ///
    /// # Errors
    /// If it was refused, or waits for a verdict.
    pub fn verdict(&self) -> Result<(), Error> {
        match &self.submitted {
            AnsweredSubmission { accepted: true, .. } => Ok(()),
            AnsweredSubmission { undecided: true, .. } => Err(undecided_submissions(1)),
            AnsweredSubmission { reasons, .. } => Err(refused(reasons.len())),
        }
    }
}
