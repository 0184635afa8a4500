//! Jobs that leave the process as text and come back as records without loss.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use config::BotPlan;
use games::GAMES;
use hash::Hash;
use job::{Executor, ExecutorError, Finished, Job, JobId};
use ledger::{Ledger, LedgerError, RunFolder};
use play::{JobRunner, LocalThreads, LocalValidator};
use referee::Record;
use runner::{Candidate, Ending, EnteredTournament, Run};
use sandbox::{Sandbox, SandboxOptions};

fn validator() -> LocalValidator {
    LocalValidator::new(Sandbox::new(&SandboxOptions::default()).unwrap())
}

/// A tournament of bots from `bots/` and built-in players in one game, with matches that are cut short.
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

fn begin(folder: &RunFolder, text: &str, validator: &LocalValidator) -> (Run, Stored) {
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bots");
    let plan = config::parse("values.toml", text, GAMES).unwrap();
    let mut modules = BTreeMap::new();
    let candidates = plan.entrants.iter().map(|entrant| {
        let module: Option<Arc<[u8]>> = match &entrant.bot {
            BotPlan::File(path) => Some(fs::read(top.join(path)).unwrap().into()),
            BotPlan::Builtin(_) | BotPlan::Opponent(_) => entrant.bot.built_in_module(),
        };
        modules.extend(module.iter().map(|bytes| (Hash::digest(bytes), Arc::clone(bytes))));
        Candidate { plan: entrant.clone(), module }
    });
    let candidates = candidates.collect();
    let entered =
        EnteredTournament { plan, text: text.to_owned(), name: "values.toml".to_owned(), candidates };
    (runner::begin(folder, entered, validator).unwrap(), modules)
}

type Stored = BTreeMap<Hash, Arc<[u8]>>;

/// Another place, which knows only the text of a job and answers with a text.
struct Elsewhere {
    runner: RefCell<JobRunner>,
    modules: Stored,
}

impl Elsewhere {
    fn new(modules: Stored) -> Elsewhere {
        Elsewhere { runner: RefCell::new(JobRunner::new(validator(), GAMES)), modules }
    }

    fn play(&self, job: &str) -> String {
        let job: Job = serde_json::from_str(job).unwrap();
        let record = self.runner.borrow_mut().play(&job, &self.modules, |_| true).unwrap().unwrap();
        serde_json::to_string(&job::Record::from(record)).unwrap()
    }
}

/// An executor that passes every job on as text.
struct ByText {
    elsewhere: Elsewhere,
    finished: RefCell<Vec<Finished>>,
}

impl Executor for ByText {
    fn width(&self) -> usize {
        1
    }

    fn submit(&self, jobs: Vec<Job>) -> Result<(), ExecutorError> {
        for job in jobs {
            let text = serde_json::to_string(&job).unwrap();
            let record: job::Record = serde_json::from_str(&self.elsewhere.play(&text)).unwrap();
            let record = Record::try_from(record).unwrap();
            self.finished.borrow_mut().push(Finished::here(job.id, Ok(record)));
        }
        Ok(())
    }

    fn take_back(&self) -> Result<Vec<JobId>, ExecutorError> {
        Ok(Vec::new())
    }

    fn collect(&self, _patience: Duration) -> Result<Vec<Finished>, ExecutorError> {
        Ok(std::mem::take(&mut *self.finished.borrow_mut()))
    }
}

/// Everything on record, including logs and failures, and the root.
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
    (
        lines,
        run_folder::RecordedRun::open_read_only(folder).unwrap().root(GAMES).unwrap().unwrap().to_string(),
    )
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
        let validator = validator();
        let (mut run, modules) = begin(&here, &text, &validator);
        assert_eq!(modules.len(), 2);
        let threads = LocalThreads::start(2, &validator, GAMES).unwrap();
        assert_eq!(run.play(&threads, &stop, &mut |_| {}).unwrap(), Ending::Complete);
        drop(run);
        let (mut run, modules) = begin(&there, &text, &validator);
        let by_text = ByText { elsewhere: Elsewhere::new(modules), finished: RefCell::default() };
        assert_eq!(run.play(&by_text, &stop, &mut |_| {}).unwrap(), Ending::Complete);
        drop(run);
        let (lines, root) = everything(&here);
        assert_eq!(lines.len(), 6, "{game}");
        assert_eq!((lines, root), everything(&there), "{game}");
    }
}
