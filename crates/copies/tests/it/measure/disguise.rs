//! Disguises of a script, as a student may use them to hide a copy.
//!
//! They work line by line, and the copy need not run, since only its text is compared.

use crate::measure::edit::{self, Language};

/// A way to disguise a copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Disguise {
    /// Other names.
    Names,
    /// Definitions in reverse order.
    Order,
    /// Returned, assigned, tested and passed values are named first.
    Temporaries,
    /// Other comments, other indentation, blank lines.
    Layout,
    /// Loops over a list count, and counting loops become `while`.
    Loops,
    /// Unused variables, and branches that are never taken.
    DeadCode,
    /// Other numbers and texts.
    Literals,
    /// All of these.
    All,
}

pub(crate) const DISGUISES: [Disguise; 8] = [
    Disguise::Names,
    Disguise::Order,
    Disguise::Temporaries,
    Disguise::Layout,
    Disguise::Loops,
    Disguise::DeadCode,
    Disguise::Literals,
    Disguise::All,
];

impl Disguise {
    /// Returns a copy of a script in this disguise.
    pub(crate) fn apply(self, text: &str, language: Language) -> String {
        match self {
            Disguise::Names => renamed(text, language),
            Disguise::Order => {
                let names = edit::defined([text], language);
                edit::disguise(text, &names, language)
            }
            Disguise::Temporaries => by_lines(text, language, temporary),
            Disguise::Layout => by_lines(text, language, laid_out),
            Disguise::Loops => by_lines(text, language, looped),
            Disguise::DeadCode => by_lines(text, language, padded),
            Disguise::Literals => relabelled(text),
            Disguise::All => {
                let parts = [
                    Disguise::Order,
                    Disguise::Loops,
                    Disguise::Temporaries,
                    Disguise::DeadCode,
                    Disguise::Literals,
                    Disguise::Names,
                    Disguise::Layout,
                ];
                parts.iter().fold(text.to_owned(), |text, disguise| disguise.apply(&text, language))
            }
        }
    }
}

/// A complete line of a script: it begins and ends a statement, or is the head of a block.
pub(crate) struct Line<'t> {
    pub(crate) number: usize,
    pub(crate) indent: &'t str,
    pub(crate) text: &'t str,
    language: Language,
    /// `true` if a statement may be inserted before it.
    pub(crate) follows_a_statement: bool,
}

impl Line<'_> {
    fn is_python(&self) -> bool {
        self.language == Language::Python
    }

    /// Returns the end of a statement, and the keyword of a declaration.
    fn marks(&self) -> (&'static str, &'static str) {
        if self.is_python() { ("", "") } else { (";", "const ") }
    }
}

/// Rewrites the complete lines, and keeps the others.
pub(crate) fn by_lines(text: &str, language: Language, rewrite: fn(&Line<'_>) -> Option<String>) -> String {
    let mut copy = String::new();
    let (mut open, mut quote, mut before) = (0_i32, None, String::new());
    // Loops that must count at their end, by their indentation.
    let mut counters: Vec<(usize, String)> = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let trimmed = line.trim();
        let indent = &line[..line.len() - line.trim_start().len()];
        let was_whole = open == 0 && quote.is_none();
        let balance = scan(trimmed, language, &mut quote);
        open += balance;
        let is_whole = was_whole && quote.is_none() && !trimmed.is_empty() && open == 0;
        if !trimmed.is_empty() && was_whole {
            while counters.last().is_some_and(|(depth, _)| {
                indent.len() < *depth || (indent.len() == *depth && language != Language::Python)
            }) {
                let (depth, step) = counters.pop().unwrap();
                let inner = if language == Language::Python { depth } else { depth + 2 };
                copy.push_str(&format!("{}{step}\n", " ".repeat(inner)));
            }
        }
        let follows_a_statement = if language == Language::Python {
            !before.starts_with('@') && !before.ends_with(',')
        } else {
            before.is_empty() || before.ends_with(['{', '}', ';'])
        };
        let rewritten = is_whole
            .then(|| rewrite(&Line { number, indent, text: trimmed, language, follows_a_statement }))
            .flatten();
        match rewritten {
            Some(other) => {
                // A step for the end of the block follows a form feed.
                let (other, step) =
                    other.split_once('\u{c}').map_or((other.as_str(), None), |(a, b)| (a, Some(b)));
                if let Some(step) = step {
                    let depth = if language == Language::Python { indent.len() + 4 } else { indent.len() };
                    counters.push((depth, step.to_owned()));
                }
                copy.push_str(other);
            }
            None => copy.push_str(line),
        }
        copy.push('\n');
        if !trimmed.is_empty() {
            trimmed.clone_into(&mut before);
        }
    }
    for (depth, step) in counters.into_iter().rev() {
        copy.push_str(&format!("{}{step}\n", " ".repeat(depth)));
    }
    copy
}

