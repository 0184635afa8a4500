//! Disguises of a program in C, each of which compiles.

use std::collections::BTreeSet;
use std::io::Write;
use std::process::{Command, Stdio};

use crate::measure::disguise::{Line, bare, by_lines};
use crate::measure::edit::{self, Language};

/// A way to disguise a copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Disguise {
    /// Another layout, and optional braces.
    Layout,
    /// Other names of functions.
    Names,
    /// Functions in reverse order, an additional statement in a third of them, and numbers from ten up decreased by
    /// one.
    Order,
    /// Returned, assigned, tested and passed values are named first.
    Temporaries,
    /// Counting loops become `while`.
    Loops,
    /// Statements without effect that a compiler must keep.
    DeadCode,
    /// Numbers from three up increased by one.
    Literals,
    /// All of these.
    All,
}

pub(crate) const DISGUISES: [Disguise; 8] = [
    Disguise::Layout,
    Disguise::Names,
    Disguise::Order,
    Disguise::Temporaries,
    Disguise::Loops,
    Disguise::DeadCode,
    Disguise::Literals,
    Disguise::All,
];

impl Disguise {
    /// Returns a copy in this disguise of a text from [`laid_out`].
    pub(crate) fn apply(self, text: &str) -> String {
        match self {
            Disguise::Layout => text.to_owned(),
            Disguise::Names => renamed(text),
            Disguise::Order => edit::disguise(text, &names(text), Language::C),
            Disguise::Temporaries => within_functions(text, temporary),
            Disguise::Loops => within_functions(text, looped),
            Disguise::DeadCode => within_functions(text, padded),
            Disguise::Literals => relabelled(text),
            Disguise::All => {
                let parts = [
                    Disguise::Order,
                    Disguise::Loops,
                    Disguise::Temporaries,
                    Disguise::DeadCode,
                    Disguise::Literals,
                ];
                parts.iter().fold(text.to_owned(), |text, disguise| disguise.apply(&text))
            }
        }
    }
}

/// Returns a text with one statement per line and braces around every block; `None` without `clang-format`.
pub(crate) fn laid_out(text: &str) -> Option<String> {
    const STYLE: &str = "{BasedOnStyle: LLVM, IndentWidth: 4, ColumnLimit: 1000, InsertBraces: true, \
        AllowShortFunctionsOnASingleLine: None, AllowShortBlocksOnASingleLine: Never, \
        AllowShortLoopsOnASingleLine: false, SortIncludes: Never}";
    let mut command = Command::new("clang-format");
    command.args([&format!("--style={STYLE}"), "--assume-filename=program.c"]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().ok()?;
    child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    Some(String::from_utf8(output.stdout).unwrap())
}

fn names(text: &str) -> BTreeSet<String> {
    let mut names = edit::defined([text], Language::C);
    names.remove("main");
    names
}

fn renamed(text: &str) -> String {
    let names = names(text);
    let other = |word: &str| if names.contains(word) { format!("other_{word}") } else { word.to_owned() };
    edit::words(text).into_iter().map(other).collect()
}

fn within_functions(text: &str, rewrite: fn(&Line<'_>) -> Option<String>) -> String {
    let rewritten = |chunk: edit::Chunk| match chunk.name {
        Some(_) => by_lines(&chunk.text, Language::C, rewrite),
        None => chunk.text,
    };
    edit::chunks(text, Language::C).into_iter().map(rewritten).collect()
}

fn temporary(line: &Line<'_>) -> Option<String> {
    let Line { number, indent, .. } = line;
    if !line.follows_a_statement || indent.is_empty() {
        return None;
    }
    let text = bare(line);
    let name = format!("temporary{number}");
    let is_long = |value: &str| value.len() > 6 && !value.starts_with(['{', '"']) && !has_comma(value);
    let declared = |value: &str, rest: &str| {
        is_long(value).then(|| format!("{indent}__auto_type {name} = {value};\n{indent}{rest}"))
    };
    if let Some(value) = text.strip_prefix("return ").and_then(|rest| rest.strip_suffix(';')) {
        return declared(value, &format!("return {name};"));
    }
    if let Some(value) = text.strip_prefix("if (").and_then(|rest| rest.strip_suffix(") {")) {
        return declared(value, &format!("if ({name}) {{"));
    }
    let statement = text.strip_suffix(';')?;
    if let Some((target, value)) = statement.split_once(" = ") {
        let is_kept = ["static ", "const ", "typedef ", "case "].iter().any(|word| target.starts_with(word));
        let is_target = !is_kept && !target.contains(['(', ',', '{', '"', ':']);
        return is_target.then(|| declared(value, &format!("{target} = {name};"))).flatten();
    }
    // The only argument of a call: `f(g(x))`.
    let (callee, value) = statement.strip_suffix(')')?.split_once('(')?;
    let is_name = callee.chars().all(|one| one.is_alphanumeric() || one == '_');
    let is_call = is_name && value.contains(['(', '.', '[', '+', '>']) && !value.contains(['"', '&']);
    let is_one = value.matches('(').count() == value.matches(')').count();
    (is_call && is_one && callee != "while").then(|| declared(value, &format!("{callee}({name});"))).flatten()
}

/// Returns `true` if there is a comma outside of parentheses.
fn has_comma(value: &str) -> bool {
    let mut open = 0_i32;
    value.chars().any(|one| {
        open += i32::from(matches!(one, '(' | '[')) - i32::from(matches!(one, ')' | ']'));
        one == ',' && open == 0
    })
}

fn looped(line: &Line<'_>) -> Option<String> {
    let indent = line.indent;
    let head = bare(line).strip_prefix("for (")?.strip_suffix(") {")?;
    let mut parts = head.split(';').map(str::trim);
    let (begin, end, step) = (parts.next()?, parts.next()?, parts.next()?);
    if parts.next().is_some() || !line.follows_a_statement {
        return None;
    }
    let end = if end.is_empty() { "1" } else { end };
    let target = begin.split('=').next().unwrap().trim();
    // The loop's variable may already exist.
    let head = if target.contains(' ') {
        format!("for ({begin}; {end};) {{")
    } else {
        format!("{begin};\n{indent}while ({end}) {{")
    };
    Some(format!("{indent}{head}\u{c}{step};"))
}

fn padded(line: &Line<'_>) -> Option<String> {
    let Line { number, indent, text, .. } = line;
    let begins = ["int ", "char ", "return", "if (", "for (", "while (", "printf("];
    let is_statement = begins.iter().any(|word| text.starts_with(word));
    let unused = format!("unused{number}");
    (is_statement && number.is_multiple_of(5) && line.follows_a_statement && !indent.is_empty()).then(|| {
        format!(
            "{indent}volatile int {unused} = {number};\n{indent}{unused} += 2;\n\
             {indent}if ({unused} < 0) {{\n{indent}    {unused} = 0;\n{indent}}}\n{indent}{text}"
        )
    })
}

fn relabelled(text: &str) -> String {
    let mut copy = String::new();
    let mut before = "";
    for line in text.split_inclusive('\n') {
        if line.starts_with("#include") {
            copy.push_str(line);
            continue;
        }
        for word in edit::words(line) {
            let number = word.parse::<u32>().ok().filter(|number| *number >= 3 && !word.starts_with('0'));
            let number = number.filter(|number| *number < 1_000_000 && !before.ends_with(['.', '\\']));
            copy.push_str(&number.map_or_else(|| word.to_owned(), |number| (number + 1).to_string()));
            before = word;
        }
    }
    copy
}
