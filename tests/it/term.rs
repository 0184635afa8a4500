//! Plays a whole term of a class with the built program: thirty students in three sections and two teams submit bots of
//! every kind, play a qualification and a knockout, and get grades in the files of their course systems.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;

use crate::support::{bot_that_answers, run, top, verify};
use serde_json::{Value, json};
use tempfile::TempDir;

const CLASS: &str = r#"[class]
name = "Tank War 2026"
game = "tank-war"
zone = "Europe/Berlin"
deadline = "2026-03-02 18:00"
late_days = 2
size = "script"

[section.A]
[section.B]
deadline = "2026-03-03 18:00"
[section.C]
deadline = "2026-03-04 18:00"

[quota]
per_day = 4

[[requirement]]
name = "better than chance"
against = "builtin:random"
percent = 55
games = 10
per_move = "4ms"
"#;

const CUP: &str = r#"[tournament]
name = "Tank War 2026"
game = "tank-war"
seed = 2026

[clock]
kind = "fuel"
per_move = "4ms"
per_game = "2s"

[class]
path = "ki"

[[entrant]]
name = "Teacher"
bot = "teacher.wasm"
guest = true

[[stage]]
name = "Qualification"
format = "round-robin"
games = 2

[[stage]]
name = "Knockout"
format = "knockout"
advance = 8

[grade]
formula = "round(100 * (1 + 9 * share(\"Teacher\"))) / 100"
"#;

/// The submissions of students, with their times in Berlin.
const HAND_INS: [(u32, &str, &str); 30] = [
    (2, "first-2.wasm", "2026-03-01 09:00"),
    (2, "first-102.wasm", "2026-03-01 10:00"),
    (3, "first-3.wasm", "2026-03-04 17:59"),
    // A day late, with a late day left.
    (4, "first-4.wasm", "2026-03-03 12:00"),
    (5, "first-5.wasm", "2026-03-01 12:00"),
    // Five days late: the first one stays active.
    (5, "first-105.wasm", "2026-03-08 12:00"),
    (6, "first-6.wasm", "2026-03-10 12:00"),
    // With an extension.
    (7, "first-7.wasm", "2026-03-08 12:00"),
    (8, "garbage.wasm", "2026-03-01 12:00"),
    (9, "first-9.wasm", "2026-03-01 12:00"),
    (10, "first-9.wasm", "2026-03-01 12:01"),
    (11, "looper.wasm", "2026-03-01 12:00"),
    (12, "crasher.wasm", "2026-03-01 12:00"),
    (13, "cheater.wasm", "2026-03-01 12:00"),
    (14, "javascript/bot.js", "2026-03-01 12:00"),
    (15, "typescript/bot.ts", "2026-03-01 12:00"),
    (16, "python/bot.py", "2026-03-01 12:00"),
    (17, "greedy.wasm", "2026-03-01 12:00"),
    (18, "hunter.wasm", "2026-03-01 12:00"),
    (19, "guesser.wasm", "2026-03-01 12:00"),
    (20, "rusher.wasm", "2026-03-01 12:00"),
    (21, "fortress.wasm", "2026-03-01 12:00"),
    (22, "cautious.wasm", "2026-03-01 12:00"),
    (23, "walker.wasm", "2026-03-01 12:00"),
    (24, "sentry.wasm", "2026-03-01 12:00"),
    (25, "first-25.wasm", "2026-03-01 12:00"),
    (26, "first-26.wasm", "2026-03-01 12:00"),
    (27, "first-27.wasm", "2026-03-01 12:00"),
    (28, "gambler.wasm", "2026-03-01 13:00"),
    (29, "first-29.wasm", "2026-03-01 12:00"),
];

/// The entrants without a version that counts.
const WITHOUT: [&str; 3] = ["Bot 01", "Bot 06", "Bot 08"];

struct Term {
    top: TempDir,
}

/// Returns the id for a student's number, from 1 to 30.
fn id(number: u32) -> String {
    format!("m2026-{number:02}")
}

