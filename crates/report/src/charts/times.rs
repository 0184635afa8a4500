//! The time each entrant used per move.

use referee::Ticks;

use super::plot::{Anchor, BAR, Canvas, LEFT, RIGHT, along};
use super::{Chart, Figures, colours, figures};
use crate::formatting::duration;
use crate::model::{MoveTimes, Report};

/// Maximum number of entrants shown.
const MOST: usize = 40;

/// Draws a bar from the first to the ninth decile of an entrant's times, with the median as a line and the maximum as a
/// dot.
pub(super) fn chart(report: &Report) -> Option<Chart> {
    let mut times: Vec<&MoveTimes> = report.times.iter().collect();
    times.sort_by_key(|times| (std::cmp::Reverse(times.median), times.entrant));
    times.truncate(MOST);
    let least = times.iter().map(|times| times.tenth.0).filter(|&ticks| ticks > 0).min()?;
    let most = times.iter().map(|times| times.most.0).max()?;
    // Whole decades, in tenths of nanoseconds.
    let first = least.ilog10();
    let last = (most.ilog10() + 1).max(first + 1);
    let bottom = times.len() as i32 * BAR + 8;
    let place = |ticks: u64| {
        let decades = libm::log10(ticks.max(10_u64.pow(first)) as f64) - f64::from(first);
        along(decades, f64::from(last - first), LEFT, RIGHT)
    };
    let svg = Canvas::draw(bottom + 26, "Time per move of each entrant", |canvas| {
        let every = (last - first).div_ceil(6);
        for decade in (first..=last).step_by(every as usize) {
            let (x, label) = (place(10_u64.saturating_pow(decade)), decade_label(decade));
            canvas.line((x, 4), (x, bottom), colours::GRID, 1);
            canvas.text(&label, (x, bottom + 12), Anchor::Middle, colours::SOFT);
        }
        for (index, times) in (0..).zip(&times) {
            let (top, below) = (index * BAR + 9, index * BAR + 9 + BAR - 8);
            let middle = i32::midpoint(top, below);
            let entrant = report.entrants.get(times.entrant).map_or("?", |entrant| &entrant.name);
            canvas.name(entrant, middle);
            let (tenth, nine) = (place(times.tenth.0), place(times.nine_tenths.0));
            canvas.line((nine, middle), (place(times.most.0), middle), colours::SOFT, 1);
            canvas.bar((tenth, top), (nine.max(tenth + 2), below), colours::PLAIN);
            let median = place(times.median.0);
            canvas.line((median, top - 2), (median, below + 2), colours::INK, 2);
            canvas.dot((place(times.most.0), middle), 3, colours::LOST);
        }
    });
    let slowest = times.iter().max_by_key(|times| times.most)?;
    let about = format!(
        "Logarithmic scale. Bar: 10th to 90th percentile; line: median; dot: longest move, {} at most.{}",
        duration(Ticks(slowest.most.0)),
        if report.times.len() > MOST { format!(" The {MOST} slowest entrants.") } else { String::new() },
    );
    let (file, csv) = ("move-times.csv".to_owned(), figures(report));
    Some(Chart { title: "How long do the bots think?".to_owned(), about, svg, file, csv })
}

/// Returns the times in ticks of 0.1 ns.
fn figures(report: &Report) -> Vec<u8> {
    let mut figures = Figures::new(["entrant", "moves", "tenth", "median", "nine_tenths", "most"]);
    for times in &report.times {
        let MoveTimes { entrant, moves, tenth, median, nine_tenths, most } = *times;
        let [tenth, median, nine_tenths, most] =
            [tenth, median, nine_tenths, most].map(|ticks| ticks.0.to_string());
        figures.row([figures::name(report, entrant), moves.to_string(), tenth, median, nine_tenths, most]);
    }
    figures.finish()
}

/// Formats a power of ten of tenths of nanoseconds: `1 µs`.
fn decade_label(decade: u32) -> String {
    const UNITS: [&str; 3] = ["ns", "µs", "ms"];
    match decade {
        0 => "0.1 ns".to_owned(),
        1..=9 => format!("{} {}", 10_u32.pow((decade - 1) % 3), UNITS[(decade as usize - 1) / 3]),
        _ => format!("{} s", 10_u64.saturating_pow(decade - 10)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decades_have_their_units() {
        for (decade, label) in [
            (0, "0.1 ns"),
            (1, "1 ns"),
            (4, "1 µs"),
            (6, "100 µs"),
            (9, "100 ms"),
            (10, "1 s"),
            (12, "100 s"),
        ] {
            assert_eq!(decade_label(decade), label);
        }
    }
}
