//! Matches that a worker receives before it has answered: the next ones if they are quick, and none behind a slow
//! one.

use std::io::{self, Write};
use std::process::{Command, ExitCode, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

use job::{Job, Plays, SeatJob, Terms, Validator, play_all};
use play::LocalThreads;
use referee::Builtin;
use worker::frame::{self, MOST_FROM_WORKER, MOST_TO_WORKER};
use worker::message::{MatchOrder, ParentReply, Setup, WorkerAnswer, WorkerCommand, WorkerQuestion};
use worker::{WORKER_ARGUMENT, Workers};

use crate::common::{bot, here, isolated, isolation, job, limits, sandbox, strictness, terms};
use crate::lies::{ready, record};

/// The argument of a worker that waits for orders before it answers, followed by `slow` or `quick`.
const ARGUMENT: &str = "pipelined";
/// Number of matches to play.
const MATCHES: usize = 30;
/// Number of matches that a quick worker wants to have at the same time.
const AHEAD: usize = 10;
/// Maximum time to wait for an expected order, and for one that must not come.
const COMES: Duration = Duration::from_mins(1);
const NEVER_COMES: Duration = Duration::from_millis(50);

/// A worker with quick matches receives the next ones before it has answered. One whose matches take a second ends if
/// it receives another.
pub(crate) fn quick_matches_are_sent_early_and_none_behind_a_slow_one() {
    for pace in ["slow", "quick"] {
        let there = isolated(&[ARGUMENT, pace]);
        let workers = Workers::start(1, &there).unwrap();
        let first = job(&terms(&there, limits()), &Plays::Builtin(Builtin::First), 0);
        let jobs: Vec<Job> = (0..MATCHES).map(|_| first.clone().again()).collect();
        for played in play_all(&workers, jobs).unwrap() {
            played.unwrap_or_else(|why| panic!("{pace}: {}", explain::with_causes(&why)));
        }
    }
}

/// Orders that are longer than a worker may have in its pipe are sent after it has answered everything else.
pub(crate) fn settings_of_any_length_are_played_alike() {
    let (here, there) = (here(), isolated(&[]));
    let terms = terms(&here, limits());
    let (module, size) = bot("scatter");
    let held = [&here as &dyn Validator, &there]
        .map(|validator| validator.validate(&module, size).unwrap().unwrap());
    let jobs: Vec<Job> = (0..200_usize)
        .map(|number| {
            let mut job = job(&terms, &held[0].plays(), number as u64);
            let length = if number % 7 == 0 { 100_000 } else { number };
            let settings = "a".repeat(length);
            job.seats.0[0] = SeatJob { settings, ..SeatJob::clone(&job.seats.0[0]) }.into();
            job
        })
        .collect();
    let threads = LocalThreads::start(2, &here, games::GAMES).unwrap();
    let workers = Workers::start(2, &there).unwrap();
    let due = play_all(&threads, jobs.clone()).unwrap();
    let played = play_all(&workers, jobs).unwrap();
    for (number, (due, played)) in due.into_iter().zip(played).enumerate() {
        assert_eq!(due.unwrap(), played.unwrap(), "match {number}");
    }
}

/// A worker that asks for data for a match does not lose the orders that it received after that match.
pub(crate) fn orders_that_come_before_a_reply_are_carried_out_after_it() {
    let sandbox = sandbox("compiled-isolated", Some(strictness()));
    let (module, size) = bot("walker");
    let verdict = sandbox.judge(&module, &size.caps()).unwrap().unwrap();
    let plays = Plays::Module { hash: verdict.hash, size };
    let job = job(&terms(&here(), limits()), &plays, 3);
    let Terms { engine, game, rules, limits } = (*job.terms).clone();
    let terms = Terms { engine, game, rules, limits };
    let isolation = isolation(&[], strictness());
    let mut command = Command::new(isolation.program);
    command.arg(WORKER_ARGUMENT).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let (mut to, mut from) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    let setup = Setup {
        parent: std::process::id(),
        strictness: strictness(),
        instances: 4,
        seconds: 600,
        bytes: 4 << 30,
    };
    let play = |seed| {
        WorkerCommand::Play(MatchOrder { terms: 0, start: None, seed: [seed; 32], luck: None, seats: [0, 1] })
    };
    let seats = job.seats.0.each_ref().map(|seat| WorkerCommand::Seat((**seat).clone()));
    let orders = [WorkerCommand::Begin(setup), WorkerCommand::Terms(terms)].into_iter().chain(seats);
    let mut sent = Vec::new();
    for order in orders.chain([play(1), play(2), play(3)]) {
        frame::append(&mut sent, &order, MOST_TO_WORKER).unwrap();
    }
    to.write_all(&sent).unwrap();
    let (mut asked, mut played) = (0, 0);
    while played < 3 {
        let question = match frame::read::<WorkerAnswer>(&mut from, MOST_FROM_WORKER).unwrap() {
            WorkerAnswer::Ready { .. } => continue,
            WorkerAnswer::Played { .. } => {
                played += 1;
                continue;
            }
            WorkerAnswer::Ask(question) => question,
            other => panic!("{other:?}"),
        };
        asked += 1;
        let part = verdict.code_part.as_ref();
        let bytes = match question {
            WorkerQuestion::Module(_) => module.clone(),
            WorkerQuestion::Decision { caps: Some(_), .. } => verdict.decision.to_vec(),
            WorkerQuestion::Decision { caps: None, .. } => part.unwrap().decision.to_vec(),
            other => panic!("{other:?}"),
        };
        let reply = WorkerCommand::Reply(ParentReply::Bytes(Some(bytes.into())));
        frame::write(&mut to, &reply, MOST_TO_WORKER).unwrap();
    }
    assert!(asked > 0, "it had everything");
    drop(to);
    assert!(child.wait().unwrap().success());
}

/// Runs a worker that waits for orders before it answers, if this process is meant to be one.
pub(crate) fn main() -> Option<ExitCode> {
    let mut arguments = std::env::args().skip(1);
    if arguments.next()? != ARGUMENT {
        return None;
    }
    let pace = arguments.next()?;
    frame::read::<WorkerCommand>(&mut io::stdin(), MOST_TO_WORKER).ok()?;
    frame::write(&mut io::stdout(), &ready(), MOST_FROM_WORKER).ok()?;
    let (sender, orders) = mpsc::channel();
    thread::spawn(move || {
        while let Ok(order) = frame::read::<WorkerCommand>(&mut io::stdin(), MOST_TO_WORKER) {
            if matches!(order, WorkerCommand::Play(_)) && sender.send(()).is_err() {
                break;
            }
        }
    });
    let done = if pace == "slow" { slow(&orders) } else { quick(&orders) };
    Some(done.map_or(ExitCode::FAILURE, |()| ExitCode::SUCCESS))
}

/// Ends in the middle of a match if it receives another one.
fn slow(orders: &Receiver<()>) -> Option<()> {
    while orders.recv().is_ok() {
        if orders.recv_timeout(NEVER_COMES).is_ok() {
            return None;
        }
        answer(Duration::from_secs(1))?;
    }
    Some(())
}

/// Answers when it has so many matches that they must have been sent early.
fn quick(orders: &Receiver<()>) -> Option<()> {
    let mut left = MATCHES;
    for has in [1, AHEAD, AHEAD, MATCHES - 1 - 2 * AHEAD] {
        (0..has).try_for_each(|_| orders.recv_timeout(COMES).ok())?;
        (0..has).try_for_each(|_| answer(Duration::from_micros(1)))?;
        left -= has;
    }
    (left == 0).then_some(())
}

fn answer(took: Duration) -> Option<()> {
    let played = WorkerAnswer::Played { record: Box::new(record()), nanos: took.as_nanos() as u64 };
    frame::write(&mut io::stdout(), &played, MOST_FROM_WORKER).ok()
}
