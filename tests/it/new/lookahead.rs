//! Tests bots that look ahead in a few lines of code, by the positions of their kit: every answer to every own move, a
//! round's matrix, the best single action. Each is built and plays like a student's bot: with `MUSTER_FULL=1`, every
//! game in every language; otherwise, one game in each language, in rotation.

use std::fs;

use game::Game;
use games::GAMES;
use kit::{LANGUAGES, Language};

use super::project::{MISSING, Project, is_here};
use crate::support::{is_full, missing, skip, top};

/// Number of matches of a bot against random moves.
const MATCHES: u64 = 4;

/// Builds the bots of a language, whose sources are in a folder of `tests/lookahead`, and plays matches with them.
fn look_ahead(name: &str, folder: &str) {
    let language = Language::find(name).unwrap();
    if let Some(tool) = MISSING.iter().find(|(of, tool)| *of == name && !is_here(tool)) {
        return skip(&missing(&format!("{} needs {}", language.title, tool.1)));
    }
    let source_for = |game: &&'static dyn Game| {
        let stem = game.name().replace('-', "_");
        let found = fs::read_dir(top().join("tests/lookahead").join(folder)).unwrap();
        let mut sources = found.map(|entry| entry.unwrap().path());
        let source = sources.find(|path| path.file_stem().is_some_and(|found| found.to_str() == Some(&stem)));
        source.map(|source| (*game, source))
    };
    let all: Vec<_> = GAMES.iter().filter_map(source_for).collect();
    assert!(!all.is_empty(), "{name} has no bot that looks ahead");
    let at = LANGUAGES.iter().position(|other| other.name == name).unwrap();
    let own = at % all.len();
    let mut points = 0.0;
    let mut played = 0;
    for (game, source) in if is_full() { &all[..] } else { &all[own..=own] } {
        let project = Project::new(language, *game);
        project.write_bot(&fs::read_to_string(source).unwrap());
        project.build();
        points += project.matches_against_random(MATCHES).iter().map(|went| went.points).sum::<f64>();
        played += MATCHES;
    }
    assert!(points > played as f64 / 2.0, "{name}: {points} points of {played}");
}

#[test]
fn c_looks_ahead() {
    look_ahead("c", "c");
}

#[test]
fn cpp_looks_ahead() {
    look_ahead("cpp", "c");
}

#[test]
fn rust_looks_ahead() {
    look_ahead("rust", "rust");
}

#[test]
fn zig_looks_ahead() {
    look_ahead("zig", "zig");
}

#[test]
fn go_looks_ahead() {
    look_ahead("go", "go");
}

#[test]
fn assemblyscript_looks_ahead() {
    look_ahead("assemblyscript", "assemblyscript");
}

#[test]
fn d_looks_ahead() {
    look_ahead("d", "d");
}

#[test]
fn nim_looks_ahead() {
    look_ahead("nim", "nim");
}

#[test]
fn javascript_looks_ahead() {
    look_ahead("javascript", "javascript");
}

#[test]
fn typescript_looks_ahead() {
    look_ahead("typescript", "typescript");
}

#[test]
fn python_looks_ahead() {
    look_ahead("python", "python");
}
