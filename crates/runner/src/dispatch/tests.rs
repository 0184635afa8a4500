//! Failures while matches are played: slow matches in a run and in a sequential test, a host that fails, and an
//! executor that is lost.

mod void;

use std::cell::RefCell;
use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use game::{Game, PerSeat, Rules, Seat};
use job::{Executor, ExecutorError, Finished, Job, JobId, MatchSettings, Plays, SeatJob};
use ledger::{Ledger, LedgerError, MatchRow, RunFolder};
use play::{JobRunner, LocalThreads, LocalValidator, PlayJob};
use referee::{
    Builtin, CpuGuard, Failure, Fault, HostFailure, Limits, Loss, MatchSeed, Player, Record, Ticks,
};
use run_folder::sequential_test::{SequentialTestPlan, SequentialTestVerdict};
use sandbox::{Sandbox, SandboxOptions};
use tournament::{EntrantId, MatchKey, RunSeed, match_seed};

use super::repeats::RepeatLimits;
use super::{Agenda, Dispatcher, Incident, dispatch, slow_loss};
use crate::admission::{Admission, Candidate, admit};
use crate::error::RunError;
use crate::event::Ending;
use crate::match_job::MatchJob;
use crate::run::begin;
use crate::sequential_test::SequentialTest;
use crate::tournament_entry::EnteredTournament;

static GAMES: &[&dyn Game] = &[&tank_war::GAME];

/// A bot that names the first of its movable tanks. Before its first move it burns enough fuel for the guard to check
/// the processor's clock twice.
const SPINNER: &str = r#"(module
    (memory (export "memory") 1)
    (func (export "muster_buffer") (param i32) (result i32) i32.const 1024)
    (func (export "muster_choose") (param i32) (result i64) (local $n i32)
        (if (i32.eqz (i32.load offset=1036 (i32.const 0))) (then
            (local.set $n (i32.const 15000000))
            (loop $again (br_if $again (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))))
        (i64.extend_i32_u (i32.ctz (i32.load8_u offset=1093 (i32.load8_u offset=1032 (i32.const 0)))))))"#;

const TEXT: &str = "[tournament]\nname = \"Slow\"\ngame = \"tank-war\"\nseed = 5\n\
    [[entrant]]\nname = \"spinner\"\nbot = \"spinner.wasm\"\n\
    [[entrant]]\nname = \"two\"\nbot = \"builtin:random\"\n\
    [[entrant]]\nname = \"three\"\nbot = \"builtin:random\"\n\
    [[entrant]]\nname = \"four\"\nbot = \"builtin:random\"\n\
    [[stage]]\nformat = \"round-robin\"\ngames = 4\n";
const SPINNER_ID: EntrantId = EntrantId(0);
const SLOTS: usize = 4;

fn validator(guard: CpuGuard) -> LocalValidator {
    let options = SandboxOptions { cpu_guard: guard, ..SandboxOptions::default() };
    LocalValidator::new(Sandbox::new(&options).unwrap())
}

/// A guard that every call exceeds at a check. Only a call's fuel determines whether it is checked.
const TIGHT: CpuGuard = CpuGuard { floor: Duration::ZERO, factor: 0 };

fn candidates() -> Vec<Candidate> {
    let module: Arc<[u8]> = wat::parse_str(SPINNER).unwrap().into();
    let plan = config::parse("slow.toml", TEXT, GAMES).unwrap();
    let module_of =
        |bot: &config::BotPlan| matches!(bot, config::BotPlan::File(_)).then(|| Arc::clone(&module));
    let entrants = plan.entrants.iter();
    entrants.map(|entrant| Candidate { module: module_of(&entrant.bot), plan: entrant.clone() }).collect()
}

/// The seed that identifies a match: an executor knows neither keys nor entrants.
type Which = [u8; 32];

/// One playing of a match.
#[derive(Clone, Debug)]
struct Turn {
    which: Which,
    slow: bool,
    /// `true` if another match was played at the same time, even briefly.
    beside_others: bool,
}

