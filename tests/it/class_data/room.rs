//! Tests that a class stores modules only once for all of its runs, and the disk space of its cycles.

use std::fs;
use std::path::Path;

use rusqlite::Connection;
use serde_json::Value;

use crate::class_data::Class;
use crate::support::{bot_that_answers, run, tree};

/// The size of a bot's data in bytes.
const LARGE: usize = 700_000;

/// Submits a working bot with much data of its own.
fn submit_large(class: &Class, student: &str, number: u32) {
    let name = format!("{number}.wasm");
    let path =
        bot_that_answers(class.top.path(), &name, &format!("(drop (i64.const {number})) (call $first)"));
    // A module may have any number of custom sections.
    let mut bytes = fs::read(&path).unwrap();
    let data: Vec<u8> =
        (0..LARGE as u32).map(|at| (at.wrapping_mul(2_654_435_761 + number) >> 24) as u8).collect();
    let section = [&[4][..], b"data", &data].concat();
    bytes.push(0);
    let mut length = section.len();
    while length >= 0x80 {
        bytes.push((length & 0x7f) as u8 | 0x80);
        length >>= 7;
    }
    bytes.push(length as u8);
    bytes.extend(section);
    fs::write(&path, bytes).unwrap();
    class.ok(&["submit", &class.text("ki"), student, &path, "--at", "2026-05-01 10:00"]);
}

fn room(folder: &Path) -> usize {
    tree(folder).values().map(Vec::len).sum()
}

fn root_of(run_folder: &str) -> String {
    let (code, out, err) = run(&["verify", run_folder]);
    assert_eq!(code, 0, "{out}{err}");
    assert!(out.contains("played again: all as recorded"), "{out}");
    out.lines().find(|line| line.starts_with("root: ")).unwrap().to_owned()
}

/// Regression: six cycles of a class of 120 took 1.6 GB, most of it copies of the same modules.
#[test]
fn six_cycles_take_little_more_than_their_ledgers_and_sites() {
    let class = Class::new();
    for (student, number) in [("4711", 1), ("4712", 2), ("4713", 3), ("4714", 4)] {
        submit_large(&class, student, number);
    }
    let folder = class.text("ki");
    let (code, out, err) = run(&["ladder", &folder, "--cycles", "6", "--pairings", "1", "--seed", "7"]);
    assert_eq!(code, 0, "{out}{err}");
    let cycle = |number: u32| class.path(&format!("ki/ladder/{number:04}"));
    let in_modules = |number: u32| -> usize {
        let ledger = Connection::open(cycle(number).join("private/ledger.sqlite")).unwrap();
        let query = "SELECT sum(length(bytes)) FROM module";
        ledger.query_row(query, [], |row| row.get::<_, i64>(0)).unwrap() as usize
    };
    let needed = |number: u32| {
        let ledger = fs::metadata(cycle(number).join("private/ledger.sqlite")).unwrap().len() as usize;
        ledger - in_modules(number) + room(&cycle(number).join("site"))
    };
    let modules = room(&class.path("ki/files"));
    let (taken, needed) = (room(&class.path("ki")), (1..=6).map(needed).sum::<usize>());
    assert!(modules * 6 > needed * 3 / 10, "modules of {modules} bytes are too small to tell: {needed}");
    assert!(
        taken - modules <= needed * 13 / 10,
        "{taken} bytes, of which {modules} for modules; {needed} are needed"
    );
    // They still verify, provide evidence, and continue.
    let roots = [1, 6].map(|number| root_of(cycle(number).to_str().unwrap()));
    let first = cycle(1).display().to_string();
    let evidence = ["evidence", &first, "1.1.1.1", "--for", "Ada", "-o", &class.text("match.zip")];
    let (code, out, err) = run(&evidence);
    assert_eq!(code, 0, "{out}{err}");
    let (code, out, err) = run(&["verify", &class.text("match.zip")]);
    assert_eq!(code, 0, "{out}{err}");
    // A restored class has them once, too, and the same roots.
    class.ok(&["backup", &folder, &class.text("ki.zip")]);
    class.ok(&["restore", &class.text("ki.zip"), &class.text("again")]);
    let restored = ["0001", "0006"].map(|cycle| root_of(&class.text(&format!("again/ladder/{cycle}"))));
    assert_eq!(restored, roots);
    assert!(room(&class.path("again")) <= taken + taken / 10);
}

/// A run that was moved away from its class reports the missing step, which also works afterwards.
#[test]
fn a_run_is_embedded_before_it_is_moved_or_afterwards() {
    let class = Class::new();
    for (student, number) in [("4711", 1), ("4712", 2), ("4713", 3)] {
        class.submit(student, number);
    }
    fs::create_dir(class.path("ki/tournaments")).unwrap();
    class.write(
        "ki/tournaments/cup.toml",
        "[tournament]\nname = \"Cup\"\ngame = \"tank-war\"\nseed = 7\n[class]\npath = \"..\"\n\
         [[stage]]\nformat = \"round-robin\"\ngames = 2\n",
    );
    let (code, out, err) = run(&["run", &class.text("ki/tournaments/cup.toml")]);
    assert_eq!(code, 0, "{out}{err}");
    let (cup, moved) = (class.text("ki/runs/cup"), class.text("moved"));
    let root = root_of(&cup);
    let embed = |arguments: &[&str]| -> Value {
        serde_json::from_str(&class.ok(&[&["embed", "ki"], arguments, &["--json"]].concat())).unwrap()
    };
    fs::rename(&cup, &moved).unwrap();
    for lost in [
        &["verify", &moved][..],
        &["evidence", &moved, "1.1.1.1", "--for", "Bee", "-o", &class.text("match.zip")],
    ] {
        let (code, _, err) = run(lost);
        assert_ne!(code, 0);
        assert!(
            err.contains("needs the module") && err.contains("`muster class embed DIR "),
            "{lost:?}: {err}"
        );
    }
    // Commands that need no module need no class.
    let (code, out, err) = run(&["report", &moved]);
    assert_eq!(code, 0, "{out}{err}");
    assert_eq!(embed(&[&moved])["modules"], 3);
    assert_eq!(root_of(&moved), root);
    assert_eq!(embed(&[&moved])["modules"], 0, "it has them");
    // Back in its class, it is the same run as before.
    fs::rename(&moved, &cup).unwrap();
    assert_eq!(root_of(&cup), root);
    let (code, out, err) = run(&["run", &class.text("ki/tournaments/cup.toml"), "--fresh"]);
    assert_eq!(code, 0, "{out}{err}");
    assert_eq!(root_of(&class.text("ki/runs/cup/earlier/1")), root);
    assert_eq!(root_of(&cup), root);
    assert_eq!(embed(&[&cup])["modules"], 3);
    fs::rename(&cup, &moved).unwrap();
    assert_eq!(root_of(&moved), root);
    // A path without a class or run is reported.
    for (arguments, told) in [(["embed", "moved", "moved"], "no class"), (["embed", "ki", "ki"], "no run")] {
        let (code, _, err) = class.run(&arguments);
        assert!(code != 0 && err.contains(told), "{code} {err}");
    }
}
