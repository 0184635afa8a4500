//! Tests deleting a student: no data remains, and the rest still verifies.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::class_data::{Class, bot};
use crate::support::{assert_same_tree, run, tree};

impl Class {
    /// Returns `true` if any file of the class's folder contains this text.
    fn has(&self, text: &str) -> bool {
        let is_digit = |byte: &&u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        let holds = |bytes: &Vec<u8>| {
            let is_at = |at: usize| {
                let (before, rest) = bytes.split_at(at);
                // Hashes often contain a number of four digits.
                let digits = [
                    before.iter().rev().take_while(is_digit).count(),
                    rest.iter().take_while(is_digit).count(),
                ];
                rest.starts_with(text.as_bytes()) && (text.len() >= 32 || digits.iter().sum::<usize>() < 32)
            };
            (0..bytes.len()).any(|at| bytes[at] == text.as_bytes()[0] && is_at(at))
        };
        // The scripts of a site are equal for all runs, and contain any four letters somewhere in the packed rules.
        let is_of_the_class = |path: &Path| !path.components().any(|part| part.as_os_str() == "app");
        tree(&self.path("ki")).iter().any(|(path, bytes)| is_of_the_class(path) && holds(bytes))
    }

    fn forget(&self, student: &str, further: &[&str]) -> Value {
        let out = self.ok(&[&["forget", &self.text("ki"), student, "--yes", "--json"], further].concat());
        serde_json::from_str(&out).unwrap()
    }
}

#[test]
fn nothing_is_left_but_hashes() {
    let class = Class::new();
    class.submit("4711", 1);
    class.submit("4713", 2);
    class.submit("4713", 1);
    class.ok(&[
        "extend",
        &class.text("ki"),
        "4713",
        "--until",
        "2026-07-01 10:00",
        "--reason",
        "appendicitis",
    ]);
    let told = [
        class.status()[2]["submissions"][0]["hash"].as_str().unwrap().to_owned(),
        class.status()[2]["submissions"][1]["hash"].as_str().unwrap().to_owned(),
    ];
    for text in ["zoe@example.edu", "Zoë 王", "4713", "appendicitis"] {
        assert!(class.has(text), "{text}");
    }
    let before = class.status();
    let dry = class.forget("4713", &["--dry-run"]);
    assert_eq!((&dry["entries"], &class.status()), (&json!(4), &before));
    let gone = class.forget("4713", &[]);
    assert_eq!(gone["submissions"][0]["files"], json!([told[0], told[0]]));
    assert_eq!(gone["withheld"], json!([told[0]]), "the other is another student's, too");
    assert_eq!(gone["files_removed"], 1);
    for text in ["zoe@example.edu", "Zoë 王", "4713", "appendicitis"] {
        assert!(!class.has(text), "{text}");
    }
    assert!(class.has(&told[0]), "the tombstone");
    // Other students are unchanged, including their numbers.
    let mut expected = before;
    expected.as_array_mut().unwrap().remove(2);
    assert_eq!(class.status(), expected);
    // Again, there is nothing left to delete, and the output says so.
    let told = class.ok(&["forget", &class.text("ki"), "4713"]);
    assert!(told.starts_with("nothing to delete for \"4713\""), "{told}");
    // The class continues: a new student gets a new alias, and the next submission the next number.
    class.write("more.csv", "id,name\n4720,Max\n");
    class.ok(&["roster", &class.text("ki"), &class.text("more.csv")]);
    class.submit("4720", 4);
    assert_eq!(class.status()[3]["submissions"][0]["submission"], 4);
}

#[test]
fn what_was_handed_in_for_a_team_stays_the_teams_until_the_last_goes() {
    let class = Class::new();
    class.submit("4714", 1);
    let gone = class.forget("4714", &[]);
    assert_eq!((&gone["submissions"][0]["stays_with_team"], &gone["withheld"]), (&json!(true), &json!([])));
    assert!(!class.has("bo@example.edu") && !class.has("4714"));
    let team = class.status()[3].clone();
    assert_eq!(
        (&team["team"], &team["active"]["submission"], &team["submissions"][0]["by"]),
        (&json!("Duo"), &json!(1), &json!(""))
    );
    let gone = class.forget("4715", &[]);
    assert_eq!(gone["files_removed"], 1);
    assert_eq!(tree(&class.path("ki/files")).len(), 0);
}

