//! The rules for the browser.

use crate::base64;

/// The rules as a wasm module: what `crates/browser/build` made.
pub const RULES: &[u8] = include_bytes!("../rules/rules.wasm");

/// The text of `app/rules.js`, which holds the rules' gzipped module: `const rulesModule = "…";`.
pub fn rules_script(gzipped: &[u8]) -> String {
    format!("\"use strict\";\nconst rulesModule = \"{}\";\n", base64(gzipped))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_module_is_a_constant() {
        assert_eq!(rules_script(b"foo"), "\"use strict\";\nconst rulesModule = \"Zm9v\";\n");
    }
}
