//! Tests archives of submissions, in the formats of course systems and in invalid ones.

mod odd;
mod scripts;
mod term;

use std::process::Stdio;
use std::time::Duration;

use serde_json::{Value, json};

use crate::class_data::{Class, bot, status};
use crate::support::{MUCH_SLOWER, muster, pause, slow_to_compile, told, tree};

/// A worksheet of Moodle. The class does not know the third student's number, and the last student is not in the class.
const WORKSHEET: &str = "\u{FEFF}Identifier,\"Full name\",\"ID number\",\"Email address\",Status,Grade,\
    \"Last modified (submission)\",\"Last modified (grade)\"\r\n\
    \"Participant 11\",\"Jane Doe\",4711,jane@example.edu,Submitted,,\"Monday, 1 June 2026, 11:58 PM\",-\r\n\
    \"Participant 12\",\"Jane Doe\",4712,jd@example.edu,Submitted,,\"Tuesday, 2 June 2026, 8:00 AM\",-\r\n\
    \"Participant 13\",\"Zoë 王\",,ZOE@example.edu,Submitted,,\"Sunday, 31 May 2026, 9:05 AM\",-\r\n\
    \"Participant 14\",\"Bo O'Neil\",4714,bo@example.edu,Submitted,,\"Sunday, 31 May 2026, 9:06 AM\",-\r\n\
    \"Participant 15\",Eve,4715,eve@example.edu,Submitted,,\"Sunday, 31 May 2026, 9:06 AM\",-\r\n\
    \"Participant 16\",\"Some One\",9999,some@example.edu,Submitted,,\"Sunday, 31 May 2026, 9:06 AM\",-\r\n\
    \"Participant 17\",\"Two Fold\",4711,zoe@example.edu,Submitted,,\"Sunday, 31 May 2026, 9:06 AM\",-\r\n";

impl Class {
    /// Runs `muster class submit --archive hand-ins.zip --json` with further arguments, and returns the exit code and
    /// output.
    fn collect(&self, files: &[(&str, &[u8])], further: &[&str]) -> (i32, Value) {
        self.write("hand-ins.zip", course_files::archives::pack(files).unwrap());
        let (folder, archive) = (self.text("ki"), self.text("hand-ins.zip"));
        let (code, out, err) =
            self.run(&[&["submit", &folder, "--archive", &archive, "--json"], further].concat());
        assert!(!out.is_empty(), "{err}");
        (code, serde_json::from_str(&out).unwrap())
    }
}

/// Returns one member of each entry in a list of the output.
fn each(told: &Value, list: &str, key: &str) -> Vec<Value> {
    told[list].as_array().unwrap().iter().map(|one| one[key].clone()).collect()
}