/// Trial matches and requirements belong to modules. They are deleted with the module, when its last owner is.
#[test]
fn what_a_module_has_shown_goes_with_it() {
    let class =
        Class::with("[[requirement]]\nname = \"R\"\nagainst = \"builtin:random\"\npercent = 60\ngames = 2\n");
    for (student, number) in [("4711", 1), ("4712", 1), ("4713", 2)] {
        class.submit(student, number);
    }
    class.ok(&["work", &class.text("ki"), "--jobs", "1"]);
    let modules =
        [0, 2].map(|at: usize| class.status()[at]["submissions"][0]["module"].as_str().unwrap().to_owned());
    let shown = |module: &String| -> i64 {
        let record = rusqlite::Connection::open(class.path("ki/private/class.sqlite")).unwrap();
        let query = "SELECT count(*) FROM event WHERE kind IN ('tried', 'judged') AND body ->> 'module' = ?1";
        record.query_row(query, [module], |row| row.get(0)).unwrap()
    };
    assert_eq!(modules.each_ref().map(shown), [2, 2]);
    class.forget("4711", &[]);
    assert_eq!(modules.each_ref().map(shown), [2, 2], "another has the same");
    // The module and the list of its games.
    assert_eq!(class.forget("4713", &[])["files_removed"], 2);
    assert_eq!(modules.each_ref().map(shown), [2, 0]);
    // A backup has the lists of games, too.
    class.ok(&["backup", &class.text("ki"), &class.text("ki.zip")]);
    class.ok(&["restore", &class.text("ki.zip"), &class.text("again")]);
    assert_same_tree(&class.path("ki/files"), &class.path("again/files"));
}

#[test]
fn a_choice_that_goes_is_told() {
    let class = Class::new();
    class.submit("4714", 1);
    class.submit("4715", 2);
    class.ok(&["extend", &class.text("ki"), "4714", "--until", "2099-01-01 10:00"]);
    class.ok(&["activate", &class.text("ki"), "4714", "1"]);
    let gone = class.forget("4714", &[]);
    let told = gone["changed"][0].as_str().unwrap();
    assert!(told.starts_with("the active version of Duo was 1 and is now 2: "), "{told}");
}

#[test]
fn runs_still_verify_and_say_withheld() {
    let class = Class::new();
    // Long constants, so that each can be found in any file.
    let constants = [0x0123_4567_89ab_cdef, 0x0fed_cba9_8765_4321, 0x0765_4321_0fed_cba9];
    for (student, number) in ["4711", "4712", "4713"].into_iter().zip(constants) {
        class.submit(student, number);
    }
    let is_in_the_run = |number: i64| {
        let others = constants.into_iter().filter(|other| *other != number).map(bot);
        let others: Vec<u8> = others.flatten().collect();
        let bytes = bot(number);
        let is_common = |part: &[u8]| others.windows(part.len()).any(|window| window == part);
        let own = bytes.windows(8).find(|part| !is_common(part)).unwrap();
        tree(&class.path("run")).values().any(|file| file.windows(8).any(|window| window == own))
    };
    class.write(
        "cup.toml",
        "[tournament]\nname = \"Cup\"\ngame = \"tank-war\"\nseed = 7\n[class]\npath = \"ki\"\n\
         [[stage]]\nformat = \"round-robin\"\ngames = 2\n",
    );
    let (cup, out) = (class.text("cup.toml"), class.text("run"));
    let (code, told, err) = run(&["run", &cup, "--out", &out]);
    assert_eq!(code, 0, "{told}{err}");
    let root = || {
        let (code, told, err) = run(&["verify", &out]);
        assert_eq!(code, 0, "{told}{err}");
        (told.lines().find(|line| line.starts_with("root: ")).unwrap().to_owned(), told)
    };
    let (before, told) = root();
    assert_eq!(constants.map(is_in_the_run), [true; 3]);
    assert!(told.contains("6 matches played again: all as recorded"), "{told}");
    let gone = class.forget("4712", &["--run", &out]);
    let hash = gone["withheld"][0].as_str().unwrap();
    let (after, told) = root();
    assert_eq!(after, before);
    assert!(told.contains("6 matches: 2 played again, all as recorded; 4 by the rules alone"), "{told}");
    assert!(told.contains("withheld: the module of a seat in 4 matches"), "{told}");
    assert_eq!(constants.map(is_in_the_run), [true, false, true]);
    // Its match is shown from the record, and asking it again reports the reason.
    let (code, told, err) = run(&["verify", &out, "--match", "1.1.1.1"]);
    assert_eq!(code, 0, "{told}{err}");
    // It cannot be played again, and the message says so.
    for further in [&[][..], &["--adopt"]] {
        let (code, told, err) = run(&[&["run", &cup, "--out", &out], further].concat());
        assert_eq!((code, told.as_str()), (1, ""), "{err}");
        assert!(
            err.contains("is complete and can be neither resumed nor changed: the student who played as Bee"),
            "{err}"
        );
        assert!(err.contains("its results stand") && err.contains("--fresh"), "{err}");
    }
    let (code, told, err) = run(&["report", &out]);
    assert_eq!(code, 0, "{told}{err}");
    assert_eq!(root().0, before);
    assert!(class.has(hash));
}