/// Returns the alias, which for the last four is that of their team.
fn alias(number: u32) -> String {
    match number {
        27 | 28 => "Duo".to_owned(),
        29 | 30 => "Pair".to_owned(),
        _ => format!("Bot {number:02}"),
    }
}

/// Returns the name. Two are namesakes, and one has a name with a formula and markup.
fn name(number: u32) -> String {
    match number {
        2 | 3 => "Jane Doe".to_owned(),
        17 => "=HYPERLINK(\"\"x\"\") <b>".to_owned(),
        _ => format!("Student {number}"),
    }
}

impl Term {
    fn path(&self, name: &str) -> String {
        self.top.path().join(name).to_str().unwrap().to_owned()
    }

    fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        fs::write(self.path(name), text).unwrap();
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    fn class(&self, arguments: &[&str]) -> (i32, String, String) {
        let (command, rest) = arguments.split_first().unwrap();
        run(&[&["class", command, &self.path("ki")], rest].concat())
    }

    fn ok(&self, arguments: &[&str]) -> String {
        let (code, out, err) = self.class(arguments);
        assert_eq!(code, 0, "{arguments:?}\n{out}{err}");
        out
    }

    fn json(&self, arguments: &[&str]) -> Value {
        serde_json::from_str(&self.ok(&[arguments, &["--json"]].concat())).unwrap()
    }

    /// Creates a class with its students, before any submission.
    fn begin() -> Term {
        let term = Term { top: tempfile::tempdir().unwrap() };
        fs::create_dir(term.path("ki")).unwrap();
        term.write("ki/class.toml", CLASS);
        term.write("cup.toml", CUP);
        let mut roster = "id,name,alias,section,team,email\n".to_owned();
        for number in 1..=30 {
            let (section, team) = match number {
                27 | 28 => ("A", "Duo"),
                29 | 30 => ("B", "Pair"),
                _ => (["A", "B", "C"][(number as usize - 1) % 3], ""),
            };
            let (id, name, alias) = (id(number), name(number), format!("Bot {number:02}"));
            writeln!(roster, "{id},\"{name}\",{alias},{section},{team},s{number}@example.edu").unwrap();
        }
        term.write("students.csv", roster);
        term.ok(&["init"]);
        term.ok(&["roster", &term.path("students.csv")]);
        term.make_bots();
        term
    }

    fn make_bots(&self) {
        let folder = self.top.path();
        let sample = |name: &str| top().join(format!("bots/tank-war/{name}/{name}.wasm"));
        for name in
            ["greedy", "hunter", "guesser", "rusher", "fortress", "cautious", "walker", "sentry", "gambler"]
        {
            fs::copy(sample(name), folder.join(format!("{name}.wasm"))).unwrap();
        }
        fs::copy(sample("maximin"), folder.join("teacher.wasm")).unwrap();
        for number in [2, 102, 3, 4, 5, 105, 6, 7, 9, 25, 26, 27, 29] {
            let answer = format!("(drop (i32.const {number})) (call $first)");
            bot_that_answers(folder, &format!("first-{number}.wasm"), &answer);
        }
        bot_that_answers(folder, "looper.wasm", "(loop $ever (br $ever)) unreachable");
        bot_that_answers(folder, "crasher.wasm", "unreachable");
        bot_that_answers(folder, "cheater.wasm", "(i64.const -1)");
        self.write("garbage.wasm", "\0asm and nothing else");
        for language in ["javascript", "typescript", "python"] {
            let arguments = ["new", "--game", "tank-war", "--lang", language, &self.path(language)];
            assert_eq!(run(&arguments).0, 0);
        }
    }

    fn hand_in(&self) {
        self.ok(&["extend", &id(7), "--until", "2026-03-09 18:00", "--reason", "was ill"]);
        for (number, file, at) in HAND_INS {
            let (code, out, err) = self.class(&["submit", &id(number), &self.path(file), "--at", at]);
            assert_eq!(code, if file == "garbage.wasm" { 4 } else { 0 }, "{file}\n{out}{err}");
        }
    }

