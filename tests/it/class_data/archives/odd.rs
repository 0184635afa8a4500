//! The odd submissions of a class of 120 in the formats of course systems: each is in exactly one list, and its student
//! gets a correct message.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;

use serde_json::Value;

use super::each;
use super::term::{
    File, IN_TIME, canvas_name, cleaned, first_name, id, last_name, moodle, name, participant, row, user,
    view, worksheet, zip,
};
use crate::class_data::{Class, bot};

const KIT: &str = include_str!("../../../../bots/kit/javascript/tank_war.js");

/// The layout of a course system's archive.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Layout {
    Moodle,
    MoodleFlat,
    Canvas,
}

/// The expected outcome of a submission.
enum Due {
    /// It is submitted and accepted.
    Accepted,
    /// It is submitted, and refused with a reason that contains this text.
    Refused(&'static str),
    /// It is not submitted, for a reason that contains this text.
    Left(&'static str),
}

/// Returns a script that needs the kit, different for each student.
fn script(student: usize) -> Vec<u8> {
    format!(
        "import {{ legalActions }} from \"./muster.js\";\nimport \"./tank_war.js\";\n// {student}\n\
         export function choose(view) {{\n  return legalActions()[0].code;\n}}\n"
    )
    .into_bytes()
}

/// Returns the files of an odd submission, and the expected outcome.
fn odd(kind: usize, student: usize) -> (Vec<(&'static str, Vec<u8>)>, Due) {
    let script = script(student);
    let packed = |files: &[(&str, &[u8])]| zip(files);
    let kit = KIT.as_bytes().to_vec();
    match kind {
        0 => (vec![("empty.zip", packed(&[]))], Due::Left("an archive without files")),
        1 => {
            (vec![("mac.zip", packed(&[("__MACOSX/._bot.js", b"x")]))], Due::Left("an archive without files"))
        }
        2 => (
            vec![("bot.tar.gz", b"\x1f\x8b".to_vec())],
            Due::Left("bot.tar.gz is an archive of an unsupported format"),
        ),
        3 => (vec![("bot.7z", b"7z".to_vec())], Due::Left("bot.7z is an archive of an unsupported format")),
        4 => {
            let inner = packed(&[("bot.js", &script)]);
            (
                vec![("outer.zip", packed(&[("inner.zip", &inner)]))],
                Due::Left("inner.zip is an archive inside an archive"),
            )
        }
        5 => (vec![("damaged.zip", b"PK\x03\x04".to_vec())], Due::Left("it cannot be opened")),
        6 => (vec![("bot.ipynb", b"{}".to_vec())], Due::Left("bot.ipynb is a notebook")),
        7 => (vec![("main.rs", b"fn main() {}".to_vec())], Due::Left("main.rs is source code")),
        8 => (vec![("bot.py.txt", b"def choose(view): pass".to_vec())], Due::Left("hand it in without .txt")),
        9 => (vec![("report.pdf", b"%PDF".to_vec())], Due::Left("(found: report.pdf)")),
        10 => (vec![], Due::Left("no file was handed in")),
        11 => (vec![(".DS_Store", b"x".to_vec())], Due::Left("no file was handed in")),
        12 => (vec![("tank_war.js", kit)], Due::Left("only files of the kit were handed in (tank_war.js)")),
        13 => {
            let other = b"export const choose = () => 0;\n".to_vec();
            (
                vec![("a.js", script), ("b.js", other)],
                Due::Left("several of its files could be the bot (a.js, b.js)"),
            )
        }
        14 => {
            let files: [(&str, &[u8]); 5] = [
                ("project/my_bot.js", &script),
                ("project/README.md", b"hi"),
                ("project/venv/lib/python3.12/site-packages/pip/main.py", b"x = 1\n"),
                ("project/venv/bin/activate_this.py", b"x = 1\n"),
                ("project/node_modules/x/index.js", b"module.exports = 1;\n"),
            ];
            (vec![("project.zip", packed(&files))], Due::Accepted)
        }
        15 => {
            let files: [(&str, &[u8]); 2] =
                [("bot.js", &script), ("dist/bot.js", b"export const choose = 0;\n")];
            (vec![("bot.zip", packed(&files))], Due::Accepted)
        }
        16 => (vec![("main.js", script)], Due::Accepted),
        17 => (vec![("main.js", script), ("tank_war (1).js", kit)], Due::Accepted),
        18 => (vec![("main.js", script), ("kit.js", kit)], Due::Accepted),
        _ => (vec![("bot.wasm", Vec::new())], Due::Refused("wasm")),
    }
}

const ODD: std::ops::RangeInclusive<usize> = 81..=120;

fn kind_of(student: usize) -> usize {
    (student - 81) % 20
}

impl Layout {
    /// Returns the archive and its worksheet.
    fn archive(self) -> (Vec<File>, String) {
        let mut files: Vec<File> = Vec::new();
        let (mut rows, mut export) = (
            Vec::new(),
            "Student,ID,SIS User ID,SIS Login ID,Section,Bots (77)\n    Points Possible,,,,,10\n".to_owned(),
        );
        let good = bot(1);
        for student in 1..=120 {
            let own = if ODD.contains(&student) {
                odd(kind_of(student), student).0
            } else {
                vec![("bot.wasm", good.clone())]
            };
            let (name, number) = (name(student), participant(student));
            let from =
                format!("{}_{}", canvas_name(&last_name(student), &first_name(student)), user(student));
            if own.is_empty() {
                let path = match self {
                    Layout::Moodle => moodle(&name, Some(number), "onlinetext", "onlinetext.html"),
                    Layout::MoodleFlat => {
                        format!("{}_{number}_assignsubmission_onlinetext_onlinetext.html", cleaned(&name))
                    }
                    Layout::Canvas => format!("{from}_text.html"),
                };
                files.push((path, b"<p>my bot</p>".to_vec()));
            }
            for (at, (file, bytes)) in own.into_iter().enumerate() {
                let path = match self {
                    Layout::Moodle => moodle(&name, Some(number), "file", file),
                    Layout::MoodleFlat => format!("{}_{number}_assignsubmission_file_{file}", cleaned(&name)),
                    Layout::Canvas => format!("{from}_{}_{file}", 500 + 3 * student + at),
                };
                files.push((path, bytes));
            }
            rows.push(row(number, &name, &id(student), &format!("s{student}@example.edu"), None, IN_TIME));
            let (last, first) = (last_name(student), first_name(student));
            writeln!(export, "\"{last}, {first}\",{},{},x{student},A,", user(student), id(student)).unwrap();
        }
        let sheet = if self == Layout::Canvas { export } else { worksheet(&rows, false) };
        (files, sheet)
    }
}

/// Returns the list of each student's id in the output; a student is in only one list.
fn lists(told: &Value) -> BTreeMap<String, &'static str> {
    let mut lists = BTreeMap::new();
    for list in ["taken", "known", "left"] {
        for entry in told[list].as_array().unwrap() {
            let others = entry["also_from"].as_array().into_iter().flatten();
            for student in others.chain([&entry["student"]]) {
                let student = student.as_str().unwrap().to_owned();
                assert_eq!(lists.insert(student.clone(), list), None, "{student} is in two lists");
            }
        }
    }
    lists
}

fn everybody_is_in_one_list_and_told_the_truth(layout: Layout) {
    let class = Class::of_120();
    let (files, sheet) = layout.archive();
    class.write("sheet.csv", sheet);
    let sheet = class.text("sheet.csv");
    let asked = ["--worksheet", &sheet, "--at", "2026-05-31 23:00"];
    let (code, told) = class.collect(&view(&files), &asked);
    assert_eq!(code, 4, "{layout:?}");
    let listed = lists(&told);
    assert_eq!(listed.len(), 120, "{layout:?}: every student of the archive is in a list");
    let whys: BTreeMap<&str, &Value> = told["left"]
        .as_array()
        .unwrap()
        .iter()
        .map(|left| (left["student"].as_str().unwrap(), left))
        .collect();
    class.ok(&["feedback", &class.text("ki"), "--texts", &class.text("texts")]);
    let before = class.status();
    let status: BTreeMap<&str, &Value> =
        before.as_array().unwrap().iter().filter_map(|one| Some((one["student"].as_str()?, one))).collect();
    for student in ODD {
        let (files, due) = odd(kind_of(student), student);
        let id = id(student);
        let text = fs::read_to_string(class.path("texts").join(format!("{id}.txt"))).unwrap();
        let entry = status[id.as_str()];
        let place = format!("{layout:?}, student {student}, kind {}: {text}", kind_of(student));
        assert!(!text.contains("nothing was handed in"), "{place}");
        match due {
            Due::Accepted => {
                assert_eq!(listed[&id], "taken", "{place}");
                assert!(text.contains("Active: submission "), "{place}");
                assert!(entry["not_taken"].is_null() && !entry["active"].is_null(), "{entry:#}");
            }
            Due::Refused(why) => {
                assert_eq!(listed[&id], "taken", "{place}");
                assert!(text.contains(": refused") && text.contains(why), "{place}");
            }
            Due::Left(why) => {
                assert_eq!(listed[&id], "left", "{place}");
                assert!(whys[id.as_str()]["why"].as_str().unwrap().contains(why), "{}", whys[id.as_str()]);
                assert!(text.contains("not taken") && text.contains(why), "{place}");
                assert!(entry["not_taken"]["why"].as_str().unwrap().contains(why), "{entry:#}");
                assert_eq!(entry["conditions"][0], "refused", "{entry:#}");
                // An opened archive is reported by its files.
                let is_told = |file: &str| file != ".DS_Store" && file != "outer.zip";
                for (file, _) in files.iter().filter(|(file, _)| is_told(file)) {
                    let stem = file.split('.').next().unwrap();
                    assert!(text.contains(stem), "{file} was found: {place}");
                }
            }
        }
    }
    // A second import submits nothing and repeats no message.
    let (_, again) = class.collect(&view(&files), &asked);
    assert!(each(&again, "taken", "student").is_empty());
    assert_eq!(lists(&again).values().filter(|list| **list == "left").count(), whys.len());
    assert_eq!(class.status(), before);
}

#[test]
fn of_120_in_moodle_each_is_in_one_list_and_told_the_truth() {
    everybody_is_in_one_list_and_told_the_truth(Layout::Moodle);
}

#[test]
fn of_120_in_an_archive_of_moodle_without_folders_each_is_in_one_list_and_told_the_truth() {
    everybody_is_in_one_list_and_told_the_truth(Layout::MoodleFlat);
}

#[test]
fn of_120_in_canvas_each_is_in_one_list_and_told_the_truth() {
    everybody_is_in_one_list_and_told_the_truth(Layout::Canvas);
}

/// A submission after the archive replaces the message on the archive.
#[test]
fn a_later_hand_in_ends_what_was_told_of_an_archive() {
    let class = Class::new();
    let files: [(&str, &[u8]); 1] = [("doejane_4711_900_bot.7z", b"7z")];
    let (_, told) = class.collect(&files, &["--at", "2026-05-01 10:00"]);
    assert_eq!(
        (&told["left"][0]["student"], &told["left"][0]["files"][0]),
        (&"4711".into(), &"bot.7z".into())
    );
    let shown = class.ok(&["status", &class.text("ki"), "4711"]);
    assert!(
        shown.contains("not taken from the course system's archive (bot.7z), received 2026-05-01"),
        "{shown}"
    );
    class.write("bot.wasm", bot(3));
    class.ok(&["submit", &class.text("ki"), "4711", &class.text("bot.wasm")]);
    let shown = class.ok(&["status", &class.text("ki"), "4711"]);
    assert!(!shown.contains("not taken"), "{shown}");
}

/// The command takes the same files as the service, names those that it does not open, and uses no quota for them.
#[test]
fn a_student_hands_in_an_archive() {
    let class = Class::with("[quota]\nper_day = 1\n");
    let folder = class.text("ki");
    let files: [(&str, &[u8]); 2] =
        [("project/my_bot.js", &script(1)), ("project/venv/lib/site-packages/pip/main.py", b"x = 1\n")];
    for (name, bytes, why) in [
        ("bot.tar.gz", b"\x1f\x8b".to_vec(), "bot.tar.gz is an archive of an unsupported format"),
        ("empty.zip", zip(&[]), "it is an archive without files"),
        ("bot.ipynb", b"{}".to_vec(), "bot.ipynb is a notebook"),
    ] {
        class.write(name, bytes);
        let (code, out, err) = class.run(&["submit", &folder, "4711", &class.text(name)]);
        assert!(code == 1 && out.is_empty() && err.contains(why), "{out}{err}");
    }
    class.write("project.zip", zip(&files));
    let told = class.ok(&["submit", &folder, "4711", &class.text("project.zip")]);
    assert!(told.contains("submission 1 of Ada") && told.contains("0 of 1 left in 24 hours"), "{told}");
}

/// Regression: a refusal was permanent, even after the class allowed the language.
#[test]
fn a_refusal_is_reconsidered_once_the_class_takes_the_language() {
    let class = Class::with("languages = [\"wasm\"]\n");
    let (folder, text) = (class.text("ki"), class.path("ki/class.toml"));
    class.write("bot.js", script(1));
    let (code, out, _) =
        class.run(&["submit", &folder, "4711", &class.text("bot.js"), "--at", "2026-05-01 10:00"]);
    assert!(code == 4 && out.contains("the class does not take JavaScript"), "{out}");
    class.write("bad.wasm", b"no module");
    let (code, ..) =
        class.run(&["submit", &folder, "4712", &class.text("bad.wasm"), "--at", "2026-05-01 10:00"]);
    assert_eq!(code, 4);
    let before = fs::read_to_string(&text).unwrap();
    fs::write(&text, before.replace("[\"wasm\"]", "[\"wasm\", \"javascript\"]")).unwrap();
    let shown = class.ok(&["status", &folder, "4711"]);
    assert!(
        shown.contains("it waits to be checked again, because the class now accepts its language"),
        "{shown}"
    );
    let told = class.ok(&["work", &folder]);
    assert!(told.contains("Ada: submission 1 is accepted\n"), "{told}");
    let status = class.status();
    assert_eq!(status[0]["active"]["submission"], 1);
    assert_eq!(
        status[0]["submissions"][0]["received"], "2026-05-01T08:00:00Z",
        "it counts from when it was received"
    );
    assert_eq!(status[1]["submissions"][0]["accepted"], false, "what is refused for another reason stays so");
}

/// A module that was made for another game is refused when it is submitted, and so is a script.
#[test]
fn a_bot_of_another_game_is_refused_at_once() {
    let class = Class::new();
    class.write("bot.js", "import { legalActions } from \"./muster.js\";\nimport \"./tank_chess.js\";\nexport const choose = () => legalActions()[0].code;\n");
    class.write("tank_chess.js", include_str!("../../../../bots/kit/javascript/tank_chess.js"));
    let (code, out, err) =
        crate::support::run(&["build", &class.text("bot.js"), "-o", &class.text("chess.wasm")]);
    assert_eq!(code, 0, "{out}{err}");
    for file in ["chess.wasm", "bot.js"] {
        let (code, out, err) = class.run(&["submit", &class.text("ki"), "4711", &class.text(file)]);
        let due = "the bot was made for Tank Chess, but the class plays The Tank War";
        assert!(code == 4 && out.contains(due), "{file}: {out}{err}");
    }
}
