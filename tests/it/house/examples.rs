//! Tests which crates have examples in their documentation: each pass of `rustdoc --test` takes seconds, even if it
//! finds none.

use std::fs;
use std::path::Path;

/// Returns `true` if a code block of the documentation is compiled: one without a language, or in Rust.
fn has_examples(folder: &Path) -> bool {
    fs::read_dir(folder).unwrap().any(|entry| {
        let path = entry.unwrap().path();
        if path.is_dir() {
            return has_examples(&path);
        }
        path.extension().is_some_and(|kind| kind == "rs") && has_example(&fs::read_to_string(&path).unwrap())
    })
}

fn has_example(text: &str) -> bool {
    let fences = text.lines().filter_map(|line| {
        let line = line.trim_start();
        let comment = line.strip_prefix("///").or_else(|| line.strip_prefix("//!"))?;
        comment.trim_start().strip_prefix("```")
    });
    // Every other fence opens a block, in Rust if no language is named.
    fences.step_by(2).any(|language| {
        let first = language.split(',').next().unwrap_or_default().trim();
        ["", "rust", "no_run", "compile_fail"].contains(&first)
    })
}

#[test]
fn examples_are_run_in_exactly_the_crates_that_have_them() {
    for entry in fs::read_dir(super::crates()).unwrap() {
        let folder = entry.unwrap().path();
        if !folder.join("src/lib.rs").exists() {
            continue;
        }
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap();
        let is_run = !manifest.contains("doctest = false");
        assert_eq!(has_examples(&folder.join("src")), is_run, "`doctest` in {}", folder.display());
    }
}

#[test]
fn an_example_is_told_from_a_text() {
    assert!(has_example("/// ```\n/// let a = 1;\n/// ```"));
    assert!(has_example("//! ```text\n//! a\n//! ```\n//! ```no_run\n//! ```"));
    assert!(!has_example("/// ```text\n/// a\n/// ```\nlet fence = \"```\";"));
}
