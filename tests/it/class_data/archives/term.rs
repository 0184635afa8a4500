//! A term of 120 students in three sections: the archives that Moodle and Canvas make of typical submissions.
//!
//! Paths and tables follow the code of those systems:
//!
//! - Moodle, `mod/assign/classes/downloader.php` (at `da545523`): lines 172 to 197, the student; 216 to 231, the file;
//!   `mod/assign/submission/onlinetext/locallib.php`, `get_files`: `onlinetext.html`; `mod/assign/gradingtable.php`,
//!   `__construct` and `col_team`: the columns of the worksheet in their order, including that of groups if students
//!   submit together; `lib/moodlelib.php`, `clean_param` with `PARAM_FILE`: the characters removed from names.
//! - Canvas, `lib/content_zipper.rb` (at `05e9653c`): lines 452 to 456, the student; 466 to 475 and 481 to 487, the
//!   shortened name; 441 to 450, a file; 428 to 439, a text or a web address; 320, `app/models/attachment.rb`,
//!   `make_unique_filename`: `kit-1.js`; `lib/gradebook_exporter.rb` (at `0140a2ef`), `csv_data` and
//!   `enrollments_for_csv`: the row of points first, the test student last, whose login is a hash
//!   (`app/models/course.rb`, `find_or_create_student_view_student`).

use std::collections::BTreeSet;
use std::fmt::Write as _;

use serde_json::Value;

use super::each;
use crate::class_data::{Class, bot};

const SCRIPT: &str = "import { first } from \"./tank_war.js\";\nimport { legalActions } from \"./muster.js\";\n\
    export const choose = () => first(legalActions());\n";
const KIT: &str = "export const first = (all) => all[0];\n";
const TYPES: &str = "export declare function first(all: number[]): number;\n";

/// A file of an archive, by its path.
pub(super) type File = (String, Vec<u8>);

/// Returns a student's id. Students are numbered from 1; the first 40 are in section A, the others in B and C.
pub(super) fn id(student: usize) -> String {
    (4000 + student).to_string()
}

pub(super) fn first_name(student: usize) -> String {
    match student {
        15 => "Máire Ní".to_owned(),
        _ => format!("Ann{}", letters(student)),
    }
}

pub(super) fn last_name(student: usize) -> String {
    match student {
        15 => "O'Brien".to_owned(),
        16 => "van_der Berg".to_owned(),
        95 => "D'Arcy-Lee".to_owned(),
        _ => format!("Lee{}", letters(student)),
    }
}

/// Returns a number in letters, which no course system takes for a number.
fn letters(number: usize) -> String {
    number.to_string().bytes().map(|digit| char::from(digit - b'0' + b'a')).collect()
}

pub(super) fn name(student: usize) -> String {
    format!("{} {}", first_name(student), last_name(student))
}

/// Returns the team of a student of section B, which has 20 teams of two.
fn team(student: usize) -> Option<usize> {
    (41..=80).contains(&student).then(|| (student - 41) / 2 + 1)
}

fn roster() -> String {
    let mut text = "id,name,email,section,team\n".to_owned();
    for student in 1..=120 {
        let section = ["A", "B", "C"][(student - 1) / 40];
        let team = team(student).map(|team| format!("Team {team:02}")).unwrap_or_default();
        let (id, name) = (id(student), name(student));
        writeln!(text, "{id},\"{name}\",s{student}@example.edu,{section},{team}").unwrap();
    }
    text
}

/// Returns Moodle's number of a student in an assignment. That of student 42 is also the number of the group Team 01.
pub(super) fn participant(student: usize) -> usize {
    859 + student
}

pub(super) fn cleaned(name: &str) -> String {
    name.replace('_', " ").chars().filter(|letter| !"&<>\"`|':\\/".contains(*letter)).collect()
}

pub(super) fn moodle(label: &str, number: Option<usize>, kind: &str, file: &str) -> String {
    let number = number.map(|number| format!("_{number}")).unwrap_or_default();
    format!("{}{number}_assignsubmission_{kind}/{file}", cleaned(label))
}