#[test]
fn a_run_elsewhere_goes_on_from_its_own_copies() {
    let class = Class::graded();
    let module = class.status()[1]["submissions"][0]["module"].as_str().unwrap().to_owned();
    fs::remove_file(class.path(&format!("ki/files/{}/{module}", &module[..2]))).unwrap();
    let (cup, out) = (class.text("cup.toml"), class.text("run"));
    let (code, told, err) = run(&["run", &cup, "--out", &out]);
    assert_eq!(code, 0, "{told}{err}");
    // New entrants can still join, regardless of the deleted files.
    class.submit("4713", 9);
    let (code, told, err) = run(&["run", &cup, "--out", &out, "--adopt"]);
    assert_eq!(code, 0, "{told}{err}");
    assert!(["Ada", "Bee", "Cee", "Duo"].iter().all(|alias| told.contains(alias)), "{told}");
}

#[test]
fn a_run_that_is_not_complete_needs_the_module() {
    let class = Class::new();
    class.submit("4711", 1);
    class.submit("4712", 2);
    class.write("no-run.toml", "x");
    let before = class.status();
    let (code, _, err) = class.run(&["forget", &class.text("ki"), "4711", "--run", &class.text("no-run")]);
    assert_eq!((code, err.contains("contains no run")), (1, true), "{err}");
    assert_eq!(class.status(), before);
    assert!(fs::exists(class.path("ki/private/class.sqlite")).unwrap());
}

/// The run is checked last, after all others could have been changed.
#[test]
fn a_run_that_needs_the_module_to_go_on_keeps_everything_as_it_is() {
    let class = Class::graded();
    class.submit("4713", 8);
    let (folder, cup, out) = (class.text("ki"), class.text("cup.toml"), class.text("run"));
    for arguments in [
        &["ladder", &folder, "--cycles", "1", "--pairings", "1", "--seed", "7"][..],
        &["rule", &out, "replay", "1.1.1.1", "--reason", "the light went out"],
    ] {
        let (code, told, err) = run(arguments);
        assert_eq!(code, 0, "{told}{err}");
    }
    // The holder of a run's lock writes its process id into it.
    let kept = || {
        let mut files = tree(class.top.path());
        files.retain(|path, _| !path.ends_with("private/lock"));
        files
    };
    let before = kept();
    let (code, told, err) = class.run(&["forget", &folder, "4711", "--yes"]);
    assert_eq!((code, told.as_str()), (3, ""), "{err}");
    assert!(err.contains(&format!("the run in {out} is not complete")), "{err}");
    assert!(err.contains("resume it until it is complete"), "{err}");
    let after = kept();
    let changed: Vec<_> = before.iter().filter(|(path, bytes)| after.get(*path) != Some(bytes)).collect();
    assert!(changed.is_empty() && after.len() == before.len(), "{changed:?}");
    // A complete run no longer needs the module.
    let (code, told, err) = run(&["run", &cup, "--out", &out]);
    assert_eq!(code, 0, "{told}{err}");
    let gone = class.forget("4711", &[]);
    let runs = gone["runs"].as_array().unwrap();
    assert_eq!(runs.iter().map(|run| run["withheld"].as_array().unwrap().len()).collect::<Vec<_>>(), [1, 1]);
}

