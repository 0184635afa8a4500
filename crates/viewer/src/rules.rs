//! The rules for the browser.

use crate::base64;

/// The rules as a wasm module, made by `crates/browser/build`.
pub const RULES: &[u8] = include_bytes!("../rules/rules.wasm");

/// The text before the module in `app/rules.js`.
pub(crate) const BEFORE_MODULE: &str = "\"use strict\";\nconst rulesModule = \"";
/// The text after the module.
pub(crate) const AFTER_MODULE: &str = "\";\n";

/// Returns the text of `app/rules.js`, which holds the rules' gzipped module: `const rulesModule = "…";`.
pub fn rules_script(gzipped: &[u8]) -> String {
    [BEFORE_MODULE, &base64(gzipped), AFTER_MODULE].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_module_is_a_constant() {
        assert_eq!(rules_script(b"foo"), "\"use strict\";\nconst rulesModule = \"Zm9v\";\n");
    }
}
