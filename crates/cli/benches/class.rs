//! Measures the commands of a class that play nothing, in a class of 300 students with 20 submissions each.
//!
//! `cargo bench -p cli --bench class`. Elapsed time of the whole command, median of three.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a bench fails by panicking and prints its figures"
)]

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use class_model::{Actor, Admission, ClassError, ClassFolder, Event, Hash, Moment, Record, Submission};

const STUDENTS: usize = 300;
const SUBMISSIONS: usize = 20;
const TIMES: usize = 3;

const CLASS: &str = "[class]\nname = \"C\"\ngame = \"tank-war\"\nzone = \"Europe/Berlin\"\n\
    deadline = \"2099-12-01 23:59\"\n";
const CUP: &str = "[tournament]\nname = \"Cup\"\ngame = \"tank-war\"\n[class]\npath = \"ki\"\n\
    [[stage]]\nformat = \"swiss\"\nrounds = 2\n[grade]\nformula = \"10 * points / (games + byes)\"\n";

fn main() {
    let top = tempfile::tempdir().unwrap();
    let at = |name: &str| top.path().join(name);
    make_class(top.path());
    println!("{STUDENTS} students, {SUBMISSIONS} submissions each; elapsed, median of {TIMES}");
    let class = at("ki");
    let class = class.to_str().unwrap();
    let file = |name: &str| at(name).to_str().unwrap().to_owned();
    let timed = |what: &str, arguments: &dyn Fn(usize) -> Vec<String>| {
        let mut times: Vec<Duration> = (0..TIMES).map(|time| elapsed(&arguments(time))).collect();
        times.sort();
        println!("  {what:24} {:8.3} s", times[TIMES / 2].as_secs_f64());
    };
    let command = |words: &str| -> Vec<String> {
        let (name, rest) = words.split_once(' ').unwrap_or((words, ""));
        let rest = rest.split_whitespace().map(str::to_owned);
        ["class", name, class].map(str::to_owned).into_iter().chain(rest).collect()
    };
    timed("status", &|_| command("status"));
    timed("status STUDENT", &|_| command("status id7"));
    timed("status --json", &|_| command("status --json"));
    timed("check", &|_| command("check"));
    timed("roster, unchanged", &|_| command(&format!("roster {}", file("students.csv"))));
    timed("submit", &|time| {
        fs::write(at("new.wasm"), module(1_000_000 + time)).unwrap();
        command(&format!("submit id{time} {}", file("new.wasm")))
    });
    timed("submit --archive of all", &|time| {
        write_archive(&at("hand-ins.zip"), time);
        let (archive, sheet) = (file("hand-ins.zip"), file("worksheet.csv"));
        command(&format!("submit --archive {archive} --worksheet {sheet} --at 2026-01-01T12:00Z"))
    });
    timed("extend", &|time| command(&format!("extend id{time} --until 2100-01-01T00:00Z --reason ill")));
    timed("activate", &|time| command(&format!("activate id{time} --latest")));
    timed("announce", &|_| command("announce hello"));
    timed("freeze, release", &|_| {
        elapsed(&command("freeze"));
        command("release --to all")
    });
    timed("close, reopen", &|_| {
        elapsed(&command("close"));
        command("reopen")
    });
    timed("copies", &|_| command("copies"));
    timed("backup", &|time| command(&format!("backup {}", file(&format!("{time}.zip")))));
    timed("restore", &|time| {
        ["class", "restore", &file("0.zip"), &file(&format!("restored-{time}"))].map(str::to_owned).to_vec()
    });
    elapsed(&["run", &file("cup.toml"), "--out", &file("cup")].map(str::to_owned));
    timed("export", &|_| {
        let (run, sheet) = (file("cup"), file("sheet.csv"));
        command(&format!("export --run {run} --into {sheet} --column Grade --in-place"))
    });
    timed("forget", &|time| command(&format!("forget id{} --yes", 100 + time)));
}

