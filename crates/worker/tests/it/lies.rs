//! Workers that answer something other than the question.

use std::io::{self, Write};
use std::process::ExitCode;

use job::{Plays, play_all};
use referee::Builtin;
use sandbox::{Sandbox, SandboxOptions};
use worker::frame::{self, MOST_FROM_WORKER, MOST_TO_WORKER};
use worker::message::{BuiltScript, WorkerAnswer, WorkerCommand, WorkerQuestion};
use worker::{Strictness, WorkerError, Workers};

use crate::common::{here, isolated, isolation, job, limits, terms};

/// The argument of a worker that lies, followed by the name of the lie.
const ARGUMENT: &str = "lies";

/// The lies, each with words of the resulting error.
const LIES: &[(&str, &str)] = &[
    ("1 GiB", "a message has 1073741824 bytes"),
    ("noise", "cannot read a message"),
    ("surplus", "extra bytes"),
    ("cut off", "was lost"),
    ("silent end", "was lost"),
    ("contradiction", "the record does not belong to the match"),
    ("long log", "a log of "),
    ("a module", "it answered with a module"),
    ("ready again", "it answered that it is ready"),
    ("files", "it asked for files"),
    ("questions without end", "questions about a match"),
];

pub(crate) fn a_worker_that_lies_is_ended_and_its_match_is_void() {
    for (lie, said) in LIES {
        let there = isolated(&[ARGUMENT, lie]);
        let workers = Workers::start(1, &there).unwrap();
        let terms = terms(&there, limits());
        let plays = Plays::Builtin(Builtin::First);
        let jobs = vec![job(&terms, &plays, 1), job(&terms, &plays, 2)];
        for void in play_all(&workers, jobs).unwrap() {
            let why = explain::with_causes(&void.expect_err(lie));
            assert!(why.contains(said), "{lie}: {why}");
        }
    }
}

pub(crate) fn another_program_is_no_worker() {
    let none = isolation(&["lies", "another program"], Strictness::BestEffort);
    let why = worker::missing_protections(&none).expect_err("it is not a worker");
    assert!(matches!(why, WorkerError::Breach(_) | WorkerError::Lost { .. }), "{why}");
    let nothing = worker::Isolation { program: "/nonexistent/muster".into(), ..none };
    assert!(matches!(worker::missing_protections(&nothing), Err(WorkerError::Start(_))));
}

/// Runs a worker that lies, if this process is one.
pub(crate) fn main() -> Option<ExitCode> {
    let mut arguments = std::env::args().skip(1);
    if arguments.next()? != ARGUMENT {
        return None;
    }
    let lie = arguments.next()?;
    let (mut input, mut output) = (io::stdin(), io::stdout());
    if lie == "another program" {
        let _ = output.write_all(b"usage: another program\n");
        return Some(ExitCode::SUCCESS);
    }
    let Ok(WorkerCommand::Begin(_)) = frame::read(&mut input, MOST_TO_WORKER) else {
        return Some(ExitCode::FAILURE);
    };
    frame::write(&mut output, &ready(), MOST_FROM_WORKER).ok()?;
    while let Ok(order) = frame::read::<WorkerCommand>(&mut input, MOST_TO_WORKER) {
        if matches!(order, WorkerCommand::Play(_) | WorkerCommand::Reply(_))
            && tell(&lie, &mut output).is_none()
        {
            break;
        }
    }
    Some(ExitCode::SUCCESS)
}

/// Lies once; `None` when there is nothing more to say.
fn tell(lie: &str, output: &mut io::Stdout) -> Option<()> {
    let answer = match lie {
        "1 GiB" => return raw(output, &(1_u32 << 30).to_le_bytes()),
        "noise" => return raw(output, &[3, 0, 0, 0, 0xff, 0xff, 0xff]),
        "surplus" => return raw(output, &[4, 0, 0, 0, 4, 0, 0, 0]),
        "cut off" => return raw(output, &[200, 0, 0, 0, 3, 1]).and(None),
        "silent end" => return None,
        "contradiction" => {
            let mut record = record();
            record.plies += 1;
            WorkerAnswer::Played { record: Box::new(record), nanos: 0 }
        }
        "long log" => {
            let mut record = record();
            record.closings[game::Seat::First].log = vec![b'x'; limits().most_log() as usize + 1];
            record.closings[game::Seat::First].log_marks = vec![referee::LogMark { ply: 0, offset: 0 }];
            WorkerAnswer::Played { record: Box::new(record), nanos: 0 }
        }
        "a module" => WorkerAnswer::Built(Ok(BuiltScript {
            module: b"\0asm".to_vec().into(),
            game: "tank-war".to_owned(),
            language: "Python".to_owned(),
            log: String::new(),
            sources: std::collections::BTreeMap::new(),
        })),
        "files" => WorkerAnswer::Ask(WorkerQuestion::File { name: "/etc/passwd".to_owned(), most: 1 << 40 }),
        "questions without end" => WorkerAnswer::Ask(WorkerQuestion::Module(hash::Hash::digest(b"none"))),
        _ => WorkerAnswer::Ready { engine: String::new(), missing: Vec::new() },
    };
    frame::write(output, &answer, MOST_FROM_WORKER).ok()
}

fn raw(output: &mut io::Stdout, bytes: &[u8]) -> Option<()> {
    output.write_all(bytes).and_then(|()| output.flush()).ok()
}

/// Returns the answer of a worker that has the engine of this process.
pub(crate) fn ready() -> WorkerAnswer {
    let sandbox = Sandbox::new(&SandboxOptions::default());
    let sandbox = sandbox.unwrap_or_else(|_| std::process::exit(3));
    WorkerAnswer::Ready { engine: sandbox.fingerprint().to_owned(), missing: Vec::new() }
}

/// A record of a match that was played.
pub(crate) fn record() -> job::Record {
    let here = here();
    let terms = terms(&here, limits());
    let mut runner = play::JobRunner::new(here, games::GAMES);
    let job = job(&terms, &Plays::Builtin(Builtin::First), 1);
    let nothing: std::collections::BTreeMap<hash::Hash, std::sync::Arc<[u8]>> =
        std::collections::BTreeMap::new();
    let record = runner.play(&job, &nothing, |_| true).ok().flatten();
    record.unwrap_or_else(|| std::process::exit(3)).into()
}
