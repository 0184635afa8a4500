//! Advice on load errors of a script, if the interpreter's message gives none.

/// Words of messages that already give advice.
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

/// Words of an interpreter, and the advice for them; the first match counts.
const KNOWN: &[(&str, &str)] = &[
    ("expected an indented block", "indent the lines of its block, for example by four spaces"),
    ("unindent", "indent all lines of a block equally"),
    ("unexpected indent", "align the line with the one before it, or end that one with a colon"),
    ("use of tabs and spaces", "use only spaces to indent"),
    ("expected ':'", "end the line with a colon"),
    ("was never closed", "close the bracket that it names"),
    ("unterminated string", "close the quote that begins there"),
    ("unterminated triple-quoted string", "close the quotes that begin there"),
    ("unexpected end of string", "close the quote that begins there"),
    ("unexpected end of comment", "close the comment with `*/`"),
    (
        "out of memory",
        "it runs once, when the bot is built: make smaller tables there, or make them in choose()",
    ),
];

/// Returns advice on an error in an interpreter's words; `None` if the message already gives it, or if no advice
/// fits.
pub(crate) fn on(message: &str) -> Option<&'static str> {
    if ADVISED.iter().any(|words| message.contains(words)) {
        return None;
    }
    KNOWN.iter().find(|(words, _)| message.contains(words)).map(|(_, advice)| *advice)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_gets_advice_that_fits_or_none() {
        for (message, advice) in [
            (
                "bot.py:3:1: IndentationError: unindent does not match any outer indentation level",
                Some(KNOWN[1].1),
            ),
            ("bot.py:1:17: SyntaxError: expected ':'", Some(KNOWN[4].1)),
            ("bot.js:2:22: SyntaxError: Unexpected token '{'", None),
            ("bot.ts:1:30: Unexpected token `)`. Expected an identifier", None),
            ("bot.py:1:9: IndexError: list index out of range", None),
            ("bot.js:1:6: uncaught: not ready", None),
            ("bot.js:1:24: ReferenceError: no such file; give the path", None),
        ] {
            assert_eq!(on(message), advice, "{message}");
        }
    }
}