/// Returns a row of Moodle's worksheet; `group` is only set if students submit together.
pub(super) fn row(
    number: usize,
    name: &str,
    id: &str,
    email: &str,
    group: Option<&str>,
    time: &str,
) -> String {
    let group = group.map(|group| format!(",\"{group}\"")).unwrap_or_default();
    format!(
        "\"Participant {number}\",\"{name}\",{id},{email},\"Submitted for grading\"{group},,10.00,Yes,\"{time}\",-,\r\n"
    )
}

pub(super) fn worksheet(rows: &[String], has_groups: bool) -> String {
    let group = if has_groups { ",Group" } else { "" };
    format!(
        "\u{FEFF}Identifier,\"Full name\",\"ID number\",\"Email address\",Status{group},Grade,\"Maximum grade\",\
         \"Grade can be changed\",\"Last modified (submission)\",\"Last modified (grade)\",\"Feedback comments\"\r\n{}",
        rows.concat()
    )
}

pub(super) const IN_TIME: &str = "Sunday, 31 May 2026, 9:05 PM";

pub(super) fn zip(files: &[(&str, &[u8])]) -> Vec<u8> {
    course_files::archives::pack(files).unwrap()
}

/// Returns the submissions of section A, individually in Moodle: the expected students, the archive and the worksheet.
fn section_a() -> (BTreeSet<String>, Vec<File>, String) {
    let mut files: Vec<File> = Vec::new();
    let mut rows = Vec::new();
    let utf16: Vec<u8> = "\u{feff}// Züge\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let packed = zip(&[
        ("my bot/bot.js", SCRIPT.as_bytes()),
        ("my bot/tank_war.js", KIT.as_bytes()),
        ("__MACOSX/my bot/._bot.js", b"x"),
        ("my bot/old versions.zip", b"PK"),
    ]);
    for student in 1..=40 {
        let (name, number) = (name(student), participant(student));
        let mut file = |file: &str, bytes: &[u8]| {
            files.push((moodle(&name, Some(number), "file", file), bytes.to_vec()));
        };
        let wasm = bot(student as i64);
        match student {
            2 => {
                file("bot (1).js", SCRIPT.as_bytes());
                file("tank_war (1).js", KIT.as_bytes());
                file("tank_war (1).d.ts", TYPES.as_bytes());
            }
            3 => {
                file("BOT.JS", SCRIPT.as_bytes());
                file("tank_war.js", KIT.as_bytes());
            }
            4 => file("bot.zip", &packed),
            5 => {}
            6 => file("Bot.WASM", &wasm),
            7 => file("bot.js", &utf16),
            8 => file("bot.js", b"// Z\xfcge\nexport const choose = () => 0;\n"),
            9 => {
                file("bot.js", &vec![b' '; 200 << 20]);
                file("helper.js", KIT.as_bytes());
            }
            10 => file("notes.txt", b"to do"),
            11 => {
                file("a.js", b"1");
                file("b.js", b"2");
            }
            12 => file("bot.zip", b"Rar!"),
            14 => {
                file("agent.js", SCRIPT.as_bytes());
                file("tank_war.js", KIT.as_bytes());
                file("tank_war.d.ts", TYPES.as_bytes());
                file("lib/.DS_Store", b"x");
                file("Thumbs.db", b"x");
                file("__MACOSX/._agent.js", b"x");
            }
            17 => file("bot.js", b"const a = 1;\nexport const choose = () => ;\n"),
            18 => continue,
            _ => file("bot.wasm", &wasm),
        }
        if student == 5 || student == 6 {
            files
                .push((moodle(&name, Some(number), "onlinetext", "onlinetext.html"), b"<p>bot</p>".to_vec()));
        }
        rows.push(row(number, &name, &id(student), &format!("s{student}@example.edu"), None, IN_TIME));
    }
    // A guest who is not in the class, and a folder of another assignment.
    files.push((moodle("Guest Listener", Some(700), "file", "bot.wasm"), bot(700)));
    rows.push(row(700, "Guest Listener", "9999", "guest@example.edu", None, IN_TIME));
    files.push((moodle(&name(19), Some(12_345), "file", "bot.wasm"), bot(701)));
    files.push((".DS_Store".to_owned(), b"x".to_vec()));
    files.push(("readme.txt".to_owned(), b"x".to_vec()));
    let left: [usize; 6] = [5, 9, 10, 11, 12, 18];
    let expected = (1..=40).filter(|student| !left.contains(student)).map(id).collect();
    (expected, files, worksheet(&rows, false))
}

