//! The differences between two texts of a tournament, in a form that may be published.

use std::collections::{BTreeMap, BTreeSet};

use toml::de::{DeTable, DeValue};

/// Maximum number of characters shown of a value.
const SHOWN: usize = 120;

/// A text's tables in the order of the listing, each with its values by their keys.
type TableValues = BTreeMap<TablePath, Keys>;

/// Values by their keys. The key of a value in a subtable is like `clock.per_move`.
type Keys = BTreeMap<String, String>;

/// The place of a table. Tables of an array have a number from 1, and come after single tables.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct TablePath {
    in_array: bool,
    table: String,
    number: usize,
}

/// Returns how a tournament's text differs from an earlier one, a line per difference:
/// `stage 1 "Final": games is 4, was 2`.
///
/// Comments, spaces and the order of keys make no difference. Paths are shown and compared by file name only, so that
/// no line reveals a folder of the organiser. Settings are not shown, unless both texts have `public_settings`.
pub fn changes(was: &str, is: &str) -> Vec<String> {
    if was == is {
        return Vec::new();
    }
    let (was, is) = (said(was), said(is));
    let shows_settings = [&was, &is].iter().all(|said| has_public_settings(said));
    let places: BTreeSet<&TablePath> = was.keys().chain(is.keys()).collect();
    let none = Keys::new();
    let mut lines = Vec::new();
    for place in places {
        let title = title(place, [&was, &is]);
        match (was.get(place), is.get(place)) {
            (None, Some(_)) if place.in_array => lines.push(format!("{title} is new")),
            (Some(_), None) if place.in_array => lines.push(format!("{title} is gone")),
            (old, new) => {
                let (old, new) = (old.unwrap_or(&none), new.unwrap_or(&none));
                let keys: BTreeSet<&String> = old.keys().chain(new.keys()).collect();
                let different = keys.into_iter().filter(|key| old.get(*key) != new.get(*key));
                lines.extend(different.map(|key| {
                    if !shows_settings && key.rsplit('.').next() == Some("settings") {
                        return format!("{title}: {key} changed");
                    }
                    let is = new.get(key).map_or_else(|| "no longer given".to_owned(), |value| cut(value));
                    let was = old.get(key).map_or_else(|| "not given".to_owned(), |value| cut(value));
                    format!("{title}: {key} is {is}, was {was}")
                }));
            }
        }
    }
    lines
}

/// Returns `true` if the entrants' settings are public.
fn has_public_settings(said: &TableValues) -> bool {
    let tournament = TablePath { in_array: false, table: "tournament".to_owned(), number: 0 };
    said.get(&tournament).and_then(|keys| keys.get("public_settings")).is_some_and(|flag| flag == "true")
}

/// Returns the title of a table, such as `[clock]` or `entrant 3 "Ada"`, with the first name that these texts give it.
fn title(place: &TablePath, texts: [&TableValues; 2]) -> String {
    let TablePath { in_array, table, number } = place;
    if !in_array {
        return format!("[{table}]");
    }
    match texts.into_iter().find_map(|said| said.get(place)?.get("name")) {
        Some(name) => format!("{table} {number} {name}"),
        None => format!("{table} {number}"),
    }
}

fn said(text: &str) -> TableValues {
    let (whole, _) = DeTable::parse_recoverable(text);
    let mut said = TableValues::new();
    for (key, value) in whole.get_ref() {
        let table = key.get_ref().to_string();
        match value.get_ref() {
            DeValue::Array(items) => {
                for (number, item) in (1..).zip(items) {
                    let place = TablePath { in_array: true, table: table.clone(), number };
                    add(said.entry(place).or_default(), "", item.get_ref());
                }
            }
            value => add(said.entry(TablePath { in_array: false, table, number: 0 }).or_default(), "", value),
        }
    }
    said
}

/// Adds a value under its key, and a table key by key.
fn add(keys: &mut Keys, under: &str, value: &DeValue<'_>) {
    let DeValue::Table(table) = value else {
        keys.insert(under.to_owned(), written(under, value));
        return;
    };
    for (key, value) in table {
        let key = key.get_ref();
        let key = if under.is_empty() { key.to_string() } else { format!("{under}.{key}") };
        add(keys, &key, value.get_ref());
    }
}

