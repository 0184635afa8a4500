//! The record of a run, read once, with the results added to its stages.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use config::Plan;
use game::Game;
use ledger::{Ledger, field};
use rating::bradley_terry::Draws;
use run_folder::{MatchRules, RecordError, RecordedRun, Subject};
use tournament::rulings::Since;
use tournament::{MatchKey, ResultLoader, Stage};

use crate::checked_matches::for_each_checked;
use crate::failure_names::FailureNames;
use crate::read_state::{ReadState, ReadSummary};
use crate::run_results::{RunResults, is_knockout};
use crate::{Extent, OptionalParts, sequential_test};

impl RunResults {
    /// Reads the record of a run, and computes these parts of its results. `games` are the known games.
    ///
    /// # Errors
    /// Fails if the record cannot be read, was changed, or is of an unknown game.
    pub fn read(
        run: &RecordedRun,
        games: &[&'static dyn Game],
        parts: OptionalParts,
    ) -> Result<RunResults, RecordError> {
        match run.subject(games)? {
            Subject::Tournament(plan) => read_tournament(run, games, *plan, parts),
            Subject::SequentialTest(test) => sequential_test::read(run, &test, parts),
        }
    }
}

fn read_tournament(
    run: &RecordedRun,
    games: &[&'static dyn Game],
    plan: Plan,
    parts: OptionalParts,
) -> Result<RunResults, RecordError> {
    let RecordedRun { ledger, header, entrants } = run;
    let adoptions = run.adoptions(games)?;
    let rulings = ledger.rulings()?;
    let seed = run.seed();
    let field = field(entrants);
    let names = FailureNames::read(ledger)?;
    let mut reading =
        ReadState::new(entrants.len(), rulings.in_force(Since::END), draws(&plan), parts, names);
    let mut stages: Vec<Stage> = Vec::new();
    let mut complete = true;
    let mut unasked = BTreeSet::new();
    for (index, spec) in plan.stages.iter().enumerate().take(parts.extent.stages()) {
        let mut stage = plan
            .open_stage(index, stages.last(), &field, seed, &rulings)
            .map_err(|why| RecordError::Format { stage: spec.name.clone(), why })?;
        unasked.extend(read_stage(&mut reading, ledger, &mut stage, parts.extent)?);
        complete = stage.is_over();
        stages.push(stage);
        if !complete {
            break;
        }
    }
    complete &= stages.len() == plan.stages.len();
    // It is known who advanced: from here on every stage counts under all rulings.
    stages.iter_mut().for_each(Stage::settle);
    let terms = complete.then(|| run_folder::stage_terms(&plan));
    let (read, root) = reading.finish_with_root(ledger, terms.as_deref().filter(|_| parts.root))?;
    let ReadSummary { lengths, times, faults, watch, fitted, decisive, failure_names, keys } = read;
    let by_seed = stages.iter().zip(0..).flat_map(|(stage, number)| {
        let going_on = stage.going_on_by_seed().into_iter();
        going_on.map(move |((round, pairing), entrant)| ((number, round, pairing), entrant))
    });
    let by_seed = by_seed.collect();
    let options: Vec<_> = plan.stages.iter().map(|spec| &spec.rules).collect();
    Ok(RunResults {
        match_rules: MatchRules::read(ledger, plan.game, &options)?,
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

/// Returns how ratings count a draw. If a stage ranks by rating, they use the scale of the ladder's ratings.
fn draws(plan: &Plan) -> Draws {
    if plan.ranks_by_rating() { Draws::HalfPoint } else { Draws::default() }
}

/// Loads the recorded results into a fresh stage. Returns the matches that the stage does not ask for: games that were
/// replayed under a ruling that was later undone.
fn read_stage(
    reading: &mut ReadState,
    ledger: &Ledger,
    stage: &mut Stage,
    extent: Extent,
) -> Result<Vec<MatchKey>, RecordError> {
    let is_knockout = is_knockout(&stage.plan().format);
    let number = stage.plan().number;
    let mut loader = ResultLoader::new(stage);
    for_each_checked(ledger, Some(number), |checked| {
        if !extent.has(checked.row.key) {
            return Ok(());
        }
        loader.add(checked.row.key, checked.result.clone())?;
        reading.add(checked, is_knockout)
    })?;
    let loaded = loader.finish()?;
    Ok(loaded.unasked.into_keys().collect())
}
