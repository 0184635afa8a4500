//! Executors that fail: played matches are kept, and the others are played later.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use crate::common;

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use common::{GAMES, entered, finish, keys, threads, validator};
use config::{BotPlan, EntrantPlan, SizeClass};
use game::Rules;
use job::{Executor, ExecutorError, Finished, Job, JobId};
use ledger::{Ledger, LedgerError, MatchRow, RunFolder};
use play::{JobRunner, LocalThreads};
use rating::scale::EloScale;
use referee::{Builtin, HostFailure, Limits};
use run_folder::sequential_test::{SequentialTestPlan, SequentialTestVerdict};
use runner::{Candidate, Ending, Event, Run, RunCheck, RunError, SequentialTest, SequentialTestEvent, admit};
use tournament::{MatchKey, RunSeed, match_seed};

const TEXT: &str = "[tournament]\nname = \"Faulty\"\ngame = \"tank-war\"\nseed = 5\n\
    [[entrant]]\nname = \"one\"\nbot = \"builtin:random\"\n\
    [[entrant]]\nname = \"two\"\nbot = \"builtin:random\"\n\
    [[entrant]]\nname = \"three\"\nbot = \"builtin:random\"\n\
    [[entrant]]\nname = \"four\"\nbot = \"builtin:first\"\n\
    [[stage]]\nformat = \"round-robin\"\ngames = 4\n";
const MATCHES: usize = 24;

/// Maximum number of failures that are returned together.
const AT_ONCE: usize = 50;

/// Threads that play, with failures.
struct Faulty {
    threads: LocalThreads,
    /// The seeds of the matches at which the host always fails: an executor knows no keys.
    fails_at: BTreeSet<[u8; 32]>,
    failed: RefCell<Vec<JobId>>,
    /// Number of results after which the executor is lost.
    lost_after: usize,
    collected: Cell<usize>,
    /// `true` if each result is returned twice.
    stutters: bool,
}

impl Faulty {
    fn new() -> Faulty {
        Faulty {
            threads: threads(2),
            fails_at: BTreeSet::new(),
            failed: RefCell::default(),
            lost_after: usize::MAX,
            collected: Cell::new(0),
            stutters: false,
        }
    }

    /// Threads that fail at these matches of a run with the given seed.
    fn at(seed: u64, fails_at: impl IntoIterator<Item = MatchKey>) -> Faulty {
        let seeds = fails_at.into_iter().map(|key| match_seed(RunSeed::from(seed), key));
        Faulty { fails_at: seeds.collect(), ..Faulty::new() }
    }
}

impl Executor for Faulty {
    fn width(&self) -> usize {
        self.threads.width()
    }

    fn submit(&self, jobs: Vec<Job>) -> Result<(), ExecutorError> {
        let (failing, others): (Vec<_>, Vec<_>) =
            jobs.into_iter().partition(|job| self.fails_at.contains(job.seed.bytes()));
        self.failed.borrow_mut().extend(failing.iter().map(|job| job.id));
        self.threads.submit(others)
    }

    fn take_back(&self) -> Result<Vec<JobId>, ExecutorError> {
        Ok(self.threads.take_back()?.into_iter().chain(self.failed.take()).collect())
    }

    fn collect(&self, patience: Duration) -> Result<Vec<Finished>, ExecutorError> {
        if self.collected.get() >= self.lost_after {
            return Err(ExecutorError::new("the cable is out", None));
        }
        let mut finished = self.threads.collect(patience)?;
        if self.stutters {
            let again = |one: &Finished| {
                let record = one.result.as_ref().unwrap().clone();
                Finished::here(one.id, Ok(record))
            };
            finished.extend(finished.iter().map(again).collect::<Vec<_>>());
        }
        let failure = || Err(HostFailure::new("the disk is on fire", None));
        let mut failed = self.failed.borrow_mut();
        let some = failed.len().min(AT_ONCE);
        finished.extend(failed.drain(..some).map(|id| Finished::here(id, failure())));
        // Uncollected results are lost with it.
        finished.truncate(self.lost_after - self.collected.get());
        self.collected.set(self.collected.get() + finished.len());
        Ok(finished)
    }
}

