//! A run that is begun or resumed, then played stage by stage.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use config::{OnRefused, Plan, SeedPlan};
use game::Game;
use ledger::{EntrantRow, Inputs, Ledger, LedgerError, Root, RunFolder, RunHeader, RunKind, RunLock, field};
use run::{RecordedRun, entered, load_results};
use sandbox::Sandbox;
use tournament::rulings::Since;
use tournament::{Rulings, RunSeed, Stage};

use crate::admission::{Admission, Candidate, admit};
use crate::engine::{check_engine, check_engine_of, engine_fingerprint};
use crate::entered::{Entered, differences};
use crate::error::RunError;
use crate::event::{Ending, Event};
use crate::executor::Executor;
use crate::live::Live;
use crate::local_threads::LocalThreads;
use crate::roster::Roster;
use crate::stage_run::StageRunner;

/// A run that can be played.
pub struct Run {
    plan: Plan,
    header: RunHeader,
    roster: Arc<Roster>,
    rows: Vec<EntrantRow>,
    ledger: Ledger,
    _lock: RunLock,
}

/// A run that can begin: its bots were checked, and its first stage can be played.
pub struct Prepared {
    plan: Plan,
    header: RunHeader,
    admission: Admission,
    sandbox: Sandbox,
}

/// Begins a run in a folder that contains no run.
///
/// # Errors
/// As [`prepare`] and [`Prepared::begin`]. No run is left behind in that case.
pub fn begin(folder: &RunFolder, entered: Entered, sandbox: Sandbox) -> Result<Run, RunError> {
    prepare(entered, sandbox)?.begin(folder)
}

/// Checks the bots of a tournament, and whether it can begin. Nothing is written.
///
/// # Errors
/// When a bot is refused and the plan says to stop in that case, or too few entrants are left for the first stage.
pub fn prepare(entered: Entered, sandbox: Sandbox) -> Result<Prepared, RunError> {
    let Entered { plan, text, name, candidates } = entered;
    let admission = admit(&sandbox, &candidates)?;
    let rows = &admission.rows;
    if plan.on_refused == OnRefused::Stop
        && let Some(refused) = rows.iter().find(|row| !row.refusal.is_empty())
    {
        return Err(RunError::Refused { entrant: refused.name.clone(), reasons: refused.refusal.clone() });
    }
    // Whether the first stage can be played is checked before anything is written.
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
        game: plan.game.name().to_owned(),
        toml: text,
        toml_name: name,
        fingerprint: engine_fingerprint(&sandbox, plan.game),
        seed,
    };
    Ok(Prepared { plan, header, admission, sandbox })
}

impl Prepared {
    /// Begins the run in a folder that contains no run.
    ///
    /// # Errors
    /// When the folder contains a run, or cannot be written to.
    pub fn begin(self, folder: &RunFolder) -> Result<Run, RunError> {
        let Prepared { plan, header, admission, sandbox } = self;
        let Admission { contestants, rows, modules } = admission;
        folder.create()?;
        let lock = RunLock::take(folder)?;
        let modules: Vec<(&[u8; 32], &[u8])> = modules.iter().map(|(hash, bytes)| (hash, &**bytes)).collect();
        let inputs = Inputs { header: &header, entrants: &rows, modules: &modules, files: &plan.files };
        let ledger = Ledger::create(folder, inputs)?;
        let roster = Arc::new(Roster { sandbox, contestants });
        Ok(Run { plan, header, roster, rows, ledger, _lock: lock })
    }
}

