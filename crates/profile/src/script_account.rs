//! The functions in an interpreter's account of a script.

use crate::frame::{Frame, SourceLine};

/// Maximum number of calls in an account, not counting the innermost.
const ABOVE: usize = 5;
/// The entry function of a script.
const ENTRY: &str = "choose";

/// Returns the functions in an account, the innermost first. The account consists of `time runs out in evaluate,
/// bot.js:12`, the line of the source, then `called by choose, bot.js:30` and so on. If it names only the innermost
/// calls, `...` stands for the others.
pub fn frames_of_account(lines: &[String]) -> Vec<Frame> {
    let Some(first) = lines.first().and_then(|line| line.split_once(" in ")) else { return Vec::new() };
    let source = lines.get(1).and_then(|line| line.strip_prefix("      ")).unwrap_or_default().trim();
    let mut frames = vec![frame(first.1, source)];
    let above = lines.iter().filter_map(|line| line.strip_prefix("  called by "));
    frames.extend(above.map(|call| frame(call, "")));
    let is_cut = frames.len() > ABOVE;
    if frames.last().is_some_and(|last| last.function != ENTRY) {
        if is_cut {
            frames.push(Frame { function: "...".to_owned(), place: None });
        }
        frames.push(Frame { function: ENTRY.to_owned(), place: None });
    }
    frames
}

/// Parses a call in an account: `evaluate, bot.js:12`.
fn frame(call: &str, text: &str) -> Frame {
    let (function, place) = call.rsplit_once(", ").unwrap_or((call, ""));
    let place = place.rsplit_once(':').and_then(|(file, line)| {
        let line = line.parse().ok()?;
        Some(SourceLine { file: file.to_owned(), line, text: text.to_owned() })
    });
    Frame { function: function.to_owned(), place }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(account: &str) -> Vec<String> {
        let lines: Vec<String> = account.lines().map(str::to_owned).collect();
        let shown = |frame: Frame| match frame.place {
            Some(SourceLine { file, line, text }) => format!("{} {file} {line} {text}", frame.function),
            None => frame.function,
        };
        frames_of_account(&lines).into_iter().map(shown).collect()
    }

    #[test]
    fn an_account_names_the_function_its_line_and_the_calls_above() {
        let account = "time runs out in evaluate, a/bot.js:12\n      total += 1;\n      ^\n  \
                       called by a, b, bot.js:9\n  called by choose, bot.js:30\n  advice: offer";
        assert_eq!(
            shown(account),
            ["evaluate a/bot.js 12 total += 1;", "a, b bot.js 9 ", "choose bot.js 30 "]
        );
    }

    #[test]
    fn what_an_account_leaves_out_stands_in_between() {
        let above = |calls: usize| "\n  called by search, bot.py:7".repeat(calls);
        let of = |calls| shown(&format!("time runs out in search, bot.py:9{}", above(calls)));
        assert_eq!(of(1), ["search bot.py 9 ", "search bot.py 7 ", "choose"]);
        assert_eq!(of(5)[5..], ["search bot.py 7 ", "...", "choose"]);
    }

    #[test]
    fn an_account_without_a_line_names_the_function() {
        assert_eq!(shown("time runs out in choose, bot.js"), ["choose"]);
        assert_eq!(shown(""), [""; 0]);
    }
}
