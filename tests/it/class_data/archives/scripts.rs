//! Tests scripts in an archive: the files that they are built from, and unreadable ones.

use class_model::{Admission, ClassError, ClassFolder, Event, Moment, Record, Submission};
use serde_json::{Value, json};

use super::{WORKSHEET, each};
use crate::class_data::{Class, bot};

/// A script is rebuilt from the files that it came with.
#[test]
fn a_script_that_waits_is_built_of_the_files_that_were_kept() {
    let class = Class::new();
    let script = b"import { first } from \"./lib/first.js\";\nexport const choose = (view) => first(view);\n";
    let library =
        b"import { legalActions } from \"../muster.js\";\nexport const first = () => legalActions()[0];\n";
    let files: [(&str, &[u8]); 2] = [("bot.js", script), ("lib/first.js", library)];
    let folder = ClassFolder::at(class.path("ki"));
    let [handed_in, archive] = [script.to_vec(), course_files::archives::pack(&files).unwrap()]
        .map(|bytes| folder.keep(&bytes).unwrap());
    let submission = |file: &str, archive| {
        Event::Submitted(Submission {
            by: "4711".to_owned(),
            team: None,
            received: Moment::now(),
            stated: true,
            clock: None,
            file: file.to_owned(),
            handed_in,
            archive,
            admission: Admission::Undecided { why: "the machine was too slow".to_owned() },
        })
    };
    let waiting = vec![submission("bot.js", Some(archive)), submission("bot.js", None)];
    Record::open(&folder)
        .unwrap()
        .write::<ClassError>(&class_model::Actor::COMMAND_LINE, Moment::now(), |_, _| Ok(waiting))
        .unwrap();
    assert!(class.ok(&["status", &class.text("ki")]).contains("2 hand-ins are waiting for a verdict"));
    let told = class.ok(&["work", &class.text("ki")]);
    assert!(told.starts_with("Ada: submission 1 is accepted\nAda: submission 2 is refused\n  "), "{told}");
    assert!(told.contains("first.js"), "the missing file is named: {told}");
}

/// A script that has another encoding or is too large affects only its author. The output names the author and the
/// reason, even in a dry run, and the others are submitted.
#[test]
fn one_unreadable_file_stops_nobody_else() {
    let class = Class::new();
    let script = "export function choose(view) { return 0; } // Züge\n";
    let utf16: Vec<u8> =
        "\u{feff}".encode_utf16().chain(script.encode_utf16()).flat_map(u16::to_le_bytes).collect();
    let latin1: Vec<u8> = script.chars().map(|letter| letter as u32 as u8).collect();
    let large = vec![b' '; (32 << 20) + 1];
    let (first, last) = (bot(1), bot(2));
    let files: [(&str, &[u8]); 6] = [
        ("doejane_4711_900_bot.wasm", &first),
        ("doejane_4712_901_bot.js", &utf16),
        ("zoë王_4713_902_bot.js", &latin1),
        ("oneilbobbo_4714_903_bot.js", &large),
        ("oneilbobbo_4714_904_helper.js", script.as_bytes()),
        ("eve_4715_905_bot.wasm", &last),
    ];
    let at = ["--at", "2026-05-01 10:00"];
    for (asked, accepted) in [
        ([&at[..], &["--dry-run"]].concat(), vec![Value::Null; 4]),
        (at.to_vec(), vec![json!(true), json!(true), json!(false), json!(true)]),
    ] {
        let (code, told) = class.collect(&files, &asked);
        assert_eq!(each(&told, "taken", "student"), ["4711", "4712", "4713", "4715"], "{told:#}");
        assert_eq!(each(&told, "taken", "accepted"), accepted);
        let reasons: Vec<String> = each(&told, "taken", "reasons").iter().map(Value::to_string).collect();
        // Windows Notepad calls UTF-16 "Unicode".
        assert_eq!((reasons[0].as_str(), reasons[1].as_str(), reasons[3].as_str()), ("[]", "[]", "[]"));
        assert!(reasons[2].contains("bot.js:1: byte 48 is 0xFC: the file looks like Latin-1"), "{reasons:?}");
        assert!(reasons[2].contains("save it again as UTF-8"), "{reasons:?}");
        // The helper of an unreadable bot is not taken for the bot.
        assert_eq!(code, 4);
        let left = told["left"].to_string();
        let due = "student 4714: cannot accept bot.js, or the files that came with it: it has more than 33554432 bytes";
        assert!(left.contains(due) && left.contains("helper.js"), "{left}");
        assert_eq!(told["skipped"], json!([]));
    }
    let (archive, folder) = (class.text("hand-ins.zip"), class.text("ki"));
    let (_, out, _) = class.run(&["submit", &folder, "--archive", &archive, "--at", at[1], "--dry-run"]);
    assert!(out.contains("already in the class: 4") && out.contains("student 4714: "), "{out}");
}

