//! Tests the pages of `docs/` that are generated from the program, and the output of `--json`.

mod class_shapes;
mod shapes;

use std::fs;

use crate::support::{pages, run, top};

/// Compares a page, or rewrites it with `MUSTER_UPDATE`.
fn hold(page: &str) {
    let (code, made, err) = run(&["docs", page]);
    assert_eq!(code, 0, "{err}");
    let path = top().join(format!("docs/{page}.md"));
    if std::env::var_os("MUSTER_UPDATE").is_some() {
        fs::write(path, made).unwrap();
        return;
    }
    assert!(
        fs::read_to_string(&path).is_ok_and(|kept| kept == made),
        "{} is not what the program says; `MUSTER_UPDATE=1 cargo test -p cli --features network --test it docs::` updates it",
        path.display()
    );
}

#[test]
fn links_of_the_first_pages_lead_somewhere() {
    for page in ["README.md", "docs/install.md"] {
        pages::links_of(&top().join(page));
    }
}

#[test]
fn the_commands_in_the_readme_exist() {
    let page = fs::read_to_string(top().join("README.md")).unwrap();
    let commands: Vec<&str> =
        page.split("`muster ").skip(1).map(|rest| rest.split('`').next().unwrap()).collect();
    assert!(commands.len() > 10, "{commands:?}");
    for command in commands {
        let (code, help, _) = run(&[command.split(' ').next().unwrap(), "--help"]);
        assert_eq!(code, 0, "{command}");
        for option in command.split(' ').filter(|word| word.starts_with('-')) {
            assert!(help.contains(option), "{command}");
        }
    }
}

#[test]
fn the_page_of_commands_is_what_help_says() {
    hold("commands");
}

#[cfg(feature = "network")]
#[test]
fn the_page_of_what_programs_ask_is_what_the_routes_say() {
    hold("api");
}

#[cfg(feature = "network")]
#[test]
fn the_page_of_json_is_what_the_types_say() {
    hold("json");
}

/// Two headings with the same anchor would be two types with the same name.
#[cfg(feature = "network")]
#[test]
fn every_heading_of_the_page_of_json_is_another() {
    let (_, page, _) = run(&["docs", "json"]);
    let headings: Vec<String> = page
        .lines()
        .filter(|line| line.starts_with("##"))
        .map(|line| line.trim_start_matches(['#', ' ']).to_lowercase())
        .collect();
    let mut different = headings.clone();
    different.sort();
    different.dedup();
    assert!(headings.len() > 20, "{headings:?}");
    assert_eq!(headings.len(), different.len(), "{headings:?}");
}