/// Returns the submissions of section B, by groups in Moodle. Teams 18 and 19 form one group there, and the members of
/// team 20 are in none.
fn section_b() -> (BTreeSet<String>, Vec<File>, String) {
    let (mut files, mut rows): (Vec<File>, Vec<String>) = (Vec::new(), Vec::new());
    let group = |team: usize| match team {
        2 => "Die Füchse".to_owned(),
        3 => "a_b: \"c\"".to_owned(),
        18 | 19 => "Team 18".to_owned(),
        20 => "Default group".to_owned(),
        _ => format!("Team {team:02}"),
    };
    for student in 41..=80 {
        let group = group(team(student).unwrap()).replace('"', "\"\"");
        let email = format!("s{student}@example.edu");
        rows.push(row(participant(student), &name(student), &id(student), &email, Some(&group), IN_TIME));
    }
    for team in (1..=18).chain([20]) {
        let number = (team != 20).then_some(900 + team);
        files.push((moodle(&group(team), number, "file", "bot.wasm"), bot(800 + team as i64)));
    }
    // A group of listeners, who are not in the class.
    files.push((moodle("Listeners", Some(990), "file", "bot.wasm"), bot(990)));
    rows.push(row(640, "Guest Listener", "9999", "guest@example.edu", Some("Listeners"), IN_TIME));
    // A team is reported by its first student.
    let expected = (1..=17).chain([20]).map(|team| id(39 + 2 * team)).collect();
    (expected, files, worksheet(&rows, true))
}

/// Returns a name in Canvas's format before the number.
pub(super) fn canvas_name(last: &str, first: &str) -> String {
    let kept = |letter: &char| letter.is_alphanumeric() || *letter == '_';
    format!("{last}, {first}").to_lowercase().chars().filter(kept).collect()
}

/// Returns Canvas's own number of a student.
pub(super) fn user(student: usize) -> usize {
    70_000 + student
}

/// Returns the submissions of section C in Canvas.
fn section_c() -> (BTreeSet<String>, Vec<File>, String) {
    let mut files: Vec<File> = Vec::new();
    let mut export =
        "Student,ID,SIS User ID,SIS Login ID,Section,Bots (77)\n    Points Possible,,,,,10\n".to_owned();
    let mut attachment = 500;
    for student in 81..=120 {
        let (first, last) = (first_name(student), last_name(student));
        let late = if student % 10 == 0 { "_LATE" } else { "" };
        let from = format!("{}{late}_{}", canvas_name(&last, &first), user(student));
        let mut file = |file: &str, bytes: &[u8]| {
            attachment += 1;
            files.push((format!("{from}_{attachment}_{file}"), bytes.to_vec()));
        };
        match student {
            82 => {
                file("bot-1.js", SCRIPT.as_bytes());
                file("tank_war-1.js", KIT.as_bytes());
            }
            83 => {
                file("bot-0f8fad5b-d9cb-469f-a165-70867728950e.js", SCRIPT.as_bytes());
                file("tank_war-7.JS", KIT.as_bytes());
                file("._bot.js", b"x");
            }
            84 => files.push((format!("{from}_text.html"), b"<p>my bot</p>".to_vec())),
            85 => files.push((format!("{from}_link.html"), b"<a>my bot</a>".to_vec())),
            86 => file("bot.pdf", b"%PDF"),
            87 => {}
            // Submitted twice, by mistake.
            88 => {
                file("bot.wasm", &bot(88));
                file("bot (1).wasm", &bot(88));
            }
            _ => file("bot.wasm", &bot(student as i64)),
        }
        if student == 120 {
            // Has left the course in Canvas.
            continue;
        }
        writeln!(export, "\"{last}, {first}\",{},{},x{student},Section C,", user(student), id(student))
            .unwrap();
    }
    let test_user = 99_999;
    files.push((format!("studenttest_{test_user}_499_bot.wasm"), bot(499)));
    writeln!(export, "\"Student, Test\",{test_user},,{},Section C,", "5f".repeat(20)).unwrap();
    let left: [usize; 5] = [84, 85, 86, 87, 120];
    let expected = (81..=120).filter(|student| !left.contains(student)).map(id).collect();
    (expected, files, export)
}