    /// Returns each contender's active submission, and its late days.
    fn active(&self) -> BTreeMap<String, Option<(u64, u64)>> {
        let status = self.json(&["status"]);
        let entries = status["entries"].as_array().unwrap().iter();
        let active = |entry: &Value| {
            let active = entry["active"].as_object()?;
            Some((active["submission"].as_u64().unwrap(), active["late_days"].as_u64().unwrap()))
        };
        entries.map(|entry| (entry["alias"].as_str().unwrap().to_owned(), active(entry))).collect()
    }

    /// Returns the results of versions, as a reader sees them. Omits the remaining quota, which changes with time.
    fn shown(&self, reader: &[&str]) -> Vec<(Value, Value)> {
        let mut check = self.json(&[&["check"], reader].concat());
        let entries = check["entries"].as_array_mut().unwrap().iter_mut();
        entries.map(|entry| (entry["alias"].take(), entry["versions"].take())).collect()
    }

    /// Returns each entrant's points per game against the teacher, counted from the matches.
    fn shares(&self) -> BTreeMap<String, f64> {
        let mut points: BTreeMap<String, (f64, f64)> = BTreeMap::new();
        for line in self.read("cup/site/data/results.jsonl").lines() {
            let game: Value = serde_json::from_str(line).unwrap();
            let seats = ["first", "second"].into_iter().zip(game["entrants"].as_array().unwrap());
            let seats: Vec<(&str, &str)> = seats.map(|(seat, name)| (seat, name.as_str().unwrap())).collect();
            if !seats.iter().any(|(_, name)| *name == "Teacher") {
                continue;
            }
            let (seat, name) = seats.iter().find(|(_, name)| *name != "Teacher").unwrap();
            let won = match game["outcome"].as_str().unwrap() {
                "draw" => 0.5,
                winner if winner == *seat => 1.0,
                _ => 0.0,
            };
            let of = points.entry((*name).to_owned()).or_default();
            *of = (of.0 + won, of.1 + 1.0);
        }
        points.into_iter().map(|(name, (won, games))| (name, won / games)).collect()
    }
}

/// Returns the grade for a share by the formula in `CUP`, without trailing zeros.
fn grade(share: f64) -> String {
    format!("{}", (100.0 * (1.0 + 9.0 * share)).round() / 100.0)
}

/// Returns Moodle's worksheet with these grades by alias.
fn worksheet(grades: &BTreeMap<String, String>) -> String {
    let mut text = "\u{FEFF}Identifier,\"Full name\",\"Email address\",Grade,\"Maximum grade\",\
        \"Grade can be changed\",\"Last modified (grade)\"\r\n"
        .to_owned();
    for number in 1..=30 {
        let grade = grades.get(&alias(number)).map_or("", String::as_str);
        let (participant, name) = (3000 + 7 * number, name(number));
        write!(
            text,
            "\"Participant {participant}\",\"{name}\",s{number}@example.edu,{grade},10.00,Yes,-\r\n"
        )
        .unwrap();
    }
    text
}

/// Returns Canvas's gradebook.
fn gradebook(grades: &BTreeMap<String, String>) -> String {
    let mut text = "Student,ID,SIS User ID,SIS Login ID,Section,Bot (77),Final Score\n\
        \"    Points Possible\",,,,,10,(read only)\n"
        .to_owned();
    for number in 1..=30 {
        let grade = grades.get(&alias(number)).map_or("", String::as_str);
        let (name, id) = (name(number), id(number));
        writeln!(text, "\"{name}\",{},{id},login{number},X,{grade},", 500 + number).unwrap();
    }
    text
}

