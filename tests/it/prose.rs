//! Comments and pages are plain English: marks of translated prose stay as rare as in code bases that read well.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Pronouns without a person. The subject is the server, a student, the caller.
const PRONOUNS: [&str; 6] = ["somebody", "nobody", "everybody", "anybody", "whoever", "whomever"];
/// The beginnings of a noun clause in place of a noun: "what is handed in" for "the submission".
const CLAUSES: [&str; 6] =
    ["what is ", "what was ", "what are ", "what were ", "what has been ", "what had been "];
/// Maximum number of pronouns in 10,000 words of comments, as in the worst of six projects that read well.
const MOST_PRONOUNS: f64 = 0.1;
/// Maximum number of clauses in 10,000 words of comments, as there.
const MOST_CLAUSES: f64 = 0.3;
/// Maximum share of doc comments that begin with "What" or "Whether".
const MOST_OPENINGS: f64 = 0.05;
/// Maximum number of either in 10,000 words of pages, which quote keys and messages, too.
const MOST_IN_PAGES: f64 = 3.0;

/// Marks of translated prose in some text.
#[derive(Debug, Default)]
struct Marks {
    words: usize,
    pronouns: usize,
    clauses: usize,
}

impl Marks {
    fn add(&mut self, text: &str) {
        let text = text.to_lowercase();
        let words = || text.split(|letter: char| !letter.is_alphanumeric() && letter != '\'');
        self.words += text.split_whitespace().count();
        self.pronouns += words().filter(|word| PRONOUNS.contains(word)).count();
        let begins_with_participle = |rest: &str| {
            rest.split_whitespace().next().is_some_and(|word| word.ends_with("ed") || word.ends_with("en"))
        };
        for clause in CLAUSES {
            self.clauses += text.split(clause).skip(1).filter(|rest| begins_with_participle(rest)).count();
        }
    }

    fn in_ten_thousand(&self, count: usize) -> f64 {
        1e4 * count as f64 / self.words as f64
    }
}

/// The files of the checkout that end in this.
fn files(ending: &str) -> Vec<PathBuf> {
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let listed = Command::new("git").args(["ls-files"]).current_dir(&top).output().unwrap();
    let names = String::from_utf8(listed.stdout).unwrap();
    names
        .lines()
        .filter(|name| name.ends_with(ending))
        .map(|name| top.join(name))
        .filter(|path| path.exists())
        .collect()
}

#[test]
fn comments_are_plain_english() {
    let (mut marks, mut openings, mut documented) = (Marks::default(), 0, 0);
    for path in files(".rs") {
        let text = fs::read_to_string(&path).unwrap();
        let mut is_begun = false;
        for line in text.lines().map(str::trim_start) {
            let doc = line.strip_prefix("///").or_else(|| line.strip_prefix("//!"));
            if let Some(doc) = doc.filter(|_| !is_begun) {
                documented += 1;
                let first = doc.split_whitespace().next().unwrap_or_default();
                openings += usize::from(matches!(first, "What" | "Whether"));
            }
            is_begun = doc.is_some();
            if let Some(comment) = line.strip_prefix("//") {
                marks.add(comment);
            }
        }
    }
    assert!(marks.words > 100_000, "{marks:?}");
    assert!(marks.in_ten_thousand(marks.pronouns) < MOST_PRONOUNS, "{marks:?}");
    assert!(marks.in_ten_thousand(marks.clauses) < MOST_CLAUSES, "{marks:?}");
    assert!((openings as f64) < MOST_OPENINGS * f64::from(documented), "{openings} of {documented}");
}

#[test]
fn pages_are_plain_english() {
    let mut marks = Marks::default();
    for path in files(".md") {
        marks.add(&fs::read_to_string(&path).unwrap());
    }
    assert!(marks.words > 50_000, "{marks:?}");
    assert!(marks.in_ten_thousand(marks.pronouns) < MOST_IN_PAGES, "{marks:?}");
    assert!(marks.in_ten_thousand(marks.clauses) < MOST_IN_PAGES, "{marks:?}");
}