impl Class {
    /// Creates a class of 120.
    pub(super) fn of_120() -> Class {
        let class = Class::with("late_days = 2\n[section.A]\n[section.B]\n[section.C]\n");
        class.write("all.csv", roster());
        // The students that all tests share are in none of the archives.
        class.ok(&["roster", &class.text("ki"), &class.text("all.csv")]);
        class
    }
}

fn ids(told: &Value, list: &str) -> BTreeSet<String> {
    each(told, list, "student").iter().map(|id| id.as_str().unwrap().to_owned()).collect()
}

/// Returns the output on bots that are not accepted, and on those that are not submitted.
fn refusals(out: &str) -> &str {
    let at =
        ["\nrefused:", "\nwould be refused:", "\nnot taken:"].iter().filter_map(|head| out.find(head)).min();
    at.map_or("", |at| &out[at + 1..])
}

pub(super) fn view(files: &[File]) -> Vec<(&str, &[u8])> {
    files.iter().map(|(path, bytes)| (path.as_str(), bytes.as_slice())).collect()
}

#[test]
fn everybody_of_120_who_can_be_matched_is_and_nobody_else() {
    let class = Class::of_120();
    let mut table = String::new();
    let at = ["--at", "2026-05-31 23:00"];
    let sections = [("Moodle", section_a()), ("Moodle, groups", section_b()), ("Canvas", section_c())];
    for (system, (expected, files, sheet)) in &sections {
        class.write("sheet.csv", sheet);
        class.write("hand-ins.zip", zip(&view(files)));
        let [folder, archive, sheet] = ["ki", "hand-ins.zip", "sheet.csv"].map(|name| class.text(name));
        let submit = |further: &[&str]| {
            let asked = ["submit", &folder, "--archive", &archive, "--worksheet", &sheet];
            let (code, out, err) = class.run(&[&asked[..], &at[..], further].concat());
            assert_eq!(code, 4, "{err}");
            out
        };
        let in_json = |further: &[&str]| -> Value {
            serde_json::from_str(&submit(&[&["--json"], further].concat())).unwrap()
        };
        assert_eq!(&ids(&in_json(&["--dry-run"]), "taken"), expected, "{system}");
        writeln!(table, "{system}\n{}", refusals(&submit(&[]))).unwrap();
        // The same archive again: there is nothing new.
        let told = in_json(&[]);
        assert_eq!((ids(&told, "taken"), &ids(&told, "known")), (BTreeSet::new(), expected), "{system}");
        let listed: usize = told["not_taken"].as_array().unwrap().iter().map(listed).sum();
        let left = told["left"].as_array().unwrap().len() + told["skipped"].as_array().unwrap().len();
        assert_eq!(listed, left, "what is not taken is listed once");
    }
    insta::assert_snapshot!(table);
    let status = class.status();
    let accepted = status.as_array().unwrap().iter().filter(|one| !one["active"].is_null()).count();
    // All matched students, except those whose files have another encoding or a mistake.
    let due: usize = sections.iter().map(|(_, (expected, ..))| expected.len()).sum();
    assert_eq!(accepted, due - 3);
}

fn listed(one: &Value) -> usize {
    one["entries"].as_array().unwrap().len()
}

