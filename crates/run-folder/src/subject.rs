//! The subject of a run: a tournament or a sequential test.

use config::Plan;
use game::{Game, Rules};
use ledger::StageTerms;
use referee::Limits;

use crate::schedule_check::{Fit, fit_of_tournament};
use crate::sequential_test::{self, SequentialTestPlan};
use crate::{RecordError, RecordedRun};

/// The terms of each stage of a plan, as a root of the run commits to them.
pub fn stage_terms(plan: &Plan) -> Vec<StageTerms> {
    plan.stages.iter().map(|spec| StageTerms::new(&spec.rules, &spec.limits)).collect()
}

/// The subject of a run.
pub enum Subject {
    /// A tournament.
    Tournament(Box<Plan>),
    /// A sequential test of two bots.
    SequentialTest(Box<SequentialTestPlan>),
}

impl Subject {
    /// The game that is played.
    pub fn game(&self) -> &'static dyn Game {
        match self {
            Subject::Tournament(plan) => plan.game,
            Subject::SequentialTest(plan) => plan.game,
        }
    }

    /// The rule options of each stage, and the limits of its matches.
    pub fn stages(&self) -> Vec<(&Rules, Limits)> {
        match self {
            Subject::Tournament(plan) => plan.stages.iter().map(|spec| (&spec.rules, spec.limits)).collect(),
            Subject::SequentialTest(plan) => vec![(&plan.rules, plan.limits)],
        }
    }

    /// The same, as a root of the run commits to it.
    pub fn terms(&self) -> Vec<StageTerms> {
        self.stages().into_iter().map(|(rules, limits)| StageTerms::new(rules, &limits)).collect()
    }

    /// Checks the recorded matches against those that the subject requests.
    ///
    /// # Errors
    /// When the recorded matches cannot be read.
    pub fn fit(&self, run: &RecordedRun) -> Result<Fit, RecordError> {
        match self {
            Subject::Tournament(plan) => fit_of_tournament(&run.under(plan)),
            Subject::SequentialTest(plan) => sequential_test::fit(plan, &run.ledger),
        }
    }
}
