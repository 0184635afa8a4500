//! Strings in TOML texts.

use std::fmt;

/// A TOML string. A JSON string is one, except for the character U+007F, which is escaped.
pub(crate) struct Quoted<'a>(pub(crate) &'a str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&serde_json::Value::from(self.0).to_string().replace('\u{7f}', "\\u007f"))
    }
}
