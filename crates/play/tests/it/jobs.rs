//! Tests for jobs that come as values, and for obstacles to playing them.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::cell::Cell;
use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use game::PerSeat;
use games::GAMES;
use hash::Hash;
use job::{Job, JobId, MatchSettings, Plays, SeatJob, SizeClass, Validator};
use play::{JobError, JobRunner, Modules};
use referee::{Builtin, MatchSeed};

use crate::common::validator;

type Stored = BTreeMap<Hash, Arc<[u8]>>;

/// Returns a job of Tank War with a module in the first seat, and its modules.
fn job() -> (Job, Stored) {
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bots/tank-war");
    let stored = |bot: &str| {
        let bytes: Arc<[u8]> = fs::read(top.join(bot).join(format!("{bot}.wasm"))).unwrap().into();
        (Hash::digest(&bytes), bytes)
    };
    let (walker, greedy) = (stored("walker"), stored("greedy"));
    let game = games::find("tank-war").unwrap();
    let seat = |plays| Arc::new(SeatJob { plays, settings: String::new() });
    let job = Job {
        id: JobId::fresh(),
        terms: Arc::new(MatchSettings::defaults(game).terms(&validator().fingerprint(game))),
        start: None,
        seed: MatchSeed::from_number(3),
        luck: None,
        seats: PerSeat::new(
            seat(Plays::Module { hash: walker.0, size: SizeClass::Normal }),
            seat(Plays::Builtin(Builtin::Random)),
        ),
        alone: true,
    };
    (job, Stored::from([walker, greedy]))
}

fn terms(job: &mut Job) -> &mut job::Terms {
    Arc::make_mut(&mut job.terms)
}

#[test]
fn a_job_that_cannot_be_played_here_says_why() {
    let (job, modules) = job();
    let mut runner = JobRunner::new(validator(), GAMES);
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
    // The module was never found before.
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
    // No bot loses because of such an error.
    let void = referee::HostFailure::from(JobError::Obstacle("unknown game `go`".to_owned()));
    assert_eq!(void.to_string(), "the host failed: the job cannot be played here");
}

#[test]
fn a_job_can_be_stopped() {
    let (job, modules) = job();
    let mut runner = JobRunner::new(validator(), GAMES);
    let stopped = runner.play(&job, &modules, |playing| playing.scene().ply < 2).unwrap();
    assert!(stopped.is_none());
}

/// A store that counts the look-ups of modules.
struct Counting {
    modules: Stored,
    found: Cell<usize>,
}

impl Modules for Counting {
    fn find(&self, hash: Hash) -> Result<Option<Arc<[u8]>>, Box<dyn Error + Send + Sync>> {
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
        Arc::make_mut(&mut job.seats.0[0]).plays = Plays::Module { hash, size };
        job
    };
    let [one, other] = [module(0), module(1)];
    for (keeps, found) in [(1, 4), (2, 2)] {
        let mut runner = JobRunner::keeping(keeps, validator(), GAMES);
        modules.found.set(0);
        for job in [&one, &one, &other, &one, &other] {
            assert!(runner.play(job, &modules, |_| false).unwrap().is_none());
        }
        assert_eq!(modules.found.get(), found, "with room for {keeps}");
    }
}

/// Therefore, an entrant without a recorded size class can be admitted under the larger caps.
#[test]
fn a_size_class_decides_who_is_admitted_and_never_how_it_plays() {
    let (job, modules) = job();
    let [normal, script] = [SizeClass::Normal, SizeClass::Script].map(|size| {
        let mut job = job.clone();
        let Plays::Module { hash, .. } = job.seats.0[0].plays else { panic!("a module plays") };
        Arc::make_mut(&mut job.seats.0[0]).plays = Plays::Module { hash, size };
        let record = JobRunner::new(validator(), GAMES).play(&job, &modules, |_| true).unwrap().unwrap();
        serde_json::to_string(&job::Record::from(record)).unwrap()
    });
    assert_eq!(normal, script);
}
