//! Tests runs of earlier versions: they are reported, verified against their original root, rated, and continued.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::support::{run, skip, top};

/// `crates/ledger/tests/fixtures/schema-5/README.md` describes the runs with these roots.
const CUP: &str = "7c6db32bd4bd6fe36b9974bf12b8a65a10f42d042f2ed3b1fa70fdc751635f14";
const CUP_BEFORE: &str = "da8b5bb3ca849a9803b05549fac04ec222ef6c1d1741c41910ce2e2647cd0ceb";
const HALF_BEFORE: &str = "5acba8d0f99a0ad74363eb4977e13a8bd303b790814ad5465aa428d2fe9db3bb";
const HALF_AFTER: &str = "cb4ced897789536f6107c669fa22d40f9e0d3f45a1a4c2efd18235b603785cff";
const TEST: &str = "d5a0a4387405506f225425ce2899ae50777f6a157510033dd608f7e9f4ebd39b";

fn fixtures() -> PathBuf {
    top().join("crates/ledger/tests/fixtures/schema-5")
}

/// Creates a run's folder with a ledger of the fixtures.
fn fixture(folder: &Path, name: &str) -> PathBuf {
    let run = folder.join(name);
    fs::create_dir_all(run.join("private")).unwrap();
    fs::copy(fixtures().join(format!("{name}.sqlite")), run.join("private/ledger.sqlite")).unwrap();
    run
}

/// Returns `true` if the engine is still the one that played the fixtures; no other one can replay them.
fn same_engine(out: &Path) -> bool {
    let (code, _, err) = run(&["verify", out.to_str().unwrap()]);
    let other = code == 1 && err.contains("has a different engine");
    if other {
        skip("the runs of schema 5 were played on another engine");
    }
    !other
}

#[test]
fn a_run_of_schema_5_is_reported_verified_and_rated_and_its_folder_stays_as_it_is() {
    let temp = tempfile::tempdir().unwrap();
    let cup = fixture(temp.path(), "cup");
    let out = cup.to_str().unwrap();
    let before = crate::support::tree(&cup);
    let (code, told, err) = run(&["rate", out]);
    assert!(code == 0 && told.contains("Logger"), "{told}{err}");
    assert_eq!(crate::support::tree(&cup), before);
    if same_engine(&cup) {
        for root in [CUP, CUP_BEFORE] {
            let (code, told, err) = run(&["verify", out, "--root", root]);
            assert_eq!(code, 0, "{err}");
            assert!(
                told.contains(root) && told.contains("46 matches played again: all as recorded"),
                "{told}"
            );
        }
        let test = fixture(temp.path(), "test");
        let (code, told, err) = run(&["verify", test.to_str().unwrap(), "--root", TEST]);
        assert_eq!((code, told.lines().next()), (0, Some(&*format!("root: {TEST}, as given"))), "{err}");
        assert_eq!(crate::support::tree(&cup), before);
    }
    let (code, told, err) = run(&["report", out]);
    assert_eq!(code, 0, "{told}{err}");
    assert!(fs::read_to_string(cup.join("site/index.html")).unwrap().contains(CUP));
    let ledger = Path::new("private/ledger.sqlite");
    assert_eq!(crate::support::tree(&cup)[ledger], before[ledger]);
}

#[test]
fn a_run_of_schema_5_goes_on_and_comes_out_as_it_would_have() {
    let temp = tempfile::tempdir().unwrap();
    let half = fixture(temp.path(), "half");
    if !same_engine(&half) {
        return;
    }
    let out = half.to_str().unwrap();
    let (code, told, err) = run(&["verify", out, "--root", HALF_BEFORE]);
    assert!(code == 3 && told.contains("is an earlier root of the run"), "{told}{err}");
    let toml = fixtures().join("half.toml");
    let (code, told, err) = run(&["run", toml.to_str().unwrap(), "--out", out]);
    assert_eq!(code, 0, "{err}");
    assert!(told.contains(&format!("root: {HALF_AFTER}\n")), "{told}");
    let original = half.join("private/ledger.schema-5.sqlite");
    assert!(original.is_file());
    let line = format!(
        "the run was migrated to a newer schema; the original ledger is kept as {}\n",
        original.display()
    );
    assert_eq!(err.matches(&line).count(), 1, "{err}");
    let (code, told, err) = run(&["verify", out, "--root", HALF_AFTER]);
    assert!(code == 0 && told.contains("43 matches played again: all as recorded"), "{told}{err}");

    // An adopted change and a ruling are hashed as they were then.
    for file in fs::read_dir(fixtures()).unwrap().map(|entry| entry.unwrap().path()) {
        fs::copy(&file, temp.path().join(file.file_name().unwrap())).unwrap();
    }
    let toml = temp.path().join("half.toml");
    let text = fs::read_to_string(&toml).unwrap();
    fs::write(&toml, text.replacen("[tournament]", "[tournament]\ndate = \"2026-11-22\"", 1)).unwrap();
    let (code, told, err) = run(&["run", toml.to_str().unwrap(), "--out", out, "--adopt"]);
    assert_eq!(code, 0, "{told}{err}");
    let (code, told, err) = run(&["rule", out, "annul", "1.1.1.1+1", "--reason", "a trial"]);
    assert_eq!(code, 0, "{told}{err}");
    let (code, told, err) = run(&["verify", out, "--root", HALF_AFTER]);
    assert_eq!(code, 0, "{told}{err}");
    for line in ["is an earlier root of the run", "adopted change 1: ", "ruling 2: annul game=1.1.1.1+1"] {
        assert!(told.contains(line), "{told}");
    }
}

