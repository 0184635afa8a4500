//! Plays a scripted term in browsers, directly and behind a reverse proxy: students upload bots of every kind, a
//! competition is watched while it is played, results are frozen and released, and grades are exported to a course
//! system's file.

use std::fs;
use std::io::{Cursor, Write};
use std::path::Path;

use serde_json::{Value, json};
use tempfile::TempDir;

use super::{Serving, bot_of, nginx, ok, round_robin};
use crate::support::{is_full, missing, skip, top};
use crate::web::node::{BROWSERS, succeeds};

const CLASS: &str = r#"[class]
name = "Tank War"
game = "tank-war"
zone = "UTC"
deadline = "2099-12-01 23:59"
visible = "all"
live = "participants"
size = "script"

[section.Open]
[section.Over]
deadline = "2026-03-02 18:00"

[[requirement]]
name = "plays"
against = "builtin:random"
percent = 1
games = 2
"#;

const GRADE: &str = "\n[grade]\nformula = \"round(10 * (1 + 9 * (wins + draws / 2) / games)) / 10\"\n";

/// A kind of submission.
#[derive(Clone, Copy)]
enum HandIn {
    /// A module with unique bytes.
    Module,
    JavaScript,
    Python,
    /// A script in an archive with its imports.
    Archive,
    /// A script that does not parse, and then a module.
    Broken,
    /// A module that may not play.
    Hostile,
    /// A module that never answers: it is admitted, and loses.
    Endless,
    /// A module after the deadline.
    Late,
    /// The module of the first student.
    Doubled,
}

/// The kinds of submissions, which students take in rotation.
const KINDS: [HandIn; 9] = [
    HandIn::Module,
    HandIn::JavaScript,
    HandIn::Python,
    HandIn::Archive,
    HandIn::Broken,
    HandIn::Hostile,
    HandIn::Late,
    HandIn::Doubled,
    HandIn::Endless,
];
/// Approximate number of matches that are watched while they are played.
const MATCHES: usize = 3000;

struct Course {
    top: TempDir,
    folder: String,
    students: usize,
}

impl Course {
    fn begin(students: usize) -> Course {
        let top = tempfile::tempdir().unwrap();
        let folder = top.path().join("ki").display().to_string();
        let course = Course { top, folder, students };
        fs::create_dir_all(course.path("ki/tournaments")).unwrap();
        course.write("ki/class.toml", CLASS);
        let cup = round_robin("Cup", 1, "Everybody", games_of_a_pairing(students));
        course.write("ki/tournaments/cup.toml", cup + GRADE);
        ok(&["class", "init", &course.folder]);
        let mut roster = "id,name,section\n".to_owned();
        for number in 0..students {
            let section = if matches!(kind(number), HandIn::Late) { "Over" } else { "Open" };
            roster += &format!("{},Student {number},{section}\n", id(number));
        }
        course.write("roster.csv", roster);
        ok(&["class", "roster", &course.folder, &course.path("roster.csv")]);
        for language in ["javascript", "python"] {
            ok(&["new", "--game", "tank-war", "--lang", language, &course.path(language)]);
        }
        course
    }

    fn path(&self, name: &str) -> String {
        self.top.path().join(name).display().to_string()
    }

    fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> String {
        fs::write(self.path(name), bytes).unwrap();
        self.path(name)
    }

    /// Returns a student's uploads, each with the expected response.
    fn drops(&self, number: usize) -> Value {
        let module = |name: &str, bot: &str, number: usize| {
            self.write(&format!("{name}-{number}.wasm"), bot_of(bot, &number.to_string()))
        };
        let accepted = |files: &[String]| json!({ "files": files, "answer": "accepted" });
        let refused = |file: String| json!({ "files": [file], "answer": "refused" });
        let hostile = |name: &str| {
            let text = fs::read(top().join(format!("tests/hostile/{name}.wat"))).unwrap();
            self.write(&format!("{name}-{number}.wasm"), wat::parse_bytes(&text).unwrap())
        };
        let project = |files: &[&str]| files.iter().map(|file| self.path(file)).collect::<Vec<_>>();
        match kind(number) {
            HandIn::Module | HandIn::Late => json!([accepted(&[module("bot", "greedy", number)])]),
            HandIn::JavaScript => {
                json!([accepted(&project(&["javascript/bot.js", "javascript/tank_war.js"]))])
            }
            HandIn::Python => json!([accepted(&project(&["python/bot.py", "python/tank_war.py"]))]),
            HandIn::Archive => json!([accepted(&[
                self.write(&format!("bot-{number}.zip"), archive(&self.top.path().join("javascript")))
            ])]),
            HandIn::Broken => {
                let broken = self.write(&format!("broken-{number}.js"), "export function choose( {\n");
                json!([refused(broken), accepted(&[module("mended", "rusher", number)])])
            }
            HandIn::Hostile => json!([refused(hostile("refused-unknown-import"))]),
            HandIn::Endless => json!([accepted(&[hostile("endless-loop")])]),
            HandIn::Doubled => json!([accepted(&[module("doubled", "greedy", 0)])]),
        }
    }

