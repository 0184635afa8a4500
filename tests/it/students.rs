//! Tests the pages for students: parts are generated from the layouts and languages, and every command is run.

use std::fs;
use std::path::PathBuf;

use crate::support::top;
use game::Rules;
use games::GAMES;
use referee::{Limits, Match};

fn pages() -> PathBuf {
    top().join("docs/students")
}

#[test]
fn pages_are_made_from_the_layouts_and_the_languages() {
    let update = std::env::var_os("MUSTER_UPDATE").is_some();
    let mut due = vec![("languages.md".to_owned(), kit::languages_page(games::find("tank-war").unwrap()))];
    for game in GAMES {
        let mut playing = Match::new(*game, game.start(&Rules::defaults(game.options())), Limits::default());
        let seat = playing.waiting().iter().next().unwrap();
        let page = kit::game_page(*game, playing.ask(seat).view);
        due.push((format!("{}.md", game.name()), page));
    }
    for (name, text) in due {
        let path = pages().join(&name);
        if update {
            fs::write(&path, &text).unwrap();
        }
        assert!(
            fs::read_to_string(&path).unwrap_or_default() == text,
            "{name} is not what the code says; `MUSTER_UPDATE=1 cargo test -p cli --test it students::` updates it"
        );
    }
}

/// Runs every command of the page, and uses every file that it shows, in the page's order.
#[test]
fn the_commands_of_the_page_do_what_it_says() {
    let page = fs::read_to_string(pages().join("README.md")).unwrap();
    let commands = crate::support::pages::follow(&page, &|command, told| {
        // Every failure of the bot names the script's mistake.
        let fails = ["muster check broken.wasm", "muster play tank-war broken.wasm", "muster why cup"];
        if fails.iter().any(|begin| command.starts_with(begin)) {
            for text in ["broken.js:7", "exception in choose"] {
                assert!(told.contains(text), "{command}: no `{text}` in\n{told}");
            }
        }
    });
    assert!(commands > 10, "{commands} commands");
}

#[test]
fn links_of_the_pages_lead_somewhere() {
    crate::support::pages::links_lead_somewhere(&pages());
}
