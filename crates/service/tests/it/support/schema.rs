//! JSON Schema, limited to the features that the service's description uses.

use serde_json::Value;

/// Returns the violations of a schema by a value, each with its place.
pub(crate) fn faults(document: &Value, schema: &Value, value: &Value) -> Vec<String> {
    let mut faults = Vec::new();
    check(document, schema, value, "", &mut faults);
    faults
}

fn check(document: &Value, schema: &Value, value: &Value, at: &str, faults: &mut Vec<String>) {
    let Some(schema) = schema.as_object() else {
        if *schema == Value::Bool(false) {
            faults.push(format!("{at}: nothing is allowed"));
        }
        return;
    };
    for (word, rule) in schema {
        let is_met = match word.as_str() {
            "$ref" => {
                let target = document.pointer(rule.as_str().unwrap().strip_prefix('#').unwrap());
                check(document, target.unwrap_or_else(|| panic!("{rule} leads nowhere")), value, at, faults);
                true
            }
            "allOf" => {
                rule.as_array().unwrap().iter().for_each(|rule| check(document, rule, value, at, faults));
                true
            }
            "anyOf" | "oneOf" => {
                let met = rule
                    .as_array()
                    .unwrap()
                    .iter()
                    .filter(|rule| self::faults(document, rule, value).is_empty());
                let met = met.count();
                if word == "anyOf" { met > 0 } else { met == 1 }
            }
            "type" => match rule {
                Value::Array(kinds) => kinds.iter().any(|kind| is_of(value, kind.as_str().unwrap())),
                kind => is_of(value, kind.as_str().unwrap()),
            },
            "const" => value == rule,
            "enum" => rule.as_array().unwrap().contains(value),
            "required" => {
                let names = rule.as_array().unwrap().iter();
                value.as_object().is_none_or(|object| {
                    names.into_iter().all(|name| object.contains_key(name.as_str().unwrap()))
                })
            }
            "properties" => {
                for (name, rule) in rule.as_object().unwrap() {
                    if let Some(value) = value.get(name) {
                        check(document, rule, value, &format!("{at}/{name}"), faults);
                    }
                }
                true
            }
            "additionalProperties" => {
                let known = schema.get("properties").and_then(Value::as_object);
                for (name, value) in value.as_object().into_iter().flatten() {
                    if known.is_none_or(|known| !known.contains_key(name)) {
                        check(document, rule, value, &format!("{at}/{name}"), faults);
                    }
                }
                true
            }
            "items" => {
                for (index, value) in value.as_array().into_iter().flatten().enumerate() {
                    check(document, rule, value, &format!("{at}/{index}"), faults);
                }
                true
            }
            "minItems" => value.as_array().is_none_or(|items| items.len() as u64 >= rule.as_u64().unwrap()),
            "maxItems" => value.as_array().is_none_or(|items| items.len() as u64 <= rule.as_u64().unwrap()),
            "minimum" => value.as_f64().is_none_or(|number| number >= rule.as_f64().unwrap()),
            "maximum" => value.as_f64().is_none_or(|number| number <= rule.as_f64().unwrap()),
            "description" | "format" | "title" | "default" => true,
            word => panic!("the schema has {word}, which is not checked"),
        };
        if !is_met {
            faults.push(format!("{at}: {value} is not as {word} says: {rule}"));
        }
    }
}

fn is_of(value: &Value, kind: &str) -> bool {
    match kind {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "number" => value.is_number(),
        "integer" => value.is_i64() || value.is_u64(),
        kind => panic!("there is no type {kind}"),
    }
}