#[test]
fn what_a_bot_has_shown_goes_with_the_last_who_handed_it_in() {
    let requirement = "[[requirement]]\nname = \"r\"\nagainst = \"builtin:first\"\npercent = 50\ngames = 2\n";
    let class = Class::with(requirement);
    class.submit("4711", 1);
    class.submit("4712", 1);
    class.submit("4713", 2);
    class.ok(&["work", &class.text("ki"), "--jobs", "2"]);
    let check = |folder: &str, student: &str| -> Value {
        let told = class.ok(&["check", &class.text(folder), student, "--json"]);
        let mut told: Value = serde_json::from_str(&told).unwrap();
        told["versions"][0].take()
    };
    let word = |value: &Value| value.as_str().unwrap().to_owned();
    let list = |student: &str| word(&check("ki", student)["badges"][0]["judged"]["matches"]);
    let is_there = |hash: &str| class.path(&format!("ki/files/{}/{hash}", &hash[..2])).is_file();
    let (shared, own) = (list("4711"), list("4713"));
    assert_eq!(shared, list("4712"));
    let module = word(&check("ki", "4713")["module"]);
    let of_module = format!("\"module\":\"{module}\"");

    // The preview of a rejudgement by another text has its results, too.
    let text = fs::read_to_string(class.path("ki/class.toml")).unwrap();
    class.write("ki/class.toml", text.replace("percent = 50", "percent = 60"));
    let preview: Value = serde_json::from_str(&class.ok(&["rejudge", &class.text("ki"), "--json"])).unwrap();
    let preview = word(&preview["preview"]);
    class.ok(&["backup", &class.text("ki"), &class.text("ki.backup")]);
    class.ok(&["restore", &class.text("ki.backup"), &class.text("again")]);
    for student in ["4711", "4713"] {
        assert_eq!(check("again", student), check("ki", student), "a backup has what was shown");
    }
    let restored = |hash: &str| class.path(&format!("again/files/{}/{hash}", &hash[..2])).is_file();
    assert!([&shared, &own, &preview].into_iter().all(|hash| restored(hash)));

    assert!(is_there(&own) && is_there(&preview) && class.has(&of_module));
    let before = check("ki", "4711");
    class.forget("4713", &[]);
    assert_eq!([is_there(&own), is_there(&preview), class.has(&of_module)], [false; 3]);
    assert_eq!(check("ki", "4711"), before, "what others have shown stays");
    class.forget("4711", &[]);
    assert_eq!(list("4712"), shared);
    class.forget("4712", &[]);
    assert!(!is_there(&shared));
    // Submitted again, it is judged again.
    class.submit("4714", 2);
    class.ok(&["work", &class.text("ki")]);
    assert_eq!(word(&check("ki", "4714")["module"]), module);
}

/// Returns the lines of a run's students.
fn students(class: &Class, run: &str) -> String {
    fs::read_to_string(class.path(&format!("{run}/private/students.csv"))).unwrap()
}

/// Regression: name and id remained in runs that were not named, and in the ladder's cycles.
#[test]
fn name_and_id_go_from_every_run_that_the_class_knows() {
    let class = Class::graded();
    class.submit("4713", 8);
    let (folder, out) = (class.text("ki"), class.text("run"));
    let (code, told, err) = run(&["ladder", &folder, "--cycles", "2", "--pairings", "1", "--seed", "7"]);
    assert_eq!(code, 0, "{told}{err}");
    let table = || run(&["ladder", &folder, "--cycles", "0", "--json"]).1;
    let roots = || {
        let verified = |run: &str| {
            let (code, told, err) = crate::class_data::run(&["verify", &class.text(run)]);
            assert_eq!(code, 0, "{told}{err}");
            told.lines().find(|line| line.starts_with("root: ")).unwrap().to_owned()
        };
        ["run", "ki/ladder/0001", "ki/ladder/0002"].map(verified)
    };
    let before = (roots(), table());
    let runs = ["run", "ki/ladder/0001", "ki/ladder/0002"];
    for run in runs {
        assert!(students(&class, run).contains("4711") && students(&class, run).contains("4712"), "{run}");
    }
    let gone = class.forget("4711", &[]);
    for run in runs {
        let left = students(&class, run);
        assert!(!left.contains("4711") && left.contains("4712"), "{run}: {left}");
    }
    assert!(!class.has("4711"));
    let reached: Vec<&Value> = gone["runs"].as_array().unwrap().iter().collect();
    assert_eq!(reached.iter().map(|run| &run["lines"]).collect::<Vec<_>>(), [&json!(1); 3], "{gone}");
    // The modules are removed from all of them, and the results stay.
    assert!(reached.iter().all(|run| run["withheld"].as_array().unwrap().len() == 1), "{gone}");
    assert_eq!(roots(), before.0);
    let scores = |table: &str| serde_json::from_str::<Value>(table).unwrap()["standings"].clone();
    assert_eq!(scores(&table()), scores(&before.1));
    let (_, told, _) = run(&["verify", &out]);
    assert!(told.contains("withheld: "), "{told}");
    let nothing = class.forget("4711", &[]);
    assert!(nothing["runs"].as_array().unwrap().iter().all(|run| run["withheld"] == json!([])), "{nothing}");
}

