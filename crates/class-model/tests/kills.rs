//! A program that is killed at any moment: all acknowledged hand-ins are there, and nothing is half written.
//!
//! It has its own `main`, because this program is also the one that is killed.

mod support;

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use class_model::{Actor, Admission, ClassError, ClassFolder, Event, Moment, Record, Submission};
use libtest_mimic::{Arguments, Trial};
use support::{accepted, student};

const WRITER: &str = "--write-until-killed";

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    match arguments.iter().position(|argument| argument == WRITER) {
        Some(at) => write_until_killed(Path::new(&arguments[at + 1])),
        None => libtest_mimic::run(&Arguments::from_args(), (0..20).map(killed).collect()).exit(),
    }
}

fn killed(acknowledged: usize) -> Trial {
    Trial::test(format!("killed_after_{acknowledged}_acknowledged"), move || {
        killed_after(acknowledged);
        Ok(())
    })
}

/// Begins a class and hands in one bot after another; acknowledges each with a line.
fn write_until_killed(folder: &Path) {
    let folder = ClassFolder::at(folder);
    Record::create(&folder).expect("a class");
    let mut out = std::io::stdout().lock();
    for number in 0_u32.. {
        let bytes = number.to_le_bytes().repeat(10_000);
        let hash = folder.keep(&bytes).expect("it is kept");
        let decide = |_: &class_model::Facts, at: Moment| {
            let Event::Submitted(submission) = accepted("ada", None, at, "") else { return Ok(Vec::new()) };
            let submission =
                Submission { handed_in: hash, admission: Admission::Accepted { module: hash }, ..submission };
            Ok::<_, ClassError>(vec![
                Event::Enrolled(student("ada", None, None)),
                Event::Submitted(submission),
            ])
        };
        let mut record = Record::open(&folder).expect("a record");
        record
            .write(&Actor::COMMAND_LINE, Moment::from_millis(i64::from(number)), decide)
            .expect("it is written");
        writeln!(out, "{number}").and_then(|()| out.flush()).expect("it is acknowledged");
    }
}

/// Kills the writer right after this number of acknowledgements.
fn killed_after(acknowledged: usize) {
    let top = tempfile::tempdir().expect("a folder");
    let path = top.path().join("class");
    let mut writer = Command::new(std::env::current_exe().expect("this program"))
        .arg(WRITER)
        .arg(&path)
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut lines = BufReader::new(writer.stdout.take().expect("its output")).lines();
    for _ in 0..acknowledged {
        lines.next().expect("a line").expect("a line");
    }
    writer.kill().expect("it is killed");
    writer.wait().expect("it ends");
    let acknowledged = acknowledged + lines.count();
    let folder = ClassFolder::at(&path);
    if acknowledged == 0 && !folder.holds_class() {
        // Killed before the class existed: the next program creates it.
        Record::create(&folder).expect("a class");
        return;
    }
    let facts = Record::open(&folder).map(|record| record.facts()).expect("the record is whole");
    let submissions: Vec<&Submission> = facts.submissions().map(|(_, submission)| submission).collect();
    assert!(submissions.len() >= acknowledged, "{} of {acknowledged}", submissions.len());
    assert_eq!(facts.student("ada").is_some(), !submissions.is_empty(), "half of what was written together");
    for submission in submissions {
        folder.read(&submission.handed_in, 1 << 20).expect("the file is whole");
    }
}