/// A student who submits again is taken again: by Moodle's time, or, since Canvas has none, because the bot differs.
#[test]
fn who_hands_in_again_is_taken_again_and_nobody_else() {
    let class = Class::of_120();
    let sheet = class.text("sheet.csv");
    let rows = |time: &str| -> String {
        let rows = [41, 42].map(|student| {
            let email = format!("s{student}@example.edu");
            row(participant(student), &name(student), &id(student), &email, Some("Team 01"), time)
        });
        worksheet(&rows, true)
    };
    let file = moodle("Team 01", Some(901), "file", "bot.wasm");
    class.write("sheet.csv", rows("Saturday, 30 May 2026, 9:05 PM"));
    let (code, told) = class.collect(&[(file.as_str(), bot(1).as_slice())], &["--worksheet", &sheet]);
    assert_eq!((code, each(&told, "taken", "team")), (0, vec![Value::from("Team 01")]), "{told:#}");
    class.write("sheet.csv", rows(IN_TIME));
    let (code, told) = class.collect(&[(file.as_str(), bot(2).as_slice())], &["--worksheet", &sheet]);
    assert_eq!((code, each(&told, "taken", "received")), (0, vec![Value::from("2026-05-31T19:05:00Z")]));

    let path = |student: usize, attachment: usize, file: &str| {
        let name = canvas_name(&last_name(student), &first_name(student));
        format!("{name}_{}_{attachment}_{file}", id(student))
    };
    let unchanged = [path(81, 1, "bot.js"), path(81, 2, "tank_war.js")];
    let both = |kit: &str, wasm: &[u8]| -> Vec<File> {
        let [bot, own_kit] = &unchanged;
        vec![
            (bot.clone(), SCRIPT.into()),
            (own_kit.clone(), KIT.into()),
            (path(82, 3, "bot-1.js"), SCRIPT.into()),
            (path(82, 4, "tank_war-1.js"), kit.into()),
            (path(83, 5, "bot.wasm"), wasm.to_vec()),
        ]
    };
    let (code, told) = class.collect(&view(&both(KIT, &bot(3))), &["--at", "2026-05-20 10:00"]);
    assert_eq!((code, ids(&told, "taken").len()), (0, 3), "{told:#}");
    // One student's bot differs, and another's imported file.
    let changed = KIT.replace("all[0]", "all[all.length - 1]");
    let (code, told) = class.collect(&view(&both(&changed, &bot(4))), &["--at", "2026-05-21 10:00"]);
    let new: BTreeSet<String> = [82, 83].map(id).into();
    assert_eq!((code, ids(&told, "taken"), ids(&told, "known")), (0, new, [id(81)].into()), "{told:#}");
}

/// Without a worksheet, a group has only its name. A worksheet's number for another participant is ignored.
#[test]
fn a_group_is_never_taken_for_a_student() {
    let class = Class::of_120();
    let at = ["--at", "2026-05-31 23:00"];
    let file = moodle("Team 01", Some(901), "file", "bot.wasm");
    let files = [(file.as_str(), &*bot(1))];
    let (code, told) = class.collect(&files, &at);
    assert_eq!((code, ids(&told, "taken").len()), (4, 0), "a name alone is not enough");
    // Student 42 has this number. A worksheet without groups belongs to an assignment of another kind.
    let sheet = worksheet(&[row(901, &name(42), &id(42), "s42@example.edu", None, IN_TIME)], false);
    class.write("sheet.csv", sheet);
    let sheet = class.text("sheet.csv");
    let (code, told) = class.collect(&files, &["--worksheet", &sheet]);
    let why = told["left"][0]["why"].as_str().unwrap();
    assert_eq!((code, why.contains("not \"Team 01\"")), (4, true), "{why}");
    let (code, told) = class.collect(&files, &[&at[..], &["--by-name"]].concat());
    assert_eq!((code, each(&told, "taken", "team")), (0, vec![Value::from("Team 01")]), "{told:#}");
}

/// A roster from Canvas's gradebook has all students, without the row of points and the test student.
#[test]
fn canvass_gradebook_is_a_roster() {
    let class = Class::with("");
    let (_, _, export) = section_c();
    class.write("export.csv", export);
    let (folder, file) = (class.text("ki"), class.text("export.csv"));
    let told: Value = serde_json::from_str(&class.ok(&["roster", &folder, &file, "--json"])).unwrap();
    assert_eq!(told["new"], 39, "{told:#}");
}
