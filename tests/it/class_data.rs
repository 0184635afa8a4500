//! Tests a class's data with the built program: archives of course systems, backups, deletions, grades for course
//! systems.

mod archives;
mod backups;
mod exports;
mod feedback;
mod forgetting;
mod grades;
mod hostile;
mod kills;
mod room;
mod texts;
mod traces;

use std::fs;
use std::path::PathBuf;

use crate::support::{bot_that_answers, copy_of, muster, run, told};
use serde_json::Value;
use tempfile::TempDir;

/// Students with ids, addresses and a team; two of them have the same name.
const ROSTER: &str = "id,name,email,alias,section,team\n\
    4711,Jane Doe,jane@example.edu,Ada,,\n\
    4712,Jane Doe,jd@example.edu,Bee,,\n\
    4713,Zoë 王,zoe@example.edu,Cee,,\n\
    4714,\"Bo \"\"Bob\"\" O'Neil\",bo@example.edu,Dee,,Duo\n\
    4715,Eve,eve@example.edu,Eff,,Duo\n";

/// A class in the folder `ki` of a temporary folder, with files beside it.
struct Class {
    top: TempDir,
}

impl Class {
    fn new() -> Class {
        Class::with("late_days = 2\n")
    }

    fn with(added: &str) -> Class {
        let text = format!(
            "[class]\nname = \"C\"\ngame = \"tank-war\"\nzone = \"Europe/Berlin\"\ndeadline = \"2026-06-01 23:59\"\n{added}"
        );
        let top = copy_of(&format!("class's data {text}"), |top| {
            fs::create_dir(top.join("ki")).unwrap();
            fs::write(top.join("ki/class.toml"), &text).unwrap();
            fs::write(top.join("students.csv"), ROSTER).unwrap();
            let [class, students] = ["ki", "students.csv"].map(|name| top.join(name).display().to_string());
            for arguments in [&["class", "init", &class][..], &["class", "roster", &class, &students]] {
                let (code, out, err) = run(arguments);
                assert_eq!(code, 0, "{out}{err}");
            }
        });
        Class { top }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.top.path().join(name)
    }

    fn text(&self, name: &str) -> String {
        self.path(name).to_str().unwrap().to_owned()
    }

    fn write(&self, name: &str, bytes: impl AsRef<[u8]>) {
        fs::write(self.path(name), bytes).unwrap();
    }

    /// Runs `muster class` with these arguments, in the folder that holds the class.
    fn run(&self, arguments: &[&str]) -> (i32, String, String) {
        told(&muster().current_dir(self.top.path()).arg("class").args(arguments).output().unwrap())
    }

    fn ok(&self, arguments: &[&str]) -> String {
        let (code, out, err) = self.run(arguments);
        assert_eq!(code, 0, "{arguments:?}\n{out}{err}");
        out
    }

    /// Returns all submissions and the active versions.
    fn status(&self) -> Value {
        status(&self.text("ki"))
    }

    /// Submits a working bot, different for each number.
    fn submit(&self, student: &str, number: i64) {
        self.write(&format!("{number}.wasm"), bot(number));
        let file = self.text(&format!("{number}.wasm"));
        self.ok(&["submit", &self.text("ki"), student, &file, "--at", "2026-05-01 10:00"]);
    }
}

/// Returns all submissions and the active versions in a class's folder, without values that depend on the current time.
fn status(folder: &str) -> Value {
    let (code, out, err) = run(&["class", "status", folder, "--json"]);
    assert_eq!(code, 0, "{out}{err}");
    let mut entries = serde_json::from_str::<Value>(&out).unwrap()["entries"].take();
    for entry in entries.as_array_mut().unwrap() {
        entry.as_object_mut().unwrap().remove("next_at").unwrap();
    }
    entries
}

/// Returns the bytes of a working bot, different for each number.
fn bot(number: i64) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let path =
        bot_that_answers(folder.path(), "bot.wasm", &format!("(drop (i64.const {number})) (call $first)"));
    fs::read(path).unwrap()
}