/// Plays each match under the tight guard the given number of times, and under the usual one after that.
struct Watched {
    tight: LocalValidator,
    usual: LocalValidator,
    tight_turns: usize,
    seen: Mutex<Seen>,
    /// Keeps the modules ready.
    _admitted: [Admission; 2],
}

#[derive(Default)]
struct Seen {
    now: BTreeMap<Which, bool>,
    turns: Vec<Turn>,
}

impl Watched {
    fn new(candidates: &[Candidate], tight_turns: usize) -> Arc<Watched> {
        let (tight, usual) = (validator(TIGHT), validator(CpuGuard::default()));
        let admitted = [&tight, &usual].map(|validator| admit(validator, candidates).unwrap());
        Arc::new(Watched { tight, usual, tight_turns, seen: Mutex::default(), _admitted: admitted })
    }

    fn slots(self: &Arc<Self>) -> LocalThreads {
        let each = || -> Box<PlayJob> {
            let watched = Arc::clone(self);
            let runner = |validator: &LocalValidator| JobRunner::new(validator.clone(), GAMES);
            let mut runners = [runner(&watched.tight), runner(&watched.usual)];
            Box::new(move |job, _stop| watched.play(job, &mut runners))
        };
        LocalThreads::playing(SLOTS, &each).unwrap()
    }

    fn play(&self, job: &Job, [tight, usual]: &mut [JobRunner; 2]) -> Result<Option<Record>, HostFailure> {
        let which = *job.seed.bytes();
        let before = {
            let mut seen = self.seen.lock().unwrap();
            let beside = !seen.now.is_empty();
            seen.now.values_mut().for_each(|beside| *beside = true);
            seen.now.insert(which, beside);
            seen.turns.iter().filter(|turn| turn.which == which).count()
        };
        let runner = if before < self.tight_turns { tight } else { usual };
        let record = runner.play(job, &BTreeMap::new(), |_| true)?.unwrap();
        let mut seen = self.seen.lock().unwrap();
        let beside_others = seen.now.remove(&which).unwrap();
        seen.turns.push(Turn { which, slow: slow_loss(&record).is_some(), beside_others });
        Ok(Some(record))
    }

    /// Returns `true` if every second playing of a match came after all first playings.
    fn repeats_come_last(&self) -> bool {
        let seen = self.seen.lock().unwrap();
        let is_repeat =
            |index: usize| seen.turns[..index].iter().any(|turn| turn.which == seen.turns[index].which);
        (0..seen.turns.len()).map(is_repeat).is_sorted()
    }

