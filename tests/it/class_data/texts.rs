//! Tests changes of a class's text in mid-term: those that take versions out are refused until they are adopted.

use std::fs;

use serde_json::Value;

use crate::class_data::{Class, bot};
use crate::support::run;

impl Class {
    /// Replaces a part of `class.toml`.
    fn change(&self, from: &str, to: &str) {
        let text = fs::read_to_string(self.path("ki/class.toml")).unwrap();
        assert!(text.contains(from), "{text}");
        self.write("ki/class.toml", text.replace(from, to));
    }

    /// Creates a class in which three students have submitted, with a tournament of them.
    fn in_mid_term(added: &str) -> Class {
        let class = Class::with(added);
        for (student, number) in [("4711", 1), ("4712", 2), ("4714", 3)] {
            class.submit(student, number);
        }
        class.write(
            "cup.toml",
            "[tournament]\nname = \"Cup\"\ngame = \"tank-war\"\nseed = 7\n[class]\npath = \"ki\"\n\
             [[stage]]\nformat = \"round-robin\"\ngames = 2\n",
        );
        class
    }

    fn cup(&self) -> (i32, String, String) {
        run(&["run", &self.text("cup.toml"), "--out", &self.text("run")])
    }
}

/// Regression: a deadline in the year before removed all students from the tournament, with only a warning.
#[test]
fn a_typo_in_the_deadline_takes_nobody_out_in_silence() {
    let class = Class::in_mid_term("");
    let before = class.status();
    class.change("2026-06-01", "2025-06-01");
    for command in [&["status", "ki"][..], &["work", "ki"], &["check", "ki"], &["announce", "ki", "hello"]] {
        let (code, out, err) = class.run(command);
        assert_eq!((code, out.as_str()), (4, ""), "{command:?} {err}");
        assert!(err.contains("3 versions stop counting:"), "{err}");
        for told in ["Ada: submission 1", "Bee: submission 2", "Duo: submission 3", "muster class adopt ki"] {
            assert!(err.contains(told), "no {told:?}: {err}");
        }
        assert!(
            err.contains("the deadline was 2026-06-01 23:59 ") && err.contains("now 2025-06-01"),
            "{err}"
        );
    }
    let (code, _, err) = class.cup();
    assert!(
        code != 0 && err.contains("3 versions stop counting") && err.contains("muster class adopt"),
        "{err}"
    );
    assert!(!class.path("run").exists());
    let (code, _, err) = run(&["ladder", &class.text("ki")]);
    assert!(code == 4 && err.contains("3 versions stop counting"), "{err}");
    // After the correction, everything is as before.
    class.change("2025-06-01", "2026-06-01");
    assert_eq!(class.status(), before);
    // After the confirmation, the next commands work.
    class.change("2026-06-01", "2025-06-01");
    let told = class.ok(&["adopt", "ki", "--dry-run", "--json"]);
    let told: Value = serde_json::from_str(&told).unwrap();
    assert_eq!(told["stop_counting"].as_array().unwrap().len(), 3, "{told}");
    assert_eq!(class.run(&["status", "ki"]).0, 4, "a dry run adopts nothing");
    assert!(class.ok(&["adopt", "ki"]).contains("3 versions stop counting"));
    assert!(class.status().as_array().unwrap().iter().all(|one| one["active"].is_null()));
    assert!(class.ok(&["adopt", "ki"]).contains("has not changed since it was adopted"));
}

/// A change that takes no version out is adopted without a question.
#[test]
fn a_harmless_change_is_adopted_by_itself() {
    let class = Class::in_mid_term("");
    class.change("2026-06-01 23:59", "2026-06-20 23:59");
    class.ok(&["status", "ki"]);
    // In time only by the later deadline; it replaces the earlier version.
    class.write("9.wasm", bot(9));
    class.ok(&["submit", "ki", "4711", "9.wasm", "--at", "2026-06-10 10:00"]);
    assert_eq!(class.status()[0]["active"]["submission"], 4);
    for (from, to) in
        [("[class]", "# A comment.\n[class]"), ("name = \"C\"", "name = \"D\""), ("2026-06-20", "2026-06-11")]
    {
        class.change(from, to);
        class.ok(&["status", "ki"]);
    }
    // With the original deadline, the first version would count again instead of the second.
    class.change("2026-06-11", "2026-06-01");
    let (code, _, err) = class.run(&["status", "ki"]);
    assert!(code == 4 && err.contains("1 version stops counting"), "{err}");
    assert!(err.contains("Ada: submission 4, submission 1 counts instead"), "{err}");
}

/// Covers every way in which a text takes versions out.
#[test]
fn every_change_that_takes_versions_out_is_refused() {
    for (from, to, told) in [
        ("2026-06-01 23:59", "2026-04-01 23:59", "received on 2026-05-01"),
        (
            "Europe/Berlin\"\ndeadline = \"2026-06-01 23:59",
            "UTC\"\ndeadline = \"2026-05-01 07:59",
            "after 2026-05-01 07:59",
        ),
        ("tank-war", "tank-chess", "a game other than tank-chess"),
        ("late_days = 40\n", "late_days = 0\n", "received on 2026-05-01"),
    ] {
        // Late days only, if they are what changes.
        let class = if from.starts_with("late") {
            let class = Class::with("late_days = 40\n");
            class.change("2026-06-01 23:59", "2026-04-15 23:59");
            class.submit("4711", 1);
            class
        } else {
            Class::in_mid_term("")
        };
        class.change(from, to);
        let (code, _, err) = class.run(&["status", "ki"]);
        assert!(code == 4 && err.contains("stop") && err.contains(told), "{to}: {err}");
    }
}

/// The student is not responsible: a submission counts under the text that was in force.
#[test]
fn a_hand_in_does_not_wait_for_the_teacher() {
    let class = Class::in_mid_term("");
    class.change("2026-06-01", "2025-06-01");
    class.write("9.wasm", bot(9));
    let at = ["--at", "2026-05-02 10:00", "--json"];
    let (code, out, err) = class.run(&[&["submit", "ki", "4711", "9.wasm"][..], &at].concat());
    assert_eq!(code, 0, "{err}");
    assert!(err.contains("the previous text stays in force"), "{err}");
    let told: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(told["standing"]["active"]["submission"], 4, "{told}");
    class.change("2025-06-01", "2026-06-01");
    assert_eq!(class.status()[0]["active"]["submission"], 4);
}

/// A run that has begun continues, and its results are recorded, while the text waits for its adoption.
#[test]
fn a_run_that_has_begun_goes_on() {
    let class = Class::in_mid_term("");
    let (code, out, err) = class.cup();
    assert_eq!(code, 0, "{out}{err}");
    class.change("2026-06-01", "2025-06-01");
    let (code, out, err) = class.cup();
    assert_eq!(code, 0, "{out}{err}");
}
