//! Advice on syntax errors in JavaScript and TypeScript: an unclosed bracket, a word that is nearly a keyword, a word
//! of another language.

/// The place of an error in a message: `bot.js:3:14: ...`.
pub(crate) struct SourceLocation<'a> {
    pub(crate) file: &'a str,
    pub(crate) line: usize,
    pub(crate) column: usize,
}

impl SourceLocation<'_> {
    /// Parses the place at the start of a message.
    pub(crate) fn parse(message: &str) -> Option<SourceLocation<'_>> {
        let mut parts = message.split(": ").next()?.rsplitn(3, ':');
        let (column, line) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
        Some(SourceLocation { file: parts.next()?, line, column })
    }
}

/// Keywords that a mistyped word may stand for.
const KEYWORDS: &str = "async await break case catch class const continue default else export finally for from function if \
                        import let new return switch throw try typeof var while yield";

/// Words of other languages, and their replacements.
const ELSEWHERE: &[(&str, &str)] = &[
    ("def func fn sub", "write `function name(...) { ... }`"),
    ("elif elseif elsif", "write `else if (...)`"),
    ("and", "write `&&`"),
    ("or", "write `||`"),
    ("not", "write `!`"),
    ("then", "write `if (...) { ... }`"),
    ("foreach", "write `for (const item of list)`"),
    ("int float double bool string char auto", "write `let` or `const`"),
];

/// Returns advice on an error at a place in a text; `None` if no advice fits.
pub(crate) fn advice(text: &str, line: usize, column: usize) -> Option<String> {
    let begin = line_start(text, line);
    let shown = text[begin..].lines().next().unwrap_or_default();
    let letters = shown.char_indices().nth(column.saturating_sub(1)).map_or(shown.len(), |(at, _)| at);
    on_words(text, shown, letters).or_else(|| on_brackets(text, begin + letters))
}

/// Returns the bracket that is still open at the end of the text, with its line.
pub(crate) fn unclosed(text: &str) -> Option<(char, usize)> {
    Scan::from_text(text).guilty()
}

/// Returns the byte offset of a line, which is counted from 1.
fn line_start(text: &str, line: usize) -> usize {
    text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum()
}

/// Returns advice on the words of a line up to a place, the last word first.
fn on_words(text: &str, line: &str, place: usize) -> Option<String> {
    let end = place + line[place..].find(|letter| !is_letter(letter)).unwrap_or(line.len() - place);
    let words = line[..end].split(|letter| !is_letter(letter)).filter(|word| !word.is_empty());
    words.rev().find_map(|word| {
        let instead = ELSEWHERE.iter().find(|(words, _)| words.split(' ').any(|one| one == word));
        let near = || near_keyword(text, word).map(|keyword| format!("did you mean `{keyword}`?"));
        instead.map(|(_, instead)| (*instead).to_owned()).or_else(near)
    })
}

/// Returns the keyword that a word nearly is. A word that is used more than once was not mistyped.
fn near_keyword(text: &str, word: &str) -> Option<&'static str> {
    let is_keyword = KEYWORDS.split(' ').any(|keyword| keyword == word);
    let uses = text.split(|letter| !is_letter(letter)).filter(|one| *one == word).count();
    if word.len() < 3 || is_keyword || uses != 1 {
        return None;
    }
    let near = |keyword: &&str| match strsim::osa_distance(word, keyword) {
        0 | 1 => true,
        2 => keyword.len() >= 5,
        _ => false,
    };
    KEYWORDS.split(' ').filter(near).min_by_key(|keyword| strsim::osa_distance(word, keyword))
}