#[test]
fn moodles_archive_with_its_worksheet() {
    let class = Class::new();
    class.write("sheet.csv", WORKSHEET);
    let sheet = class.text("sheet.csv");
    let bots: Vec<Vec<u8>> = (0..9).map(bot).collect();
    let files: [(&str, &[u8]); 10] = [
        ("Jane Doe_11_assignsubmission_file/bot.wasm", &bots[1]),
        ("Jane Doe_11_assignsubmission_file/notes.txt", b"mine"),
        ("Jane Doe_12_assignsubmission_file_/agent.wasm", &bots[2]),
        ("Zoë 王_13_assignsubmission_file_bot.wasm", &bots[3]),
        // A team: Moodle has the same file once for each member.
        ("Duo-Bo O'Neil_14_assignsubmission_file/bot.wasm", &bots[4]),
        ("Duo-Eve_15_assignsubmission_file/bot.wasm", &bots[4]),
        ("Some One_16_assignsubmission_file/bot.wasm", &bots[5]),
        ("Two Fold_17_assignsubmission_file/bot.wasm", &bots[6]),
        ("Jane Doe_99_assignsubmission_file/bot.wasm", &bots[7]),
        ("readme.txt", b"hello"),
    ];
    let asked = ["--worksheet", sheet.as_str()];
    let before = tree(class.top.path());
    let (code, told) = class.collect(&files, &[&asked[..], &["--dry-run"]].concat());
    assert_eq!(code, 4);
    assert_eq!(each(&told, "taken", "student"), ["4711", "4712", "4713", "4714"]);
    let mut after = tree(class.top.path());
    after.remove(std::path::Path::new("hand-ins.zip")).unwrap();
    let files_of =
        |all: &std::collections::BTreeMap<std::path::PathBuf, Vec<u8>>| -> Vec<std::path::PathBuf> {
            all.keys().filter(|path| path.starts_with("ki/files")).cloned().collect()
        };
    assert_eq!(files_of(&after), files_of(&before), "a dry run keeps nothing");

    let (code, told) = class.collect(&files, &asked);
    assert_eq!(code, 4, "some were not taken");
    assert_eq!(each(&told, "taken", "student"), ["4711", "4712", "4713", "4714"]);
    assert_eq!(each(&told, "taken", "submission"), [1, 2, 3, 4]);
    assert_eq!(each(&told, "taken", "accepted"), [true, true, true, true]);
    let received =
        ["2026-06-01T21:58:00Z", "2026-06-02T06:00:00Z", "2026-05-31T07:05:00Z", "2026-05-31T07:06:00Z"];
    assert_eq!(each(&told, "taken", "received"), received);
    assert_eq!(told["taken"][3]["also_from"], json!(["4715"]));
    let whys: Vec<String> =
        each(&told, "left", "why").iter().map(|why| why.as_str().unwrap().to_owned()).collect();
    assert_eq!(whys.len(), 3, "{whys:?}");
    assert!(whys[0].starts_with("line 7 of the worksheet, \"Some One\": no student"), "{whys:?}");
    assert!(whys[1].contains("the id of student 4711, but the address of student 4713"), "{whys:?}");
    assert!(whys[2].contains("the worksheet has no \"Participant 99\""), "{whys:?}");
    assert_eq!(each(&told, "skipped", "path"), ["readme.txt"]);

    // The second submission took a late day. The files that came with the first are kept as its source.
    let now = class.status();
    assert_eq!(now[0]["active"], json!({ "submission": 1, "chosen": false, "late_days": 0 }));
    assert_eq!(now[1]["active"]["late_days"], 1);
    assert!(now[0]["submissions"][0]["archive"].is_string() && now[1]["submissions"][0]["archive"].is_null());
    // Again: nothing is submitted twice.
    let (_, told) = class.collect(&files, &asked);
    assert_eq!(
        (each(&told, "taken", "student"), each(&told, "known", "submission")),
        (vec![], vec![1, 2, 3, 4].into_iter().map(Value::from).collect())
    );
    assert_eq!(class.status(), now);
}

/// A bot with any name is submitted, and so are the others.
#[test]
fn a_bot_may_have_any_name() {
    let class = Class::new();
    let bots: Vec<Vec<u8>> = (0..2).map(bot).collect();
    let long = format!("{}.wasm", "x".repeat(30_000));
    let names = [
        "doejane_4711_900_NUL.wasm",
        &format!("doejane_4712_901_{long}"),
        "oneilbo_4714_902_b?t\u{202e}.wasm",
    ];
    let files: Vec<(&str, &[u8])> =
        names.iter().zip(&bots).map(|(name, bot)| (*name, bot.as_slice())).collect();
    let (_, told) = class.collect(&files, &["--at", "2026-05-01 10:00"]);
    let taken = each(&told, "taken", "accepted");
    assert_eq!((taken.len(), taken.contains(&json!(false))), (2, false), "{told:#}");
}

