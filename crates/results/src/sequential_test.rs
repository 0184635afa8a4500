//! The record of a sequential test, read once: a plan of one stage, and the walk of the test.

use std::collections::{BTreeMap, BTreeSet};

use config::{OnRefused, OpeningsSpec, Plan, SeedPlan, StageSpec};
use ledger::{LedgerError, MatchRow, StageTerms};
use rating::bradley_terry::Draws;
use rating::pair_score::EloEstimate;
use run_folder::sequential_test::{
    Leg, MOST_PAIRS, SequentialTestPlan, SequentialTestState, SequentialTestVerdict, TestFold, keys,
};
use run_folder::{MatchRules, RecordError, RecordedRun};
use tournament::rulings::InForce;
use tournament::{Carry, Edition, EntrantId, Format, RoundRobin, Rulings, StagePlan};

use crate::OptionalParts;
use crate::checked_matches::for_each_checked;
use crate::failure_names::FailureNames;
use crate::model::{SequentialTest, TestVerdict, WalkPoint};
use crate::read_state::{ReadState, ReadSummary};
use crate::run_results::RunResults;

/// The new bot and the old one, as the record names them.
const SIDES: [EntrantId; 2] = [EntrantId(0), EntrantId(1)];

/// Reads the record of a test. The games must be pairs in order; `muster verify` checks that they are the games the
/// test asks for.
///
/// # Errors
/// Fails if the record cannot be read, or is not that of a test.
pub(crate) fn read(
    run: &RecordedRun,
    test: &SequentialTestPlan,
    parts: OptionalParts,
) -> Result<RunResults, RecordError> {
    let RecordedRun { ledger, header, entrants } = run;
    let hypotheses = test.hypotheses().map_err(|error| damaged(error.to_string()))?;
    let names = FailureNames::read(ledger)?;
    let mut reading = ReadState::new(entrants.len(), InForce::default(), Draws::default(), parts, names);
    let mut walk = TestWalk {
        course: TestFold::new(hypotheses, MOST_PAIRS, test.openings),
        first: None,
        points: Vec::new(),
    };
    for_each_checked(ledger, None, |checked| {
        walk.add(&checked.row)?;
        reading.add(checked, false)
    })?;
    let TestWalk { course, first: None, points } = walk else {
        return Err(damaged(format!("pair {} has one game", walk.course.state().pairs + 1)).into());
    };
    let name = |side: EntrantId| entrants.get(side.index()).map_or("?", |row| row.name.as_str());
    let plan = plan_of(test, format!("{} against {}", name(SIDES[0]), name(SIDES[1])));
    let state = course.state();
    let complete = state.verdict.is_some() || ledger.sealed_stages()?.contains(&0);
    let terms = StageTerms::new(&test.rules, &test.limits);
    let (read, root) = reading.finish_with_root(ledger, (complete && parts.root).then_some(&[terms][..]))?;
    let ReadSummary { lengths, times, faults, watch, fitted, decisive, failure_names, keys } = read;
    Ok(RunResults {
        match_rules: MatchRules::read(ledger, test.game, &[&test.rules])?,
        plan,
        without_protections: ledger.without_protections()?,
        header: header.clone(),
        entrants: entrants.clone(),
        adoptions: Vec::new(),
        rulings: Rulings::default(),
        stages: Vec::new(),
        tables: Vec::new(),
        by_seed: BTreeMap::new(),
        test: Some(told(test, &state, complete, points)),
        complete,
        root,
        unasked: BTreeSet::new(),
        lengths,
        times,
        faults,
        watch,
        fitted,
        decisive,
        failure_names,
        keys,
    })
}

fn damaged(what: String) -> LedgerError {
    LedgerError::Damaged { what }
}

/// Returns a test as a tournament of one stage, whose pairings are the test's pairs. Pages, boards and data of its
/// matches need nothing else.
fn plan_of(test: &SequentialTestPlan, name: String) -> Plan {
    let stage = StageSpec {
        found: None,
        name: "Sequential test".to_owned(),
        plan: StagePlan::new(0, Format::RoundRobin(RoundRobin { games: 2, cycles: 1 })),
        advance: None,
        play_off: 0,
        carry: Carry::Nothing,
        rules: test.rules.clone(),
        limits: test.limits,
        openings: OpeningsSpec::Start,
    };
    Plan {
        edition: Edition::NOW,
        name,
        game: test.game,
        rules: test.rules.clone(),
        limits: test.limits,
        seed: SeedPlan::Number(test.seed),
        date: None,
        entrants: Vec::new(),
        seeding: None,
        on_refused: OnRefused::default(),
        withdraw_after_faults: None,
        public_settings: false,
        class: None,
        stages: vec![stage],
        grade: None,
        files: BTreeMap::new(),
    }
}

/// The state of a test that is being read.
struct TestWalk {
    course: TestFold,
    /// The first game of a pair.
    first: Option<Leg>,
    points: Vec<WalkPoint>,
}

impl TestWalk {
    fn add(&mut self, row: &MatchRow) -> Result<(), RecordError> {
        let before = self.course.state();
        let pair = keys(before.pairs).map_err(|error| damaged(error.to_string()))?;
        let is_second = self.first.is_some();
        let seats = if is_second { [SIDES[1], SIDES[0]] } else { SIDES };
        if before.verdict.is_some() || row.key != pair[usize::from(is_second)] || row.entrants.0 != seats {
            return Err(RecordError::Unscheduled(row.key));
        }
        let leg = Leg::from_row(row)?;
        let Some(first) = self.first.take() else {
            self.first = Some(leg);
            return Ok(());
        };
        let after = self.course.push([first, leg]);
        self.points.push(WalkPoint {
            counts: after.copies == before.copies,
            half_points: (0..5)
                .find(|&points| after.sprt.pairs().0[points] > before.sprt.pairs().0[points])
                .map(|points| points as u8),
            log_likelihood_ratio: after.sprt.log_likelihood_ratio(),
        });
        Ok(())
    }
}

fn told(
    test: &SequentialTestPlan,
    state: &SequentialTestState,
    complete: bool,
    walk: Vec<WalkPoint>,
) -> SequentialTest {
    let (lower, upper) = state.sprt.hypotheses().bounds();
    let EloEstimate { score, elo, low, high, superiority } = state.sprt.elo();
    SequentialTest {
        scale: test.scale.name(),
        elo0: test.elo0,
        elo1: test.elo1,
        alpha: test.alpha,
        beta: test.beta,
        bounds: [lower, upper].map(rating::scale::round6),
        verdict: match state.verdict {
            Some(SequentialTestVerdict::AcceptElo0) => TestVerdict::Elo0,
            Some(SequentialTestVerdict::AcceptElo1) => TestVerdict::Elo1,
            Some(SequentialTestVerdict::NothingNew) => TestVerdict::NothingNew,
            Some(SequentialTestVerdict::MaxGames) => TestVerdict::MaxGames,
            // The maximum number of games is not recorded: a test that is over without a verdict has reached it.
            None if complete => TestVerdict::MaxGames,
            None => TestVerdict::Running,
        },
        log_likelihood_ratio: state.sprt.log_likelihood_ratio(),
        pairs: state.pairs,
        copies: state.copies,
        pairs_by_half_points: state.sprt.pairs().0,
        score,
        elo,
        low,
        high,
        superiority,
        normalized_elo: state.sprt.pairs().normalized_elo(),
        openings: test.openings,
        plies: test.plies,
        walk,
    }
}