    /// The playings of each match on record, in order.
    fn turns(&self, rows: &[MatchRow], seed: u64) -> BTreeMap<MatchKey, Vec<Turn>> {
        let seen = self.seen.lock().unwrap();
        let of = |key| {
            let which = match_seed(RunSeed::from(seed), key);
            seen.turns.iter().filter(|turn| turn.which == which).cloned().collect()
        };
        rows.iter().map(|row| (row.key, of(row.key))).collect()
    }
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

fn details(folder: &RunFolder, row: &MatchRow) -> PerSeat<Option<String>> {
    let ledger = Ledger::open_read_only(folder).unwrap();
    ledger.private_parts(row.key).unwrap().map(|(loss, _)| loss.map(|loss| loss.failure.detail))
}

/// A whole run on watched slots.
fn run(folder: &RunFolder, tight_turns: usize) -> (Vec<MatchRow>, BTreeMap<MatchKey, Vec<Turn>>) {
    let candidates = candidates();
    let plan = config::parse("slow.toml", TEXT, GAMES).unwrap();
    let watched = Watched::new(&candidates, tight_turns);
    let entered = EnteredTournament { plan, text: TEXT.to_owned(), name: "slow.toml".to_owned(), candidates };
    let mut run = begin(folder, entered, &watched.usual).unwrap();
    let ending = run.play(&watched.slots(), &AtomicBool::new(false), &mut |_| {});
    assert_eq!(ending.unwrap(), Ending::Complete);
    assert!(watched.repeats_come_last());
    drop(run);
    let rows = rows(folder);
    let turns = watched.turns(&rows, 5);
    (rows, turns)
}

/// A whole sequential test of the spinner against random play, on watched slots.
fn sequential_test(folder: &RunFolder, tight_turns: usize) -> (Vec<MatchRow>, BTreeMap<MatchKey, Vec<Turn>>) {
    let plan = SequentialTestPlan {
        game: &tank_war::GAME,
        rules: Rules::defaults(tank_war::GAME.options()),
        limits: Limits::default(),
        scale: rating::scale::EloScale::Logistic,
        elo0: 0.0,
        elo1: 10.0,
        alpha: 0.05,
        beta: 0.05,
        openings: None,
        plies: 2,
        seed: 3,
        max_games: Some(12),
    };
    let candidates = &candidates()[..2];
    let watched = Watched::new(candidates, tight_turns);
    let admission = admit(&watched.usual, candidates).unwrap();
    let mut test = SequentialTest::begin(&plan, admission, &watched.usual, Some(folder)).unwrap();
    let ending = test.play(&watched.slots(), &AtomicBool::new(false), &mut |_| {});
    assert_eq!(ending.unwrap(), Ending::Complete);
    assert_eq!(test.state().verdict, Some(SequentialTestVerdict::MaxGames));
    drop(test);
    let rows = rows(folder);
    let turns = watched.turns(&rows, plan.seed);
    (rows, turns)
}

type Played = fn(&RunFolder, usize) -> (Vec<MatchRow>, BTreeMap<MatchKey, Vec<Turn>>);

/// Checks the common behaviour of a run and a sequential test.
fn check(play: Played, games: usize, of_spinner: usize) {
    let temp = tempfile::tempdir().unwrap();
    let folder = |name: &str| RunFolder::at(temp.path().join(name));
    let is_spinners = |row: &&MatchRow| row.entrants.0.contains(&SPINNER_ID);

    let (never, turns) = play(&folder("never"), 0);
    assert_eq!((never.len(), never.iter().filter(is_spinners).count()), (games, of_spinner));
    assert!(turns.values().all(|turns| turns.len() == 1 && !turns[0].slow));

    // Slow once: the second playing counts, as if the first had not happened.
    let (once, turns) = play(&folder("once"), 1);
    assert!(once == never);
    check_turns(&once, &turns, [true, false]);

    // Slow twice: the fault counts, with both figures; every other match is unchanged.
    let (twice, turns) = play(&folder("twice"), 2);
    check_turns(&twice, &turns, [true, true]);
    for (row, without) in twice.iter().zip(&never) {
        if !row.entrants.0.contains(&SPINNER_ID) {
            assert!(row == without);
            continue;
        }
        let slow = PerSeat::from_fn(|seat| (row.entrants[seat] == SPINNER_ID).then_some(Fault::Slow));
        assert_eq!(row.reason.faults(), slow, "the other seat wins");
        assert!(row.outcome.winner().is_some_and(|winner| slow[winner].is_none()));
        let detail = details(&folder("twice"), row).0.into_iter().flatten().next().unwrap();
        assert!(
            detail.contains("ms of processor time for ") && detail.contains("ms of virtual time"),
            "{detail}"
        );
    }
}

/// Checks that the spinner's matches were played twice, the second time alone, and all others once.
fn check_turns(rows: &[MatchRow], turns: &BTreeMap<MatchKey, Vec<Turn>>, slow: [bool; 2]) {
    for row in rows {
        let turns = &turns[&row.key];
        if row.entrants.0.contains(&SPINNER_ID) {
            assert_eq!(turns.iter().map(|turn| turn.slow).collect::<Vec<_>>(), slow, "{turns:?}");
            assert!(!turns[1].beside_others, "{turns:?}");
        } else {
            assert!(turns.len() == 1 && !turns[0].slow, "{turns:?}");
        }
    }
}

#[test]
fn a_slow_match_of_a_run_is_played_again_alone() {
    check(run, 24, 12);
}

#[test]
fn a_slow_match_of_a_sequential_test_is_played_again_alone() {
    check(sequential_test, 12, 12);
}

/// Slots on which the first seat of every match is always slow.
fn slow_slots() -> LocalThreads {
    let each = || -> Box<PlayJob> { Box::new(|job, _stop| Ok(Some(slow(record_of(job))))) };
    LocalThreads::playing(SLOTS, &each).unwrap()
}

/// The record of a match between two built-in players.
fn record_of(job: &Job) -> Record {
    let mut players: PerSeat<Box<dyn Player>> =
        PerSeat::from_fn(|seat| Box::new(Builtin::First.player(&job.seed, seat)) as _);
    referee::play(MatchSettings::defaults(&tank_war::GAME).begin(None).unwrap(), &mut players, |_| true)
        .unwrap()
        .unwrap()
}

/// The record, with a first seat that was slow.
fn slow(mut record: Record) -> Record {
    let failure = Failure::new(Fault::Slow, "too much");
    let loss = Loss { failure, ply: 0, position: String::new(), view: Vec::new(), spent: Ticks::ZERO };
    record.losses[Seat::First] = Some(Box::new(loss));
    record
}

/// A list of matches to play, and their results.
#[derive(Default)]
struct List {
    jobs: Vec<MatchJob>,
    played: Vec<MatchKey>,
    /// Number of taken results in which a bot was slow.
    slow: usize,
    again: usize,
    not_again: usize,
    /// Tries at which the host failed, if failures are expected.
    void: Option<Vec<(MatchKey, u32)>>,
    /// Number of matches after which the list is over, regardless of the rest.
    enough: Option<usize>,
}

impl List {
    /// Creates matches from the entrants in the first seats.
    fn new(first_seats: &[u32]) -> List {
        let terms = Arc::new(MatchSettings::defaults(&tank_war::GAME).terms("of a test"));
        let seat = SeatJob { plays: Plays::Builtin(Builtin::First), settings: String::new() };
        let seat = Arc::new(seat);
        let job = |(number, &first): (u32, &u32)| MatchJob {
            key: MatchKey::new(0, 0, number, 0).unwrap(),
            entrants: PerSeat::new(EntrantId(first), EntrantId(99)),
            job: Job {
                id: JobId::fresh(),
                terms: Arc::clone(&terms),
                start: None,
                seed: MatchSeed::from_number(u64::from(number)),
                luck: None,
                seats: PerSeat::from_fn(|_| Arc::clone(&seat)),
                alone: false,
            },
        };
        List { jobs: (0..).zip(first_seats).map(job).collect(), ..List::default() }
    }
}

impl Agenda for List {
    fn ahead(&self, _width: usize) -> usize {
        100
    }