/// It is not refused, nor received later: it waits for a machine that can decide.
#[test]
fn a_bot_that_this_machine_cannot_decide_about_waits_and_stops_nobody_else() {
    let class = Class::new();
    let (slow, quick) = (slow_to_compile(), bot(2));
    let files: [(&str, &[u8]); 2] = [("doejane_4711_900_bot.wasm", &slow), ("eve_4715_905_bot.wasm", &quick)];
    class.write("hand-ins.zip", course_files::archives::pack(&files).unwrap());
    class.write("slow.wasm", &slow);
    let [folder, archive, bot] = ["ki", "hand-ins.zip", "slow.wasm"].map(|name| class.text(name));
    let run = |times: &str, arguments: &[&str]| {
        let mut command = muster();
        command.env("MUSTER_CACHE", class.path("cache")).env("MUSTER_TEST_TIMES_SLOWER", times);
        told(&command.arg("class").args(arguments).output().unwrap())
    };
    let collect = ["submit", &folder, "--archive", &archive, "--json", "--at", "2026-05-01 10:00"];
    let (code, told, err) = run(MUCH_SLOWER, &collect);
    let told: Value = serde_json::from_str(&told).unwrap();
    assert_eq!(code, 6, "{told:#}{err}");
    assert!(err.contains("1 hand-in is kept and waiting: undecided on this machine"), "{err}");
    assert_eq!(each(&told, "taken", "student"), ["4711", "4715"]);
    assert_eq!(each(&told, "taken", "undecided"), [true, false]);
    assert_eq!(each(&told, "taken", "submission"), [1, 2]);
    let reason = told["taken"][0]["reasons"][0].as_str().unwrap();
    assert!(reason.starts_with("undecided on this machine: ") && reason.contains("(hint: "), "{reason}");
    let (_, again, _) = run(MUCH_SLOWER, &collect);
    let again: Value = serde_json::from_str(&again).unwrap();
    assert_eq!(each(&again, "known", "student"), ["4711", "4715"], "nothing is handed in twice");

    // On its own as well, after the other one's deadline.
    let one = ["submit", &folder, "4712", &bot, "--at", "2026-06-01 23:59"];
    let (code, told, err) = run(MUCH_SLOWER, &one);
    assert_eq!(code, 6, "{told}{err}");
    assert!(told.contains("submission 3 of Bee") && told.contains("undecided on this machine: "), "{told}");
    let now = class.status();
    assert_eq!(now[0]["why"], "nothing has been accepted yet, and a verdict is pending");
    class.ok(&["extend", &folder, "4711", "--until", "9999-01-01 00:00", "--reason", "a test"]);
    let (code, _, err) = run(MUCH_SLOWER, &["activate", &folder, "4711", "1"]);
    assert!(code == 1 && err.contains("submission 1 has no verdict yet"), "{err}");

    // A machine that cannot decide reports it, and changes nothing. One that can decides permanently.
    let (code, told, err) = run(MUCH_SLOWER, &["work", &folder, "--jobs", "1"]);
    assert_eq!(code, 6, "{told}{err}");
    assert!(err.contains("submission 1: undecided") && err.contains("2 hand-ins"), "{err}");
    assert!(told.contains("Duo: ") && !told.contains("Ada"), "others are tried out: {told}");
    let (code, told, err) = run("1", &["work", &folder]);
    assert_eq!(code, 0, "{told}{err}");
    assert!(told.contains("Ada: submission 1 is accepted\nBee: submission 3 is accepted\n"), "{told}");
    let now = class.status();
    let active =
        |place: usize| (&now[place]["active"]["submission"], &now[place]["submissions"][0]["received"]);
    assert_eq!(active(0), (&json!(1), &json!("2026-05-01T08:00:00Z")));
    assert_eq!(active(1), (&json!(3), &json!("2026-06-01T21:59:00Z")), "in time is in time");
}

/// Moodle writes a worksheet in the language of the teacher who downloads it. A time that cannot be read is listed.
#[test]
fn worksheets_in_other_languages() {
    let class = Class::new();
    let bots: Vec<Vec<u8>> = (0..3).map(bot).collect();
    let files: [(&str, &[u8]); 3] = [
        ("Jane Doe_11_assignsubmission_file/bot.wasm", &bots[0]),
        ("Jane Doe_12_assignsubmission_file/bot.wasm", &bots[1]),
        ("Zoë 王_13_assignsubmission_file/bot.wasm", &bots[2]),
    ];
    let german = "\u{FEFF}ID,\"Vollständiger Name\",\"ID number\",\"Zuletzt geändert (Abgabe)\"\r\n\
        Teilnehmer/in11,\"Jane Doe\",4711,\"Montag, 1. Juni 2026, 23:58\"\r\n\
        Teilnehmer/in12,\"Jane Doe\",4712,\"Dienstag, 1. Juni 2026, 23:58\"\r\n";
    class.write("sheet.csv", german);
    let (code, told) = class.collect(&files[..2], &["--worksheet", &class.text("sheet.csv")]);
    assert_eq!((code, each(&told, "taken", "student")), (4, vec![json!("4711")]));
    assert_eq!(each(&told, "taken", "received"), ["2026-06-01T21:58:00Z"]);
    let why = told["left"][0]["why"].as_str().unwrap();
    assert!(why.starts_with("line 3 of the worksheet: "), "it was a Monday: {why}");
    let french = "Identifiant,\"Nom complet\",\"ID number\",\"Dernière modification (travail remis)\"\r\n\
        \"Participant 13\",\"Zoë 王\",4713,\"lundi 1 juin 2026, 23:58\"\r\n";
    class.write("sheet.csv", french);
    let (code, told) = class.collect(&files[2..], &["--worksheet", &class.text("sheet.csv")]);
    assert_eq!((code, each(&told, "taken", "received")), (0, vec![json!("2026-06-01T21:58:00Z")]));
}

