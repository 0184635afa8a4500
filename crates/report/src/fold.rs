//! The record of a run, read once and folded into its stages.

mod census;
mod checked;
mod failure_names;
mod keys;
mod rating_course;
mod ratings;
mod reading;
mod run_summary;
mod seen_games;
mod selection;
mod sequential_test;
mod watch;

use std::collections::BTreeSet;
use std::panic::resume_unwind;
use std::sync::OnceLock;
use std::thread;

use config::Plan;
use game::Game;
use ledger::{LeafWork, Ledger, LedgerError, Root, StageTerms, field};
use rating::bradley_terry::Draws;
use run::{RecordError, RecordedRun, Subject};
use tournament::rulings::Since;
use tournament::{MatchKey, ResultLoader, Stage};

use self::checked::for_each_checked;
pub(crate) use self::failure_names::FailureNames;
pub(crate) use self::keys::Keys;
use self::reading::{ReadSummary, Reading};
pub(crate) use self::run_summary::{RunSummary, is_knockout};
pub(crate) use self::seen_games::PlayedGame;
pub(crate) use self::selection::{ListedMatch, Room};
pub(crate) use self::watch::{LongestMove, OF_A_KIND, SeenMatch, Watch};
use crate::ReportError;
use crate::extent::Extent;
use crate::in_order::in_order;

/// Reads the record, or the part of a tournament's record that is shown.
///
/// # Errors
/// Fails if the record cannot be read, was changed, or is of an unknown game.
pub(crate) fn fold(
    run: &RecordedRun,
    games: &[&'static dyn Game],
    room: Room,
    extent: Extent,
) -> Result<RunSummary, ReportError> {
    match run.subject(games)? {
        Subject::Tournament(plan) => fold_tournament(run, games, *plan, room, extent),
        Subject::SequentialTest(test) => sequential_test::fold(run, &test, room),
    }
}

fn fold_tournament(
    run: &RecordedRun,
    games: &[&'static dyn Game],
    plan: Plan,
    room: Room,
    extent: Extent,
) -> Result<RunSummary, ReportError> {
    let RecordedRun { ledger, header, entrants } = run;
    let adoptions = run.adoptions(games)?;
    let rulings = ledger.rulings()?;
    let seed = run.seed();
    let field = field(entrants);
    let names = FailureNames::of(ledger)?;
    let mut reading = Reading::new(entrants.len(), rulings.in_force(Since::END), draws(&plan), room, names);
    let mut stages: Vec<Stage> = Vec::new();
    let mut complete = true;
    let mut unasked = BTreeSet::new();
    for (index, spec) in plan.stages.iter().enumerate().take(extent.stages()) {
        let mut stage = plan
            .open_stage(index, stages.last(), &field, seed, &rulings)
            .map_err(|source| ReportError::Stage { stage: spec.name.clone(), source })?;
        unasked.extend(read_stage(&mut reading, ledger, &mut stage, extent)?);
        complete = stage.is_over();
        stages.push(stage);
        if !complete {
            break;
        }
    }
    complete &= stages.len() == plan.stages.len();
    // It is known who advanced: from here on every stage counts under all rulings.
    stages.iter_mut().for_each(Stage::settle);
    let (read, root) =
        finish_with_root(reading, ledger, complete.then(|| run::stage_terms(&plan)).as_deref())?;
    let ReadSummary { census, watch, fitted, listed, failed, names, keys } = read;
    let by_seed = stages.iter().zip(0..).flat_map(|(stage, number)| {
        let going_on = stage.going_on_by_seed().into_iter();
        going_on.map(move |((round, pairing), entrant)| ((number, round, pairing), entrant))
    });
    let by_seed = by_seed.collect();
    Ok(RunSummary {
        plan,
        without_protections: ledger.without_protections()?,
        header: header.clone(),
        entrants: entrants.clone(),
        adoptions,
        rulings,
        tables: vec![OnceLock::new(); stages.len()],
        stages,
        by_seed,
        test: None,
        complete,
        root,
        unasked,
        census,
        watch,
        fitted,
        listed,
        failed,
        names,
        keys,
    })
}

/// Returns how ratings count a draw. If a stage ranks by rating, they use the scale of the ladder's ratings.
fn draws(plan: &Plan) -> Draws {
    if plan.ranks_by_rating() { Draws::HalfPoint } else { Draws::default() }
}

/// Fits the ratings while the root of a complete run, whose stages have these terms, is computed.
fn finish_with_root(
    reading: Reading,
    ledger: &Ledger,
    terms: Option<&[StageTerms]>,
) -> Result<(ReadSummary, Option<Root>), LedgerError> {
    thread::scope(|scope| {
        let fitting = scope.spawn(|| reading.finish());
        let root = terms.map(|terms| ledger.root_with(terms, &on_all_threads)).transpose();
        let read = fitting.join().unwrap_or_else(|panic| resume_unwind(panic));
        Ok((read, root?.flatten()))
    })
}

/// Makes the leaves of matches on as many threads as there are processors.
fn on_all_threads(LeafWork { feed, make, take }: LeafWork<'_>) -> Result<(), LedgerError> {
    let take = |leaves| {
        take(leaves);
        Ok(())
    };
    in_order(make, take, |push| {
        let mut pushed = Ok(());
        feed(&mut |hashes| {
            if pushed.is_ok() {
                pushed = push(hashes);
            }
        })?;
        pushed
    })
}

/// Loads the recorded results into a fresh stage. Returns the matches that the stage does not ask for: games that were
/// replayed under a ruling that was later undone.
fn read_stage(
    reading: &mut Reading,
    ledger: &Ledger,
    stage: &mut Stage,
    extent: Extent,
) -> Result<Vec<MatchKey>, ReportError> {
    let is_knockout = is_knockout(&stage.plan().format);
    let number = stage.plan().number;
    let mut loader = ResultLoader::new(stage);
    for_each_checked(ledger, Some(number), |checked| {
        if !extent.has(checked.row.key) {
            return Ok(());
        }
        loader.add(checked.row.key, checked.result.clone()).map_err(RecordError::from)?;
        reading.add(checked, is_knockout)
    })?;
    let loaded = loader.finish().map_err(RecordError::from)?;
    Ok(loaded.unasked.into_keys().collect())
}
