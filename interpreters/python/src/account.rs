//! Says where the script is, without the help of Python: its time or its memory is nearly used up.

use core::fmt::Write as _;

use rustpython_vm::signal::watch;

use crate::host::{self, Stream};
use crate::state;

/// Letters of a line of source that are shown.
const SHOWN: usize = 100;
/// Calls above that are shown.
const ABOVE: usize = 5;

/// A call that runs in a file of the script.
struct Call {
    function: &'static str,
    file: &'static str,
    line: usize,
    column: usize,
}

/// Writes an account of what runs: what happens there, and what to do. The host knows it by how it begins.
pub(crate) fn of_running(what: &str, advice: &str) {
    let calls = calls();
    // Something of ours runs, most often what has just said it.
    let Some(call) = calls.first() else { return };
    let mut text = format!("{what} in {}, {}:{}\n", call.function, call.file, call.line);
    put_source(&mut text, call);
    for pair in calls.windows(2).filter(|pair| (pair[0].file, pair[0].line) != (pair[1].file, pair[1].line)).take(ABOVE)
    {
        let _ = writeln!(text, "  called by {}, {}:{}", pair[1].function, pair[1].file, pair[1].line);
    }
    let _ = writeln!(text, "  advice: {advice}");
    host::write(Stream::Error, &text);
}

/// The calls in the script's files, the innermost first.
fn calls() -> Vec<Call> {
    let mut calls = Vec::new();
    state::with_files(|files| {
        watch::running(|code, line, column| {
            let file = code.source_path().as_str();
            if files.iter().any(|(name, _)| name == file) {
                calls.push(Call { function: plain(code.obj_name.as_str()), file, line, column });
            }
        });
    });
    calls
}

fn plain(function: &'static str) -> &'static str {
    match function {
        "<lambda>" => "a function without a name",
        "<module>" => "the top level",
        named => named,
    }
}

/// The line of the source, with a mark below the column.
fn put_source(text: &mut String, call: &Call) {
    state::with_files(|files| {
        let source = files.iter().find(|(name, _)| name == call.file);
        let line = source.and_then(|(_, source)| source.lines().nth(call.line.saturating_sub(1)));
        let Some(line) = line.filter(|line| !line.trim().is_empty()) else { return };
        let indent = line.chars().take_while(|letter| letter.is_whitespace()).count();
        let shown: String = line.trim_start().chars().take(SHOWN).collect();
        let _ = writeln!(text, "      {}", shown.trim_end());
        if let Some(before) = call.column.checked_sub(1 + indent).filter(|&before| before < SHOWN) {
            let _ = writeln!(text, "      {}^", " ".repeat(before));
        }
    });
}
