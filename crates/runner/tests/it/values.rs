//! Jobs that leave the process as text and come back as records without loss.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use config::BotPlan;
use game::{PerSeat, Rules};
use games::GAMES;
use job::{Job, Plays, SizeClass};
use ledger::{Ledger, LedgerError, RunFolder};
use referee::{Limits, MatchSeed, Record};
use runner::{
    Candidate, Ending, Entered, Executor, ExecutorError, Finished, JobError, JobRunner, LocalThreads,
    MatchJob, MatchSettings, Modules, Roster, Run,
};
use sandbox::{Sandbox, SandboxOptions};
use tournament::{EntrantId, MatchKey};

fn sandbox() -> Sandbox {
    Sandbox::new(&SandboxOptions::default()).unwrap()
}

/// Bots from `bots/` and built-in players in one game, with matches that are cut short.
fn text(game: &str, bots: [&str; 2]) -> String {
    let mut text = format!(
        "[tournament]\nname = \"Values\"\ngame = \"{game}\"\nseed = 7\n[limits]\nplies = 40\n\
         [[entrant]]\nname = \"random\"\nbot = \"builtin:random\"\n"
    );
    for bot in bots {
        text.push_str(&format!("[[entrant]]\nname = \"{bot}\"\nbot = \"{game}/{bot}/{bot}.wasm\"\n"));
    }
    text + "[[stage]]\nformat = \"round-robin\"\ngames = 2\n"
}

fn begin(folder: &RunFolder, text: &str) -> (Run, Stored) {
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bots");
    let plan = config::parse("values.toml", text, GAMES).unwrap();
    let mut modules = BTreeMap::new();
    let candidates = plan.entrants.iter().map(|entrant| {
        let module: Option<Arc<[u8]>> = match &entrant.bot {
            BotPlan::File(path) => Some(fs::read(top.join(path)).unwrap().into()),
            BotPlan::Builtin(_) => None,
        };
        modules.extend(module.iter().map(|bytes| (runner::module_hash(bytes), Arc::clone(bytes))));
        Candidate { plan: entrant.clone(), module }
    });
    let candidates = candidates.collect();
    let entered = Entered { plan, text: text.to_owned(), name: "values.toml".to_owned(), candidates };
    (runner::begin(folder, entered, sandbox()).unwrap(), modules)
}

type Stored = BTreeMap<[u8; 32], Arc<[u8]>>;

/// Another place, which knows only the text of a job and answers with a text.
struct Elsewhere {
    runner: RefCell<JobRunner>,
    modules: Stored,
}

impl Elsewhere {
    fn new(modules: Stored) -> Elsewhere {
        Elsewhere { runner: RefCell::new(JobRunner::new(sandbox(), GAMES)), modules }
    }

    fn play(&self, job: &str) -> String {
        let job: Job = serde_json::from_str(job).unwrap();
        let record = self.runner.borrow_mut().play(&job, &self.modules, |_| true).unwrap().unwrap();
        serde_json::to_string(&job::Record::from(&record)).unwrap()
    }
}

/// An executor that passes every job on as text.
struct ByText<'a> {
    roster: &'a Roster,
    elsewhere: Elsewhere,
    finished: RefCell<Vec<Finished>>,
}

impl Executor for ByText<'_> {
    fn width(&self) -> usize {
        1
    }

    fn submit(&self, jobs: Vec<MatchJob>) -> Result<(), ExecutorError> {
        for job in jobs {
            let text = serde_json::to_string(&self.roster.value(&job).unwrap()).unwrap();
            let record: job::Record = serde_json::from_str(&self.elsewhere.play(&text)).unwrap();
            let record = Record::try_from(record).unwrap();
            self.finished.borrow_mut().push(Finished { key: job.key, alone: job.alone, result: Ok(record) });
        }
        Ok(())
    }

    fn take_back(&self) -> Result<Vec<MatchKey>, ExecutorError> {
        Ok(Vec::new())
    }

    fn collect(&self, _patience: Duration) -> Result<Vec<Finished>, ExecutorError> {
        Ok(std::mem::take(&mut *self.finished.borrow_mut()))
    }
}

/// Everything on record, logs and failures included, and the root.
fn everything(folder: &RunFolder) -> (Vec<String>, String) {
    let ledger = Ledger::open_read_only(folder).unwrap();
    let mut lines = Vec::new();
    ledger
        .for_each_match(None, |stored| {
            let row = stored.verified().unwrap();
            lines.push(format!("{:?} {row:?}", ledger.private_parts(row.key).unwrap()));
            Ok::<(), LedgerError>(())
        })
        .unwrap();
    (lines, run::RecordedRun::open_read_only(folder).unwrap().root(GAMES).unwrap().unwrap().to_string())
}

#[test]
fn a_run_is_the_same_where_every_job_and_record_is_sent_as_text() {
    let temp = tempfile::tempdir().unwrap();
    let stop = AtomicBool::new(false);
    let games = [
        ("tank-battle", ["greedy", "scatter"]),
        ("tank-war", ["cautious", "rusher"]),
        ("tank-chess", ["greedy", "scatter"]),
    ];
    for (game, bots) in games {
        let text = text(game, bots);
        let [here, there] = ["here", "there"].map(|name| RunFolder::at(temp.path().join(game).join(name)));
        let (mut run, modules) = begin(&here, &text);
        assert_eq!(modules.len(), 2);
        let threads = LocalThreads::start(2, run.roster()).unwrap();
        assert_eq!(run.play_on(&threads, &stop, &mut |_| {}).unwrap(), Ending::Complete);
        drop(run);
        let (mut run, modules) = begin(&there, &text);
        let roster = Arc::clone(run.roster());
        let by_text =
            ByText { roster: &roster, elsewhere: Elsewhere::new(modules), finished: RefCell::default() };
        assert_eq!(run.play_on(&by_text, &stop, &mut |_| {}).unwrap(), Ending::Complete);
        drop(run);
        let (lines, root) = everything(&here);
        assert_eq!(lines.len(), 6, "{game}");
        assert_eq!((lines, root), everything(&there), "{game}");
    }
}

