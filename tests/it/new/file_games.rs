//! Tests projects for the game of a file, in every language whose compiler is installed: the commands of the README,
//! matches that the strategy wins, a crash, and every field and action in the terms of the kit. The game uses every
//! unusual part of a declaration.

use std::sync::LazyLock;

use game::Game;
use kit::LANGUAGES;
use play::GameFiles;

use super::project::{MISSING, Project, is_here};
use crate::support::{missing, run, sandbox, skip, top};

const RULES: &str = "tests/new/odd_race.js";

/// The game of [`RULES`].
static ODD_RACE: LazyLock<&'static dyn Game> = LazyLock::new(|| {
    games::set_opener(Box::leak(Box::new(GameFiles::new(|| Ok(sandbox().clone())))));
    games::open_file(&top().join(RULES)).unwrap_or_else(|problem| panic!("{problem}"))
});

fn from_a_file_to_a_playing_bot(name: &str) {
    let language = LANGUAGES.iter().find(|language| language.name == name).unwrap();
    if let Some(tool) = MISSING.iter().find(|(of, tool)| *of == name && !is_here(tool)) {
        return skip(&missing(&format!("{} needs {}", language.title, tool.1)));
    }
    let file = top().join(RULES);
    let project = Project::from_file(language, *ODD_RACE, file.to_str().unwrap());
    project.follow_readme();
    let points: f64 = project.matches_against_random(6).iter().map(|went| went.points).sum();
    assert!(points > 4.0, "{name}: {points} points");
    project.crash();
    project.probe(40);
}

#[test]
fn python_plays_the_game_of_a_file() {
    from_a_file_to_a_playing_bot("python");
}

#[test]
fn javascript_plays_the_game_of_a_file() {
    from_a_file_to_a_playing_bot("javascript");
}

#[test]
fn typescript_plays_the_game_of_a_file() {
    from_a_file_to_a_playing_bot("typescript");
}

#[test]
fn c_plays_the_game_of_a_file() {
    from_a_file_to_a_playing_bot("c");
}

#[test]
fn cpp_plays_the_game_of_a_file() {
    from_a_file_to_a_playing_bot("cpp");
}

#[test]
fn rust_plays_the_game_of_a_file() {
    from_a_file_to_a_playing_bot("rust");
}

#[test]
fn go_plays_the_game_of_a_file() {
    from_a_file_to_a_playing_bot("go");
}

#[test]
fn zig_plays_the_game_of_a_file() {
    from_a_file_to_a_playing_bot("zig");
}

#[test]
fn assemblyscript_plays_the_game_of_a_file() {
    from_a_file_to_a_playing_bot("assemblyscript");
}

#[test]
fn d_plays_the_game_of_a_file() {
    from_a_file_to_a_playing_bot("d");
}

#[test]
fn nim_plays_the_game_of_a_file() {
    from_a_file_to_a_playing_bot("nim");
}

/// A game with reserved names has no projects.
#[test]
fn a_reserved_name_is_reported_when_a_project_is_created() {
    let folder = tempfile::tempdir().unwrap();
    let rules = std::fs::read_to_string(top().join(RULES)).unwrap();
    let file = folder.path().join("reserved.js");
    std::fs::write(&file, rules.replace("const advance =", "const pass =").replace("advance(", "pass("))
        .unwrap();
    let into = folder.path().join("bot");
    let (code, _, err) =
        run(&["new", "--game", file.to_str().unwrap(), "--lang", "c", into.to_str().unwrap()]);
    assert_eq!(code, 1, "{err}");
    assert!(
        err.contains("the action `pass` has a name that is reserved") && err.contains("call it `skip`"),
        "{err}"
    );
    assert!(!into.exists());
}
