//! Tests freezing results and releasing them in steps.

use std::fs;

use serde_json::{Value, json};

use super::Class;
use crate::support::{run, tree};

const REQUIREMENT: &str =
    "[[requirement]]\nname = \"plays\"\nagainst = \"builtin:first\"\npercent = 1\ngames = 2\n";

impl Class {
    /// Returns the badge of a student's last version, as each of these readers sees it.
    fn met_as(&self, student: &str) -> [Value; 3] {
        [&[][..], &["--as", "participants"], &["--as", "all"]].map(|reader| {
            let check = self.json("check", &[&[student], reader].concat());
            check["versions"].as_array().unwrap().last().unwrap()["badges"][0]["met"].clone()
        })
    }
}

#[test]
fn what_is_played_after_a_freeze_is_released_in_steps() {
    let class = Class::open(REQUIREMENT);
    class.hand_in("1", 1);
    class.work("2");
    let early = class.met_as("1");
    assert!(early[0].is_boolean() && early.iter().all(|met| *met == early[0]), "{early:?}");

    class.ok(&["freeze"], &[]);
    class.hand_in("2", 2);
    class.work("2");
    let late = class.met_as("2");
    assert!(late[0].is_boolean(), "the teacher sees it");
    assert_eq!(late[1..], [Value::Null, Value::Null]);
    assert_eq!(class.met_as("1"), early, "what was shown before stays");
    let out = class.ok(&["check"], &["--as", "all"]);
    assert!(out.lines().any(|line| line.starts_with("Bee") && line.contains("waits")), "{out}");
    let status = class.ok(&["status"], &[]);
    assert!(status.contains("results: participants see those as of "), "{status}");
    let (code, _, err) = class.run(&["freeze"], &[]);
    assert_eq!((code, err.contains("results are frozen since")), (1, true), "{err}");

    class.ok(&["release"], &["--to", "participants"]);
    let told = late[0].clone();
    assert_eq!(class.met_as("2"), [told.clone(), told.clone(), Value::Null]);
    // Frozen again: others still see the state of the first freeze.
    class.ok(&["freeze"], &[]);
    class.hand_in("3", 3);
    class.work("2");
    assert_eq!(class.met_as("2"), [told.clone(), told.clone(), Value::Null]);
    assert_eq!(class.met_as("3")[1..], [Value::Null, Value::Null]);

    let released = class.json("release", &["--to", "all"]);
    assert_eq!((&released["released_to"], &released["not_visible_to"]), (&json!("all"), &json!([])));
    for student in ["1", "2", "3"] {
        let met = class.met_as(student);
        assert!(met[0].is_boolean() && met.iter().all(|one| *one == met[0]), "{student}: {met:?}");
    }
    let (code, _, err) = class.run(&["release"], &["--to", "all"]);
    assert_eq!((code, err.contains("results are not frozen for all")), (1, true), "{err}");
}

#[test]
fn who_may_see_results_is_the_teachers_to_say() {
    let class = Class::open(&format!("visible = \"participants\"\n{REQUIREMENT}"));
    class.hand_in("1", 1);
    class.work("2");
    class.ok(&["check"], &["1", "--as", "participants"]);
    for json in [&[][..], &["--json"]] {
        let (code, out, err) = class.run(&["check"], &[&["1", "--as", "all"], json].concat());
        assert_eq!(
            (code, out.as_str(), err.contains("results are not visible to all")),
            (4, "", true),
            "{err}"
        );
    }
    class.ok(&["freeze"], &[]);
    let out = class.ok(&["release"], &["--to", "all"]);
    assert!(out.ends_with("participants see all; others see none (`visible` in class.toml)\n"), "{out}");
}

#[test]
fn a_run_is_reported_in_steps() {
    let class = Class::open("");
    class.hand_in("1", 1);
    class.hand_in("2", 2);
    class.write(
        "cup.toml",
        "[tournament]\nname = \"C\"\ngame = \"tank-war\"\n[class]\npath = \"ki\"\n[[stage]]\n\
         name = \"Qualification\"\nformat = \"round-robin\"\n[[stage]]\nname = \"Final\"\nformat = \"knockout\"\n\
         advance = 2\n",
    );
    assert_eq!(class.play(&[]).0, 0);
    let out = class.path("run");
    let site = || tree(&std::path::Path::new(&out).join("site"));
    let before = site();
    let (code, told, err) = run(&["report", &out, "--through", "1"]);
    assert_eq!(code, 0, "{err}");
    assert!(told.contains("report through 1:"), "{told}");
    let text = |part: &str| fs::read_to_string(class.path(&format!("run/{part}/index.html"))).unwrap();
    let part = text("private/through/1");
    assert!(part.contains("Qualification") && !part.contains("Final"), "nothing of the final");
    assert!(text("site").contains("Final"));
    assert!(site() == before, "the public report stays");
    for (through, words) in [("3", "the tournament has no stage 3"), ("0", "STAGE.ROUND")] {
        let (code, _, err) = run(&["report", &out, "--through", through]);
        assert!(code != 0 && err.contains(words), "{err}");
    }
}
