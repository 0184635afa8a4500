//! A run that is begun, then played stage by stage.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use config::{OnRefused, Plan, SeedPlan};
use job::{Executor, Validator};
use ledger::{EntrantRow, Inputs, Ledger, Root, RunFolder, RunHeader, RunKind, RunLock, field};
use run_folder::{RecordedRun, load_results};
use tournament::rulings::Since;
use tournament::{Rulings, RunSeed, Stage};

use crate::admission::{Admission, admit, recorded_modules};
use crate::error::RunError;
use crate::event::{Ending, Event};
use crate::openings;
use crate::roster::Roster;
use crate::stage_run::StageRunner;
use crate::tournament_entry::EnteredTournament;

/// A run that can be played.
pub struct Run {
    pub(crate) plan: Plan,
    pub(crate) roster: Roster,
    pub(crate) record: RecordedRun,
    pub(crate) _lock: RunLock,
}

/// A run that can begin: its bots were checked, and its first stage can be played.
pub struct NewRun {
    plan: Plan,
    header: RunHeader,
    admission: Admission,
}

/// Begins a run in a folder that contains no run.
///
/// # Errors
/// As for [`prepare`] and [`NewRun::begin`]. In that case, no run is left behind.
pub fn begin(
    folder: &RunFolder,
    entered: EnteredTournament,
    validator: &dyn Validator,
) -> Result<Run, RunError> {
    prepare(entered, validator)?.begin(folder)
}

/// Checks the bots of a tournament, and that it can begin. Writes nothing.
///
/// # Errors
/// When a bot is undecided on this machine, or refused and the plan says to stop in that case, or too few entrants are
/// left for the first stage.
pub fn prepare(entered: EnteredTournament, validator: &dyn Validator) -> Result<NewRun, RunError> {
    let EnteredTournament { plan, text, name, candidates } = entered;
    let admission = admit(validator, &candidates)?;
    let rows = &admission.rows;
    if plan.on_refused == OnRefused::Stop
        && let Some(refused) = admission.refused()
    {
        return Err(RunError::refused(refused));
    }
    // Checks that the first stage can be played, before anything is written.
    let seed = match plan.seed {
        SeedPlan::Number(number) => number,
        SeedPlan::Draw => draw_seed()?,
    };
    let field = field(rows);
    plan.open_stage(0, None, &field, RunSeed::from(seed), &Rulings::default()).map_err(|why| {
        RunError::Format { stage: plan.stages[0].name.clone(), why, refused: refused(rows) }
    })?;
    let header = RunHeader {
        kind: RunKind::Tournament,
        game: plan.game.key().to_owned(),
        toml: text,
        toml_name: name,
        fingerprint: validator.fingerprint(plan.game),
        seed,
        defaults: plan.edition.number(),
    };
    Ok(NewRun { plan, header, admission })
}

impl NewRun {
    /// Finds the random start positions of all stages on the given number of threads; the run keeps them. Returns
    /// `false` if `stop` was set before all were found.
    pub fn find_openings(&mut self, threads: usize, stop: &AtomicBool, tell: &mut dyn FnMut(Event)) -> bool {
        openings::find_all(&mut self.plan, RunSeed::from(self.header.seed), threads, stop, tell)
    }

    /// Begins the run in a folder that contains no run. Start positions that were not found before are found now.
    ///
    /// # Errors
    /// When the folder contains a run, or cannot be written to.
    pub fn begin(mut self, folder: &RunFolder) -> Result<Run, RunError> {
        self.find_openings(openings::processors(), &AtomicBool::new(false), &mut |_| {});
        let NewRun { plan, header, admission } = self;
        let Admission { roster, rows, modules } = admission;
        folder.create()?;
        let lock = RunLock::take(folder)?;
        let modules = recorded_modules(&modules, plan.game);
        let inputs = Inputs { header: &header, entrants: &rows, modules: &modules, files: &plan.files };
        let ledger = Ledger::create(folder, inputs)?;
        let record = RecordedRun { ledger, header, entrants: rows };
        Ok(Run { plan, roster, record, _lock: lock })
    }
}

fn refused(rows: &[EntrantRow]) -> Vec<String> {
    let refused = rows.iter().filter(|row| !row.refusal.is_empty());
    refused.map(|row| format!("\"{}\": {}", row.name, row.refusal.join("; "))).collect()
}

fn draw_seed() -> Result<u64, RunError> {
    getrandom::u64().map_err(|error| RunError::NoSeed(error.to_string()))
}

impl Run {
    /// The plan of the tournament.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The root of the run; `None` until it is complete.
    ///
    /// # Errors
    /// When the record cannot be read.
    pub fn root(&self) -> Result<Option<Root>, RunError> {
        Ok(self.record.ledger.root(&run_folder::stage_terms(&self.plan))?)
    }

    /// The rows of the entrants.
    pub fn entrants(&self) -> &[EntrantRow] {
        &self.record.entrants
    }

    /// The current record.
    pub fn record(&self) -> &RecordedRun {
        &self.record
    }

    /// Plays the missing matches until the run is complete or `stop` is set. The executor must belong to the validator
    /// with which the run was begun or resumed.
    ///
    /// # Errors
    /// When the ledger cannot be written, a stage cannot be played, or the executor is lost.
    pub fn play(
        &mut self,
        executor: &dyn Executor,
        stop: &AtomicBool,
        tell: &mut dyn FnMut(Event),
    ) -> Result<Ending, RunError> {
        for row in self.record.entrants.iter().filter(|row| !row.refusal.is_empty()) {
            tell(Event::Refused {
                entrant: row.name.as_str().into(),
                reasons: row.refusal.as_slice().into(),
            });
        }
        let RecordedRun { ledger, header, entrants } = &mut self.record;
        ledger.note(&format!("playing on {} slots", executor.width()))?;
        let field = field(entrants);
        let seed = RunSeed::from(header.seed);
        let rulings = ledger.rulings()?;
        let sealed = ledger.sealed_stages()?;
        if sealed.len() < self.plan.stages.len() {
            ledger.note_without_protections(&executor.missing_protections())?;
        }
        let mut previous: Option<Stage> = None;
        for index in 0..self.plan.stages.len() {
            let spec = &self.plan.stages[index];
            let mut stage = self
                .plan
                .open_stage(index, previous.as_ref(), &field, seed, &rulings)
                .map_err(|why| RunError::Format { stage: spec.name.clone(), why, refused: Vec::new() })?;
            let number = spec.plan.number;
            let already = ledger.matches_of(number)?;
            let loaded = load_results(ledger, &mut stage)?;
            let players = (&self.roster, &*header, &entrants[..]);
            let runner = StageRunner::new((&self.plan, index), players, (&mut stage, loaded), ledger, tell);
            let ending = runner.play(already, executor, stop)?;
            if ending != Ending::Complete {
                return Ok(ending);
            }
            if !sealed.contains(&number) {
                ledger.seal(number)?;
            }
            // The standings that count in the end: rulings made after later stages had begun are in force, too.
            let standings = Arc::new(stage.standings_at(Since::END));
            // Frees the last stage before `tell`, which may need its memory.
            previous = (index + 1 < self.plan.stages.len()).then_some(stage);
            tell(Event::StageFinished { index, name: spec.name.as_str().into(), standings });
        }
        Ok(Ending::Complete)
    }
}
