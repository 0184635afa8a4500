//! Hostile rosters, cells and names: they are rejected, or harmless.

use std::fs::{self, File};

use serde_json::Value;

use crate::class_data::Class;
use crate::support::{is_full, run, tree};

/// Asserts that terminal output has no control sequences, and no characters that reorder or hide text.
fn assert_harmless(shown: &str, of: &str) {
    let bad = shown.chars().find(|one| {
        (one.is_control() && *one != '\n') || ('\u{202A}'..='\u{202E}').contains(one) || *one == '\u{200B}'
    });
    assert_eq!(bad, None, "{of}: {shown:?}");
}

#[test]
fn a_roster_that_is_hostile_is_refused_and_says_why() {
    let class = Class::new();
    let long = "a".repeat(if is_full() { 10_000_000 } else { 1_000_000 });
    let columns = vec!["x"; 10_001].join(",");
    let rosters: Vec<(&str, Vec<u8>, &str)> = vec![
        ("a NUL", b"id,name\n1,A\0B\n".to_vec(), "a NUL byte"),
        ("an escape", b"id,name\n1,\x1b[2JA\n".to_vec(), "U+001B"),
        ("a bell in an id", b"id,name\n1\x07,A\n".to_vec(), "U+0007"),
        ("text turned round", "id,name\n1,A\u{202E}lve\n".into(), "U+202E"),
        ("a mark for the other direction", "id,name,alias\n1,A,Ad\u{200F}a2\n".into(), "U+200F"),
        ("nothing that can be seen", "id,name,alias\n1,A,\u{200B}\n".into(), "line 2"),
        ("a line in a name", b"id,name\n1,\"A\nB\"\n".to_vec(), "U+000A"),
        ("a team that is turned", "id,name,team\n1,A,x\u{202D}y\n".into(), "U+202D"),
        ("an address with an escape", b"id,name,email\n1,A,a\x1b@b\n".to_vec(), "the address contains"),
        ("a long name", format!("id,name\n1,{long}\n").into(), "at most 100 bytes"),
        ("a long id", format!("id,name\n{long},A\n").into(), "at most 100 bytes"),
        ("a long address", format!("id,name,email\n1,A,{long}\n").into(), "at most 320 bytes"),
        ("a long heading", format!("id,{long}\n1,A\n").into(), "no column contains names"),
        ("Cyrillic letters", "id,name,alias\n1,A,Аda\n".into(), "can be confused with \"Ada\""),
        ("one for another", b"id,name,alias\n1,A,Bot l\n2,B,Bot 1\n".to_vec(), "can be confused with"),
        ("a student's alias for a team", b"id,name,team\n1,A,ada\n".to_vec(), "can be confused with \"Ada\""),
        ("bytes of Latin-1", b"id,name\n1,Zo\xeb\n".to_vec(), "UTF-8"),
        ("half a character of UTF-16", b"\xff\xfei\0d\0,\0n".to_vec(), "UTF-16"),
        (
            "a workbook",
            b"PK\x03\x04xl/workbook.xml\0".to_vec(),
            "this is an Excel workbook: save it as CSV UTF-8",
        ),
        ("a heading twice", b"id,id,name\n1,2,A\n".to_vec(), "\"id\""),
        ("an id twice", b"id,name\n1,A\n1,B\n".to_vec(), "is also in line 2"),
        ("a quote that never ends", b"id,name\n1,\"A\n".to_vec(), "line 2"),
        ("ten thousand columns", format!("id,name,{columns}\n1,A\n").into(), "no column identifies students"),
        ("no student", b"id,name\n".to_vec(), "no students below the headings"),
        ("nothing", Vec::new(), "hostile.csv"),
    ];
    let before = (class.status(), tree(&class.path("ki/files")));
    for (what, bytes, words) in rosters {
        class.write("hostile.csv", bytes);
        for further in [&[][..], &["--dry-run"], &["--json"]] {
            let (code, out, err) = class.run(&[&["roster", "ki", "hostile.csv"], further].concat());
            assert_eq!((code, out.as_str()), (1, ""), "{what}");
            assert!(err.contains(words) && err.len() < 10_000, "{what}: {err:.2000}");
            assert_harmless(&err, what);
        }
        assert!((class.status(), tree(&class.path("ki/files"))) == before, "{what}");
    }
    // Larger than any roster; a file that does not exist; a directory.
    File::create(class.path("hostile.csv")).unwrap().set_len(65 << 20).unwrap();
    for name in ["hostile.csv", "none.csv", "ki"] {
        let (code, _, err) = class.run(&["roster", "ki", name]);
        assert_eq!((code, err.contains("cannot read")), (1, true), "{name}: {err}");
    }
    assert!(class.status() == before.0);
}

