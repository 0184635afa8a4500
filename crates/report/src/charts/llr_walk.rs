//! The walk of a sequential test: the log-likelihood ratio after each pair, between its bounds.

use super::plot::{Anchor, Axis, Canvas, along, round_step};
use super::{Chart, Figures, colours};
use crate::formatting::{count, minus};
use crate::model::{SequentialTest, WalkPoint};

const HEIGHT: i32 = 280;
const TOP: i32 = 14;
const BOTTOM: i32 = 242;
const FROM: i32 = 46;
const TO: i32 = 500;
/// Maximum number of points drawn. A longer walk is split into stretches, and the minimum and maximum of each are
/// drawn.
const POINTS: usize = 400;

/// Draws the chart, which shows only the start if there are no pairs.
pub(super) fn chart(test: &SequentialTest) -> Chart {
    let [lower, upper] = test.bounds;
    let ratios = || test.walk.iter().map(|point| point.log_likelihood_ratio);
    let low = ratios().fold(lower, f64::min);
    let high = ratios().fold(upper, f64::max);
    let axis = Axis::new((low, high), 6, (BOTTOM, TOP));
    let pairs = test.walk.len();
    let across = |pair: usize| along(pair as f64, pairs.max(1) as f64, FROM, TO);
    let svg = Canvas::draw(HEIGHT, "Log-likelihood ratio after each pair of games", |canvas| {
        for mark in axis.marks() {
            let y = axis.place(mark as f64);
            canvas.line((FROM, y), (TO, y), colours::GRID, 1);
            canvas.text(&minus(&mark.to_string()), (FROM - 8, y), Anchor::End, colours::SOFT);
        }
        let step = round_step(pairs as u64, 6) as usize;
        for pair in (0..=pairs).step_by(step.max(1)) {
            canvas.text(&count(pair as u64), (across(pair), BOTTOM + 16), Anchor::Middle, colours::SOFT);
        }
        for (bound, name, color) in
            [(lower, "H0 accepted", colours::LOST), (upper, "H1 accepted", colours::WON)]
        {
            let y = axis.place(bound);
            canvas.line((FROM, y), (TO, y), color, 2);
            canvas.text(name, (TO + 8, y), Anchor::Start, colours::INK);
        }
        let mut path = vec![(across(0), axis.place(0.0))];
        let drawn = drawn(&test.walk).into_iter();
        path.extend(drawn.map(|(pair, ratio)| (across(pair), axis.place(ratio))));
        if let Some(&end) = path.last() {
            canvas.dot(end, 4, colours::INK);
        }
        canvas.path(path, colours::PLAIN);
    });
    Chart {
        title: "How did the evidence grow?".to_owned(),
        about: "Log-likelihood ratio of elo1 to elo0 after each pair of games. The test ends where it reaches a bound."
            .to_owned(),
        svg,
        file: "walk.csv".to_owned(),
        csv: figures(&test.walk),
    }
}

/// Returns the points that are drawn, by pairs played. No peak is lost.
fn drawn(walk: &[WalkPoint]) -> Vec<(usize, f64)> {
    let points: Vec<(usize, f64)> = (1..).zip(walk.iter().map(|point| point.log_likelihood_ratio)).collect();
    if points.len() <= POINTS {
        return points;
    }
    let stretch = points.len().div_ceil(POINTS / 2);
    let ends = points.chunks(stretch).flat_map(|stretch| {
        let by_ratio = |one: &&(usize, f64), other: &&(usize, f64)| one.1.total_cmp(&other.1);
        let mut ends: Vec<(usize, f64)> = stretch
            .iter()
            .min_by(by_ratio)
            .into_iter()
            .chain(stretch.iter().max_by(by_ratio))
            .copied()
            .collect();
        ends.sort_by_key(|(pair, _)| *pair);
        ends.dedup();
        ends
    });
    let mut drawn: Vec<(usize, f64)> = ends.collect();
    // The last point shows where the test ended.
    drawn.extend(points.last().filter(|last| drawn.last() != Some(last)).copied());
    drawn
}

fn figures(walk: &[WalkPoint]) -> Vec<u8> {
    let mut figures = Figures::new(["pair", "points", "counts", "log_likelihood_ratio"]);
    for (pair, point) in (1_u64..).zip(walk) {
        figures.row([
            pair.to_string(),
            point.half_points.map_or_else(String::new, |halves| (f64::from(halves) / 2.0).to_string()),
            if point.counts { "yes" } else { "no" }.to_owned(),
            point.log_likelihood_ratio.to_string(),
        ]);
    }
    figures.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_walk_keeps_its_peaks_and_its_end() {
        for pairs in [0, 1, POINTS, POINTS + 1, 10_007] {
            let ratio = |pair: usize| if pair == 777 { 9.0 } else { (pair % 7) as f64 / 7.0 };
            let point =
                |pair| WalkPoint { counts: true, half_points: Some(2), log_likelihood_ratio: ratio(pair) };
            let walk: Vec<WalkPoint> = (1..=pairs).map(point).collect();
            let drawn = drawn(&walk);
            assert!(drawn.len() <= POINTS + 1, "{pairs}: {}", drawn.len());
            assert!(drawn.windows(2).all(|two| two[0].0 < two[1].0));
            assert_eq!(drawn.last().map(|last| last.0), (pairs > 0).then_some(pairs));
            assert_eq!(drawn.iter().any(|point| point.1 > 8.0), pairs >= 777);
        }
    }
}