/// Returns advice on the brackets before a place, and on the character at it.
fn on_brackets(text: &str, place: usize) -> Option<String> {
    let scan = Scan::from_text(&text[..place]);
    let rest = text[place..].trim_start();
    let still_open =
        |open: &OpenBracket| format!("the `{}` on line {} is still open here", open.bracket, open.line);
    let top = scan.open.last();
    let Some(first) = rest.chars().next() else { return close(scan.guilty()) };
    match first {
        ')' | ']' | '}' => match top {
            Some(top) if closes(top.bracket, first) => None,
            Some(top) if top.bracket != '{' => Some(still_open(top)),
            _ => Some(format!("no open `{}` matches this `{first}`", opening(first))),
        },
        _ if rest.starts_with("export") || rest.starts_with("import") => {
            close(scan.suspect.or_else(|| scan.open.first().map(|open| (open.bracket, open.line))))
        }
        ';' | '{' | '=' => top.filter(|top| top.bracket != '{').map(still_open),
        _ if rest.starts_with("return") && top.is_none() => {
            scan.ended.map(|line| format!("the function already ends at the `}}` on line {line}"))
        }
        _ => None,
    }
}

fn close(bracket: Option<(char, usize)>) -> Option<String> {
    bracket.map(|(bracket, line)| format!("close the `{bracket}` on line {line}"))
}

fn is_letter(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_' || letter == '$'
}

fn opening(closing: char) -> char {
    match closing {
        ')' => '(',
        ']' => '[',
        _ => '{',
    }
}

fn closes(open: char, closing: char) -> bool {
    open == opening(closing)
}

/// An open bracket.
struct OpenBracket {
    bracket: char,
    /// `true` if it is the `${` of a template.
    in_template: bool,
    line: usize,
    /// White space at the start of its line.
    indent: usize,
}

/// The state of scanning the brackets of a text.
#[derive(Default)]
struct Scan {
    open: Vec<OpenBracket>,
    /// A bracket that was closed by a less indented `}`, which probably ends an outer block.
    suspect: Option<(char, usize)>,
    /// The line in which the last block of the top level ended.
    ended: Option<usize>,
    line: usize,
    indent: usize,
    is_line_begun: bool,
    /// The last character that is not a space, and the word that it ends.
    last: char,
    word: String,
}

impl Scan {
    fn from_text(text: &str) -> Scan {
        let mut scan = Scan { line: 1, ..Scan::default() };
        let mut rest = text;
        while let Some(letter) = rest.chars().next() {
            let taken = scan.take(rest, letter).clamp(letter.len_utf8(), rest.len());
            rest = &rest[taken..];
        }
        scan
    }

    /// Returns the bracket to blame if all should be closed here.
    fn guilty(&self) -> Option<(char, usize)> {
        self.suspect.or_else(|| self.open.last().map(|open| (open.bracket, open.line)))
    }

    /// Consumes the start of the text, and returns its length in bytes.
    fn take(&mut self, rest: &str, letter: char) -> usize {
        if letter == '\n' {
            self.count_lines("\n");
            return 1;
        }
        if letter.is_whitespace() {
            self.indent += usize::from(!self.is_line_begun);
            return letter.len_utf8();
        }
        if rest.starts_with("//") {
            return rest.find('\n').unwrap_or(rest.len());
        }
        if rest.starts_with("/*") {
            let end = rest.find("*/").map_or(rest.len(), |end| end + 2);
            self.count_lines(&rest[..end]);
            return end;
        }
        if is_letter(letter) {
            let end = rest.find(|letter| !is_letter(letter)).unwrap_or(rest.len());
            rest[..end].clone_into(&mut self.word);
            self.last = letter;
            self.is_line_begun = true;
            return end;
        }
        let taken = match letter {
            '"' | '\'' => quoted(rest, letter),
            '`' => 1 + self.template(&rest[1..]),
            '/' if self.begins_regex() => regex(rest),
            '(' | '[' | '{' => {
                self.push(letter, false);
                1
            }
            ')' | ']' | '}' => {
                if self.pop(letter) {
                    1 + self.template(&rest[1..])
                } else {
                    1
                }
            }
            other => other.len_utf8(),
        };
        self.word.clear();
        self.last = letter;
        self.is_line_begun = true;
        taken
    }

    fn count_lines(&mut self, text: &str) {
        let lines = text.matches('\n').count();
        if lines > 0 {
            (self.indent, self.is_line_begun) = (0, false);
        }
        self.line += lines;
    }

    fn push(&mut self, bracket: char, in_template: bool) {
        self.open.push(OpenBracket { bracket, in_template, line: self.line, indent: self.indent });
    }