    fn next_jobs(&mut self, _room: usize) -> Result<Vec<MatchJob>, RunError> {
        Ok(std::mem::take(&mut self.jobs))
    }

    fn note(&mut self, incident: &Incident) -> Result<(), RunError> {
        match incident {
            Incident::Slow { again: true, .. } => self.again += 1,
            Incident::Slow { again: false, .. } => self.not_again += 1,
            Incident::Void { key, why, tries, .. } => match &mut self.void {
                Some(void) => void.push((*key, *tries)),
                None => panic!("{why}"),
            },
        }
        Ok(())
    }

    fn take(&mut self, played: Vec<(MatchJob, Record)>) -> Result<(), RunError> {
        self.slow += played.iter().filter(|(_, record)| slow_loss(record).is_some()).count();
        self.played.extend(played.into_iter().map(|(job, _)| job.key));
        Ok(())
    }

    fn commit(&mut self) -> Result<(), RunError> {
        Ok(())
    }

    fn is_over(&mut self, _out: usize) -> bool {
        self.enough.is_some_and(|enough| self.played.len() >= enough)
    }
}

/// Number of these matches, given by the entrant in the first seat, that were to be played again, and number that were
/// not played again after all.
fn again_and_not(bound: RepeatLimits, first_seats: &[u32]) -> (usize, usize) {
    let slots = slow_slots();
    let mut list = List::new(first_seats);
    let ended = Dispatcher::new(&slots, bound).play(&mut list, &AtomicBool::new(false));
    assert_eq!(ended.unwrap(), Ending::Complete);
    list.played.sort_unstable();
    list.played.dedup();
    assert_eq!(list.played.len(), first_seats.len());
    (list.again, list.not_again)
}

#[test]
fn matches_that_are_played_again_are_bounded_for_each_entrant_and_in_time() {
    let bound = |seconds, each| RepeatLimits { time: Duration::from_secs(seconds), each };
    let seats = [1, 1, 1, 1, 1, 2];
    assert_eq!(again_and_not(bound(3600, 16), &seats), (6, 0));
    assert_eq!(again_and_not(bound(3600, 2), &seats), (6, 3));
    // All of them wait, but when their turn comes there is no time left.
    assert_eq!(again_and_not(bound(0, 16), &seats), (6, 6));
}

/// Plays one match for each request for results, on the caller's thread.
#[derive(Default)]
struct OneByOne {
    jobs: RefCell<VecDeque<Job>>,
    taken_back: RefCell<Vec<JobId>>,
}

impl Executor for OneByOne {
    fn width(&self) -> usize {
        1
    }

