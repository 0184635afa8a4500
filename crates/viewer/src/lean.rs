//! Scripts without what only their authors read.

/// A script without comments that begin a line, empty lines and indentation, a third smaller.
///
/// Line breaks stay, so that a statement ends where it did. No text in the scripts spans lines, which a test holds.
pub(crate) fn lean(script: &str) -> String {
    let mut text = String::with_capacity(script.len());
    let mut in_comment = false;
    for line in script.lines() {
        let code = code_of(line.trim(), &mut in_comment);
        if !code.is_empty() {
            text.push_str(code);
            text.push('\n');
        }
    }
    text
}

/// What follows the comments at the beginning of a line. `in_comment` says whether one began in an earlier line and has
/// not ended.
fn code_of<'a>(line: &'a str, in_comment: &mut bool) -> &'a str {
    let mut rest = line;
    loop {
        if !*in_comment {
            if rest.starts_with("//") {
                return "";
            }
            let Some(comment) = rest.strip_prefix("/*") else { return rest };
            rest = comment;
        }
        *in_comment = true;
        let Some((_, after)) = rest.split_once("*/") else { return "" };
        *in_comment = false;
        rest = after.trim_start();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_indentation_go_and_nothing_else() {
        let script = "\"use strict\";\n\n/** One. */\nconst a = (() => {\n  // Two.\n  /**\n   * @param {b} b\n   */\n  \
                      function f(b) {\n    /** @type {c} */ (b).go(); // three\n    return b / 2;\n  }\n  return f;\n})();\n";
        let lines = [
            "\"use strict\";",
            "const a = (() => {",
            "function f(b) {",
            "(b).go(); // three",
            "return b / 2;",
            "}",
            "return f;",
            "})();",
        ];
        assert_eq!(lean(script).lines().collect::<Vec<_>>(), lines);
    }
}