fn begin(folder: &Path) -> (RunFolder, Run) {
    let folder = RunFolder::at(folder);
    let run = runner::begin(&folder, entered(TEXT.to_owned()), validator()).unwrap();
    (folder, run)
}

fn rows(folder: &RunFolder) -> Vec<MatchRow> {
    let mut rows = Vec::new();
    let ledger = Ledger::open_read_only(folder).unwrap();
    ledger
        .for_each_match(None, |stored| {
            rows.push(stored.verified().unwrap());
            Ok::<(), LedgerError>(())
        })
        .unwrap();
    rows
}

/// The record of an undisturbed run.
fn undisturbed(folder: &Path) -> Vec<MatchRow> {
    let (folder, mut run) = begin(folder);
    let ending = run.play(&threads(2), &AtomicBool::new(false), &mut |_| {}).unwrap();
    assert_eq!(ending, Ending::Complete);
    drop(run);
    rows(&folder)
}

#[test]
fn a_match_at_which_the_host_fails_is_set_aside_and_the_others_are_played() {
    let temp = tempfile::tempdir().unwrap();
    let (folder, mut run) = begin(&temp.path().join("run"));
    let failing: MatchKey = "1.1.2.3".parse().unwrap();
    let executor = Faulty::at(5, [failing]);
    let mut tries = Vec::new();
    let mut interrupted = 0;
    let ending = run.play(&executor, &AtomicBool::new(false), &mut |event| match event {
        Event::Void { key, tries: tried, .. } => tries.push((key, tried)),
        Event::StageInterrupted { standings, .. } => {
            interrupted += 1;
            assert_eq!(standings.rows.len(), 4);
        }
        _ => {}
    });
    let Ending::HostFailed { matches } = ending.unwrap() else { panic!("a match cannot be played") };
    let named: Vec<String> = matches.iter().map(ToString::to_string).collect();
    assert_eq!(named, ["match 1.1.2.3: \"two\" against \"three\": the host failed: the disk is on fire"]);
    assert_eq!(tries, [(failing, 1), (failing, 2), (failing, 3)]);
    assert_eq!(interrupted, 1);
    drop(run);
    let before = keys(&folder);
    assert_eq!(before.len(), MATCHES - 1);
    assert!(!before.contains(&failing));
    // When the cause is fixed, it is the only match left to play.
    assert_eq!(finish(&folder).len(), MATCHES);
    assert!(rows(&folder) == undisturbed(&temp.path().join("undisturbed")));
}

#[test]
fn a_host_that_fails_at_every_match_does_not_try_them_all() {
    let temp = tempfile::tempdir().unwrap();
    let folder = RunFolder::at(temp.path().join("run"));
    let text = TEXT.replace("games = 4", "games = 40");
    let mut run = runner::begin(&folder, entered(text), validator()).unwrap();
    let all =
        (0..3 * 2 * 40).map(|number| MatchKey::new(0, number / 80, number / 40 % 2, (number % 40) as u16));
    let executor = Faulty::at(5, all.map(Result::unwrap));
    let mut tries = 0;
    let ending = run.play(&executor, &AtomicBool::new(false), &mut |event| {
        tries += usize::from(matches!(event, Event::Void { .. }));
    });
    let Ending::HostFailed { matches } = ending.unwrap() else { panic!("no match can be played") };
    assert_eq!(matches.len(), 64);
    // Every match once, then a second time until enough of them wait for their last try, which is played one by one.
    assert!(tries <= 240 + (64 + AT_ONCE) + 64, "{tries}");
}

