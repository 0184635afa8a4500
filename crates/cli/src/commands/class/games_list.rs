//! Lists the games of a version in the class, each with the command that plays it again.

use class_model::{ClassFolder, Hash};
use class_operations::OpenClass;
use class_operations::judging::{GamesList, ListedGame};
use terminal::table::{self, Align};

/// Formats the games of a list as a table.
pub(super) fn table(class: &OpenClass, list: &GamesList) -> String {
    let rules = list.game_of(class).module().map(|module| format!("{}.wasm", Hash::digest(module)));
    let rules = class.folder.rules().join(rules.unwrap_or_default()).display().to_string();
    let rows: Vec<Vec<String>> = list.games.iter().map(|game| row(class, list, game, &rules)).collect();
    let head = [
        ("game", Align::Right),
        ("seat", Align::Left),
        ("result", Align::Left),
        ("reason", Align::Left),
        ("command to replay it", Align::Left),
    ];
    table::render(&head, &rows)
}

fn row(class: &OpenClass, list: &GamesList, game: &ListedGame, rules: &str) -> Vec<String> {
    let copy = if game.counts { "" } else { " (a copy)" };
    vec![
        game.game.to_string(),
        game.seat.clone(),
        format!("{}{copy}", game.result),
        game.reason.clone(),
        list.play_again(class, game, Some(rules), &|hash| {
            class.folder.root().join(ClassFolder::file_name(hash)).display().to_string()
        }),
    ]
}
