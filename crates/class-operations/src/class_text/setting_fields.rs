//! Common settings of a class's text as fields, which change the text in place and keep its comments.

use explain::Error;
use toml_edit::{Array, DocumentMut, Item, Key, Table, TableLike, Value};

/// A setting as a field of a form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettingField {
    /// The key with its tables, as TOML writes them: `section.A.deadline`. An array of tables has a number: `requirement.0`.
    pub path: String,
    /// The name for people.
    pub label: String,
    /// The kind of value.
    pub kind: SettingKind,
    /// The value as typed; empty if the text has none.
    pub value: String,
}

/// The kind of value of a setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SettingKind {
    /// A text.
    Text,
    /// A whole number.
    Number,
    /// One of these words.
    Word(&'static [&'static str]),
    /// Texts, separated by commas.
    List,
}

const AUDIENCES: &[&str] = &["nobody", "participants", "all"];
/// The settings of every class: path, name, kind.
const COMMON: &[(&str, &str, SettingKind)] = &[
    ("class.deadline", "Deadline", SettingKind::Text),
    ("class.late_days", "Late days", SettingKind::Number),
    ("class.languages", "Languages", SettingKind::List),
    ("class.visible", "Results are visible to", SettingKind::Word(AUDIENCES)),
    ("class.live", "Runs in progress are visible to", SettingKind::Word(AUDIENCES)),
    ("quota.per_day", "Submissions per 24 hours", SettingKind::Number),
    ("quota.per_hour", "Submissions per hour", SettingKind::Number),
    ("quota.interval", "Minimum interval between submissions", SettingKind::Text),
    ("scrimmage.per_day", "Requests for friendly games per 24 hours", SettingKind::Number),
    ("scrimmage.games", "Games per request", SettingKind::Number),
];

/// Returns the common settings of a text with their values.
///
/// # Errors
/// If the text is not TOML.
pub fn setting_fields(text: &str) -> Result<Vec<SettingField>, Error> {
    let document = parse(text)?;
    let field = |path: String, label: String, kind| {
        let keys = Key::parse(&path).unwrap_or_default();
        let value = find(document.as_item(), &keys).map(shown).unwrap_or_default();
        SettingField { path, label, kind, value }
    };
    let mut fields: Vec<SettingField> = COMMON
        .iter()
        .map(|(path, label, kind)| field((*path).to_owned(), (*label).to_owned(), *kind))
        .collect();
    let sections = document.get("section").and_then(Item::as_table_like);
    for (name, _) in sections.into_iter().flat_map(TableLike::iter) {
        let path = format!("section.{}.deadline", Key::new(name).display_repr());
        fields.push(field(path, format!("Deadline of section {name}"), SettingKind::Text));
    }
    let requirements = document.get("requirement").and_then(Item::as_array_of_tables);
    for (number, table) in requirements.into_iter().flatten().enumerate() {
        let name = table.get("name").map(shown).unwrap_or_default();
        for (key, label) in [("percent", "percent required"), ("games", "games")] {
            let path = format!("requirement.{number}.{key}");
            fields.push(field(path, format!("{name}: {label}"), SettingKind::Number));
        }
    }
    Ok(fields)
}

/// Returns the text with changed settings, each with its path and new value. An empty value removes the setting. Problems
/// of values are found when the text is parsed.
///
/// # Errors
/// If the text is not TOML, or has no place for a setting.
pub fn set_fields(text: &str, changes: &[(SettingField, String)]) -> Result<String, Error> {
    let mut document = parse(text)?;
    for (field, typed) in changes {
        let keys = Key::parse(&field.path).unwrap_or_default();
        set(document.as_item_mut(), &keys, value(field.kind, typed.trim())).ok_or_else(|| {
            Error::input(format!("{} cannot be set in this text", field.label)).hint("change the text itself")
        })?;
    }
    Ok(document.to_string())
}

fn parse(text: &str) -> Result<DocumentMut, Error> {
    text.parse().map_err(|error: toml_edit::TomlError| Error::input(error.message()))
}

/// Returns the value of a typed text; `None` if it is empty. A number that is none stays a text, which the class's plan
/// then refuses with its place.
fn value(kind: SettingKind, typed: &str) -> Option<Value> {
    if typed.is_empty() {
        return None;
    }
    Some(match kind {
        SettingKind::Number => typed.parse::<i64>().map_or_else(|_| typed.into(), Value::from),
        SettingKind::List => {
            let words = typed.split(',').map(str::trim).filter(|word| !word.is_empty());
            Value::Array(words.collect::<Array>())
        }
        SettingKind::Text | SettingKind::Word(_) => typed.into(),
    })
}