/// Matches after it could not be kept.
#[test]
fn a_stage_that_may_stop_early_waits_for_a_match_at_which_the_host_fails() {
    let temp = tempfile::tempdir().unwrap();
    let folder = RunFolder::at(temp.path().join("run"));
    let text = TEXT.replace("games = 4", "games = 4\nstop_when_decided = 1");
    let mut run = runner::begin(&folder, entered(text), validator()).unwrap();
    let failing: MatchKey = "1.2.1.1".parse().unwrap();
    let executor = Faulty::at(5, [failing]);
    let ending = run.play(&executor, &AtomicBool::new(false), &mut |_| {});
    assert!(matches!(ending.unwrap(), Ending::HostFailed { .. }));
    drop(run);
    // Its round began, so all other matches of it are part of the stage.
    let kept = keys(&folder);
    assert_eq!(kept.iter().filter(|key| key.round() == 0).count(), 8);
    assert_eq!(kept.iter().filter(|key| key.round() == 1).count(), 7);
    assert_eq!(kept.len(), 15);
    finish(&folder);
}

#[test]
fn a_lost_executor_costs_what_was_not_collected_and_no_more() {
    let temp = tempfile::tempdir().unwrap();
    let usual = undisturbed(&temp.path().join("undisturbed"));
    let (folder, mut run) = begin(&temp.path().join("run"));
    let executor = Faulty { lost_after: 5, ..Faulty::new() };
    let mut told = Vec::new();
    let ending = run.play(&executor, &AtomicBool::new(false), &mut |event| {
        if let Event::Played { key, .. } = event {
            told.push(key);
        }
    });
    let error = ending.unwrap_err();
    assert!(matches!(error, RunError::Executor(_)));
    assert_eq!(error.to_string(), "the executor is lost: the cable is out");
    drop(run);
    told.sort_unstable();
    assert_eq!(told, keys(&folder));
    assert_eq!(told.len(), 5, "{told:?}");
    assert_eq!(finish(&folder).len(), MATCHES);
    assert!(rows(&folder) == usual);
}

#[test]
fn a_result_that_comes_twice_counts_once() {
    let temp = tempfile::tempdir().unwrap();
    let (folder, mut run) = begin(&temp.path().join("run"));
    let executor = Faulty { stutters: true, ..Faulty::new() };
    let mut told = 0;
    let ending = run.play(&executor, &AtomicBool::new(false), &mut |event| {
        told += usize::from(matches!(event, Event::Played { .. }));
    });
    assert_eq!((ending.unwrap(), told), (Ending::Complete, MATCHES));
    drop(run);
    assert!(rows(&folder) == undisturbed(&temp.path().join("undisturbed")));
}

#[test]
fn a_verification_names_what_cannot_be_played_and_ends_with_a_lost_executor() {
    let temp = tempfile::tempdir().unwrap();
    undisturbed(&temp.path().join("run"));
    let folder = RunFolder::at(temp.path().join("run"));
    let recorded = RunCheck::open(&folder, GAMES, validator()).unwrap();
    let failing: MatchKey = "1.2.1.1".parse().unwrap();
    let executor = Faulty::at(5, [failing]);
    let seen = recorded.verify(&executor, &mut |_| {}).unwrap();
    assert_eq!(seen.matches, MATCHES as u64);
    assert!(seen.differences.is_empty(), "{:?}", seen.differences);
    let why = "the host failed: the disk is on fire".to_owned();
    assert_eq!(seen.unplayed, BTreeMap::from([(failing, why)]));
    let executor = Faulty { lost_after: 0, ..Faulty::new() };
    assert!(matches!(recorded.verify(&executor, &mut |_| {}), Err(RunError::Executor(_))));
}

fn test_of_two(folder: &RunFolder) -> SequentialTest {
    let candidate = |name: &str, builtin| Candidate {
        plan: EntrantPlan {
            name: name.to_owned(),
            bot: BotPlan::Builtin(builtin),
            settings: String::new(),
            guest: false,
            size: SizeClass::Script,
        },
        module: None,
    };
    let game = GAMES[0];
    let plan = SequentialTestPlan {
        game,
        rules: Rules::defaults(game.options()),
        limits: Limits::default(),
        scale: EloScale::Logistic,
        elo0: 0.0,
        elo1: 10.0,
        alpha: 0.05,
        beta: 0.05,
        openings: Some(7),
        plies: 2,
        seed: 3,
        max_games: Some(40),
    };
    let candidates = [candidate("new", Builtin::Random), candidate("old", Builtin::First)];
    let admission = admit(validator(), &candidates).unwrap();
    SequentialTest::begin(&plan, admission, validator(), Some(folder)).unwrap()
}