/// One that is submitted on its own is refused with the same message, and kept.
#[test]
fn an_unreadable_script_is_refused_and_kept() {
    let class = Class::new();
    class.write("bot.js", b"// Z\xfcge\nexport const choose = () => 0;\n");
    let (code, out, err) = class.run(&["submit", &class.text("ki"), "4711", &class.text("bot.js")]);
    assert_eq!(code, 4, "{err}");
    assert!(out.contains("bot.js:1: byte 5 is 0xFC: the file looks like Latin-1 or Windows-1252"), "{out}");
    assert_eq!(class.status()[0]["submissions"][0]["accepted"], json!(false));
}

#[test]
fn a_script_is_built_of_its_files_and_what_may_be_the_bot_is_not_guessed() {
    let class = Class::new();
    class.write("sheet.csv", WORKSHEET);
    let sheet = class.text("sheet.csv");
    let moved = "import { legalActions } from \"./muster.js\";\nimport { first } from \"./lib/pick.js\";\n\
                 export const choose = () => first(legalActions());\n";
    let files: [(&str, &[u8]); 7] = [
        ("Jane Doe_11_assignsubmission_file/bot.js", moved.as_bytes()),
        ("Jane Doe_11_assignsubmission_file/lib/pick.js", b"export const first = (all) => all[0];\n"),
        ("Jane Doe_12_assignsubmission_file/a.js", b"1"),
        ("Jane Doe_12_assignsubmission_file/b.wasm", b"2"),
        ("Zoë 王_13_assignsubmission_file/bot.zip", b"PK"),
        ("Duo-Eve_15_assignsubmission_file/bot.js", b"export const choose = () => ;\n"),
        ("Duo-Eve_15_assignsubmission_file/\u{202e}\u{1b}[31m<script>", b"x"),
    ];
    let (code, told) = class.collect(&files, &["--worksheet", &sheet]);
    assert_eq!(code, 4);
    assert_eq!(each(&told, "taken", "student"), ["4711", "4715"]);
    assert_eq!(each(&told, "taken", "accepted"), [true, false], "the second does not compile");
    let whys = each(&told, "left", "why");
    let due = "student 4713: cannot accept bot.zip, or the files that came with it: it cannot be opened: it is not a zip";
    assert!(whys[0].as_str().unwrap().contains("(a.js, b.wasm)"), "{whys:?}");
    assert!(whys[1].as_str().unwrap().starts_with(due), "{whys:?}");
    let (_, out, _) = class.run(&["status", &class.text("ki")]);
    assert!(!out.contains('\u{1b}') && !out.contains('\u{202e}'), "{out}");
}

/// A script becomes the same bot from files on the disk and from an archive, even if it computes their names.
#[test]
fn a_script_becomes_the_same_module_from_a_file_and_from_an_archive() {
    let class = Class::new();
    let script = b"const name = ['fi', 'rst'].join('');\n\
                   const { first } = await import(`./lib/${name}.js`);\n\
                   export const choose = (view) => first(view);\n";
    let library =
        b"import { legalActions } from '../muster.js';\nexport const first = () => legalActions()[0];\n";
    std::fs::create_dir_all(class.path("own/lib")).unwrap();
    class.write("own/bot.js", script);
    class.write("own/lib/first.js", library);
    class.write("own/lib/other.js", "export const other = 1;\n");
    let (folder, bot) = (class.text("ki"), class.text("own/bot.js"));
    let told: Value = serde_json::from_str(&class.ok(&["submit", &folder, "4711", &bot, "--json"])).unwrap();
    let module = &told["submitted"]["module"];
    assert!(module.is_string() && told["submitted"]["archive"].is_string(), "{told:#}");
    let files: [(&str, &[u8]); 3] = [
        ("Zo\u{eb} \u{738b}_13_assignsubmission_file/own/bot.js", script),
        ("Zo\u{eb} \u{738b}_13_assignsubmission_file/own/lib/first.js", library),
        ("Zo\u{eb} \u{738b}_13_assignsubmission_file/own/lib/other.js", b"export const other = 1;\n"),
    ];
    let (code, told) = class.collect(&files, &["--by-name", "--at", "2026-05-01 10:00"]);
    assert_eq!((code, each(&told, "taken", "accepted")), (0, vec![json!(true)]), "{told:#}");
    assert_eq!(&class.status()[2]["submissions"][0]["module"], module);
}
