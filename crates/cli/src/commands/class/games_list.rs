//! The games that a version played in the class, each with the command that plays it again.

use class::{ClassFolder, Hash};
use classroom::{GamesList, ListedGame, OpenClass};
use game::Rules;

use crate::terminal::table::{self, Align};
use crate::terminal::text::quoted;

/// The games of a list as a table.
pub(super) fn table(class: &OpenClass, list: &GamesList) -> String {
    let rows: Vec<Vec<String>> = list.games.iter().map(|game| row(class, list, game)).collect();
    let head = [
        ("game", Align::Right),
        ("seat", Align::Left),
        ("result", Align::Left),
        ("reason", Align::Left),
        ("played again by", Align::Left),
    ];
    table::render(&head, &rows)
}

fn row(class: &OpenClass, list: &GamesList, game: &ListedGame) -> Vec<String> {
    let copy = if game.counts { "" } else { " (a copy)" };
    vec![
        game.game.to_string(),
        game.seat.clone(),
        format!("{}{copy}", game.result),
        game.reason.clone(),
        play_again(class, list, game),
    ]
}

/// The command that plays a game again.
fn play_again(class: &OpenClass, list: &GamesList, game: &ListedGame) -> String {
    let file = |hash: &Hash| class.folder.root().join(ClassFolder::file_name(hash)).display().to_string();
    let own = file(&list.module);
    let other = match list.against.parse::<Hash>() {
        Ok(hash) => file(&hash),
        Err(_) => list.against.clone(),
    };
    let seats = if game.first { [own, other] } else { [other, own] };
    let mut words = vec!["muster".to_owned(), "play".to_owned(), class.plan.game.name().to_owned()];
    words.extend(seats);
    words.extend(["--seed".to_owned(), game.seed.to_string()]);
    words.extend(["--position".to_owned(), game.position.clone()]);
    if !list.settings.is_empty() {
        let option = if game.first { "--first-settings" } else { "--second-settings" };
        words.extend([option.to_owned(), list.settings.clone()]);
    }
    words.extend(words_of_rules(class, list));
    words.extend(words_of_times(list));
    let words: Vec<String> = words.iter().map(|word| quoted(word)).collect();
    words.join(" ")
}

/// The options for the rules of a game, where they are not the usual ones.
fn words_of_rules(class: &OpenClass, list: &GamesList) -> Vec<String> {
    let usual = Rules::defaults(class.plan.game.options()).to_string();
    let usual: Vec<&str> = usual.split_whitespace().collect();
    let rules = list.rules.as_deref().unwrap_or_default().split_whitespace();
    let others = rules.filter(|rule| !usual.contains(rule));
    others.flat_map(|rule| ["--rule".to_owned(), rule.to_owned()]).collect()
}

/// The options for the times of a game, where they are not the usual ones.
fn words_of_times(list: &GamesList) -> Vec<String> {
    let limits: Option<referee::Limits> = list.limits.parse().ok();
    let Some(clock) = limits.and_then(|limits| limits.common_clock().copied()) else { return Vec::new() };
    if clock == referee::Clock::default() {
        return Vec::new();
    }
    let mut words: Vec<String> = Vec::new();
    if let Some(per_move) = clock.per_move {
        words.extend(["--per-move".to_owned(), per_move.to_string()]);
    }
    words.extend(["--per-game".to_owned(), clock.per_game.to_string()]);
    words
}
