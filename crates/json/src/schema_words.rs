//! Schemas in a few words.

use serde_json::{Map, Value};

/// The possible values of a schema.
pub(crate) struct Words {
    /// The type as Markdown.
    pub(crate) text: String,
    pub(crate) may_be_null: bool,
}

/// Returns the words for a schema; `link` makes those for a named type.
pub(crate) fn words(schema: &Value, link: &dyn Fn(&str) -> String) -> Words {
    let Some(object) = schema.as_object() else {
        return Words { text: "any value".to_owned(), may_be_null: true };
    };
    if let Some(reference) = object.get("$ref").and_then(Value::as_str) {
        return never_null(link(type_of(reference)));
    }
    if let Some(value) = object.get("const") {
        return never_null(code(value));
    }
    for key in ["enum", "anyOf", "oneOf"] {
        if let Some(cases) = object.get(key).and_then(Value::as_array) {
            return either(cases.iter().map(|case| match key {
                "enum" if case.is_null() => null(),
                "enum" => never_null(code(case)),
                _ => words(case, link),
            }));
        }
    }
    let of_type = |name: &Value| match name.as_str() {
        Some("null") => null(),
        Some("array") => never_null(array(object, link)),
        Some("object") => never_null(map(object, link)),
        Some(name) => never_null(name.to_owned()),
        None => Words { text: "any value".to_owned(), may_be_null: true },
    };
    match object.get("type") {
        Some(Value::Array(names)) => either(names.iter().map(of_type)),
        Some(name) => of_type(name),
        None => Words { text: "any value".to_owned(), may_be_null: true },
    }
}

/// Returns the name of the type that a reference points to.
pub(crate) fn type_of(reference: &str) -> &str {
    reference.rsplit('/').next().unwrap_or(reference)
}

/// Returns a JSON value as Markdown code.
pub(crate) fn code(value: &Value) -> String {
    format!("`{value}`")
}

fn never_null(text: String) -> Words {
    Words { text, may_be_null: false }
}

fn null() -> Words {
    Words { text: String::new(), may_be_null: true }
}

fn either(cases: impl Iterator<Item = Words>) -> Words {
    let mut texts: Vec<String> = Vec::new();
    let mut may_be_null = false;
    for case in cases {
        may_be_null |= case.may_be_null;
        if !case.text.is_empty() && !texts.contains(&case.text) {
            texts.push(case.text);
        }
    }
    Words { text: texts.join(" or "), may_be_null }
}

/// `[number, string]`, `2 of integer`, `list of text or null`.
fn array(object: &Map<String, Value>, link: &dyn Fn(&str) -> String) -> String {
    if let Some(items) = object.get("prefixItems").and_then(Value::as_array) {
        let items: Vec<String> = items.iter().map(|item| or_null(words(item, link))).collect();
        return format!("array: {}", items.join(", "));
    }
    let item = object.get("items").map_or_else(|| "any value".to_owned(), |item| or_null(words(item, link)));
    let [least, most] = ["minItems", "maxItems"].map(|key| object.get(key).and_then(Value::as_u64));
    match (least, most) {
        (Some(least), Some(most)) if least == most => format!("array of {most} × {item}"),
        _ => format!("array of {item}"),
    }
}

/// `object of integer`: a value for each key.
fn map(object: &Map<String, Value>, link: &dyn Fn(&str) -> String) -> String {
    match object.get("additionalProperties") {
        Some(values @ Value::Object(_)) => format!("object of {}", or_null(words(values, link))),
        _ => "object".to_owned(),
    }
}

fn or_null(words: Words) -> String {
    if words.may_be_null { format!("({} or null)", words.text) } else { words.text }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_schema_is_told_in_words() {
        for (schema, text, may_be_null) in [
            (json!({ "type": "string" }), "string", false),
            (json!({ "type": ["integer", "null"], "format": "uint32" }), "integer", true),
            (json!({ "$ref": "#/$defs/Score" }), "<Score>", false),
            (json!({ "anyOf": [{ "$ref": "#/$defs/Score" }, { "type": "null" }] }), "<Score>", true),
            (json!({ "enum": ["a", "b", null] }), "`\"a\"` or `\"b\"`", true),
            (json!({ "oneOf": [{ "const": "a" }, { "const": "b" }] }), "`\"a\"` or `\"b\"`", false),
            (json!({ "type": "array", "items": { "type": "number" } }), "array of number", false),
            (
                json!({ "type": ["array", "null"], "items": { "type": ["number", "null"] }, "minItems": 2, "maxItems": 2 }),
                "array of 2 × (number or null)",
                true,
            ),
            (
                json!({ "type": "array", "prefixItems": [{ "type": "string" }, { "type": "number" }] }),
                "array: string, number",
                false,
            ),
            (
                json!({ "type": "object", "additionalProperties": { "$ref": "#/$defs/Score" } }),
                "object of <Score>",
                false,
            ),
            (json!(true), "any value", true),
        ] {
            let found = words(&schema, &|name| format!("<{name}>"));
            assert_eq!((found.text.as_str(), found.may_be_null), (text, may_be_null), "{schema}");
        }
    }
}