#[test]
fn a_term() {
    let term = Term::begin();
    term.hand_in();

    // The active versions.
    let active = term.active();
    assert_eq!(active.len(), 28, "of two teams one each");
    for (alias, active) in &active {
        assert_eq!(active.is_none(), WITHOUT.contains(&alias.as_str()), "{alias}: {active:?}");
    }
    let of = |number: u32| active[&alias(number)];
    assert_eq!([of(2), of(4), of(5), of(7)], [Some((2, 0)), Some((4, 1)), Some((5, 0)), Some((8, 0))]);
    assert_eq!(of(28), Some((29, 0)), "the last of either in the team");
    let same = &term.json(&["status"])["same_bytes"];
    assert_eq!(same[0]["submissions"], json!([10, 11]), "{same}");

    // The requirements that they meet, which no student sees before the release.
    let [participants, all, teacher] = [&["--as", "participants"][..], &["--as", "all"], &[]];
    let nothing = term.shown(participants);
    term.ok(&["freeze"]);
    term.ok(&["work"]);
    let shown = term.shown(teacher);
    assert!(term.shown(participants) == nothing && shown != nothing);

    // The tournament.
    let (code, out, err) = run(&["run", &term.path("cup.toml"), "--out", &term.path("cup")]);
    assert_eq!(code, 0, "{out}{err}");
    assert!(WITHOUT.iter().all(|alias| err.contains(alias)), "{err}");
    assert!(!err.contains("still open"), "every deadline has passed\n{err}");
    verify(&term.top.path().join("cup"));
    let report = term.read("cup/site/data/report.json");
    for number in 1..=30 {
        assert!(!report.contains(&id(number)) && !report.contains(&format!("s{number}@")), "{number}");
    }
    assert!(!report.contains("Jane Doe"));

    // The qualification is published first.
    let (code, out, err) = run(&["report", &term.path("cup"), "--through", "1"]);
    assert_eq!(code, 0, "{out}{err}");
    let first = term.read("cup/private/through/1/data/report.json");
    assert!(first.contains("Qualification") && first.len() < report.len());
    assert!(!term.read("cup/private/through/1/data/results.jsonl").contains("\"Knockout\""));

    // Grades, exact to the digit.
    let grades: BTreeMap<String, String> =
        term.shares().into_iter().map(|(alias, share)| (alias, grade(share))).collect();
    assert_eq!(grades.len(), 25);
    assert!(grades.values().collect::<std::collections::BTreeSet<_>>().len() > 2, "{grades:?}");
    for (file, column, before, due) in [
        ("worksheet.csv", "Grade", worksheet(&BTreeMap::new()), worksheet(&grades)),
        ("gradebook.csv", "Bot", gradebook(&BTreeMap::new()), gradebook(&grades)),
    ] {
        term.write(file, before);
        let (cup, file_path) = (term.path("cup"), term.path(file));
        let options = ["export", "--run", &cup, "--into", &file_path, "--column", column, "--in-place"];
        let (code, _, err) = term.class(&options);
        assert_eq!((code, err.contains("results are frozen since")), (4, true), "{err}");
        term.ok(&[&options[..], &["--include-frozen"]].concat());
        assert_eq!(term.read(file), due);
    }

    // Released in steps.
    term.ok(&["release", "--to", "participants"]);
    let shown = term.shown(teacher);
    assert!(term.shown(participants) == shown && term.shown(all) == nothing);
    term.ok(&["release", "--to", "all"]);
    assert!(term.shown(all) == shown);

    // A requirement changes. Applying the preview changes exactly the previewed results.
    term.write("ki/class.toml", CLASS.replace("percent = 55", "percent = 95"));
    let preview = term.json(&["rejudge"]);
    assert!(preview["lost"].as_u64().unwrap() > 0, "{preview}");
    let met = |term: &Term| {
        let badges = term.shown(teacher).into_iter().flat_map(|(_, mut versions)| {
            let versions = versions.as_array_mut().unwrap().iter_mut();
            versions.map(|version| version["badges"][0]["met"].take()).collect::<Vec<_>>()
        });
        badges.filter(|met| *met == json!(true)).count() as u64
    };
    let before = met(&term);
    let applied = term.json(&["rejudge", "--apply", preview["preview"].as_str().unwrap()]);
    assert_eq!(applied["changes"], preview["changes"]);
    assert_eq!(met(&term), before - preview["lost"].as_u64().unwrap());
    assert_eq!(term.json(&["rejudge"])["changes"], json!([]));
}
