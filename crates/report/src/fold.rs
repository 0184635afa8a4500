//! The record of a run, read once and folded into its stages.

use std::collections::BTreeSet;

use config::Plan;
use game::{Game, PerSeat, Rules};
use ledger::{Adoption, EntrantRow, Ledger, LedgerError, MatchRow, Root, RunHeader, field};
use referee::{Limits, Played};
use replay::Recording;
use run::{RecordedRun, Subject, read_results};
use tournament::rulings::Since;
use tournament::{Format, MatchKey, Rulings, Stage};

use crate::ReportError;
use crate::census::Census;
use crate::model::SequentialTest;
use crate::ratings::Fitted;
use crate::reading::{Read, Reading};
use crate::selection::{Listed, Room};
use crate::sequential_test;
use crate::unusual::Watch;

/// A run as read from its record.
pub(crate) struct Folded {
    /// The tournament.
    pub(crate) plan: Plan,
    /// What was fixed when the run began.
    pub(crate) header: RunHeader,
    /// All entrants.
    pub(crate) entrants: Vec<EntrantRow>,
    /// The changes that the run adopted.
    pub(crate) adoptions: Vec<Adoption>,
    /// The organiser's rulings.
    pub(crate) rulings: Rulings,
    /// The stages that began, with their results, all rulings in force.
    pub(crate) stages: Vec<Stage>,
    /// Whether all stages are over.
    pub(crate) complete: bool,
    /// The root, if the run is complete and sealed.
    pub(crate) root: Option<Root>,
    /// The sequential test, if the run is one: it has no stages.
    pub(crate) test: Option<SequentialTest>,
    /// Matches that were played because of a ruling that is no longer in force.
    pub(crate) unasked: BTreeSet<MatchKey>,
    /// Counts over all matches.
    pub(crate) census: Census,
    /// What may have been unusual.
    pub(crate) watch: Watch,
    /// Ratings, and how the seats compare.
    pub(crate) fitted: Fitted,
    /// The matches that have a page.
    pub(crate) listed: Vec<Listed>,
    /// The first matches that were lost by a fault.
    pub(crate) failed: Vec<MatchRow>,
    /// Every match that was read, in schedule order: a run that continues meanwhile may add others.
    pub(crate) keys: Vec<MatchKey>,
}

impl Folded {
    /// The rules and limits of a match.
    pub(crate) fn conditions(&self, key: MatchKey) -> (&Rules, &Limits) {
        let spec = self.plan.stages.get(usize::from(key.stage()));
        spec.map_or((&self.plan.rules, &self.plan.limits), |spec| (&spec.rules, &spec.limits))
    }

    /// What a match is replayed from.
    pub(crate) fn recording<'a>(&'a self, row: &'a MatchRow, played: &'a [Played]) -> Recording<'a> {
        let (rules, limits) = self.conditions(row.key);
        Recording {
            game: self.plan.game,
            rules,
            limits,
            start: row.start.as_deref(),
            played,
            closings: PerSeat::default(),
        }
    }
}

/// Reads the record.
///
/// # Errors
/// When it cannot be read, was changed, or is of a game that is not known here.
pub(crate) fn fold(
    run: &RecordedRun,
    games: &[&'static dyn Game],
    room: Room,
) -> Result<Folded, ReportError> {
    match run.subject(games)? {
        Subject::Tournament(plan) => fold_tournament(run, *plan, room),
        Subject::SequentialTest(test) => sequential_test::fold(run, &test, room),
    }
}

fn fold_tournament(run: &RecordedRun, plan: Plan, room: Room) -> Result<Folded, ReportError> {
    let RecordedRun { ledger, header, entrants } = run;
    let adoptions = ledger.adoptions()?;
    let rulings = ledger.rulings()?;
    let seed = run.seed();
    let field = field(entrants);
    let mut reading = Reading::new(entrants.len(), rulings.in_force(Since::END), room);
    let mut stages: Vec<Stage> = Vec::new();
    let mut complete = true;
    let mut unasked = BTreeSet::new();
    for (index, spec) in plan.stages.iter().enumerate() {
        let mut stage = plan
            .open_stage(index, stages.last(), &field, seed, &rulings)
            .map_err(|source| ReportError::Stage { stage: spec.name.clone(), source })?;
        unasked.extend(read_stage(&mut reading, ledger, &mut stage)?);
        complete = stage.is_over();
        stages.push(stage);
        if !complete {
            break;
        }
    }
    // Who advanced is known: from here on every stage counts under all rulings.
    stages.iter_mut().for_each(Stage::settle);
    let Read { census, watch, fitted, listed, failed, keys } = reading.finish();
    let root = if complete { ledger.root(plan.stages.len())? } else { None };
    Ok(Folded {
        plan,
        header: header.clone(),
        entrants: entrants.clone(),
        adoptions,
        rulings,
        stages,
        test: None,
        complete,
        root,
        unasked,
        census,
        watch,
        fitted,
        listed,
        failed,
        keys,
    })
}

/// Whether a format is a knockout.
pub(crate) const fn is_knockout(format: &Format) -> bool {
    matches!(format, Format::SingleElimination(_) | Format::DoubleElimination(_))
}

/// Loads the results on record into a fresh stage, and returns those that it does not ask for: games that were played
/// again by a ruling that was undone.
fn read_stage(
    reading: &mut Reading,
    ledger: &Ledger,
    stage: &mut Stage,
) -> Result<Vec<MatchKey>, ReportError> {
    let is_knockout = is_knockout(&stage.plan().format);
    let loaded = read_results(ledger, stage, |row, result| reading.add(row, result, is_knockout))?;
    Ok(loaded.unasked.into_keys().collect())
}

/// The actions of a match.
pub(crate) fn played(row: &MatchRow) -> Result<Vec<Played>, ReportError> {
    row.played().map_err(|error| damaged(format!("match {}: {error}", row.key)))
}

fn damaged(what: String) -> ReportError {
    LedgerError::Damaged { what }.into()
}
