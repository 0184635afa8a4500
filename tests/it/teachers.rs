//! Tests the tour for teachers: runs every command, on the files that the page shows.

use std::fs;
use std::path::PathBuf;

use crate::support::{pages, top};

fn folder() -> PathBuf {
    top().join("docs/teachers")
}

/// The required output of commands, by their beginnings.
const SAID: [(&str, &[&str]); 11] = [
    ("muster class submit ki 1002", &["active: submission 2"]),
    ("muster class status", &["Ada", "Bumblebee", "Night Train"]),
    ("muster class check ki --run ki/runs/cup", &["formula: round(", "Bumblebee"]),
    ("muster class check ki 1002 --run ki/runs/cup", &["grade: ", "played with submission 2", "module "]),
    ("muster class check ki 1002", &["missed", "command to replay it"]),
    ("muster class check", &["Ada", "better than chance"]),
    ("muster run", &["Final", "root: "]),
    (
        "muster class export ki --run ki/runs/cup --into worksheet.csv --column Grade --dry-run",
        &["ada@example.edu", "3 cells"],
    ),
    ("muster class release", &["participants"]),
    ("muster class backup", &["ki.zip"]),
    ("muster verify", &["root"]),
];

#[test]
fn a_term_goes_as_the_page_says() {
    let page = fs::read_to_string(folder().join("README.md")).unwrap();
    let commands = pages::follow(&page, &|command, told| {
        let due = SAID.iter().find(|(begin, _)| command.starts_with(begin));
        for text in due.map_or(&[][..], |(_, texts)| texts) {
            assert!(told.contains(text), "{command}: no `{text}` in\n{told}");
        }
        assert!(!told.contains("still open"), "the class is closed before the run\n{told}");
        crate::support::say(&format!("$ {command}\n{told}"));
    });
    assert!(commands >= 20, "{commands} commands");
}

#[test]
fn links_of_the_page_lead_somewhere() {
    pages::links_lead_somewhere(&folder());
}