/// A run that was moved is reported, and deletion works at its new place, even after everything else was deleted.
#[test]
fn a_run_that_was_moved_is_told_and_reached_by_name() {
    let class = Class::graded();
    fs::rename(class.path("run"), class.path("moved")).unwrap();
    let gone = class.forget("4711", &[]);
    assert_eq!(
        gone["runs_not_reached"][0]["began_in"],
        json!(fs::canonicalize(class.top.path()).unwrap().join("run"))
    );
    assert!(students(&class, "moved").contains("4711"));
    let again = class.forget("4711", &["--run", &class.text("moved")]);
    assert_eq!((&again["runs"][0]["lines"], &again["runs_not_reached"]), (&json!(1), &json!([])));
    assert_eq!(
        again["runs"][0]["withheld"].as_array().unwrap().len(),
        1,
        "the module is known, the student is not"
    );
    assert!(!students(&class, "moved").contains("4711"));
}

/// Regression: it did not ask, and suggested deleting another student.
#[test]
fn nobody_is_forgotten_without_a_question_and_no_other_is_offered() {
    let class = Class::new();
    class.submit("4713", 1);
    let before = tree(class.top.path());
    let (code, _, err) = class.run(&["forget", "ki", "4713"]);
    assert_eq!(code, 1, "{err}");
    for told in ["Zoë 王 (4713), zoe@example.edu, alias Cee", "hand-ins 1", "--yes", "--dry-run"] {
        assert!(err.contains(told), "no {told:?}: {err}");
    }
    for id in ["471", "4710", "Zoë 王", "Cee"] {
        let (code, out, err) = class.run(&["forget", "ki", id, "--yes"]);
        assert_eq!((code, out.as_str()), (1, ""), "{err}");
        assert!(err.contains("no student has the id"), "{err}");
        let others = ["4711", "4712", "4713", "4714", "4715", "did you mean"];
        assert!(others.iter().all(|other| !err.contains(other)), "{err}");
    }
    assert!(tree(class.top.path()) == before);
}

/// On a terminal, the command asks, and only yes deletes anything.
#[cfg(unix)]
#[test]
fn a_person_is_asked_on_a_terminal() {
    use std::io::Write;
    use std::process::{Command, Stdio};

    use crate::support::{missing, skip};
    let class = Class::new();
    class.submit("4713", 1);
    let ask = |answer: &str| -> Option<String> {
        let command = format!("{} class forget ki 4713", env!("CARGO_BIN_EXE_muster"));
        let mut terminal = Command::new("script");
        terminal.args(["-qec", &command, "/dev/null"]).current_dir(class.top.path());
        let mut child = match terminal.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn() {
            Ok(child) => child,
            Err(error) => {
                skip(&missing(&format!("script of util-linux: {error}")));
                return None;
            }
        };
        let mut stdin = child.stdin.take().unwrap();
        stdin.write_all(answer.as_bytes()).unwrap();
        let told = child.wait_with_output().unwrap();
        drop(stdin);
        Some(String::from_utf8(told.stdout).unwrap())
    };
    let before = class.status();
    for answer in ["n\n", "\n", "maybe\n"] {
        let Some(told) = ask(answer) else { return };
        assert!(told.contains("Zoë 王 (4713)") && told.contains("nothing was deleted"), "{told}");
        assert_eq!(class.status(), before);
    }
    let Some(told) = ask("y\n") else { return };
    assert!(told.contains("deleted:"), "{told}");
    assert!(!class.has("4713"));
}
