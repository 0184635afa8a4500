//! The page that documents all shapes.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use crate::catalogue_entry::CatalogueEntry;
use crate::schema_words::{Words, code, type_of, words};

/// Renders the page: the table of commands, each shape, and each type in them.
pub(crate) fn render(shapes: &[CatalogueEntry], schemas: &Map<String, Value>) -> String {
    let page = Page { names: shapes.iter().map(|shape| (shape.key.as_str(), shape.name)).collect(), schemas };
    let mut text = "| command | prints | version |\n|---|---|---|\n".to_owned();
    for shape in shapes {
        text += &format!("| `{}` | {} | {} |\n", cell(shape.command), page.link(&shape.key), shape.version);
    }
    for shape in shapes {
        text += &format!("\n## {}\n\n`{}`, version {}.\n", shape.name, shape.command, shape.version);
        text += &page.type_text(&shape.key);
    }
    text += "\n## Types\n";
    for key in schemas.keys().filter(|key| !page.names.contains_key(key.as_str())) {
        text += &format!("\n### {key}\n");
        text += &page.type_text(key);
    }
    text
}

struct Page<'a> {
    /// The names of shapes by type.
    names: BTreeMap<&'a str, &'static str>,
    schemas: &'a Map<String, Value>,
}

/// A member of an object.
struct Member<'a> {
    name: &'a str,
    schema: &'a Value,
    may_be_absent: bool,
}

impl Page<'_> {
    /// Returns a link to the documentation of a type.
    fn link(&self, key: &str) -> String {
        let heading = self.names.get(key).copied().unwrap_or(key);
        format!("[{heading}](#{})", heading.to_lowercase())
    }

    fn words(&self, schema: &Value) -> Words {
        words(schema, &|key| self.link(key))
    }

    /// Renders a type: its documentation, then its members or cases.
    fn type_text(&self, key: &str) -> String {
        let Some(schema) = self.schemas.get(key) else { return String::new() };
        let mut text = paragraph(schema);
        let cases = ["oneOf", "anyOf"].iter().find_map(|key| schema.get(key)?.as_array());
        let members = members(schema);
        match cases {
            Some(cases) => text += &self.cases(cases),
            None if members.is_empty() => text += &format!("\n{}\n", or_null(self.words(schema))),
            None => {}
        }
        if !members.is_empty() {
            text += &self.table(&members);
        }
        text
    }

    /// Renders the cases of a type: values as a list, objects each with a table.
    fn cases(&self, cases: &[Value]) -> String {
        let mut text = String::from("\n");
        for case in cases {
            let members = members(case);
            let (tags, members): (Vec<Member<'_>>, Vec<Member<'_>>) =
                members.into_iter().partition(|member| member.schema.get("const").is_some());
            let name = match tags.first() {
                Some(tag) => {
                    let value = tag.schema.get("const").map(code).unwrap_or_default();
                    format!("`{}` is {value}", tag.name)
                }
                None => or_null(self.words(case)),
            };
            match description(case) {
                Some(said) => text += &format!("- {name}: {said}\n"),
                None => text += &format!("- {name}\n"),
            }
            // A case that is a type of its own, in addition to its tag.
            if let (Some(_), Some(reference)) = (tags.first(), case.get("$ref").and_then(Value::as_str)) {
                text += &format!("\n  and the members of {}\n\n", self.link(type_of(reference)));
            }
            if !members.is_empty() {
                let table = self.table(&members);
                text += &table
                    .lines()
                    .map(|line| format!("  {line}").trim_end().to_owned() + "\n")
                    .collect::<String>();
                text.push('\n');
            }
        }
        text.truncate(text.trim_end().len());
        text + "\n"
    }

    fn table(&self, members: &[Member<'_>]) -> String {
        let mut text = "\n| member | type | may be | |\n|---|---|---|---|\n".to_owned();
        for member in members {
            let Words { text: kind, may_be_null } = self.words(member.schema);
            let may_be = match (may_be_null, member.may_be_absent) {
                (false, false) => "",
                (true, false) => "null",
                (false, true) => "absent",
                (true, true) => "null or absent",
            };
            let said = description(member.schema).unwrap_or_default();
            let cells = [format!("`{}`", member.name), kind, may_be.to_owned(), said].map(|text| cell(&text));
            text += &format!("| {} |\n", cells.join(" | "));
        }
        text
    }
}

/// Returns the members of an object: first those that are always present, in the order of output.
fn members(schema: &Value) -> Vec<Member<'_>> {
    let required = schema.get("required").and_then(Value::as_array);
    let place = |name: &str| required?.iter().position(|required| required == name);
    let properties = schema.get("properties").and_then(Value::as_object);
    let mut members: Vec<(Option<usize>, Member<'_>)> = properties
        .into_iter()
        .flatten()
        .map(|(name, schema)| (place(name), Member { name, schema, may_be_absent: place(name).is_none() }))
        .collect();
    members.sort_by_key(|(place, _)| place.unwrap_or(usize::MAX));
    members.into_iter().map(|(_, member)| member).collect()
}

/// Returns the documentation of a type, member or case on one line.
fn description(schema: &Value) -> Option<String> {
    let text = schema.get("description")?.as_str()?;
    Some(text.split_whitespace().collect::<Vec<_>>().join(" "))
}

fn paragraph(schema: &Value) -> String {
    description(schema).map(|said| format!("\n{said}\n")).unwrap_or_default()
}

fn or_null(words: Words) -> String {
    match words {
        Words { text, may_be_null: true } if text.is_empty() => "null".to_owned(),
        Words { text, may_be_null: true } => format!("{text} or null"),
        Words { text, .. } => text,
    }
}

/// Escapes text for a table cell.
fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}

#[cfg(test)]
#[expect(dead_code, reason = "the types are documented, and have no values")]
mod tests {
    use std::collections::BTreeMap;

    use schemars::JsonSchema;
    use serde::Serialize;

    use crate::{Catalogue, Shape};

    /// What became of
    /// a match.
    #[derive(Serialize, JsonSchema)]
    struct MatchReport {
        /// Who won.
        winner: Option<Side>,
        scores: [f64; 2],
        /// By name | alias.
        faults: BTreeMap<String, u32>,
        #[serde(skip_serializing_if = "Option::is_none")]
        end: Option<End>,
        rest: Vec<MatchReport>,
    }

    #[derive(Serialize, JsonSchema)]
    #[serde(rename_all = "kebab-case")]
    enum Side {
        /// The first seat.
        First,
        /// The second seat.
        Second,
    }

    /// How it ended.
    #[derive(Serialize, JsonSchema)]
    #[serde(tag = "type", rename_all = "kebab-case")]
    enum End {
        /// By the rules.
        ByRules {
            /// After so many plies.
            plies: u32,
        },
        Fault(Fault),
        Stopped,
    }

    #[derive(Serialize, JsonSchema)]
    struct Fault {
        words: String,
    }

    impl Shape for MatchReport {
        const NAME: &'static str = "match";
        const VERSION: u32 = 2;
    }

    impl Shape for End {
        const NAME: &'static str = "end";
        const VERSION: u32 = 1;
    }

    #[test]
    fn a_page_has_every_type_once() {
        let catalogue =
            Catalogue::default().with::<MatchReport>("play MATCH").with::<End>("play MATCH --end");
        insta::assert_snapshot!(catalogue.page());
    }
}