    /// Closes a bracket, and returns `true` if a template continues after it.
    fn pop(&mut self, closing: char) -> bool {
        let Some(closed) = self.open.pop() else { return false };
        if closing == '}' && !self.is_line_begun && self.indent < closed.indent {
            self.suspect.get_or_insert((closed.bracket, closed.line));
        }
        if self.open.is_empty() {
            self.ended = Some(self.line);
        }
        closed.in_template
    }

    /// The length of a template in bytes, up to its end or to its next substitution.
    fn template(&mut self, text: &str) -> usize {
        let mut escaped = false;
        for (at, letter) in text.char_indices() {
            match letter {
                _ if escaped => escaped = false,
                '\\' => escaped = true,
                '`' => {
                    self.count_lines(&text[..at]);
                    return at + 1;
                }
                '$' if text[at..].starts_with("${") => {
                    self.count_lines(&text[..at]);
                    self.push('{', true);
                    return at + 2;
                }
                _ => {}
            }
        }
        self.count_lines(text);
        text.len()
    }

    /// Returns `true` if a slash starts a regular expression rather than a division.
    fn begins_regex(&self) -> bool {
        let words = ["return", "typeof", "case", "in", "of", "delete", "void", "do", "else"];
        self.last == '\0' || "(,=:[!&|?{};+-*%<>~^".contains(self.last) || words.contains(&self.word.as_str())
    }
}

/// Returns the length in bytes of a quoted text, which ends at the latest with its line.
fn quoted(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, letter) in text.char_indices().skip(1) {
        match letter {
            '\n' => return at,
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if letter == quote => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// Returns the length in bytes of a regular expression.
fn regex(text: &str) -> usize {
    let (mut escaped, mut in_class) = (false, false);
    for (at, letter) in text.char_indices().skip(1) {
        match letter {
            '\n' => return at,
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '[' => in_class = true,
            ']' => in_class = false,
            '/' if !in_class => return at + 1,
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the advice for the place marked by `^` in a text; the mark is removed first.
    fn at(text: &str) -> Option<String> {
        let place = text.find('^').expect("a mark");
        let line = text[..place].matches('\n').count() + 1;
        let column = text[..place].chars().rev().take_while(|letter| *letter != '\n').count() + 1;
        advice(&text.replace('^', ""), line, column)
    }

    #[test]
    fn a_bracket_that_is_not_closed_is_named() {
        for (text, due) in [
            ("function f() {\n  if (a) {\n    b();\n  c();\n}\n^", Some("close the `{` on line 2")),
            ("function f() {\n  b();\n\n^", Some("close the `{` on line 1")),
            ("function f() {\n  for (;;) {\n}\n^export function g() {}\n", Some("close the `{` on line 2")),
            ("f(a[0)^;", Some("the `(` on line 1 is still open here")),
            ("f(a^];", Some("the `(` on line 1 is still open here")),
            ("f a^);", Some("no open `(` matches this `)`")),
            ("f(\"(\", '[', `{`, /[(]/, // {\n1^;", Some("the `(` on line 1 is still open here")),
            ("f(`${g({})} (`^;", Some("the `(` on line 1 is still open here")),
            ("function f() {\n}\n}\n^return 1;\n", Some("the function already ends at the `}` on line 2")),
            ("let a = 1;\n^", None),
        ] {
            assert_eq!(at(text).as_deref(), due, "{text}");
        }
    }

    #[test]
    fn a_word_that_is_nearly_a_keyword_is_named() {
        for (text, due) in [
            ("retrun ^best;", Some("did you mean `return`?")),
            ("cnost ^a = 1;", Some("did you mean `const`?")),
            ("ofr (^const a of b) {}", Some("did you mean `for`?")),
            ("exprt ^function f() {}", Some("did you mean `export`?")),
            ("elt(1); elt ^a;", None),
            ("def ^choose(view) {", Some("write `function name(...) { ... }`")),
            ("if (a) {} elif ^(b) {}", Some("write `else if (...)`")),
            ("let ä = retrun ^;", Some("did you mean `return`?")),
            ("best ^other;", None),
        ] {
            assert_eq!(at(text).as_deref(), due, "{text}");
        }
    }
}
