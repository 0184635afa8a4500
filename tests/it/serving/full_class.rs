//! A class in the middle of its term: thirty students whose names are long, right-to-left or markup, submissions of
//! every kind, a tournament with grades, rulings, friendly games, and results of an earlier text.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use tempfile::TempDir;

use super::{bot_of, round_robin};
use crate::support::{copy_of, run, top};

/// The beginning of the class's text; [`REQUIREMENT`] follows.
const CLASS: &str = r#"[class]
name = "Künstliche Intelligenz: <b>Panzer</b> & Strategie, Wintersemester 2026/27"
game = "tank-war"
zone = "Europe/Berlin"
deadline = "2099-12-01 23:59"
late_days = 2
visible = "participants"
live = "participants"
languages = ["wasm", "javascript", "python"]

[section.A]
[section.Donnerstagnachmittag]
deadline = "2026-03-02 18:00"

[quota]
per_day = 10

[scrimmage]
per_day = 5
games = 4
opponents = ["builtin:random", "builtin:first"]

[[requirement]]
name = "better-than-chance-in-the-qualification"
against = "builtin:random"
percent = 55
games = 4
"#;

/// A requirement that changes after it was judged.
const REQUIREMENT: &str = "\n[[requirement]]\nname = \"<plays & holds out>\"\nagainst = \"builtin:first\"\npercent = 1\ngames = 2\n";

const GRADE: &str =
    "\n[grade]\nformula = \"round(100 * (1 + 9 * share(\\\"Analytical Engine\\\"))) / 100\"\n";

/// Names and aliases that pages must handle.
const NAMES: [(&str, &str); 8] = [
    ("Ada Lovelace", "Analytical Engine"),
    ("<script>alert(1)</script><b>Bee</b>", "<img src=x onerror=alert(1)>"),
    ("محمد بن موسى الخوارزمي", "الجبر"),
    (
        "Maria Aurelia Konstantina Freifrau von Hohenlohe-Schillingsfürst zu Kaunitz-Rietberg",
        "Die Unbesiegbaren von der Hinterbank",
    ),
    (
        "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft",
        "Donaudampfschifffahrtsgesellschaft",
    ),
    ("=HYPERLINK(\"\"x\"\")", "'; DROP TABLE students; --"),
    ("李小龍", "功夫"),
    ("Ö", "Ö"),
];

/// A file name without a place to break.
const LONG_FILE: &str =
    "my_best_bot_with_opening_book_and_endgame_tables_final_version_really_final_2_revised.wasm";

/// The folder of the class, in a temporary folder with its source files.
pub(super) struct FullClass {
    pub(super) top: TempDir,
    pub(super) folder: String,
}

impl FullClass {
    pub(super) fn new() -> FullClass {
        let top = copy_of("a class in the middle of its term", make);
        let folder = top.path().join("ki").display().to_string();
        FullClass { top, folder }
    }
}

/// Returns the id for a student's number, from 1 to 30.
fn id(number: usize) -> String {
    format!("{}", 1000 + number)
}

fn make(top: &Path) {
    let folder = top.join("ki");
    fs::create_dir_all(folder.join("tournaments")).unwrap();
    fs::write(folder.join("class.toml"), format!("{CLASS}{REQUIREMENT}")).unwrap();
    let cup = round_robin("Herbstpokal <2026>", 2026, "Qualification", 1);
    // It is played for as long as a page shows it.
    let long = round_robin("Liga", 1, "Everybody against everybody", 64);
    for (name, text) in [("herbstpokal", cup + GRADE), ("liga", long)] {
        fs::write(folder.join(format!("tournaments/{name}.toml")), text).unwrap();
    }
    let class = Making { top };
    class.run(&["class", "init", "ki"]);
    fs::write(top.join("roster.csv"), roster()).unwrap();
    class.run(&["class", "roster", "ki", "roster.csv"]);
    class.announce();
    class.hand_in();
    class.ask("1001", &["--opponent", "builtin:random"]);
    class.ask("1003", &["--against", "Analytical Engine"]);
    class.run(&["class", "work", "ki"]);
    class.run(&["run", "ki/tournaments/herbstpokal.toml", "--out", "ki/runs/herbstpokal"]);
    class.run(&["class", "withdraw", "ki", &id(28), "--reason", "changed <i>courses</i>"]);
    class.run(&["class", "rejudge", "ki"]);
    // Judged versions are judged again by another text, and one preview exists.
    let stricter = REQUIREMENT.replace("percent = 1", "percent = 90");
    fs::write(folder.join("class.toml"), format!("{CLASS}{stricter}")).unwrap();
    class.run(&["class", "rejudge", "ki"]);
    // One request stays queued.
    class.ask("1001", &["--opponent", "builtin:random"]);
}

