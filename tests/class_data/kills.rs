//! Commands that are killed at some moment: what they do is done as a whole or not at all, and the next one goes on.

use std::fs;
use std::process::{Command, Stdio};

use crate::support::{muster, tree};
use crate::{Class, status};

impl Class {
    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = muster();
        command.current_dir(self.top.path()).arg("class").args(arguments);
        command.stdout(Stdio::null()).stderr(Stdio::null());
        command
    }

    /// Kills a command at more and more moments later, until it has ended by itself; `check` is called after each.
    fn killed(&self, arguments: &[&str], mut check: impl FnMut()) {
        for moments in 0.. {
            let mut child = self.command(arguments).spawn().unwrap();
            // How long a moment is does not matter: at the latest it is killed when it has ended.
            let ended = (0..moments * 40).any(|_| {
                std::thread::yield_now();
                child.try_wait().unwrap().is_some()
            });
            child.kill().unwrap();
            child.wait().unwrap();
            check();
            if ended {
                break;
            }
        }
    }
}

#[test]
fn a_roster_is_taken_as_a_whole_or_not_at_all() {
    let class = Class::new();
    let rows = (0..2000).map(|number| format!("x{number},Student {number}\n"));
    class.write("many.csv", format!("id,name\n{}", rows.collect::<String>()));
    let mut seen = Vec::new();
    class.killed(&["roster", "ki", "many.csv"], || {
        let students = status(&class.text("ki")).as_array().unwrap().len();
        assert!([4, 2004].contains(&students), "{students}");
        seen.push(students);
    });
    // Where it was killed early, nothing; at the end everything; and what was acknowledged stays.
    assert!(seen.is_sorted() && seen.last() == Some(&2004), "{seen:?}");
}

#[test]
fn a_hand_in_is_there_as_a_whole_or_not_at_all() {
    let class = Class::new();
    class.write("bot.wasm", crate::bot(1));
    let mut before = 0;
    class.killed(&["submit", "ki", "4711", "bot.wasm", "--at", "2026-05-01 10:00"], || {
        let entries = class.status();
        let submissions = entries[0]["submissions"].as_array().unwrap();
        assert!(submissions.len() >= before, "what was there is gone");
        before = submissions.len();
        for one in submissions {
            let hash = one["hash"].as_str().unwrap();
            let kept = fs::read(class.path(&format!("ki/files/{}/{hash}", &hash[..2]))).unwrap();
            assert_eq!(blake3::hash(&kept).to_hex().as_str(), hash);
        }
    });
    assert!(before > 0);
}

#[test]
fn a_file_of_grades_is_the_old_one_or_the_new_one() {
    let class = Class::graded();
    let rows = (0..3000).map(|number| format!("Someone,{number}@example.edu,\n"));
    let others: String = rows.collect();
    class.write("sheet.csv", format!("Full name,Email address,Grade\nJane Doe,jane@example.edu,\n{others}"));
    let old = fs::read_to_string(class.path("sheet.csv")).unwrap();
    let new = old.replacen("jane@example.edu,", &format!("jane@example.edu,{}", class.grade("Ada")), 1);
    let export = ["export", "ki", "--run", "run", "--into", "sheet.csv", "--column", "Grade", "--in-place"];
    let mut seen = Vec::new();
    class.killed(&export, || {
        let text = fs::read_to_string(class.path("sheet.csv")).unwrap();
        assert!(text == old || text == new, "half of it");
        seen.push(text == new);
    });
    assert!(seen.is_sorted() && seen.last() == Some(&true), "{seen:?}");
}

#[test]
fn a_student_is_forgotten_as_a_whole_or_not_at_all() {
    let class = Class::new();
    class.submit("4713", 1);
    class.submit("4711", 2);
    let whole = class.status();
    let mut without = whole.clone();
    without.as_array_mut().unwrap().remove(2);
    class.killed(&["forget", "ki", "4713"], || {
        let now = class.status();
        assert!(now == whole || now == without, "{now}");
    });
    // Whoever was killed before the files were gone is made up for.
    class.command(&["forget", "ki", "4713"]).status().unwrap();
    assert_eq!((class.status(), tree(&class.path("ki/files")).len()), (without, 1));
}
