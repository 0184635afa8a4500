//! What to do about an error of a script that loads, where the interpreter's words do not say so.

/// Words of messages that say themselves what to do.
const ADVISED: &[&str] = &[
    "; ",
    "did you mean",
    "write ",
    "put what",
    "put `",
    "but no packages",
    "copy the file",
    "give the path",
    "import it",
    "return the code",
    "leave out",
];

/// Words of an interpreter, and what to do then; the first that fits counts.
const KNOWN: &[(&str, &str)] = &[
    ("expected an indented block", "indent the lines that belong to it, by four spaces for example"),
    ("unindent", "indent the lines of a block alike"),
    ("unexpected indent", "begin the line below the one before it, or end that one with a colon"),
    ("tabs and spaces", "indent with spaces alone"),
    ("expected ':'", "end the line with a colon"),
    ("was never closed", "close the bracket that it names"),
    ("nterminated", "close the quote or the comment that begins there"),
    ("unexpected end", "close what is still open: a bracket, a quote or a comment"),
    ("unexpected token in expression", "a value or a name is missing before it"),
    (
        "out of memory",
        "it runs once, when the bot is built: make smaller tables there, or make them in choose()",
    ),
];

/// For every other error of syntax.
const SYNTAX: &str =
    "look there and at the end of the line before for a bracket, a comma or a quote that is missing";
/// For whatever else ends the loading of a script.
const LOADING: &str =
    "the top level runs once, when the bot is built: look at that line, and at the values that it uses";

/// Returns what to do about an error in an interpreter's words; `None` if they say it.
pub(crate) fn on(message: &str) -> Option<&'static str> {
    if ADVISED.iter().any(|words| message.contains(words)) {
        return None;
    }
    let known = KNOWN.iter().find(|(words, _)| message.contains(words));
    let is_syntax = ["SyntaxError", "IndentationError", "TabError", "nexpected token", "Expected"];
    let other = if is_syntax.iter().any(|words| message.contains(words)) { SYNTAX } else { LOADING };
    Some(known.map_or(other, |(_, advice)| advice))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_without_advice_gets_one() {
        for (message, advice) in [
            (
                "bot.py:3:1: IndentationError: unindent does not match any outer indentation level",
                Some(KNOWN[1].1),
            ),
            ("bot.py:1:17: SyntaxError: expected ':'", Some(KNOWN[4].1)),
            ("bot.js:2:22: SyntaxError: Unexpected token '{'", Some(SYNTAX)),
            ("bot.ts:1:30: Unexpected token `)`. Expected an identifier", Some(SYNTAX)),
            ("bot.py:1:9: IndexError: list index out of range", Some(LOADING)),
            ("bot.js:1:6: uncaught: not ready", Some(LOADING)),
            ("bot.js:1:24: ReferenceError: no such file; give the path", None),
        ] {
            assert_eq!(on(message), advice, "{message}");
        }
    }
}