/// Returns the number of round and square brackets left open on a line, ignoring quoted ones.
fn scan(line: &str, language: Language, quote: &mut Option<&'static str>) -> i32 {
    let mut open = 0;
    let mut rest = line;
    while let Some(one) = rest.chars().next() {
        if let Some(end) = *quote {
            if rest.starts_with('\\') {
                rest = rest.get(2..).unwrap_or_default();
                continue;
            }
            if let Some(after) = rest.strip_prefix(end) {
                *quote = None;
                rest = after;
                continue;
            }
        } else {
            let comment = if language == Language::Python { "#" } else { "//" };
            if rest.starts_with(comment) {
                break;
            }
            let quotes = ["\"\"\"", "'''", "\"", "'", "`", "/*"];
            if let Some(begins) = quotes.into_iter().find(|quote| rest.starts_with(quote)) {
                *quote = Some(if begins == "/*" { "*/" } else { begins });
                rest = &rest[begins.len()..];
                continue;
            }
            open += i32::from(matches!(one, '(' | '[')) - i32::from(matches!(one, ')' | ']'));
        }
        rest = &rest[one.len_utf8()..];
    }
    if quote.is_some_and(|quote| quote == "\"" || quote == "'") {
        *quote = None;
    }
    open
}

/// Returns a line without a trailing comment.
pub(crate) fn bare<'t>(line: &Line<'t>) -> &'t str {
    let comment = if line.is_python() { " #" } else { " //" };
    line.text.split(comment).next().unwrap().trim()
}

fn temporary(line: &Line<'_>) -> Option<String> {
    if !line.follows_a_statement {
        return None;
    }
    let (end, declare) = line.marks();
    let Line { number, indent, .. } = line;
    let text = bare(line);
    let name = format!("temporary{number}");
    let is_long =
        |value: &str| value.len() > 6 && !value.starts_with(['{', '[', '(']) && !value.contains("=>");
    if let Some(value) = text.strip_prefix("return ").and_then(|rest| rest.strip_suffix(end)) {
        return is_long(value)
            .then(|| format!("{indent}{declare}{name} = {value}{end}\n{indent}return {name}{end}"));
    }
    let asked = if line.is_python() {
        text.strip_prefix("if ").and_then(|rest| rest.strip_suffix(':'))
    } else {
        text.strip_prefix("if (").and_then(|rest| rest.strip_suffix(") {"))
    };
    if let Some(value) = asked {
        let head = if line.is_python() { format!("if {name}:") } else { format!("if ({name}) {{") };
        return is_long(value).then(|| format!("{indent}{declare}{name} = {value}{end}\n{indent}{head}"));
    }
    if let Some((target, value)) = text.strip_suffix(end).and_then(|text| text.split_once(" = "))
        && !value.contains("function")
        && !target.contains(['(', ',', '{'])
        && !target.ends_with(':')
        && !value.ends_with(['{', ','])
        && is_long(value)
    {
        return Some(format!("{indent}{declare}{name} = {value}{end}\n{indent}{target} = {name}{end}"));
    }
    // The only argument of a call: `f(g(x))`.
    let (callee, value) = text.strip_suffix(end)?.strip_suffix(')')?.split_once('(')?;
    let is_name = callee.chars().all(|one| one.is_alphanumeric() || matches!(one, '.' | '_'));
    let is_one =
        !value.contains([',', '\'', '"', '`', '{', '=', '*']) && value.contains(['(', '.', '[', '+']);
    let is_call = is_name && !["if", "while", "for", "switch", "super", "function"].contains(&callee);
    (is_call && is_one && value.matches('(').count() == value.matches(')').count())
        .then(|| format!("{indent}{declare}{name} = {value}{end}\n{indent}{callee}({name}){end}"))
}

fn laid_out(line: &Line<'_>) -> Option<String> {
    if !line.number.is_multiple_of(4) || !line.follows_a_statement {
        return None;
    }
    let comment = if line.is_python() { "#" } else { "//" };
    Some(format!(
        "\n{0}{comment} I thought of this myself ({1}).\n{0}{2}",
        line.indent, line.number, line.text
    ))
}