/// A hundred thousand with `MUSTER_FULL=1`.
#[test]
fn very_many_students_are_taken_or_refused_as_a_whole() {
    let class = Class::new();
    let many = if is_full() { 100_000 } else { 10_000 };
    let rows: Vec<String> = (0..many).map(|number| format!("x{number},Student\n")).collect();
    let rows = rows.concat();
    // The last of them has another student's id.
    class.write("many.csv", format!("id,name\n{rows}x7,Another\n"));
    let (code, _, err) = class.run(&["roster", "ki", "many.csv"]);
    assert_eq!(
        (code, err.contains(&format!("line {}: the id \"x7\" is also in line 9", many + 2))),
        (1, true),
        "{err:.2000}"
    );
    assert_eq!(class.status().as_array().unwrap().len(), 4);
    class.write("many.csv", format!("id,name\n{rows}"));
    let out = class.ok(&["roster", "ki", "many.csv"]);
    assert!(out.starts_with(&format!("{many} new, 0 changed, 0 unchanged\n")), "{out}");
    class.write("few.csv", "id,name\nx0,Student\n");
    let out = class.ok(&["roster", "ki", "few.csv"]);
    assert!(out.contains(&format!("… and {} more", many - 96)) && out.len() < 2000, "{out:.2000}");
}

/// Formulas, paths, markup and shell commands.
const NAMES: [&str; 10] = [
    "=cmd|' /C calc'!A0",
    "@SUM(1+1)*cmd",
    "+evil",
    "../../../evil",
    "x;=1+1;\"=2",
    "/tmp/evil",
    "..\\evil.wasm",
    "<script>alert(1)</script>",
    "\"'; touch evil; '",
    "$(touch evil)%s{}",
];

