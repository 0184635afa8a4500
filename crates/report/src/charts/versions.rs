//! A bot's ratings over the cycles of a season, version by version.

use super::colours;
use super::plot::{Anchor, Axis, Canvas, along};

const HEIGHT: i32 = 260;
const TOP: i32 = 26;
const BOTTOM: i32 = 214;
const FROM: i32 = 56;
const TO: i32 = 585;
/// Half the minimum length of a version's line.
const SHORT: i32 = 4;
/// Room for the number of a version.
const NUMBER: i32 = 22;

/// The rating of a version, with its cycles.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Span {
    /// The version's number, from 1.
    pub(crate) number: usize,
    /// The first and the last cycle that it played in, from 1.
    pub(crate) cycles: [usize; 2],
    pub(crate) elo: f64,
    /// Half the width of the 95 % interval.
    pub(crate) plus_minus: f64,
}

/// Draws a line for each version over its cycles, with the interval at its middle; `None` without a version.
pub(crate) fn picture(spans: &[Span], cycles: usize) -> Option<String> {
    let ends = spans.iter().map(|span| (span.elo - span.plus_minus, span.elo + span.plus_minus));
    let all = ends.reduce(|one, other| (one.0.min(other.0), one.1.max(other.1)))?;
    let axis = Axis::new(all, 5, (BOTTOM, TOP));
    let last = cycles.saturating_sub(1);
    let across = |cycle: usize| {
        if last == 0 {
            i32::midpoint(FROM, TO)
        } else {
            along((cycle - 1) as f64, last as f64, FROM + 8, TO - 8)
        }
    };
    let svg = Canvas::draw(HEIGHT, "Rating of each version over the cycles, with 95 % intervals", |canvas| {
        for mark in axis.marks() {
            let y = axis.place(mark as f64);
            canvas.line((FROM, y), (TO, y), colours::GRID, 1);
            canvas.text(&mark.to_string(), (FROM - 8, y), Anchor::End, colours::SOFT);
        }
        for cycle in marked(cycles) {
            canvas.text(&cycle.to_string(), (across(cycle), BOTTOM + 18), Anchor::Middle, colours::SOFT);
        }
        canvas.text("cycle", (i32::midpoint(FROM, TO), BOTTOM + 36), Anchor::Middle, colours::SOFT);
        let mut before: Option<(i32, i32)> = None;
        let mut numbered = i32::MIN;
        for span in spans {
            let [mut left, mut right] = span.cycles.map(across);
            if right - left < 2 * SHORT {
                let middle = i32::midpoint(left, right);
                (left, right) = (middle - SHORT, middle + SHORT);
            }
            let [low, at, high] = [-1.0, 0.0, 1.0].map(|side| axis.place(span.elo + side * span.plus_minus));
            if let Some(end) = before {
                canvas.line(end, (left, at), colours::SOFT, 1);
            }
            let middle = i32::midpoint(left, right);
            canvas.line((middle, low), (middle, high), colours::PLAIN, 2);
            for end in [low, high] {
                canvas.line((middle - 4, end), (middle + 4, end), colours::PLAIN, 2);
            }
            canvas.line((left, at), (right, at), colours::INK, 3);
            // The numbers of versions in quick succession would overlap.
            if middle >= numbered.saturating_add(NUMBER) {
                canvas.text(&span.number.to_string(), (middle, TOP - 12), Anchor::Middle, colours::SOFT);
                numbered = middle;
            }
            before = Some((right, at));
        }
    });
    Some(svg)
}

/// Returns the cycles that are labelled: about ten, including the last one.
fn marked(cycles: usize) -> impl Iterator<Item = usize> {
    (1..=cycles).rev().step_by(cycles.div_ceil(10).max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn span(number: usize, cycles: [usize; 2], elo: f64) -> Span {
        Span { number, cycles, elo, plus_minus: 60.0 }
    }

    #[test]
    fn every_version_is_within_the_picture() {
        for (spans, cycles) in [
            (vec![span(1, [1, 1], 1500.0)], 1),
            (vec![span(1, [1, 40], 1500.0), span(2, [41, 41], 900.0), span(3, [42, 100], 1711.5)], 100),
            ((1..=100).map(|cycle| span(cycle, [cycle, cycle], 1400.0)).collect(), 100),
        ] {
            let svg = picture(&spans, cycles).unwrap();
            let lines = svg.matches("stroke=\"#010101\" stroke-width=\"3\"").count();
            assert_eq!(lines, spans.len(), "{svg}");
            assert!(!svg.contains("=\"-"), "nothing lies beyond an edge: {svg}");
        }
        assert!(picture(&[], 3).is_none());
    }

    #[test]
    fn the_last_cycle_is_always_labelled_and_labels_are_few() {
        for cycles in [1, 2, 10, 11, 99, 100, 1000] {
            let marked: Vec<usize> = marked(cycles).collect();
            assert_eq!(marked.first(), Some(&cycles));
            assert!((1..=10).contains(&marked.len()), "{cycles}: {marked:?}");
        }
    }
}