    fn submit(&self, jobs: Vec<Job>) -> Result<(), ExecutorError> {
        self.jobs.borrow_mut().extend(jobs);
        Ok(())
    }

    fn take_back(&self) -> Result<Vec<JobId>, ExecutorError> {
        let jobs = std::mem::take(&mut *self.jobs.borrow_mut());
        let ids: Vec<JobId> = jobs.into_iter().map(|job| job.id).collect();
        self.taken_back.borrow_mut().extend(&ids);
        Ok(ids)
    }

    fn collect(&self, _patience: Duration) -> Result<Vec<Finished>, ExecutorError> {
        let Some(job) = self.jobs.borrow_mut().pop_front() else { return Ok(Vec::new()) };
        Ok(vec![Finished::here(job.id, Ok(record_of(&job)))])
    }
}

#[test]
fn what_is_not_needed_any_more_is_taken_back() {
    let executor = OneByOne::default();
    let mut list = List { enough: Some(2), ..List::new(&[1; 7]) };
    let ended = dispatch(&executor, &mut list, &AtomicBool::new(false));
    assert_eq!(ended.unwrap(), Ending::Complete);
    // They may have arrived together with others: results are committed in groups while there is more to request.
    assert_eq!(list.played.len() + executor.taken_back.borrow().len(), 7);
    assert!(list.played.len() >= 2 && executor.jobs.borrow().is_empty(), "{:?}", list.played);
}

#[test]
fn who_is_told_to_stop_asks_for_nothing_and_takes_back_what_was_asked_for() {
    let executor = OneByOne::default();
    let mut list = List::new(&[1; 3]);
    assert_eq!(dispatch(&executor, &mut list, &AtomicBool::new(true)).unwrap(), Ending::Interrupted);
    assert_eq!((list.jobs.len(), list.played.len()), (3, 0));
    // Left over by an earlier user of the executor.
    let jobs = List::new(&[1; 2]).jobs.into_iter().map(|job| job.job).collect();
    executor.submit(jobs).unwrap();
    assert_eq!(dispatch(&executor, &mut List::default(), &AtomicBool::new(false)).unwrap(), Ending::Complete);
    assert_eq!(executor.taken_back.borrow().len(), 2);
}
