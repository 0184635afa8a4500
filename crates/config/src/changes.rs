//! In what two texts of a tournament differ, in words that may be published.

use std::collections::{BTreeMap, BTreeSet};

use toml::de::{DeTable, DeValue};

/// Letters of a value that are shown.
const SHOWN: usize = 120;

/// What a text says: every value by its place.
type Said = BTreeMap<Place, String>;

/// Where a value stands. Tables of an array have a number from 1, others 0.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    table: String,
    number: usize,
    key: String,
}

/// In what a tournament's text differs from what it was, a line each: `stage 1 "Final": games is 4, was 2`.
///
/// Comments, order of keys and spaces make no difference. Paths are shown, and compared, by the file's name alone:
/// no folder of the organiser's stands in a line.
pub fn changes(was: &str, is: &str) -> Vec<String> {
    let (was, is) = (said(was), said(is));
    let mut tables: Vec<(&str, usize)> =
        was.keys().chain(is.keys()).map(|place| (place.table.as_str(), place.number)).collect();
    // What is there once stands before entrants and stages.
    tables.sort_unstable_by_key(|&(table, number)| (number > 0, table, number));
    tables.dedup();
    let mut lines = Vec::new();
    for table in tables {
        let (old, new) = (of_table(&was, table), of_table(&is, table));
        let title = title(table, &old, &new);
        match (old.is_empty(), new.is_empty()) {
            (true, false) if table.1 > 0 => lines.push(format!("{title} is new")),
            (false, true) if table.1 > 0 => lines.push(format!("{title} is gone")),
            _ => {
                let keys: BTreeSet<&str> = old.keys().chain(new.keys()).copied().collect();
                let different = keys.into_iter().filter(|key| old.get(key) != new.get(key));
                lines.extend(different.map(|key| {
                    let is = new.get(key).map_or_else(|| "no longer given".to_owned(), |value| cut(value));
                    let was = old.get(key).map_or_else(|| "not given".to_owned(), |value| cut(value));
                    format!("{title}: {key} is {is}, was {was}")
                }));
            }
        }
    }
    lines
}

fn of_table<'a>(said: &'a Said, (table, number): (&str, usize)) -> BTreeMap<&'a str, &'a str> {
    let here = said.iter().filter(|(place, _)| place.table == table && place.number == number);
    here.map(|(place, value)| (place.key.as_str(), value.as_str())).collect()
}

/// `[clock]`, `entrant 3 "Ada"`; by the name it had, if it was there.
fn title((table, number): (&str, usize), old: &BTreeMap<&str, &str>, new: &BTreeMap<&str, &str>) -> String {
    if number == 0 {
        return format!("[{table}]");
    }
    match old.get("name").or_else(|| new.get("name")) {
        Some(name) => format!("{table} {number} {name}"),
        None => format!("{table} {number}"),
    }
}

fn said(text: &str) -> Said {
    let (whole, _) = DeTable::parse_recoverable(text);
    let mut said = Said::new();
    for (key, value) in whole.get_ref() {
        let table = key.get_ref().to_string();
        match value.get_ref() {
            DeValue::Array(items) => {
                for (number, item) in (1..).zip(items) {
                    add(
                        &mut said,
                        &Place { table: table.clone(), number, key: String::new() },
                        item.get_ref(),
                    );
                }
            }
            value => add(&mut said, &Place { table, number: 0, key: String::new() }, value),
        }
    }
    said
}

/// Adds a value; a table key by key.
fn add(said: &mut Said, place: &Place, value: &DeValue<'_>) {
    let DeValue::Table(table) = value else {
        said.insert(place.clone(), written(&place.key, value));
        return;
    };
    for (key, value) in table {
        let key = key.get_ref();
        let key = if place.key.is_empty() { key.to_string() } else { format!("{}.{key}", place.key) };
        add(said, &Place { key, ..place.clone() }, value.get_ref());
    }
}

/// A value as it may be written.
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

/// A long value by its beginning.
fn cut(text: &str) -> String {
    let letters = text.chars().count();
    if letters <= SHOWN {
        return text.to_owned();
    }
    format!("{}… ({letters} letters)", text.chars().take(SHOWN).collect::<String>())
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
        assert!(lines[0].len() < 400 && lines[0].contains("502 letters"), "{}", lines[0]);
        assert_eq!(changes(&format!("a = '{one}'"), &format!("a = \"{one}\"")), Vec::<String>::new());
    }
}