#[test]
fn names_that_are_hostile_are_inert_everywhere() {
    let class = Class::with(
        "[[requirement]]\nname = \"=1+1\"\nagainst = \"builtin:first\"\npercent = 1\ngames = 2\n",
    );
    let mut csv = csv::Writer::from_writer(Vec::new());
    csv.write_record(["id", "name", "alias", "email", "section"]).unwrap();
    for (at, name) in NAMES.iter().enumerate() {
        // The ids are as bad.
        csv.write_record([
            format!("{name}{at}"),
            (*name).to_owned(),
            (*name).to_owned(),
            format!("{name}@x"),
            (*name).to_owned(),
        ])
        .unwrap();
    }
    class.write("hostile.csv", csv.into_inner().unwrap());
    class.ok(&["roster", "ki", "hostile.csv"]);
    for (at, name) in (0..).zip(&NAMES[..5]) {
        class.write("=bot.wasm", crate::class_data::bot(at));
        class.ok(&["submit", "ki", &format!("{name}{at}"), "./=bot.wasm", "--at", "2026-05-01 10:00"]);
    }
    class.ok(&["extend", "ki", "=cmd|' /C calc'!A00", "--until", "2026-06-08 23:59", "--reason", "=1+1"]);
    class.ok(&["work", "ki", "--jobs", "2"]);
    class.write(
        "cup.toml",
        "[tournament]\nname = \"Cup\"\ngame = \"tank-war\"\nseed = 7\n[class]\npath = \"ki\"\n\
         [[stage]]\nformat = \"round-robin\"\n[grade]\nformula = \"wins\"\n",
    );
    let before = top_level(&class);
    let (code, out, err) = run(&["run", &class.text("cup.toml"), "--out", &class.text("run")]);
    assert_eq!(code, 0, "{out}{err}");
    assert_harmless(&out, "run");
    for command in
        [&["status", "ki"][..], &["check", "ki"], &["roster", "ki"], &["check", "ki", "--run", "run"]]
    {
        assert_harmless(&class.ok(command), command[0]);
    }
    // The report for one of them.
    for (at, name) in NAMES[..5].iter().enumerate() {
        let (code, out, err) = run(&["report", &class.text("run"), "--for", name]);
        assert_eq!(code, 0, "{name}: {out}{err}");
        let id = format!("{name}{at}");
        assert!(class.ok(&["check", "ki", "--run", "run", "--", &id]).contains("grade: "), "{name}");
    }
    // No file was written where a path or a shell would have put it.
    let mut due = before;
    due.push("run".to_owned());
    due.sort();
    assert_eq!(top_level(&class), due);
    let evil = |folder: &str| {
        let is_evil = |path: &std::path::PathBuf| {
            path.iter().any(|part| ["evil", "evil.wasm"].iter().any(|name| part == *name))
        };
        tree(&class.path(folder)).into_keys().find(is_evil)
    };
    assert_eq!(["ki", "run"].map(evil), [None, None]);
    assert!(!class.top.path().join("../evil").exists());
    // No page runs a name, and no spreadsheet computes one.
    for (path, bytes) in tree(&class.path("run")) {
        let shown = path.display().to_string();
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("html" | "svg") => {
                assert!(!String::from_utf8(bytes).unwrap().contains("<script>alert(1)"), "{shown}");
            }
            Some("csv") => assert_no_formula(&bytes, &shown),
            _ => {}
        }
    }
    let told = class.ok(&["check", "ki", "--run", "run", "--csv"]);
    assert_no_formula(told.as_bytes(), "check --csv");
    assert!(told.contains("'=cmd|' /C calc'!A0") && told.contains("'=1+1"), "{told}");
    // A course system's file keeps its contents, and its cells are numbers.
    let sheet = "ID number,Name,Grade\n=cmd|' /C calc'!A00,=1+1,\n../../../evil3,@x,\nnobody,-x,\n";
    class.write("sheet.csv", sheet);
    class.ok(&["export", "ki", "--run", "run", "--into", "sheet.csv", "--column", "Grade", "--in-place"]);
    let text = fs::read_to_string(class.path("sheet.csv")).unwrap();
    let lines: Vec<(&str, &str)> = text.lines().zip(sheet.lines()).collect();
    assert!(lines.iter().all(|(new, old)| new.starts_with(old)), "{text}");
    assert_eq!(
        lines.iter().filter(|(new, old)| new[old.len()..].parse::<u32>().is_ok()).count(),
        2,
        "{text}"
    );
    let forgotten: Value = serde_json::from_str(&class.ok(&[
        "forget",
        "ki",
        "--yes",
        "--run",
        "run",
        "--json",
        "--",
        "../../../evil3",
    ]))
    .unwrap();
    assert_eq!(forgotten["submissions"].as_array().unwrap().len(), 1);
    assert!(!fs::read_to_string(class.path("run/private/students.csv")).unwrap().contains("evil3"));
}

/// Returns the files beside the class.
fn top_level(class: &Class) -> Vec<String> {
    let entries = fs::read_dir(class.top.path()).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

fn assert_no_formula(bytes: &[u8], of: &str) {
    let mut reader = csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(bytes);
    for record in reader.records() {
        for cell in &record.unwrap() {
            let is_number = cell.parse::<f64>().is_ok();
            // A spreadsheet may split at semicolons, too.
            let is_formula =
                |piece: &str| piece.trim_start_matches([' ', '"']).starts_with(['=', '+', '-', '@']);
            assert!(is_number || !cell.split(';').any(is_formula), "{of}: {cell}");
        }
    }
}
