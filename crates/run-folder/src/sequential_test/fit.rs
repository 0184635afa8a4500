//! Checks the record of a sequential test against the games that the test would have played.

use ledger::{Ledger, LedgerError, MatchRow};

use super::game_copies::Leg;
use super::pairs::{Pairs, TestGame};
use super::plan::SequentialTestPlan;
use super::test_state::{MOST_PAIRS, TestFold};
use crate::{Fit, RecordError};

/// Checks the recorded games against those that the test requests.
///
/// # Errors
/// When the recorded games cannot be read.
pub(crate) fn fit(plan: &SequentialTestPlan, ledger: &Ledger) -> Result<Fit, RecordError> {
    let hypotheses = match plan.hypotheses() {
        Ok(hypotheses) => hypotheses,
        Err(error) => return Ok(misfit(&error)),
    };
    let pairs = match Pairs::new(&plan.pairs()) {
        Ok(pairs) => pairs,
        Err(error) => return Ok(misfit(&error)),
    };
    let mut seen = SeenGames {
        pairs,
        course: TestFold::new(hypotheses, MOST_PAIRS, plan.openings),
        first: None,
        misfits: Vec::new(),
    };
    ledger.for_each_match(None, |stored| {
        // The hash check has already reported a row that was changed after it was written.
        match stored.verified() {
            Ok(row) => seen.add(&row),
            Err(_) => Ok(()),
        }
    })?;
    if seen.first.is_some() {
        seen.misfits.push(format!("pair {} has one game", seen.course.state().pairs + 1));
    }
    // A sealed test is over, decided or not.
    let is_over = seen.course.state().verdict.is_some() || ledger.sealed_stages()?.contains(&0);
    let pairs = seen.course.state().pairs;
    let missing = (!is_over).then(|| format!("the test is not decided after {pairs} pairs"));
    Ok(Fit { misfits: seen.misfits, missing })
}

fn misfit(error: &dyn std::error::Error) -> Fit {
    Fit { misfits: vec![error.to_string()], missing: None }
}

struct SeenGames {
    pairs: Pairs,
    course: TestFold,
    /// The first game of a pair, and the game that must follow as its second.
    first: Option<(Leg, TestGame)>,
    misfits: Vec<String>,
}

impl SeenGames {
    fn add(&mut self, row: &MatchRow) -> Result<(), RecordError> {
        let damaged = |error: &dyn std::fmt::Display| LedgerError::Damaged { what: error.to_string() };
        let state = self.course.state();
        if state.verdict.is_some() {
            self.misfits.push(format!("match {}: the test was decided before it", row.key));
            return Ok(());
        }
        let leg = Leg::from_row(row)?;
        let asked = if let Some((first, asked)) = self.first.take() {
            self.course.push([first, leg]);
            asked
        } else {
            let [asked, next] = self.pairs.games(state.pairs).map_err(|error| damaged(&error))?;
            self.first = Some((leg, next));
            asked
        };
        if !asked.is(row) {
            let what = "its bots, seats or start differ from those of the test";
            self.misfits.push(format!("match {}: {what}", row.key));
        }
        Ok(())
    }
}
