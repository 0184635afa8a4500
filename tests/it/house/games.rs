//! Tests that a game has all of its parts: those of its entry in `games` and those in other places.

use std::collections::BTreeSet;
use std::fs;

use games::{LIST, ListedGame};
use kit::LANGUAGES;

use crate::support::{top, tree};

/// `crates/games/README.md` says how to make each part.
#[test]
fn no_game_lacks_a_part() {
    let missing: Vec<String> = LIST.iter().flat_map(missing_parts).collect();
    assert!(missing.is_empty(), "{missing:#?}");
}

fn missing_parts(listed: &ListedGame) -> Vec<String> {
    let name = listed.game.name();
    let mut missing = Vec::new();
    let languages: BTreeSet<&str> = LANGUAGES.iter().map(|language| language.name).collect();
    let starters: BTreeSet<&str> = listed.starters.iter().map(|(language, _)| *language).collect();
    for language in languages.symmetric_difference(&starters) {
        missing.push(format!(
            "{name}: the kits and `starters` in crates/games differ in the language {language}"
        ));
    }
    for file in [
        format!("crates/{name}/README.md"),
        format!("crates/bot-protocol/games/{name}.md"),
        format!("docs/students/{name}.md"),
        format!("tournaments/opponents/{name}.toml"),
    ] {
        if !top().join(&file).is_file() {
            missing.push(format!("{name}: the file {file}"));
        }
    }
    for (file, text) in [
        ("README.md", format!("(crates/{name}/README.md)")),
        ("docs/students/README.md", format!("({name}.md)")),
        ("crates/fleet/src/worker/reference.txt", format!("{name} ")),
    ] {
        if !fs::read_to_string(top().join(file)).unwrap().contains(&text) {
            missing.push(format!("{name}: `{text}` in {file}"));
        }
    }
    let mut bots: Vec<&str> = listed.bots.iter().map(|bot| bot.name).collect();
    bots.sort_unstable();
    let folders = crate::bots::sources::names(name);
    if folders != bots {
        missing.push(format!("{name}: bots/{name} has {folders:?}, and `bots` in crates/games {bots:?}"));
    }
    let tests = tree(&top().join(format!("crates/{name}/tests")));
    if !tests.iter().any(|(_, code)| String::from_utf8_lossy(code).contains("conformance::")) {
        missing.push(format!("{name}: a test in crates/{name}/tests that calls `game::conformance::check`"));
    }
    missing
}