/// Returns the elapsed time of the program, which must succeed.
fn elapsed(arguments: &[String]) -> Duration {
    let began = Instant::now();
    let output = Command::new(env!("CARGO_BIN_EXE_muster")).args(arguments).output().unwrap();
    let elapsed = began.elapsed();
    assert!(output.status.success(), "{arguments:?}\n{}", String::from_utf8_lossy(&output.stderr));
    elapsed
}

/// Returns a small bot, different for each number.
fn module(number: usize) -> Vec<u8> {
    wat::parse_str(format!(
        "(module (memory (export \"memory\") 1)
            (func (export \"muster_buffer\") (param i32) (result i32) i32.const 1024)
            (func (export \"muster_choose\") (param i32) (result i64) (i64.const {number})))"
    ))
    .unwrap()
}

/// Writes a Moodle archive in which every student submits a new bot.
fn write_archive(path: &Path, time: usize) {
    let mut archive = zip::ZipWriter::new(fs::File::create(path).unwrap());
    for student in 0..STUDENTS {
        let name = format!("Jane Doe_{student}_assignsubmission_file/bot.wasm");
        archive.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
        archive.write_all(&module(2_000_000 + STUDENTS * time + student)).unwrap();
    }
    archive.finish().unwrap();
}

/// Creates the class with all of its submissions, a tournament and a course system's file.
fn make_class(top: &Path) {
    let root: PathBuf = top.join("ki");
    fs::create_dir(&root).unwrap();
    fs::write(root.join("class.toml"), CLASS).unwrap();
    fs::write(top.join("cup.toml"), CUP).unwrap();
    let mut roster = "id,name,alias\n".to_owned();
    let mut sheet = "ID number,Grade\n".to_owned();
    for student in 0..STUDENTS {
        writeln!(roster, "id{student},Jane Doe,Player{student}").unwrap();
        writeln!(sheet, "id{student},").unwrap();
    }
    let mut worksheet = "Identifier,Full name,ID number,Grade,Last modified (grade)\n".to_owned();
    for student in 0..STUDENTS {
        writeln!(worksheet, "Participant {student},Jane Doe,id{student},,-").unwrap();
    }
    fs::write(top.join("worksheet.csv"), worksheet).unwrap();
    fs::write(top.join("students.csv"), roster).unwrap();
    fs::write(top.join("sheet.csv"), sheet).unwrap();
    let (folder, list) = (root.to_str().unwrap(), top.join("students.csv"));
    elapsed(&["class", "init", folder].map(str::to_owned));
    elapsed(&["class", "roster", folder, list.to_str().unwrap()].map(str::to_owned));
    hand_in(&ClassFolder::at(&root));
}

/// Records what the commands would record, without validating each bot.
fn hand_in(folder: &ClassFolder) {
    let mut keeping = folder.keeping();
    let hashes: Vec<Hash> =
        (0..STUDENTS * SUBMISSIONS).map(|number| keeping.add(&module(number)).unwrap()).collect();
    keeping.finish().unwrap();
    let mut record = Record::open(folder).unwrap();
    for (round, hashes) in hashes.chunks(STUDENTS).enumerate() {
        let submitted = |at: Moment| {
            let of = |(student, hash): (usize, &Hash)| {
                Event::Submitted(Submission {
                    by: format!("id{student}"),
                    team: None,
                    received: at,
                    stated: false,
                    clock: None,
                    file: "bot.wasm".to_owned(),
                    handed_in: *hash,
                    archive: None,
                    admission: Admission::Accepted { module: *hash },
                })
            };
            hashes.iter().enumerate().map(of).collect()
        };
        let at = Moment::now().after(round as i64 - 86_400_000);
        record.write(&Actor::COMMAND_LINE, at, |_, at| Ok::<Vec<Event>, ClassError>(submitted(at))).unwrap();
    }
}