/// A copy of a large ledger would fill the temporary directory.
#[test]
fn no_copy_is_made_of_a_run_of_schema_5_to_read_or_resume_it() {
    let temp = tempfile::tempdir().unwrap();
    let half = fixture(temp.path(), "half");
    let out = half.to_str().unwrap();
    let without_room = |arguments: &[&str]| {
        let nowhere = temp.path().join("nowhere");
        crate::support::told(
            &crate::support::muster().args(arguments).env("TMPDIR", nowhere).output().unwrap(),
        )
    };
    let (code, told, err) = without_room(&["rate", out]);
    assert_eq!(code, 0, "{told}{err}");
    if !same_engine(&half) {
        return;
    }
    let (code, told, err) = without_room(&["verify", out, "--root", HALF_BEFORE]);
    assert!(code == 3 && told.contains("is an earlier root of the run"), "{told}{err}");
    let toml = fixtures().join("half.toml");
    let (code, told, err) = without_room(&["run", toml.to_str().unwrap(), "--out", out]);
    assert_eq!(code, 0, "{told}{err}");
    assert!(told.contains(HALF_AFTER), "{told}");
}

/// The older program can continue a run that this one has refused.
#[test]
fn a_run_of_schema_5_that_is_refused_is_not_migrated() {
    let temp = tempfile::tempdir().unwrap();
    let half = fixture(temp.path(), "half");
    if !same_engine(&half) {
        return;
    }
    for file in fs::read_dir(fixtures()).unwrap().map(|entry| entry.unwrap().path()) {
        fs::copy(&file, temp.path().join(file.file_name().unwrap())).unwrap();
    }
    let toml = temp.path().join("half.toml");
    let text = fs::read_to_string(&toml).unwrap();
    let of = |name: &str, text: String| {
        fs::write(temp.path().join(name), text).unwrap();
        temp.path().join(name).to_str().unwrap().to_owned()
    };
    let dated = of("dated.toml", text.replacen("[tournament]", "[tournament]\ndate = \"2026-11-22\"", 1));
    let fewer = of(
        "fewer.toml",
        text.lines().take_while(|line| *line != "[[stage]]").collect::<Vec<_>>().join("\n")
            + "\n[[stage]]\nformat = \"swiss\"\nrounds = 1\n",
    );
    let out = half.to_str().unwrap();
    let refused: [(&[&str], &str); 7] = [
        (&["run", &dated, "--out", out], "contains a run of a different tournament"),
        (&["run", &fewer, "--out", out, "--adopt"], "the change cannot be adopted"),
        (&["rule", out, "annul", "9.9.9.9", "--reason", "a trial"], "has not been played"),
        (&["rule", out, "withdraw", "nobody", "--reason", "a trial"], "no entrant is named"),
        (&["rule", out, "undo", "5", "--reason", "a trial"], "ruling 5"),
        (&["rule", out, "annul", "1.1.1.1", "--reason", " "], "it has no reason"),
        (
            &["sprt", "tank-war", "builtin:random", "builtin:first", "--out", out],
            "contains a tournament, not a sequential test",
        ),
    ];
    let before = crate::support::tree(&half);
    for (arguments, why) in refused {
        let (code, told, err) = run(arguments);
        assert!(code == 1 && err.contains(why), "{arguments:?}: {code} {told}{err}");
        let mut after = crate::support::tree(&half);
        after.remove(Path::new("private/lock"));
        assert!(after == before, "{arguments:?}");
    }
}

