//! Tests a tournament whose entrants come from a class.

use std::fs;
use std::path::Path;

use serde_json::Value;

use super::Class;
use crate::support::{bot_that_answers, run, verify};

const CUP: &str = "[tournament]\nname = \"Cup\"\ngame = \"tank-war\"\nseed = 3\n[class]\npath = \"ki\"\n\
    [class.entrant.Bee]\nsettings = \"x\"\n[[stage]]\nformat = \"round-robin\"\n";

impl Class {
    /// Submits a bot that plays its first legal action, different for each number.
    pub(crate) fn hand_in(&self, student: &str, number: u32) {
        let name = format!("{student}-{number}.wasm");
        bot_that_answers(self.top.path(), &name, &format!("(drop (i32.const {number})) (call $first)"));
        self.ok(&["submit"], &[student, &name]);
    }

    /// Runs `muster run cup.toml --out run OPTIONS`.
    pub(crate) fn play(&self, options: &[&str]) -> (i32, String, String) {
        let (cup, out) = (self.path("cup.toml"), self.path("run"));
        run(&[&["run", cup.as_str(), "--out", out.as_str(), "--jobs", "2"], options].concat())
    }

    /// Returns the entrants of the run with the first digits of their modules.
    fn played(&self) -> Vec<(String, String)> {
        let text = fs::read_to_string(self.path("run/site/data/report.json")).unwrap();
        let report: Value = serde_json::from_str(&text).unwrap();
        let entrants = report["entrants"].as_array().unwrap().iter();
        let word = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        entrants.map(|entrant| (word(&entrant["name"]), word(&entrant["module"]))).collect()
    }

    fn module_of(&self, student: &str) -> String {
        let status = self.json("status", &[student]);
        let submissions = status["submissions"].as_array().unwrap();
        submissions.last().unwrap()["module"].as_str().unwrap().to_owned()
    }
}

#[test]
fn a_run_keeps_the_versions_that_it_began_with() {
    let class = Class::open("");
    class.write("cup.toml", CUP);
    class.hand_in("2", 1);
    class.hand_in("1", 2);
    let (code, out, err) = class.play(&[]);
    assert_eq!(code, 0, "{out}{err}");
    assert!(err.contains("not entered: Duo"), "{err}");
    assert!(err.contains("a deadline is still open: 3 of 3"), "{err}");
    let first = class.module_of("1");
    let names = |played: &[(String, String)]| played.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
    let began = class.played();
    assert_eq!(names(&began), ["Ada", "Bee"], "in the order of joining, not of handing in");
    assert_eq!(began[0].1, first);

    // Later submissions do not affect the run, which is complete.
    class.hand_in("1", 3);
    class.hand_in("4", 4);
    let (code, out, err) = class.play(&[]);
    assert_eq!(code, 0, "{out}{err}");
    assert_eq!(class.played(), began);

    // New entrants join it.
    let (code, out, err) = class.play(&["--adopt"]);
    assert_eq!(code, 0, "{out}{err}");
    assert!(err.contains("although another is active now: Ada"), "{err}");
    let joined = class.played();
    assert_eq!(names(&joined), ["Ada", "Bee", "Duo"]);
    assert_eq!(joined[..2], began[..]);
    verify(Path::new(&class.path("run")));

    // A new run has the currently active versions.
    let (code, out, err) = class.play(&["--fresh"]);
    assert_eq!(code, 0, "{out}{err}");
    let fresh = class.played();
    assert_eq!(fresh[0], ("Ada".to_owned(), class.module_of("1")));
    assert_ne!(fresh[0], began[0]);
}

#[test]
fn what_a_tournament_says_of_a_class_is_checked() {
    let class = Class::open("[section.A]\n");
    class.hand_in("1", 1);
    class.hand_in("2", 2);
    for (from, to, words) in [
        ("\"ki\"", "\"ko\"", "contains no class"),
        ("\"ki\"", "\"ki\"\nsections = [\"Z\"]", "it has no section \"Z\""),
        ("Bee", "Bea", "no entrant of the class is named \"Bea\""),
        ("[class.entrant.Bee]\nsettings", "[class.entrant.Bee]\nsetings", "did you mean `settings`?"),
        ("path = \"ki\"", "", "[class] needs `path`"),
    ] {
        class.write("cup.toml", CUP.replace(from, to));
        let (code, out, err) = class.play(&[]);
        assert_eq!(code, 1, "{out}{err}");
        assert!(err.contains(words), "{words}\n{err}");
        assert!(!Path::new(&class.path("run")).exists(), "{words}");
    }
    // Submitted files are read by their hash.
    class.write("cup.toml", CUP);
    let module = class.module_of("1");
    fs::write(class.path(&format!("ki/files/{}/{module}", &module[..2])), "another").unwrap();
    let (code, _, err) = class.play(&[]);
    assert_eq!((code, err.contains("is missing or differs from the submitted file")), (1, true), "{err}");
}

#[test]
fn whoever_has_another_alias_by_now_plays_on_as_before() {
    let class = Class::open("");
    class.write("cup.toml", CUP);
    class.hand_in("1", 1);
    class.hand_in("2", 2);
    assert_eq!(class.play(&[]).0, 0);
    let began = class.played();
    class.write("aliases.csv", "id,name,alias\n1,Jane Doe,Xu\n");
    class.ok(&["roster"], &["aliases.csv"]);
    class.hand_in("1", 3);
    class.hand_in("3", 4);
    let (code, out, err) = class.play(&["--adopt"]);
    assert_eq!(code, 0, "{out}{err}");
    assert!(err.contains("\"Xu\" still plays in this run as \"Ada\""), "{err}");
    assert!(err.contains("although another is active now: Xu"), "{err}");
    let joined = class.played();
    assert_eq!((joined.len(), joined[2].0.as_str(), &joined[..2]), (3, "Duo", &began[..]));

    // Another student has the alias, and two cannot play under one.
    class.write("aliases.csv", "id,name,alias\n5,Eve,Ada\n");
    class.ok(&["roster"], &["aliases.csv"]);
    class.hand_in("5", 5);
    let (code, _, err) = class.play(&["--adopt"]);
    assert_eq!(
        (code, err.contains("\"Ada\" cannot join: another entrant uses this alias")),
        (1, true),
        "{err}"
    );
    assert_eq!(class.played(), joined);
    // A new run has the current aliases.
    assert_eq!(class.play(&["--fresh"]).0, 0);
    let names: Vec<String> = class.played().into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["Xu", "Bee", "Duo", "Ada"]);
}

#[test]
fn who_cannot_be_told_apart_does_not_play_on_as_either() {
    let class = Class::open("");
    class.write("cup.toml", CUP);
    class.hand_in("1", 1);
    class.ok(&["submit"], &["2", "1-1.wasm"]);
    assert_eq!(class.play(&[]).0, 0);
    class.write("aliases.csv", "id,name,alias\n1,Jane Doe,Xu\n2,Jane Doe,Yvo\n");
    class.ok(&["roster"], &["aliases.csv"]);
    let (code, _, err) = class.play(&["--adopt"]);
    assert_eq!((code, err.contains("who plays as \"Ada\" in the run: Xu and Yvo have")), (1, true), "{err}");
    // One of them gets it back, and the other one remains.
    class.write("aliases.csv", "id,name,alias\n1,Jane Doe,Ada\n");
    class.ok(&["roster"], &["aliases.csv"]);
    let (code, _, err) = class.play(&["--adopt"]);
    assert_eq!((code, err.contains("\"Yvo\" still plays in this run as \"Bee\"")), (0, true), "{err}");
}