/// Formats a value for publication.
fn written(key: &str, value: &DeValue<'_>) -> String {
    match value {
        DeValue::String(text) if matches!(key, "bot" | "openings.file") => {
            format!("{:?}", text.rsplit(['/', '\\']).next().unwrap_or_default())
        }
        DeValue::String(text) => format!("{text:?}"),
        DeValue::Integer(number) => number.to_string(),
        DeValue::Float(number) => number.to_string(),
        DeValue::Boolean(flag) => flag.to_string(),
        DeValue::Datetime(date) => date.to_string(),
        DeValue::Array(items) => {
            let items: Vec<String> = items.iter().map(|item| written(key, item.get_ref())).collect();
            format!("[{}]", items.join(", "))
        }
        DeValue::Table(table) => {
            let item = |(key, value): (&toml::Spanned<_>, &toml::Spanned<DeValue<'_>>)| {
                let key: &toml::de::DeString<'_> = key.get_ref();
                format!("{key} = {}", written(key, value.get_ref()))
            };
            let items: Vec<String> = table.iter().map(item).collect();
            format!("{{ {} }}", items.join(", "))
        }
    }
}

/// Shortens a long value to its beginning.
fn cut(text: &str) -> String {
    let letters = text.chars().count();
    if letters <= SHOWN {
        return text.to_owned();
    }
    format!("{}… ({letters} characters)", text.chars().take(SHOWN).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    const WAS: &str = "[tournament]\nname = \"Cup\"\ndate = 2026-11-20 # today\n\
        [[entrant]]\nname = \"Ada\"\nbot = \"ada.wasm\"\n\
        [[entrant]]\nname = \"Ben\"\nbot = 'builtin:random'\n\
        [[stage]]\nformat = \"swiss\"\nrounds = 3\nrank = [\"points\", \"wins\"]\n[stage.clock]\nper_move = \"1s\"\n";

    fn check(from: &str, to: &str, expected: &[&str]) {
        assert!(WAS.contains(from), "{from}");
        assert_eq!(changes(WAS, &WAS.replace(from, to)), expected);
    }

    #[test]
    fn each_difference_is_a_line() {
        check("\"Cup\"", "\"Spring cup\"", &["[tournament]: name is \"Spring cup\", was \"Cup\""]);
        check("date = 2026-11-20", "", &["[tournament]: date is no longer given, was 2026-11-20"]);
        check("date =", "seed = 7\ndate =", &["[tournament]: seed is 7, was not given"]);
        check("name = \"Ada\"", "name = \"Eda\"", &["entrant 1 \"Ada\": name is \"Eda\", was \"Ada\""]);
        check("ada.wasm\"", "ada.wasm\"\nsettings = \"mine\"", &["entrant 1 \"Ada\": settings changed"]);
        check("rounds = 3", "rounds = 4", &["stage 1: rounds is 4, was 3"]);
        check("\"1s\"", "\"2s\"", &["stage 1: clock.per_move is \"2s\", was \"1s\""]);
        check(
            "[\"points\", \"wins\"]",
            "[\"wins\"]",
            &["stage 1: rank is [\"wins\"], was [\"points\", \"wins\"]"],
        );
        check(
            "[[stage]]\n",
            "[[entrant]]\nname = \"Zoe\"\nbot = \"x/zoe.wasm\"\n[[stage]]\n",
            &["entrant 3 \"Zoe\" is new"],
        );
        check("[[entrant]]\nname = \"Ben\"\nbot = 'builtin:random'\n", "", &["entrant 2 \"Ben\" is gone"]);
        check(
            "[[stage]]\n",
            "[grade]\nformula = \"wins\"\n[[stage]]\n",
            &["[grade]: formula is \"wins\", was not given"],
        );
    }

    #[test]
    fn what_says_the_same_is_no_change() {
        for (from, to) in [
            (" # today", ""),
            ("[\"points\", \"wins\"]", "[\n  'points', # first\n  \"wins\",\n]"),
            ("format = \"swiss\"\nrounds = 3", "rounds = 3\nformat = 'swiss'"),
            ("[stage.clock]\nper_move = \"1s\"", "clock = { per_move = \"1s\" }"),
        ] {
            check(from, to, &[]);
        }
    }

    #[test]
    fn no_folder_is_shown() {
        check("ada.wasm", "../private/ada.wasm", &[]);
        let shown = ["entrant 1 \"Ada\": bot is \"eda.wasm\", was \"ada.wasm\""];
        check("\"ada.wasm\"", "'C:\\mine\\eda.wasm'", &shown);
    }

    #[test]
    fn long_values_are_compared_whole_and_shown_cut() {
        let (one, other) = ("x".repeat(500), format!("{}y", "x".repeat(499)));
        let lines = changes(&format!("[grade]\nformula = '{one}'"), &format!("[grade]\nformula = '{other}'"));
        assert_eq!(lines.len(), 1);
        assert!(lines[0].len() < 400 && lines[0].contains("502 characters"), "{}", lines[0]);
        assert_eq!(changes(&format!("a = '{one}'"), &format!("a = \"{one}\"")), Vec::<String>::new());
    }
}
