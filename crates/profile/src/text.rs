//! The distribution of a bot's fuel, as a terminal shows it.

use referee::Ticks;
use terminal::table::{self, Align};
use terminal::ticks::shown;

use crate::report::{FunctionShare, LineShare, ProfileReport, ProfiledMatch};

/// Maximum number of rows of each table.
const ROWS: usize = 15;
/// Minimum share that is shown.
const LEAST: f64 = 0.001;
/// Maximum number of letters of a line of source.
const LETTERS: usize = 80;
/// Advice for a module without names.
const NAMELESS: &str = "the module has no function names: build it without stripping (leave out -s, --strip-all, \
                        strip = true; AssemblyScript keeps names with --debug)";

/// Returns the match, the division of its fuel, and the functions and lines with the largest shares.
pub fn text(report: &ProfileReport) -> String {
    let mut parts = vec![head(report)];
    parts.extend(functions(report));
    parts.extend(lines(report));
    parts.join("\n\n")
}

fn head(report: &ProfileReport) -> String {
    let played = &report.played;
    let mut lines = vec![
        format!("{} against {}, {}: {}", played.game, played.opponent, seeds(played), played.result),
        format!(
            "time: {} in {} answer{}, {} to start",
            shown(Ticks(report.fuel - report.start)),
            report.answers.len(),
            if report.answers.len() == 1 { "" } else { "s" },
            shown(Ticks(report.start))
        ),
    ];
    if let Some(longest) = report.longest() {
        let of = if played.games == 1 { String::new() } else { format!("seed {}, ", longest.seed) };
        lines.push(format!("longest answer: {of}ply {}, {}", longest.ply, shown(Ticks(longest.fuel))));
    }
    lines.extend(played.failure.iter().map(|failure| format!("it failed: {failure}")));
    lines.push(if played.same == played.answers {
        let again = if played.games == 1 { "match: every answer was as in the match" } else {
            "matches: every answer was as in its match"
        };
        format!("{} samples of the same {again}", report.samples)
    } else {
        format!(
            "{} samples; {} of {} answers were as in the match: the bot depends on its exact time, or on more than \
             its input",
            report.samples, played.same, played.answers
        )
    });
    if report.outside >= LEAST {
        lines.push(format!(
            "outside of the bot's own code, such as for its view: {}",
            percent(report.outside)
        ));
    }
    if played.nameless {
        lines.push(NAMELESS.to_owned());
    }
    lines.join("\n")
}

fn seeds(played: &ProfiledMatch) -> String {
    match played.games {
        0 | 1 => format!("seed {}", played.seed),
        games => format!("seeds {} to {}", played.seed, played.seed.wrapping_add(u64::from(games) - 1)),
    }
}

fn functions(report: &ProfileReport) -> Option<String> {
    let row = |share: &FunctionShare| {
        let place = share.file.clone().unwrap_or_default();
        vec![percent(share.own), percent(share.total), share.function.clone(), place]
    };
    let shown = report.functions.iter().filter(|share| share.total >= LEAST).take(ROWS);
    let rows: Vec<Vec<String>> = shown.map(row).collect();
    let head =
        [("own", Align::Right), ("total", Align::Right), ("function", Align::Left), ("file", Align::Left)];
    let columns = if rows.iter().any(|row| !row[3].is_empty()) { 4 } else { 3 };
    let rows: Vec<Vec<String>> = rows.into_iter().map(|row| row[..columns].to_vec()).collect();
    (!rows.is_empty()).then(|| table::render(&head[..columns], &rows))
}

fn lines(report: &ProfileReport) -> Option<String> {
    let shown = report.lines.iter().filter(|share| share.total >= LEAST).take(ROWS);
    let row = |share: &LineShare| {
        let text: String = share.text.chars().take(LETTERS).collect();
        vec![percent(share.own), percent(share.total), format!("{}:{}", share.file, share.line), text]
    };
    let mut rows: Vec<Vec<String>> = shown.map(row).collect();
    let mut head =
        vec![("own", Align::Right), ("total", Align::Right), ("line", Align::Left), ("", Align::Left)];
    // The source of a compiled module is not available.
    if rows.iter().all(|row| row[3].is_empty()) {
        head.truncate(3);
        for row in &mut rows {
            row.truncate(3);
        }
    }
    (!rows.is_empty()).then(|| table::render(&head, &rows))
}

fn percent(share: f64) -> String {
    format!("{:.1} %", share * 100.0)
}