fn shown(item: &Item) -> String {
    match item.as_value() {
        Some(Value::String(text)) => text.value().clone(),
        Some(Value::Array(list)) => {
            list.iter().map(|one| one.as_str().unwrap_or_default()).collect::<Vec<_>>().join(", ")
        }
        Some(value) => value.clone().decorated("", "").to_string(),
        None => String::new(),
    }
}

fn find<'i>(item: &'i Item, keys: &[Key]) -> Option<&'i Item> {
    let Some((first, rest)) = keys.split_first() else { return Some(item) };
    match item {
        Item::ArrayOfTables(tables) => {
            find(tables.get(first.get().parse().ok()?)?.get(rest.first()?.get())?, &rest[1..])
        }
        item => find(item.as_table_like()?.get(first.get())?, rest),
    }
}

/// Sets or removes a value; `None` if the text has no place for it.
fn set(item: &mut Item, keys: &[Key], value: Option<Value>) -> Option<()> {
    let (first, rest) = keys.split_first()?;
    match item {
        Item::ArrayOfTables(tables) => set_in(tables.get_mut(first.get().parse().ok()?)?, rest, value),
        item => set_in(item.as_table_like_mut()?, keys, value),
    }
}

fn set_in(table: &mut dyn TableLike, keys: &[Key], value: Option<Value>) -> Option<()> {
    let (first, rest) = keys.split_first()?;
    if !rest.is_empty() {
        let new = || {
            let mut table = Table::new();
            table.set_implicit(rest.len() > 1);
            Item::Table(table)
        };
        return set(table.entry(first.get()).or_insert_with(new), rest, value);
    }
    match (table.get_mut(first.get()).and_then(Item::as_value_mut), value) {
        (_, None) => drop(table.remove(first.get())),
        (Some(old), Some(mut new)) => {
            // The comment after a value stays.
            *new.decor_mut() = old.decor().clone();
            *old = new;
        }
        (None, Some(new)) => drop(table.insert(first.get(), Item::Value(new))),
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "\
# Our class.
[class]
name = \"Bots\"  # short
deadline = \"2026-12-01 23:59\"  # Tuesday

[section.\"A.1\"]
# Mondays.
deadline = \"2026-12-03 23:59\"

# At least this.
[[requirement]]
name = \"beats\"
percent = 60 # or more
";

    fn changed(changes: &[(&str, &str)]) -> String {
        let fields = setting_fields(TEXT).expect("TOML");
        let field = |path: &str| fields.iter().find(|field| field.path == path).expect("a field").clone();
        let changes: Vec<_> =
            changes.iter().map(|(path, typed)| (field(path), (*typed).to_owned())).collect();
        set_fields(TEXT, &changes).expect("it is set")
    }

    #[test]
    fn fields_have_the_values_of_the_text() {
        let fields = setting_fields(TEXT).expect("TOML");
        let value =
            |path: &str| fields.iter().find(|field| field.path == path).map(|field| field.value.as_str());
        assert_eq!(value("class.deadline"), Some("2026-12-01 23:59"));
        assert_eq!(value("section.\"A.1\".deadline"), Some("2026-12-03 23:59"));
        assert_eq!((value("requirement.0.percent"), value("requirement.0.games")), (Some("60"), Some("")));
        assert_eq!((value("quota.per_day"), value("section.B.deadline")), (Some(""), None));
        assert!(setting_fields("[class").is_err());
    }

    #[test]
    fn a_field_changes_its_line_alone() {
        let line = |from: &str, to: &str| TEXT.replacen(from, to, 1);
        assert_eq!(changed(&[]), TEXT);
        assert_eq!(
            changed(&[("class.deadline", "2027-01-01 10:00")]),
            line("deadline = \"2026-12-01 23:59\"", "deadline = \"2027-01-01 10:00\"")
        );
        assert_eq!(changed(&[("requirement.0.percent", " 70 ")]), line("60", "70"));
        assert_eq!(changed(&[("requirement.0.percent", "many")]), line("60", "\"many\""));
        assert_eq!(changed(&[("requirement.0.games", "50")]), format!("{TEXT}games = 50\n"));
        assert_eq!(changed(&[("quota.per_day", "3")]), format!("{TEXT}\n[quota]\nper_day = 3\n"));
        assert_eq!(
            changed(&[("class.languages", "wasm, python,")]),
            line("# Tuesday\n", "# Tuesday\nlanguages = [\"wasm\", \"python\"]\n")
        );
        let section = changed(&[("section.\"A.1\".deadline", "")]);
        assert!(section.contains("[section.\"A.1\"]\n") && !section.contains("12-03"), "{section}");
    }
}
