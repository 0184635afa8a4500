//! The games that a version played in the class, each with the command that plays it again.

use class::{ClassFolder, Hash};
use classroom::OpenClass;
use explain::{Error, Kind};
use game::Rules;
use serde_json::{Value, json};

use crate::terminal::table::{self, Align};
use crate::terminal::text::quoted;

/// Bytes of a list of games.
const LARGEST: u64 = 1 << 30;

/// Reads the list of a hash.
pub(super) fn read(opened: &OpenClass, list: &Hash) -> Result<Value, Error> {
    let bytes = opened.folder.read(list, LARGEST)?;
    serde_json::from_slice(&bytes)
        .map_err(|error| Error::new(Kind::Damaged, format!("the list of games cannot be read: {error}")))
}

/// The games of a list as a table.
pub(super) fn table(opened: &OpenClass, list: &Value) -> String {
    let games = list["games"].as_array().map(Vec::as_slice).unwrap_or_default();
    let rows: Vec<Vec<String>> = games.iter().map(|game| row(opened, list, game)).collect();
    let head = [
        ("game", Align::Right),
        ("seat", Align::Left),
        ("result", Align::Left),
        ("reason", Align::Left),
        ("played again by", Align::Left),
    ];
    table::render(&head, &rows)
}

fn row(opened: &OpenClass, list: &Value, game: &Value) -> Vec<String> {
    let word = |key: &str| match &game[key] {
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        _ => String::new(),
    };
    let copy = if game["counts"] == json!(false) { " (a copy)" } else { "" };
    let result = format!("{}{copy}", word("result"));
    vec![word("game"), word("seat"), result, word("reason"), play_again(opened, list, game)]
}

/// The command that plays a game again.
fn play_again(opened: &OpenClass, list: &Value, game: &Value) -> String {
    let file = |hash: &Value| match hash.as_str() {
        Some(text) => match text.parse::<Hash>() {
            Ok(hash) => opened.folder.root().join(ClassFolder::file_name(&hash)).display().to_string(),
            Err(_) => text.to_owned(),
        },
        None => String::new(),
    };
    let own_is_first = game["first"] == json!(true);
    let (own, other) = (file(&list["module"]), file(&list["against"]));
    let seats = if own_is_first { [own, other] } else { [other, own] };
    let mut words = vec!["muster".to_owned(), "play".to_owned(), opened.plan.game.name().to_owned()];
    words.extend(seats);
    words.extend(["--seed".to_owned(), game["seed"].to_string()]);
    words.extend(["--position".to_owned(), game["position"].as_str().unwrap_or_default().to_owned()]);
    let settings = list["settings"].as_str().unwrap_or_default();
    if !settings.is_empty() {
        let option = if own_is_first { "--first-settings" } else { "--second-settings" };
        words.extend([option.to_owned(), settings.to_owned()]);
    }
    words.extend(words_of_rules(opened, list));
    words.extend(words_of_times(list));
    let words: Vec<String> = words.iter().map(|word| quoted(word)).collect();
    words.join(" ")
}

/// The options for the rules of a game, where they are not the usual ones.
fn words_of_rules(opened: &OpenClass, list: &Value) -> Vec<String> {
    let usual = Rules::defaults(opened.plan.game.options()).to_string();
    let usual: Vec<&str> = usual.split_whitespace().collect();
    let rules = list["rules"].as_str().unwrap_or_default().split_whitespace();
    let others = rules.filter(|rule| !usual.contains(rule));
    others.flat_map(|rule| ["--rule".to_owned(), rule.to_owned()]).collect()
}

/// The options for the times of a game, where they are not the usual ones.
fn words_of_times(list: &Value) -> Vec<String> {
    let limits: Option<referee::Limits> = list["limits"].as_str().and_then(|text| text.parse().ok());
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