/// A class that is being created in a folder.
struct Making<'a> {
    top: &'a Path,
}

impl Making<'_> {
    /// Runs the program; arguments that begin with the name of the folder are in the class.
    fn run(&self, arguments: &[&str]) {
        let placed = |argument: &str| match argument {
            "ki" | "roster.csv" => self.top.join(argument).display().to_string(),
            inside if inside.starts_with("ki/") => self.top.join(inside).display().to_string(),
            other => other.to_owned(),
        };
        let arguments: Vec<String> = arguments.iter().map(|argument| placed(argument)).collect();
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let (code, out, err) = run(&arguments);
        assert!(code == 0 || (code == 4 && arguments[1] == "submit"), "{arguments:?}\n{out}{err}");
    }

    fn announce(&self) {
        self.run(&[
            "class",
            "announce",
            "ki",
            "The hall is open from two o'clock.\nBring <b>power supplies</b>.",
        ]);
        let long =
            "https://example.org/".to_owned() + &"a-very-long-address-without-a-place-to-break".repeat(4);
        self.run(&["class", "announce", "ki", &long]);
        for day in 1..6 {
            self.run(&["class", "announce", "ki", &format!("Lecture {day} is on record.")]);
        }
    }

    fn ask(&self, student: &str, against: &[&str]) {
        self.run(&[&["class", "scrimmage", "ki", student], against].concat());
    }

    fn submit(&self, student: &str, name: &str, bytes: &[u8], more: &[&str]) {
        let file = self.top.join(name);
        fs::write(&file, bytes).unwrap();
        self.run(&[&["class", "submit", "ki", student, file.to_str().unwrap()], more].concat());
    }

    /// Submits the students' bots; 29 and 30 have none.
    fn hand_in(&self) {
        let samples = ["greedy", "guesser", "rusher", "walker", "sentry", "scatter"];
        self.run(&[
            "class",
            "extend",
            "ki",
            &id(10),
            "--until",
            "2100-01-01 18:00",
            "--reason",
            "was ill, <u>certificate</u> is there",
        ]);
        for version in 0..7 {
            self.submit(&id(1), LONG_FILE, &bot_of("greedy", &version.to_string()), &[]);
        }
        self.submit(&id(1), "broken.wasm", b"\0asm and nothing else", &[]);
        let imported = fs::read(top().join("crates/kit/starters/javascript/tank_war.js")).unwrap();
        self.submit(&id(2), "<script>alert(1)</script>.js".replace('/', "∕").as_str(), &imported, &[]);
        for number in 3..=28 {
            let at: &[&str] =
                if number % 2 == 0 && number != 10 { &["--at", "2026-03-01 12:00"] } else { &[] };
            let bytes = bot_of(samples[number % samples.len()], &(number % 25).to_string());
            self.submit(&id(number), "bot.wasm", &bytes, at);
        }
        // Late, broken and identical ones.
        self.submit(&id(4), "late.wasm", &bot_of("greedy", "99"), &["--at", "2026-05-01 12:00"]);
        self.submit(&id(5), "bot.py", b"def choose(view:\n    return 0\n", &[]);
        self.submit(&id(7), "copied.wasm", &bot_of("greedy", "0"), &[]);
    }
}

/// Returns the roster: two sections, two teams, and a student without a section.
fn roster() -> String {
    let mut roster = "id,name,alias,section,team,email\n".to_owned();
    for number in 1..=30 {
        let (name, alias) = match NAMES.get(number - 1) {
            Some((name, alias)) => ((*name).to_owned(), (*alias).to_owned()),
            None => (format!("Student {number}"), format!("Bot {number:02}")),
        };
        let section = if number % 2 == 1 || number == 10 { "A" } else { "Donnerstagnachmittag" };
        let team = if matches!(number, 25 | 27) { "Duo & Söhne" } else { "" };
        let id = id(number);
        writeln!(
            roster,
            "{id},\"{name}\",\"{alias}\",{section},{team},{id}.with.a.long.name@students.example.org"
        )
        .unwrap();
    }
    roster
}
