//! The record of a run, read once and folded into its stages.

use std::collections::BTreeSet;

use config::{FileSource, Plan};
use game::Game;
use ledger::{Adoption, EntrantRow, Ledger, LedgerError, MatchRow, Root, RunHeader, field};
use referee::Played;
use tournament::{EntrantId, Format, MatchKey, ResultError, Rulings, RunSeed, Stage, TakingUp};

use crate::ReportError;
use crate::census::Census;
use crate::selection::{Listed, Room, Selection};

/// Faults that are listed at most.
const FAULTS: usize = 200;

/// A run as its record tells it.
pub(crate) struct Folded {
    /// The tournament.
    pub(crate) plan: Plan,
    /// What was fixed when the run began.
    pub(crate) header: RunHeader,
    /// Everybody who was entered.
    pub(crate) entrants: Vec<EntrantRow>,
    /// The changes that the run took over.
    pub(crate) adoptions: Vec<Adoption>,
    /// The organiser's rulings.
    pub(crate) rulings: Rulings,
    /// The stages that began, with their results, all rulings in force.
    pub(crate) stages: Vec<Stage>,
    /// Whether all stages are over.
    pub(crate) complete: bool,
    /// The root of a run that is complete and sealed.
    pub(crate) root: Option<Root>,
    /// Matches that were played because of a ruling that is no longer in force.
    pub(crate) unasked: BTreeSet<MatchKey>,
    /// Counts over all matches.
    pub(crate) census: Census,
    /// The matches that have a page.
    pub(crate) listed: Vec<Listed>,
    /// The first matches that were lost by a fault.
    pub(crate) failed: Vec<MatchRow>,
    /// Every match that was read, in schedule order: a run that goes on meanwhile may add others.
    pub(crate) keys: Vec<MatchKey>,
}

/// Reads the record.
///
/// # Errors
/// When it cannot be read, was changed, or is not of a tournament of these games.
pub(crate) fn fold(ledger: &Ledger, games: &[&'static dyn Game], room: Room) -> Result<Folded, ReportError> {
    let header = ledger.header()?;
    let plan = stored_plan(ledger, &header, games)?;
    let entrants = ledger.entrants()?;
    let adoptions = ledger.adoptions()?;
    let rulings = ledger.rulings()?;
    let seed = RunSeed::from(header.seed);
    let field = field(&entrants);
    let mut reading = Reading {
        census: Census::new(entrants.len()),
        selection: Selection::new(room),
        failed: Vec::new(),
        keys: Vec::new(),
        entrants: entrants.len(),
    };
    let mut stages: Vec<Stage> = Vec::new();
    let mut complete = true;
    let mut unasked = BTreeSet::new();
    for (index, spec) in plan.stages.iter().enumerate() {
        let mut stage = plan
            .open_stage(index, stages.last(), &field, seed, &rulings)
            .map_err(|source| ReportError::Stage { stage: spec.name.clone(), source })?;
        unasked.extend(reading.read_stage(ledger, &mut stage)?);
        complete = stage.is_over();
        stages.push(stage);
        if !complete {
            break;
        }
    }
    // Who has gone on is known: from here on every stage counts as it does under all rulings.
    stages.iter_mut().for_each(Stage::settle);
    let Reading { census, selection, failed, keys, .. } = reading;
    let listed = selection.choose();
    let root = if complete { ledger.root(plan.stages.len())? } else { None };
    Ok(Folded {
        plan,
        header,
        entrants,
        adoptions,
        rulings,
        stages,
        complete,
        root,
        unasked,
        census,
        listed,
        failed,
        keys,
    })
}

/// The tournament as the record has it.
///
/// # Errors
/// When it cannot be read, or is not of one of these games.
pub(crate) fn stored_plan(
    ledger: &Ledger,
    header: &RunHeader,
    games: &[&'static dyn Game],
) -> Result<Plan, ReportError> {
    let files = ledger.files()?;
    let file = |name: &str| files.get(name).cloned().ok_or_else(|| "the run has no copy of it".into());
    let source = FileSource { read_text: &file, check_bot: &|_, _| Ok(()) };
    config::parse_with(&header.toml_name, &header.toml, games, &source)
        .map_err(|problems| ReportError::Plan(problems.to_string()))
}

/// Whether who loses is out.
pub(crate) const fn is_knockout(format: &Format) -> bool {
    matches!(format, Format::SingleElimination(_) | Format::DoubleElimination(_))
}

/// What is kept of the matches that go by.
struct Reading {
    census: Census,
    selection: Selection,
    failed: Vec<MatchRow>,
    keys: Vec<MatchKey>,
    entrants: usize,
}

impl Reading {
    /// Gives a fresh stage the results that are on record, and returns those that it does not ask for: games that
    /// were played again by a ruling that was undone.
    fn read_stage(&mut self, ledger: &Ledger, stage: &mut Stage) -> Result<Vec<MatchKey>, ReportError> {
        let number = stage.plan().number;
        let is_knockout = is_knockout(&stage.plan().format);
        let mut taking = TakingUp::new(stage);
        ledger.for_each_match(Some(number), |stored| {
            let row = stored.verified().map_err(|damage| damaged(damage.to_string()))?;
            self.check_entrants(&row)?;
            let played = played(&row)?;
            self.census.add(&row, &played);
            self.selection.add(&row, is_knockout);
            self.keys.push(row.key);
            let result = row.result().map_err(|error| damaged(format!("match {}: {error}", row.key)))?;
            taking.add(row.key, result)?;
            if !row.reason.forfeits().is_empty() && self.failed.len() < FAULTS {
                self.failed.push(row);
            }
            Ok::<(), ReportError>(())
        })?;
        match taking.finish() {
            Ok(taken) => Ok(taken.unasked.into_keys().collect()),
            Err(ResultError::Unasked(key)) => Err(ReportError::Unscheduled(key)),
            Err(error) => Err(error.into()),
        }
    }

    fn check_entrants(&self, row: &MatchRow) -> Result<(), ReportError> {
        let stranger = row.entrants.0.into_iter().find(|entrant| entrant.index() >= self.entrants);
        stranger.map_or(Ok(()), |EntrantId(number)| {
            Err(ReportError::Stranger { key: row.key, entrant: number.saturating_add(1) })
        })
    }
}

/// The actions of a match.
pub(crate) fn played(row: &MatchRow) -> Result<Vec<Played>, ReportError> {
    row.played().map_err(|error| damaged(format!("match {}: {error}", row.key)))
}

fn damaged(what: String) -> ReportError {
    LedgerError::Damaged { what }.into()
}