    /// Writes the instructions for the script, with all links, and returns their path.
    fn describe(&self, serving: &Serving) -> String {
        let students: Vec<Value> = (0..self.students)
            .map(|number| {
                json!({
                    "link": serving.link(&self.folder, &[&id(number)]),
                    "drops": self.drops(number),
                    "isLate": matches!(kind(number), HandIn::Late),
                })
            })
            .collect();
        let rows: Vec<String> =
            (0..self.students).map(|number| format!("S,{number},{},,,,\n", id(number))).collect();
        let gradebook = format!(
            "Student,ID,SIS User ID,SIS Login ID,Section,Bot (77),Final Score\n    Points Possible,,,,,10,(read only)\n{}",
            rows.concat()
        );
        let course = json!({
            "url": serving.url,
            "teacher": serving.link(&self.folder, &["--teacher", "Turing"]),
            "students": students,
            "gradebook": self.write("gradebook.csv", gradebook),
        });
        self.write("course.json", course.to_string())
    }
}

fn kind(number: usize) -> HandIn {
    KINDS[number % KINDS.len()]
}

fn id(number: usize) -> String {
    format!("{}", 1001 + number)
}

/// Returns an even number, depending on the number of students who play.
fn games_of_a_pairing(students: usize) -> usize {
    let players =
        (0..students).filter(|number| !matches!(kind(*number), HandIn::Late | HandIn::Hostile)).count();
    2 * (MATCHES / (players * (players - 1))).max(1)
}

/// Returns an archive of the script and its imports.
fn archive(project: &Path) -> Vec<u8> {
    let mut archive = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for name in ["bot.js", "tank_war.js"] {
        archive.start_file(name, zip::write::SimpleFileOptions::DEFAULT).unwrap();
        archive.write_all(&fs::read(project.join(name)).unwrap()).unwrap();
    }
    archive.finish().unwrap().into_inner()
}

/// Both browsers with `MUSTER_FULL=1`; otherwise one.
fn browsers() -> &'static [&'static str] {
    if is_full() { &BROWSERS } else { &BROWSERS[..1] }
}

/// Returns the number of students, enough for all kinds of submissions.
fn students() -> usize {
    if is_full() { 30 } else { 8 }
}

/// Behind a reverse proxy if one is installed, otherwise directly; with `MUSTER_FULL=1`, both.
#[test]
fn a_term_in_browsers() {
    let has_nginx = nginx::is_installed();
    if has_nginx {
        behind_nginx();
    } else {
        skip(&missing("nginx and openssl are not installed"));
    }
    if !has_nginx || is_full() {
        directly();
    }
}

fn directly() {
    for browser in browsers() {
        let course = Course::begin(students());
        let serving = Serving::begin(&course.folder, &["--jobs", "1"]);
        succeeds("course.js", &[browser, &course.describe(&serving)]);
        let (code, said) = serving.end();
        assert_eq!(code, Some(0), "{said}");
    }
}

fn behind_nginx() {
    for browser in browsers() {
        let course = Course::begin(students());
        let server = nginx::Nginx::begin(course.top.path());
        let port = server.port_of_service.to_string();
        let url = server.url();
        let arguments = ["--listen", &format!("127.0.0.1:{port}"), "--url", &url, "--jobs", "1"];
        let serving = Serving::begin(&course.folder, &arguments);
        assert!(serving.url.starts_with(&url), "{}", serving.url);
        succeeds("course.js", &[browser, &course.describe(&serving)]);
        let log = server.end();
        assert!(log.contains("GET /ki/ ") && !log.contains("/enter/"), "no personal link is logged: {log}");
        let (code, said) = serving.end();
        assert_eq!(code, Some(0), "{said}");
    }
}