/// Resumes a run from its folder alone, with the copies of the tournament and the bots in the ledger.
///
/// # Errors
/// When there is no run, it is in use, or a different engine played it so far.
pub fn resume(folder: &RunFolder, games: &[&'static dyn Game], sandbox: Sandbox) -> Result<Run, RunError> {
    check_engine_of(folder, games, &sandbox)?;
    let (record, lock) = RecordedRun::open(folder)?;
    let plan = record.plan(games)?;
    check_engine(&sandbox, plan.game, &record.header)?;
    let roster = Arc::new(roster_of(&record, sandbox)?);
    let RecordedRun { ledger, header, entrants: rows } = record;
    Ok(Run { plan, header, roster, rows, ledger, _lock: lock })
}

/// The roster of a recorded run, with the modules in its ledger.
pub(crate) fn roster_of(record: &RecordedRun, sandbox: Sandbox) -> Result<Roster, RunError> {
    let rows = &record.entrants;
    let candidates = stored_candidates(record)?;
    let Admission { contestants, rows: now, .. } = admit(&sandbox, &candidates)?;
    // A module may be refused now if the limits of the compiler or of this version differ.
    let mut both = rows.iter().zip(&now);
    if let Some((_, now)) = both.find(|(was, now)| was.refusal.is_empty() && !now.refusal.is_empty()) {
        return Err(RunError::Refused { entrant: now.name.clone(), reasons: now.refusal.clone() });
    }
    Ok(Roster { sandbox, contestants })
}

/// The entrants with their modules. A bot is admitted or refused only once: an entrant that was refused when the run
/// began comes without a module, is not checked again, and stays refused.
fn stored_candidates(RecordedRun { ledger, entrants, .. }: &RecordedRun) -> Result<Vec<Candidate>, RunError> {
    let mut modules: BTreeMap<[u8; 32], Arc<[u8]>> = BTreeMap::new();
    let mut candidates = Vec::new();
    for row in entrants {
        let module = match row.module {
            Some(hash) if row.refusal.is_empty() => {
                let bytes = match modules.get(&hash) {
                    Some(bytes) => Arc::clone(bytes),
                    None => stored_module(ledger, &hash, &row.name)?,
                };
                modules.insert(hash, Arc::clone(&bytes));
                Some(bytes)
            }
            _ => None,
        };
        candidates.push(Candidate { plan: entered(row)?, module });
    }
    Ok(candidates)
}

fn stored_module(ledger: &Ledger, hash: &[u8; 32], entrant: &str) -> Result<Arc<[u8]>, RunError> {
    let missing = || LedgerError::Damaged { what: format!("the module of \"{entrant}\" is missing") };
    Ok(ledger.module(hash)?.ok_or_else(missing)?.into())
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

    /// Returns how a tournament differs from the one that the run plays, one difference per line; `None` when the two
    /// are identical. A change of comments, key order or spaces alone results in an empty list.
    pub fn differences(&self, entered: &Entered) -> Option<Vec<String>> {
        differences((&self.header, &self.rows, &self.plan.files), entered)
    }

    /// The root of the run; `None` until it is complete.
    ///
    /// # Errors
    /// When the record cannot be read.
    pub fn root(&self) -> Result<Option<Root>, RunError> {
        Ok(self.ledger.root(self.plan.stages.len())?)
    }

    /// The rows of the entrants.
    pub fn entrants(&self) -> &[EntrantRow] {
        &self.rows
    }

    /// The entrants with what plays for them.
    pub fn roster(&self) -> &Arc<Roster> {
        &self.roster
    }

    /// Plays what is missing on the given number of threads, until the run is complete or `stop` is set.
    ///
    /// # Errors
    /// As [`play_on`](Self::play_on), and when the operating system refuses a thread.
    pub fn play(
        &mut self,
        jobs: usize,
        stop: &AtomicBool,
        tell: &mut dyn FnMut(Event),
    ) -> Result<Ending, RunError> {
        let threads = LocalThreads::start(jobs, &self.roster)?;
        self.play_on(&threads, stop, tell)
    }

    /// Plays what is missing on an executor, until the run is complete or `stop` is set.
    ///
    /// # Errors
    /// When the ledger cannot be written, a stage cannot be played, or the executor is lost.
    pub fn play_on(
        &mut self,
        executor: &dyn Executor,
        stop: &AtomicBool,
        tell: &mut dyn FnMut(Event),
    ) -> Result<Ending, RunError> {
        for row in self.rows.iter().filter(|row| !row.refusal.is_empty()) {
            tell(Event::Refused {
                entrant: row.name.as_str().into(),
                reasons: row.refusal.as_slice().into(),
            });
        }
        let jobs = executor.width();
        self.ledger.note(&format!("playing on {jobs} slots"))?;
        tracing::info!(jobs, "playing");
        let field = field(&self.rows);
        let seed = RunSeed::from(self.header.seed);
        let rulings = self.ledger.rulings()?;
        let sealed = self.ledger.sealed_stages()?;
        let mut previous: Option<Stage> = None;
        for index in 0..self.plan.stages.len() {
            let spec = &self.plan.stages[index];
            let mut stage = self
                .plan
                .open_stage(index, previous.as_ref(), &field, seed, &rulings)
                .map_err(|why| RunError::Format { stage: spec.name.clone(), why, refused: Vec::new() })?;
            let number = spec.plan.number;
            let already = self.ledger.matches_of(number)?;
            let loaded = load_results(&self.ledger, &mut stage)?;
            let Some(openings) = start_positions(&self.plan, index, seed, stop, tell) else {
                let (name, standings) = (spec.name.as_str().into(), Arc::new(stage.standings()));
                tell(Event::StageInterrupted { index, name, standings });
                return Ok(Ending::Interrupted);
            };
            let plan = (&self.plan, index);
            let runner = StageRunner::new(plan, openings, (&mut stage, loaded), &mut self.ledger, tell);
            let ending = runner.play(already, executor, stop)?;
            if ending != Ending::Complete {
                return Ok(ending);
            }
            if !sealed.contains(&number) {
                self.ledger.seal(number)?;
                tracing::info!(stage = spec.name, "sealed");
            }
            // The standings that count in the end: rulings made after later stages had begun are in force too.
            let standings = Arc::new(stage.standings_at(Since::END));
            tell(Event::StageFinished { index, name: spec.name.as_str().into(), standings });
            previous = Some(stage);
        }
        Ok(Ending::Complete)
    }
}

/// The start positions of a stage; `None` when `stop` was set before all were found.
fn start_positions(
    plan: &Plan,
    index: usize,
    seed: RunSeed,
    stop: &AtomicBool,
    tell: &mut dyn FnMut(Event),
) -> Option<Vec<String>> {
    let spec = &plan.stages[index];
    let name: Arc<str> = spec.name.as_str().into();
    let mut live = Live::new();
    spec.positions_while(plan.game, &spec.rules, seed, &mut |found| {
        let name = Arc::clone(&name);
        live.show(|| tell(Event::FindingOpenings { name, found, of: spec.openings.count() }));
        !stop.load(Ordering::Relaxed)
    })
}

#[cfg(test)]
mod tests {
    use sandbox::SandboxOptions;

    use super::*;

    static GAMES: &[&dyn Game] = &[&tank_war::GAME];
    const TEXT: &str = "[tournament]\nname = \"Void\"\ngame = \"tank-war\"\n\
        [[entrant]]\nname = \"one\"\nbot = \"builtin:random\"\n\
        [[entrant]]\nname = \"two\"\nbot = \"builtin:random\"\n\
        [[entrant]]\nname = \"three\"\nbot = \"builtin:random\"\n\
        [[stage]]\nformat = \"round-robin\"\ngames = 4\n";

    fn sandbox() -> Sandbox {
        Sandbox::new(&SandboxOptions::default()).unwrap()
    }

    #[test]
    fn a_match_at_which_the_host_fails_is_void_and_tried_three_times() {
        let temp = tempfile::tempdir().unwrap();
        let folder = RunFolder::at(temp.path().join("run"));
        let plan = config::parse("void.toml", TEXT, GAMES).unwrap();
        let candidates: Vec<Candidate> =
            plan.entrants.iter().map(|entrant| Candidate { plan: entrant.clone(), module: None }).collect();
        let entered = Entered { plan, text: TEXT.to_owned(), name: "void.toml".to_owned(), candidates };
        let mut run = begin(&folder, entered, sandbox()).unwrap();
        // The host has lost what plays for the third entrant.
        let mut contestants = run.roster.contestants.clone();
        contestants[2] = None;
        run.roster = Arc::new(Roster { sandbox: sandbox(), contestants });
        let stop = AtomicBool::new(false);
        let mut tried: BTreeMap<tournament::MatchKey, Vec<u32>> = BTreeMap::new();
        let mut played = 0;
        let ending = run.play(2, &stop, &mut |event| match event {
            Event::Void { key, tries, .. } => tried.entry(key).or_default().push(tries),
            Event::Played { .. } => played += 1,
            _ => {}
        });
        let Ending::HostFailed { matches } = ending.unwrap() else { panic!("the host has failed") };
        assert!(matches.iter().all(|void| void.why.contains("nothing to play with")), "{matches:?}");
        // Every match of the third entrant was tried three times and named; the others were played.
        let named: Vec<_> = matches.iter().map(|void| void.key).collect();
        assert_eq!((tried.len(), named.len(), played), (8, 8, 4));
        assert!(named.iter().all(|key| tried[key] == [1, 2, 3]), "{tried:?}");
        drop(run);
        // No bot has lost by it, and when the cause is fixed the run continues.
        let mut run = resume(&folder, GAMES, sandbox()).unwrap();
        let mut more = 0;
        let ending =
            run.play(2, &stop, &mut |event| more += usize::from(matches!(event, Event::Played { .. })));
        assert_eq!(ending.unwrap(), Ending::Complete);
        assert_eq!(played + more, 12);
        assert!(!stop.load(Ordering::Relaxed));
        run.ledger
            .for_each_match(None, |stored| {
                assert!(stored.row.reason.forfeits().is_empty());
                Ok::<(), LedgerError>(())
            })
            .unwrap();
    }
}
