//! Matches at which the host fails: the number of tries, the matches beside them, and the end of playing.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use job::{Executor, ExecutorError, Finished, Job, JobId, Plays};
use ledger::{LedgerError, RunFolder};
use play::{JobRunner, LocalThreads, PlayJob};
use referee::{Builtin, CpuGuard, HostFailure, Record};
use tournament::MatchKey;

use super::{GAMES, List, Which, record_of, slow, validator};
use crate::admission::Candidate;
use crate::dispatch::{Agenda, dispatch};
use crate::event::{Ending, Event};
use crate::resume::resume;
use crate::run::begin;
use crate::tournament_entry::EnteredTournament;

const TEXT: &str = "[tournament]\nname = \"Void\"\ngame = \"tank-war\"\n\
    [[entrant]]\nname = \"one\"\nbot = \"builtin:random\"\n\
    [[entrant]]\nname = \"two\"\nbot = \"builtin:random\"\n\
    [[entrant]]\nname = \"three\"\nbot = \"builtin:first\"\n\
    [[stage]]\nformat = \"round-robin\"\ngames = 4\n";

#[test]
fn a_match_at_which_the_host_fails_is_void_and_tried_three_times() {
    let temp = tempfile::tempdir().unwrap();
    let folder = RunFolder::at(temp.path().join("run"));
    let plan = config::parse("void.toml", TEXT, GAMES).unwrap();
    let candidates: Vec<Candidate> =
        plan.entrants.iter().map(|entrant| Candidate { plan: entrant.clone(), module: None }).collect();
    let entered = EnteredTournament { plan, text: TEXT.to_owned(), name: "void.toml".to_owned(), candidates };
    let validator = validator(CpuGuard::default());
    let mut run = begin(&folder, entered, &validator).unwrap();
    // The host has lost the player of the third entrant.
    let each = || -> Box<PlayJob> {
        let mut runner = JobRunner::new(validator.clone(), GAMES);
        Box::new(move |job, _stop| {
            if job.seats.iter().any(|(_, seat)| seat.plays == Plays::Builtin(Builtin::First)) {
                return Err(HostFailure::new("nothing to play with", None));
            }
            Ok(runner.play(job, &BTreeMap::new(), |_| true)?)
        })
    };
    let troubled = LocalThreads::playing(2, &each).unwrap();
    let stop = AtomicBool::new(false);
    let mut tried: BTreeMap<MatchKey, Vec<u32>> = BTreeMap::new();
    let mut played = 0;
    let ending = run.play(&troubled, &stop, &mut |event| match event {
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
    // No bot loses because of it, and when the cause is fixed, the run continues.
    let mut run = resume(&folder, GAMES, &validator).unwrap();
    let threads = LocalThreads::start(2, &validator, GAMES).unwrap();
    let mut more = 0;
    let ending =
        run.play(&threads, &stop, &mut |event| more += usize::from(matches!(event, Event::Played { .. })));
    assert_eq!(ending.unwrap(), Ending::Complete);
    assert_eq!(played + more, 12);
    assert!(!stop.load(Ordering::Relaxed));
    run.record
        .ledger
        .for_each_match(None, |stored| {
            assert!(stored.row.reason.forfeits().is_empty());
            Ok::<(), LedgerError>(())
        })
        .unwrap();
}

/// Returns the result of a playing, given the job and the number of the playing, from 1.
type Playing<'a> = dyn Fn(&Job, usize) -> Result<Record, HostFailure> + 'a;

/// An executor on which up to `most` jobs end together.
struct Together<'a> {
    playing: &'a Playing<'a>,
    most: usize,
    jobs: RefCell<Vec<Job>>,
    /// The jobs of each collection, with `true` if they were to be played alone.
    collections: RefCell<Vec<Vec<(Which, bool)>>>,
}

impl<'a> Together<'a> {
    fn new(most: usize, playing: &'a Playing<'a>) -> Together<'a> {
        Together { playing, most, jobs: RefCell::default(), collections: RefCell::default() }
    }

    fn finish(&self, job: &Job) -> Finished {
        let collections = self.collections.borrow();
        let playing = collections.iter().flatten().filter(|(which, _)| which == job.seed.bytes()).count();
        Finished::here(job.id, (self.playing)(job, playing))
    }
}

impl Executor for Together<'_> {
    fn width(&self) -> usize {
        1
    }

    fn submit(&self, jobs: Vec<Job>) -> Result<(), ExecutorError> {
        self.jobs.borrow_mut().extend(jobs);
        Ok(())
    }

    fn take_back(&self) -> Result<Vec<JobId>, ExecutorError> {
        Ok(self.jobs.take().into_iter().map(|job| job.id).collect())
    }

    fn collect(&self, _patience: Duration) -> Result<Vec<Finished>, ExecutorError> {
        let mut waiting = self.jobs.borrow_mut();
        let most = self.most.min(waiting.len());
        let jobs: Vec<Job> = waiting.drain(..most).collect();
        self.collections.borrow_mut().push(jobs.iter().map(|job| (*job.seed.bytes(), job.alone)).collect());
        Ok(jobs.iter().map(|job| self.finish(job)).collect())
    }
}