/// `crates/ledger/tests/fixtures/edition-1/README.md` describes the run with this root.
const FIRST_EDITION: &str = "c189b4497f2f4fd16e97b522555921877bab43ae7f53bea0aab06133bbff0fca";

/// Puts the sides of every tie in the order of their numbers. That version began with the first seat; brackets are now
/// drawn with the upper place first.
fn order_sides(report: &mut Value) {
    match report {
        Value::Array(values) => values.iter_mut().for_each(order_sides),
        Value::Object(object) => {
            let number = |side: &Value| side["entrant"].as_u64();
            let is_swapped = object.get("sides").is_some_and(|sides| number(&sides[0]) > number(&sides[1]));
            if is_swapped {
                object["sides"].as_array_mut().unwrap().reverse();
                for game in object["games"].as_array_mut().unwrap() {
                    let inverted = match game["score"].as_str() {
                        Some("win") => "loss",
                        Some("loss") => "win",
                        _ => continue,
                    };
                    game["score"] = inverted.into();
                }
            }
            object.values_mut().for_each(order_sides);
        }
        _ => {}
    }
}

/// It began before defaults had editions: its text keeps its original meaning.
#[test]
fn a_run_of_the_first_edition_of_defaults_keeps_its_root_exports_and_grades() {
    let fixtures = top().join("crates/ledger/tests/fixtures/edition-1");
    let temp = tempfile::tempdir().unwrap();
    let cup = temp.path().join("cup");
    fs::create_dir_all(cup.join("private")).unwrap();
    fs::copy(fixtures.join("cup.sqlite"), cup.join("private/ledger.sqlite")).unwrap();
    let out = cup.to_str().unwrap();
    let (code, told, err) = run(&["report", out]);
    assert_eq!(code, 0, "{told}{err}");
    let same = |name: &str, written: &str| {
        let [then, now] =
            [fixtures.join(name), cup.join(written)].map(|path| fs::read_to_string(path).unwrap());
        // Tables had no byte order mark.
        let now = now.strip_prefix('\u{FEFF}').unwrap_or(&now);
        assert!(then == now, "{name} was\n{then}\nand is\n{now}");
    };
    same("gradebook.csv", "private/gradebook.csv");
    for name in ["standings.csv", "ratings.csv", "crosstable-1.csv", "results.jsonl", "root.txt"] {
        same(name, &format!("site/data/{name}"));
    }
    let [then, now] = [fixtures.clone(), cup.join("site/data")].map(|folder| {
        let text = fs::read_to_string(folder.join("report.json")).unwrap();
        let mut report: Value = serde_json::from_str(&text).unwrap();
        order_sides(&mut report);
        report
    });
    assert_eq!(now, then);
    let (code, _, err) = run(&["verify", out, "--root", FIRST_EDITION]);
    if code == 1 && err.contains("has a different engine") {
        return skip("the run of the first edition of defaults was played on another engine");
    }
    assert_eq!(code, 0, "{err}");

    // Its text has not changed, and an adopted change is read with the same defaults: without play-offs, and ranked by
    // points only.
    let toml = temp.path().join("cup.toml");
    fs::copy(fixtures.join("cup.toml"), &toml).unwrap();
    let (code, told, err) = run(&["run", toml.to_str().unwrap(), "--out", out]);
    assert!(code == 0 && told.contains(&format!("root: {FIRST_EDITION}\n")), "{told}{err}");
    let text = fs::read_to_string(&toml).unwrap();
    let more = "[[stage]]\nname = \"More\"\nformat = \"round-robin\"\nadvance = 3\n\n[grade]";
    fs::write(&toml, text.replacen("[grade]", more, 1)).unwrap();
    let (code, told, err) = run(&["run", toml.to_str().unwrap(), "--out", out, "--adopt"]);
    assert_eq!(code, 0, "{told}{err}");
    let report = fs::read_to_string(cup.join("site/data/report.json")).unwrap();
    let report: Value = serde_json::from_str(&report).unwrap();
    let last = report["stages"].as_array().unwrap().last().unwrap();
    assert_eq!((&last["name"], &last["criteria"]), (&"More".into(), &serde_json::json!(["points"])));
    assert!(!fs::read_to_string(cup.join("site/data/root.txt")).unwrap().contains("defaults"));
    let (code, told, err) = run(&["verify", out, "--root", FIRST_EDITION]);
    assert!(code == 0 && told.contains("is an earlier root of the run"), "{told}{err}");
}