#[test]
fn a_sequential_test_keeps_the_pairs_before_a_game_that_cannot_be_played() {
    let temp = tempfile::tempdir().unwrap();
    let stop = AtomicBool::new(false);
    let play = |name: &str, fails_at: &[&str]| {
        let folder = RunFolder::at(temp.path().join(name));
        let mut test = test_of_two(&folder);
        let executor = Faulty::at(3, fails_at.iter().map(|key| key.parse().unwrap()));
        let mut tries: BTreeMap<MatchKey, u32> = BTreeMap::new();
        let ending = test.play(&executor, &stop, &mut |event| {
            if let SequentialTestEvent::Void { key, tries: tried, .. } = event {
                tries.insert(key, tried);
            }
        });
        ((ending.unwrap(), test.state().verdict), tries, folder)
    };
    let (ending, tries, folder) = play("run", &["1.1.6.2"]);
    let (Ending::HostFailed { matches }, None) = ending else { panic!("a game cannot be played") };
    let named: Vec<String> = matches.iter().map(|void| void.key.to_string()).collect();
    assert_eq!((named, tries.into_values().collect()), (vec!["1.1.6.2".to_owned()], vec![3]));
    assert_eq!(keys(&folder).len(), 10);
    let over = (Ending::Complete, Some(SequentialTestVerdict::MaxGames));
    assert_eq!(play("run", &[]).0, over);
    let (ending, _, other) = play("undisturbed", &[]);
    assert_eq!(ending, over);
    assert!(rows(&folder) == rows(&other));
}

/// An executor that has every result as soon as a job is submitted.
struct Immediate {
    runner: RefCell<JobRunner>,
    finished: RefCell<Vec<Finished>>,
}

impl Executor for Immediate {
    fn width(&self) -> usize {
        1
    }

    fn submit(&self, jobs: Vec<Job>) -> Result<(), ExecutorError> {
        let mut runner = self.runner.borrow_mut();
        let play = |job: Job| {
            let record = runner.play(&job, &BTreeMap::new(), |_| true).unwrap().unwrap();
            Finished::here(job.id, Ok(record))
        };
        self.finished.borrow_mut().extend(jobs.into_iter().map(play));
        Ok(())
    }

    fn take_back(&self) -> Result<Vec<JobId>, ExecutorError> {
        Ok(Vec::new())
    }

    fn collect(&self, _patience: Duration) -> Result<Vec<Finished>, ExecutorError> {
        Ok(self.finished.take())
    }
}

#[test]
fn who_stops_a_run_when_a_round_is_over_stops_it_before_the_next() {
    let temp = tempfile::tempdir().unwrap();
    let folder = RunFolder::at(temp.path().join("run"));
    let text = TEXT.replace("\"round-robin\"\ngames = 4", "\"swiss\"\nrounds = 2\ngames = 6");
    let mut run = runner::begin(&folder, entered(text), validator()).unwrap();
    let executor = Immediate {
        runner: RefCell::new(JobRunner::new(validator().clone(), GAMES)),
        finished: RefCell::default(),
    };
    let stop = AtomicBool::new(false);
    let mut played = 0;
    let ending = run.play(&executor, &stop, &mut |event| {
        played += usize::from(matches!(event, Event::Played { .. }));
        stop.store(played == 12, Ordering::Relaxed);
    });
    assert_eq!(ending.unwrap(), Ending::Interrupted);
    assert_eq!(keys(&folder).iter().map(|key| key.round()).collect::<Vec<_>>(), [0; 12]);
}