/// A job of Tank War with a module in the first seat.
fn job() -> (Job, Stored) {
    let temp = tempfile::tempdir().unwrap();
    let (run, modules) =
        begin(&RunFolder::at(temp.path().join("run")), &text("tank-war", ["walker", "greedy"]));
    let game = run.plan().game;
    let job = MatchJob {
        key: MatchKey::new(0, 0, 0, 0).unwrap(),
        entrants: PerSeat::new(EntrantId(1), EntrantId(0)),
        settings: Arc::new(MatchSettings::new(game, Rules::defaults(game.options()), Limits::default())),
        start: None,
        seed: MatchSeed::from_number(3),
        alone: true,
    };
    let value = run.roster().value(&job).unwrap();
    assert!(value.alone);
    assert!(
        run.roster().value(&MatchJob { entrants: PerSeat::new(EntrantId(7), EntrantId(0)), ..job }).is_err()
    );
    (value, modules)
}

fn terms(job: &mut Job) -> &mut job::Terms {
    Arc::make_mut(&mut job.terms)
}

#[test]
fn a_job_that_cannot_be_played_here_says_why() {
    let (job, modules) = job();
    let mut runner = JobRunner::new(sandbox(), GAMES);
    let mut why = |job: &Job, modules: &dyn Modules| match runner.play(job, modules, |_| true) {
        Ok(_) => String::new(),
        Err(error) => error.to_string(),
    };
    let changed = |change: &dyn Fn(&mut Job)| {
        let mut job = job.clone();
        change(&mut job);
        job
    };
    let Plays::Module { hash, .. } = job.seats.0[0].plays else { panic!("a module plays") };
    let hash = *hash.bytes();
    // Before it was ever found.
    assert!(why(&job, &Stored::new()).contains("is missing"));
    let another: Stored = [(hash, Arc::from(&b"\0asm\x01\0\0\0"[..]))].into();
    assert!(why(&job, &another).contains("is missing"));
    for (job, told) in [
        (changed(&|job| terms(job).game.push('x')), "unknown game `tank-warx`"),
        (changed(&|job| terms(job).engine.push('x')), "the job is for a different engine"),
        (changed(&|job| terms(job).rules.push_str(" x=1")), "invalid rule options"),
        (changed(&|job| terms(job).rules.push(' ')), "are not in their canonical form"),
        (changed(&|job| job.start = Some("nonsense".into())), "a start position cannot be read"),
        (job.clone(), ""),
    ] {
        let why = why(&job, &modules);
        assert!(if told.is_empty() { why.is_empty() } else { why.contains(told) }, "{told}: {why}");
    }
    // No bot loses because of any such error.
    let void = referee::HostFailure::from(JobError::Game("go".to_owned()));
    assert_eq!(void.to_string(), "the host failed: the job cannot be played here");
}

#[test]
fn a_job_can_be_stopped() {
    let (job, modules) = job();
    let mut runner = JobRunner::new(sandbox(), GAMES);
    let stopped = runner.play(&job, &modules, |playing| playing.scene().ply < 2).unwrap();
    assert!(stopped.is_none());
}

/// A store that counts how often a module is asked for.
struct Counting {
    modules: Stored,
    found: Cell<usize>,
}

impl Modules for Counting {
    fn find(&self, hash: &[u8; 32]) -> Result<Option<Arc<[u8]>>, Box<dyn Error + Send + Sync>> {
        self.found.set(self.found.get() + 1);
        self.modules.find(hash)
    }
}

#[test]
fn a_runner_keeps_as_many_modules_as_it_was_told() {
    let (job, modules) = job();
    let modules = Counting { modules, found: Cell::new(0) };
    let module = |number: usize| {
        let hash = *modules.modules.keys().nth(number).unwrap();
        let mut job = job.clone();
        let Plays::Module { size, .. } = job.seats.0[0].plays else { panic!("a module plays") };
        Arc::make_mut(&mut job.seats.0[0]).plays = Plays::Module { hash: hash.into(), size };
        job
    };
    let [one, other] = [module(0), module(1)];
    for (keeps, found) in [(1, 4), (2, 2)] {
        let mut runner = JobRunner::keeping(keeps, sandbox(), GAMES);
        modules.found.set(0);
        for job in [&one, &one, &other, &one, &other] {
            assert!(runner.play(job, &modules, |_| false).unwrap().is_none());
        }
        assert_eq!(modules.found.get(), found, "with room for {keeps}");
    }
}

/// An entrant without a size class on record can therefore be admitted under the larger caps.
#[test]
fn a_size_class_decides_who_is_admitted_and_never_how_it_plays() {
    let (job, modules) = job();
    let [normal, script] = [SizeClass::Normal, SizeClass::Script].map(|size| {
        let mut job = job.clone();
        let Plays::Module { hash, .. } = job.seats.0[0].plays else { panic!("a module plays") };
        Arc::make_mut(&mut job.seats.0[0]).plays = Plays::Module { hash, size };
        let record = JobRunner::new(sandbox(), GAMES).play(&job, &modules, |_| true).unwrap().unwrap();
        serde_json::to_string(&job::Record::from(&record)).unwrap()
    });
    assert_eq!(normal, script);
}