fn looped(line: &Line<'_>) -> Option<String> {
    let Line { number, indent, .. } = line;
    let text = bare(line);
    let at = format!("at{number}");
    if line.is_python() {
        let (target, list) = text.strip_prefix("for ")?.strip_suffix(':')?.split_once(" in ")?;
        if let Some(end) = list.strip_prefix("range(").and_then(|rest| rest.strip_suffix(')')) {
            let (begin, end) = end.split_once(", ").unwrap_or(("0", end));
            return (!end.contains(',')).then(|| {
                format!("{indent}{target} = {begin}\n{indent}while {target} < {end}:\u{c}{target} += 1")
            });
        }
        return (!target.contains(',') && !list.contains(['(', '{'])).then(|| {
            format!("{indent}for {at} in range(len({list})):\n{indent}    {target} = {list}[{at}]")
        });
    }
    let head = text.strip_prefix("for (")?.strip_suffix(") {")?;
    if let Some((target, list)) = head.split_once(" of ") {
        return (!target.contains(['[', '{']) && !list.contains('(')).then(|| {
            format!(
                "{indent}for (let {at} = 0; {at} < {list}.length; {at}++) {{\n{indent}  {target} = {list}[{at}];"
            )
        });
    }
    let mut parts = head.split(';').map(str::trim);
    let (begin, end, step) = (parts.next()?, parts.next()?, parts.next()?);
    line.follows_a_statement.then(|| format!("{indent}{begin};\n{indent}while ({end}) {{\u{c}{step};"))
}

fn padded(line: &Line<'_>) -> Option<String> {
    if !line.number.is_multiple_of(5) || !line.follows_a_statement || line.indent.is_empty() {
        return None;
    }
    let text = bare(line);
    let Line { number, indent, .. } = line;
    if line.is_python() {
        let is_statement = [" = ", " += ", "return ", "if "].iter().any(|sign| text.contains(sign));
        return (is_statement && !text.starts_with("el")).then(|| {
            format!("{indent}unused{number} = {number}\n{indent}unused{number} += 2\n{indent}if False:\n{indent}    print(unused{number})\n{indent}{}", line.text)
        });
    }
    let begins =
        ["let ", "const ", "var ", "return", "if (", "for ("].iter().any(|word| text.starts_with(word));
    begins.then(|| {
        format!("{indent}let unused{number} = {number};\n{indent}unused{number} += 2;\n{indent}if (false) {{ console.log(unused{number}); }}\n{indent}{}", line.text)
    })
}

/// Changes every number and every text.
fn relabelled(text: &str) -> String {
    let mut copy = String::new();
    let mut before = ' ';
    let mut digits = false;
    for one in text.chars() {
        let is_number =
            one.is_ascii_digit() && (digits || !(before.is_alphanumeric() || matches!(before, '_' | '.')));
        digits = is_number;
        let other = if is_number && one != '0' { char::from(b'1' + (one as u8 - b'0') % 9) } else { one };
        copy.push(other);
        before = one;
    }
    copy
}

/// Words that are not names, even if a comment says "for a function if".
const KEYWORDS: &[&str] = &[
    "and", "as", "break", "case", "catch", "class", "const", "continue", "def", "default", "do", "elif",
    "else", "except", "export", "for", "from", "function", "if", "import", "in", "is", "let", "new", "not",
    "of", "or", "pass", "return", "switch", "this", "try", "typeof", "var", "while", "with",
];

/// Changes the names that a script defines.
fn renamed(text: &str, language: Language) -> String {
    let is_name = |one: char| one.is_alphanumeric() || one == '_' || one == '$';
    let words: Vec<&str> = text.split(|one| !is_name(one)).filter(|word| !word.is_empty()).collect();
    let declares: &[&str] = if language == Language::Python {
        &["def", "for", "class", "as"]
    } else {
        &["let", "const", "var", "function", "class"]
    };
    let mut names: Vec<&str> =
        words.windows(2).filter(|pair| declares.contains(&pair[0])).map(|pair| pair[1]).collect();
    if language == Language::Python {
        let assigned = text.lines().filter_map(|line| line.trim().split_once(" = ")).map(|(name, _)| name);
        names.extend(assigned.filter(|name| name.chars().all(is_name)));
    }
    names.retain(|name| !KEYWORDS.contains(name));
    names.sort_unstable();
    names.dedup();
    let mut copy = String::new();
    let mut rest = text;
    let mut before = ' ';
    while let Some(first) = rest.chars().next() {
        let end = rest.find(|one| is_name(one) != is_name(first)).unwrap_or(rest.len());
        let word = &rest[..end];
        match names.binary_search(&word) {
            Ok(at) if before != '.' && !first.is_ascii_digit() => copy.push_str(&format!("other{at}")),
            _ => copy.push_str(word),
        }
        before = word.chars().last().unwrap_or(' ');
        rest = &rest[end..];
    }
    copy
}
