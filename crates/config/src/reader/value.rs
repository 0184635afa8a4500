//! Conversions of single values.

use toml::Spanned;
use toml::de::DeValue;

use crate::Problem;

/// Returns a TOML integer; `None` for any other value or if it does not fit.
pub(crate) fn integer(value: &DeValue<'_>) -> Option<i128> {
    let number = value.as_integer()?;
    i128::from_str_radix(&number.as_str().replace('_', ""), number.radix()).ok()
}

/// Returns the text to put in quotes instead of a plain value; `None` for any other value.
pub(super) fn source_of(value: &DeValue<'_>) -> Option<String> {
    match value {
        DeValue::Integer(number) => Some(number.to_string()),
        DeValue::Float(number) => Some(number.to_string()),
        DeValue::Boolean(flag) => Some(flag.to_string()),
        DeValue::Datetime(date) => Some(date.to_string()),
        DeValue::String(_) | DeValue::Array(_) | DeValue::Table(_) => None,
    }
}

pub(crate) fn mistyped(key: &str, found: &Spanned<DeValue<'_>>, what: &str) -> Problem {
    let kind = match found.get_ref() {
        DeValue::String(_) => "a string",
        DeValue::Integer(_) => "a number",
        DeValue::Float(_) => "a number with decimals",
        DeValue::Boolean(_) => "true or false",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    };
    Problem::new(found.span(), format!("`{key}` must be {what}, not {kind}"))
}