fn failure() -> Result<Record, HostFailure> {
    Err(HostFailure::new("no memory", None))
}

/// Plays matches at which the host may fail.
fn play(executor: &dyn Executor, matches: usize) -> (Ending, List) {
    let mut list = List { void: Some(Vec::new()), ..List::new(&vec![1; matches]) };
    let ended = dispatch(executor, &mut list, &AtomicBool::new(false)).unwrap();
    (ended, list)
}

/// A host that is short of memory fails at a match only because of those beside it.
#[test]
fn the_last_try_of_a_void_match_is_alone() {
    let playing = |job: &Job, _| if job.alone { Ok(record_of(job)) } else { failure() };
    let executor = Together::new(usize::MAX, &playing);
    let (ended, mut list) = play(&executor, 30);
    assert_eq!(ended, Ending::Complete);
    list.played.sort_unstable();
    list.played.dedup();
    assert_eq!(list.played.len(), 30);
    let collections = executor.collections.borrow();
    assert!(
        collections.iter().all(|together| together.len() == 1 || together.iter().all(|(_, alone)| !alone))
    );
    let void = list.void.unwrap();
    assert!(void.len() == 60 && void.iter().all(|(_, tries)| *tries <= 2), "{void:?}");
}

#[test]
fn playing_is_given_up_at_the_limit_even_if_more_has_failed_together() {
    let executor = Together::new(usize::MAX, &|_, _| failure());
    let (ended, list) = play(&executor, 300);
    let Ending::HostFailed { matches } = ended else { panic!("no match can be played") };
    assert_eq!((matches.len(), list.played.len()), (List::MOST_SET_ASIDE, 0));
    let alone = executor.collections.borrow().iter().flatten().filter(|(_, alone)| *alone).count();
    assert_eq!(alone, List::MOST_SET_ASIDE);
}

/// When so many matches have failed beside others that playing might end, they come first, and the rest waits.
#[test]
fn what_has_not_begun_waits_until_many_last_tries_are_over() {
    let playing = |job: &Job, _| if job.alone { Ok(record_of(job)) } else { failure() };
    let executor = Together::new(1, &playing);
    let (ended, list) = play(&executor, 200);
    assert_eq!((ended, list.played.len()), (Ending::Complete, 200));
    let order: Vec<bool> = executor.collections.borrow().iter().flatten().map(|(_, alone)| *alone).collect();
    let first_alone = order.iter().position(|alone| *alone).unwrap();
    let others_again = order[first_alone..].iter().position(|alone| !alone).unwrap();
    assert_eq!(others_again, List::MOST_SET_ASIDE, "they are played without a break");
}

#[test]
fn a_result_in_between_begins_the_count_of_tries_anew() {
    // Void, slow; then alone: void, void, played.
    let playing = |job: &Job, playing| match playing {
        2 => Ok(slow(record_of(job))),
        5 => Ok(record_of(job)),
        _ => failure(),
    };
    let (ended, list) = play(&Together::new(usize::MAX, &playing), 1);
    assert_eq!((ended, list.played.len(), list.slow), (Ending::Complete, 1, 0));
    assert_eq!(list.void.unwrap().iter().map(|(_, tries)| *tries).collect::<Vec<_>>(), [1, 1, 2]);
}

/// Returns a late result of the playing beside others before that of the playing alone.
struct Late<'a> {
    together: Together<'a>,
    /// The playings beside others.
    beside: RefCell<BTreeMap<Which, JobId>>,
}

impl Executor for Late<'_> {
    fn width(&self) -> usize {
        self.together.width()
    }

    fn submit(&self, jobs: Vec<Job>) -> Result<(), ExecutorError> {
        let beside = jobs.iter().filter(|job| !job.alone).map(|job| (*job.seed.bytes(), job.id));
        self.beside.borrow_mut().extend(beside);
        self.together.submit(jobs)
    }

    fn take_back(&self) -> Result<Vec<JobId>, ExecutorError> {
        self.together.take_back()
    }

    fn collect(&self, patience: Duration) -> Result<Vec<Finished>, ExecutorError> {
        let beside = self.beside.borrow();
        let late = |job: &Job| Finished::here(beside[job.seed.bytes()], Ok(slow(record_of(job))));
        let mut finished: Vec<Finished> =
            self.together.jobs.borrow().iter().filter(|job| job.alone).map(late).collect();
        finished.extend(self.together.collect(patience)?);
        Ok(finished)
    }
}

#[test]
fn a_late_result_does_not_stand_for_the_one_that_was_played_alone() {
    let playing = |job: &Job, _| Ok(if job.alone { record_of(job) } else { slow(record_of(job)) });
    let executor = Late { together: Together::new(usize::MAX, &playing), beside: RefCell::default() };
    let (ended, list) = play(&executor, 3);
    assert_eq!((ended, list.played.len(), list.slow), (Ending::Complete, 3, 0));
}