#[test]
fn without_a_worksheet_nothing_is_guessed() {
    let class = Class::new();
    let bot = bot(1);
    let files: [(&str, &[u8]); 4] = [
        ("Zoë 王_13_assignsubmission_file/bot.wasm", &bot),
        ("Jane Doe_11_assignsubmission_file/bot.wasm", &bot),
        ("Participant_12_assignsubmission_file/bot.wasm", &bot),
        ("Nobody_14_assignsubmission_file/bot.wasm", &bot),
    ];
    let (code, told) = class.collect(&files, &["--at", "2026-05-01 10:00"]);
    assert_eq!(
        (code, each(&told, "taken", "student"), told["left"].as_array().unwrap().len()),
        (4, vec![], 4)
    );
    let (_, told) = class.collect(&files, &["--by-name"]);
    let why = told["left"][0]["why"].as_str().unwrap();
    assert!(why.starts_with("its time of receipt is unknown"), "{why}");
    let (code, told) = class.collect(&files, &["--by-name", "--at", "2026-05-01 10:00"]);
    assert_eq!((code, each(&told, "taken", "student")), (4, vec![json!("4713")]));
    let why = told["left"][0]["why"].as_str().unwrap();
    assert_eq!(why, "several students in the class are named \"Jane Doe\": 4711, 4712");
    let (code, _, err) = class.run(&[
        "submit",
        &class.text("ki"),
        "--archive",
        &class.text("hand-ins.zip"),
        "--at",
        "2099-01-01 10:00",
    ]);
    assert_eq!((code, err.contains("--at is in the future")), (1, true), "{err}");
}

#[test]
fn canvass_archive() {
    let class = Class::new();
    let bots: Vec<Vec<u8>> = (0..4).map(bot).collect();
    let files: [(&str, &[u8]); 4] = [
        ("doejane_LATE_4711_900_bot.wasm", &bots[0]),
        // Another student, whose number in Canvas equals an id in the class.
        ("otheranna_4712_901_bot.wasm", &bots[1]),
        ("wangzoe_77_902_bot.wasm", &bots[2]),
        ("anon_x1Y2z_903_bot.wasm", &bots[3]),
    ];
    let at = ["--at", "2026-05-01 10:00"];
    let (code, told) = class.collect(&files, &at);
    assert_eq!((code, each(&told, "taken", "student")), (4, vec![json!("4711")]));
    assert_eq!(told["taken"][0]["marked_late"], true);
    let why = told["left"][0]["why"].as_str().unwrap();
    assert!(
        why.contains("student 4712 of the class is named \"Jane Doe\", but the file is from \"otheranna\""),
        "{why}"
    );
    // With an export of its gradebook, Canvas's own numbers lead to the class's ids.
    class.write(
        "canvas.csv",
        "Student,ID,SIS User ID,SIS Login ID,Section,Bots (12)\n    Points Possible,,,,,10\n\
         \"Doe, Jane\",4711,4711,x1,A,\n\"Other, Anna\",4712,5000,x2,A,\n\"Wang, Zoë\",77,4713,x3,A,\n",
    );
    let sheet = class.text("canvas.csv");
    let (code, told) = class.collect(&files, &[&at[..], &["--worksheet", &sheet]].concat());
    assert_eq!(
        (code, each(&told, "taken", "student"), each(&told, "known", "student")),
        (4, vec![json!("4713")], vec![json!("4711")])
    );
    assert!(told["left"][0]["why"].as_str().unwrap().contains("Other, Anna"), "{told}");
}

/// A file that is too large to be examined is kept unchanged, and recognised again.
#[test]
fn a_bot_that_is_too_large_is_handed_in_once() {
    let class = Class::new();
    let mut large = bot(1);
    large.resize(5 << 20, 0);
    let files: [(&str, &[u8]); 1] = [("doejane_4711_900_bot.wasm", &large)];
    let at = ["--at", "2026-05-01 10:00"];
    let (_, told) = class.collect(&files, &at);
    assert_eq!(
        (each(&told, "taken", "submission"), each(&told, "taken", "accepted")),
        (vec![json!(1)], vec![json!(false)])
    );
    let (_, told) = class.collect(&files, &at);
    assert_eq!(
        (each(&told, "taken", "submission"), each(&told, "known", "submission")),
        (vec![], vec![json!(1)])
    );
}

