//! Plays a term of thirty students in each browser, without any command but `muster serve`: from the first-run page to
//! grades in a course system's file.

use std::fs;
use std::io::{BufRead, BufReader, Cursor, Write};
use std::process::Stdio;

use serde_json::json;
use tempfile::TempDir;

use super::{Serving, bot_of};
use crate::isolation::isolate;
use crate::support::muster;
use crate::web::node::{BROWSERS, succeeds};

const STUDENTS: usize = 30;
/// Number of students who hand in by themselves. The others are in an archive of Moodle.
const OWN: usize = 4;

#[test]
fn a_term_from_the_first_run_page_to_grades() {
    for browser in BROWSERS {
        let top = tempfile::tempdir().unwrap();
        let (serving, link) = Serving::first_run(&top);
        succeeds("term.js", &[browser, &made(&top, &link)]);
        let (code, said) = serving.end();
        assert_eq!(code, Some(0), "{said}");
    }
}

impl Serving {
    /// Serves a class that does not exist yet, and returns the link to its first-run page.
    pub(super) fn first_run(top: &TempDir) -> (Serving, String) {
        let folder = top.path().join("ki");
        let mut command = muster();
        command.args(["serve", "--new", folder.to_str().unwrap(), isolate(), "--jobs", "1"]);
        command.args(["--listen", "127.0.0.1:0"]).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut process = command.spawn().unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let link = line.split_whitespace().next().unwrap_or_else(|| panic!("{line:?}")).to_owned();
        let url = format!("{}/ki/", link.split("/-/").next().unwrap());
        (Serving { process, url }, link)
    }
}

fn id(number: usize) -> String {
    format!("{}", 1000 + number)
}

fn name(number: usize) -> String {
    format!("Student {}", id(number))
}

/// Writes the files that users have, and their description for the script; returns its path.
fn made(top: &TempDir, link: &str) -> String {
    let write = |name: &str, bytes: &[u8]| {
        let path = top.path().join(name);
        fs::write(&path, bytes).unwrap();
        path.display().to_string()
    };
    let bot = |number: usize| bot_of(["greedy", "rusher"][number % 2], &id(number));
    let rows = |row: &dyn Fn(usize) -> String| (1..=STUDENTS).map(row).collect::<String>();
    let roster = format!(
        "id,name,section\n{}",
        rows(&|number| { format!("{},{},{}\n", id(number), name(number), ["A", "B"][number % 2]) })
    );
    let gradebook = format!(
        "Student,ID,SIS User ID,SIS Login ID,Section,Bot (77),Final Score\n    Points Possible,,,,,10,(read only)\n{}",
        rows(&|number| format!("S,{number},{},,,,\n", id(number)))
    );
    let broken = write("broken.js", b"export function choose( {\n");
    let own = (1..=OWN).map(|number| {
        let good = write(&format!("bot-{number}.wasm"), &bot(number));
        let bots = if number == 1 { vec![broken.clone(), good] } else { vec![good] };
        json!({ "id": id(number), "bots": bots })
    });
    let made = json!({
        "link": link,
        "students": STUDENTS,
        "own": own.collect::<Vec<_>>(),
        "forgotten": { "id": id(STUDENTS), "bot": write("mailed.wasm", &bot(STUDENTS)) },
        "files": {
            "roster": write("roster.csv", roster.as_bytes()),
            "gradebook": write("gradebook.csv", gradebook.as_bytes()),
            "archive": write("archive.zip", &archive((OWN + 1..STUDENTS).map(|number| (number, bot(number))))),
        },
    });
    write("made.json", made.to_string().as_bytes())
}

/// Returns an archive as Moodle makes them.
fn archive(bots: impl Iterator<Item = (usize, Vec<u8>)>) -> Vec<u8> {
    let mut archive = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (number, bot) in bots {
        let path = format!("{}_{}_assignsubmission_file_/bot.wasm", name(number), 70_000 + number);
        archive.start_file(path, zip::write::SimpleFileOptions::DEFAULT).unwrap();
        archive.write_all(&bot).unwrap();
    }
    archive.finish().unwrap().into_inner()
}