#[test]
fn hostile_archives_are_refused_or_inert() {
    let class = Class::new();
    let at = ["--at", "2026-05-01 10:00"];
    let bot = bot(1);
    let climbing: Vec<(&str, &[u8])> = [
        "../doejane_4711_900_bot.wasm",
        "/doejane_4711_900_bot.wasm",
        "Jane Doe_11_assignsubmission_file/../../../evil.js",
        "C:\\doejane_4711_900_bot.wasm",
    ]
    .map(|name| (name, bot.as_slice()))
    .into();
    let before = status(&class.text("ki"));
    let (code, told) = class.collect(&climbing, &at);
    assert_eq!(code, 4);
    assert_eq!(each(&told, "skipped", "why"), ["its path leads out of the archive"; 4]);
    let names: Vec<String> = (0..100_000).map(|number| format!("doejane_4711_{number}_bot.wasm")).collect();
    let many: Vec<(&str, &[u8])> = names.iter().map(|name| (name.as_str(), &b""[..])).collect();
    for (bytes, told) in [
        (course_files::archives::pack(&many).unwrap(), "more than 20000 entries"),
        (b"Identifier,Grade\n".to_vec(), "it is not a zip archive"),
        (Vec::new(), "it is not a zip archive"),
    ] {
        class.write("hand-ins.zip", bytes);
        let (folder, archive) = (class.text("ki"), class.text("hand-ins.zip"));
        let (code, out, err) = class.run(&[&["submit", &folder, "--archive", &archive], &at[..]].concat());
        assert_eq!((code, out.as_str(), err.contains(told)), (1, "", true), "{err}");
    }
    assert_eq!(status(&class.text("ki")), before);
    // 40 MiB of zeros take a few kilobytes in the archive. The student is informed, and none of the zeros are stored.
    let zeros = vec![0; 40 << 20];
    let (code, told) = class.collect(&[("doejane_4711_900_bot.wasm", &zeros)], &at);
    let due = "student 4711: cannot accept bot.wasm, or the files that came with it: it has more than 33554432 bytes";
    assert_eq!((code, told["left"][0]["why"].as_str().unwrap()), (4, due));
    let entries = class.status();
    assert!(due.ends_with(entries[0]["not_taken"]["why"].as_str().unwrap()), "{entries:#}");
    for entry in entries.as_array().unwrap() {
        assert_eq!(entry["submissions"], json!([]));
        assert_eq!(entry["not_taken"].is_null(), entry["student"] != "4711", "{entry:#}");
    }
    assert!(!class.path("evil.js").exists() && !class.path("doejane_4711_900_bot.wasm").exists());
    // Names of every kind are printed without control sequences.
    let (folder, archive) = (class.text("ki"), class.text("hand-ins.zip"));
    let odd = "\u{1b}[2J\u{202e}\n=1+1_4711_1_b\u{7}.wasm";
    class.write("hand-ins.zip", course_files::archives::pack(&[(odd, &bot)]).unwrap());
    let (code, out, _) = class.run(&[&["submit", &folder, "--archive", &archive], &at[..]].concat());
    assert_eq!(code, 4);
    assert!(
        !out.contains('\u{1b}') && !out.contains('\u{202e}') && out.contains("=1+1_4711 (in the class: "),
        "{out}"
    );
}

/// The archive is submitted completely or not at all, even if the command is killed at any moment.
#[test]
fn killed_at_any_moment_an_archive_is_handed_in_as_a_whole_or_not_at_all() {
    let class = Class::new();
    let bots: Vec<Vec<u8>> = (0..5).map(bot).collect();
    let names: Vec<String> = (0..5).map(|at| format!("x_{}_1_bot.wasm", 4711 + at)).collect();
    let files: Vec<(&str, &[u8])> =
        names.iter().zip(&bots).map(|(name, bot)| (name.as_str(), bot.as_slice())).collect();
    class.write("hand-ins.zip", course_files::archives::pack(&files).unwrap());
    class.write(
        "canvas.csv",
        "Student,ID,SIS User ID\na,4711,4711\nb,4712,4712\nc,4713,4713\nd,4714,4714\ne,4715,4715\n",
    );
    let command = |class: &Class| {
        let mut command = muster();
        let (folder, archive, sheet) =
            (class.text("ki"), class.text("hand-ins.zip"), class.text("canvas.csv"));
        command.args(["class", "submit", &folder, "--archive", &archive, "--worksheet", &sheet]);
        command.args(["--at", "2026-05-01 10:00"]).stdout(Stdio::null()).stderr(Stdio::null());
        command
    };
    let handed_in = |class: &Class| -> usize {
        let entries = class.status();
        entries.as_array().unwrap().iter().map(|one| one["submissions"].as_array().unwrap().len()).sum()
    };
    for files_by_then in 0..=5 {
        if handed_in(&class) > 0 {
            break;
        }
        let mut child = command(&class).spawn().unwrap();
        while tree(&class.path("ki/files")).len() < files_by_then && child.try_wait().unwrap().is_none() {
            pause(Duration::from_micros(100));
        }
        child.kill().unwrap();
        child.wait().unwrap();
        let number = handed_in(&class);
        assert!(number == 0 || number == 5, "{number}");
    }
    assert!(command(&class).status().unwrap().success());
    assert_eq!(handed_in(&class), 5);
}
