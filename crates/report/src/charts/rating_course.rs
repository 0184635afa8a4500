//! Ratings after each round, of the best entrants.

use super::figures::{Figures, name};
use super::plot::{Anchor, Axis, Canvas, WIDTH, along, fitting};
use super::{Chart, colours};
use crate::model::{EntrantIndex, PlusMinus, RatingCourse, Report};

const HEIGHT: i32 = 300;
const TOP: i32 = 14;
const BOTTOM: i32 = 262;
const FROM: i32 = 52;
const TO: i32 = 420;
/// Height of a name's line.
const LINE: i32 = 19;
/// Horizontal position of the mark beside a line's name, and start of the name.
const MARK: i32 = TO + 26;
const NAME: i32 = MARK + 9;
const COLORS: [plotters::style::RGBColor; 5] =
    [colours::PLAIN, colours::SECOND, colours::WON, colours::LOST, colours::INK];

/// A line of the picture: its name, and its figures with the numbers of their points.
pub(crate) struct Line<'a> {
    pub(crate) name: &'a str,
    pub(crate) figures: Vec<(usize, f64)>,
}

/// Draws a line for each entrant.
pub(super) fn chart(report: &Report, course: &RatingCourse) -> Option<Chart> {
    let line = |entrant: &EntrantIndex| Line {
        name: report.entrants.get(*entrant).map_or("?", |entrant| &entrant.name),
        figures: ratings(course, *entrant).map(|(at, rating)| (at, rating.value)).collect(),
    };
    let lines: Vec<Line<'_>> = course.best.iter().map(line).collect();
    let last = course.points.len().saturating_sub(1);
    let label = |index: usize| {
        let point = &course.points[index];
        if report.stages.len() > 1 {
            format!("{}.{}", point.stage + 1, point.round)
        } else {
            point.round.to_string()
        }
    };
    let svg = picture("Ratings after each round", &lines, last, label)?;
    let rounds = if report.stages.len() > 1 { "stage and round" } else { "rounds" };
    let shown = course.best.len();
    let about = format!(
        "Elo after each round, fitted to the games so far; the best {shown} in the end. Across: {rounds}."
    );
    let csv = table(report, course);
    Some(Chart {
        title: "Who rose and who fell?".to_owned(),
        about,
        svg,
        file: "rating-by-round.csv".to_owned(),
        csv,
    })
}

/// Draws lines over points from 0 to `last`, each with its own mark and with its name at its end; `None` without a
/// figure.
pub(crate) fn picture(
    title: &str,
    lines: &[Line<'_>],
    last: usize,
    label: impl Fn(usize) -> String,
) -> Option<String> {
    let figures = || lines.iter().flat_map(|line| line.figures.iter().map(|(_, figure)| *figure));
    let axis = Axis::new((figures().reduce(f64::min)?, figures().reduce(f64::max)?), 5, (BOTTOM, TOP));
    let across = |point: usize| along(point as f64, last as f64, FROM, TO);
    let svg = Canvas::draw(HEIGHT, title, |canvas| {
        for mark in axis.marks() {
            let y = axis.place(mark as f64);
            canvas.line((FROM, y), (TO, y), colours::GRID, 1);
            canvas.text(&mark.to_string(), (FROM - 8, y), Anchor::End, colours::SOFT);
        }
        for index in marked(last) {
            canvas.text(&label(index), (across(index), BOTTOM + 16), Anchor::Middle, colours::SOFT);
        }
        let mut ends = Vec::new();
        for (number, line) in lines.iter().enumerate() {
            let path: Vec<(i32, i32)> =
                line.figures.iter().map(|(at, figure)| (across(*at), axis.place(*figure))).collect();
            let color = COLORS[number % COLORS.len()];
            if let Some(&end) = path.last() {
                ends.push((end.1, number, color));
            }
            for &point in &path {
                canvas.mark(point, number, color);
            }
            canvas.path(path, color);
        }
        for (at, (end, number, color)) in apart(ends) {
            canvas.line((TO + 6, end), (TO + 18, at), color, 1);
            canvas.mark((MARK, at), number, color);
            canvas.text(&fitting(lines[number].name, WIDTH - NAME), (NAME, at), Anchor::Start, colours::INK);
        }
    });
    Some(svg)
}

/// Returns an entrant's ratings with the indices of their points, from its first game on.
fn ratings(course: &RatingCourse, entrant: EntrantIndex) -> impl Iterator<Item = (usize, PlusMinus)> {
    course
        .points
        .iter()
        .enumerate()
        .filter_map(move |(at, point)| Some((at, (*point.ratings.get(entrant)?)?)))
}

/// Returns the points that are labelled: about ten, including the last one.
fn marked(last: usize) -> impl Iterator<Item = usize> {
    let every = (last / 10).max(1);
    (0..=last).rev().step_by(every)
}

/// Returns the ends of lines with the heights of their names, which must not overlap.
fn apart<T: Copy>(mut ends: Vec<(i32, usize, T)>) -> Vec<(i32, (i32, usize, T))> {
    ends.sort_by_key(|(end, entrant, _)| (*end, *entrant));
    let mut heights: Vec<i32> = Vec::new();
    for (end, ..) in &ends {
        let below = heights.last().map_or(TOP, |last| last + LINE);
        heights.push((*end).max(below));
    }
    // Names below the chart push the others up.
    let mut limit = BOTTOM + LINE;
    for height in heights.iter_mut().rev() {
        *height = (*height).min(limit);
        limit = *height - LINE;
    }
    heights.into_iter().zip(ends).collect()
}

fn table(report: &Report, course: &RatingCourse) -> Vec<u8> {
    let mut figures = Figures::new(["stage", "round", "entrant", "rating", "plus_minus"]);
    for point in &course.points {
        for (entrant, rating) in point.ratings.iter().enumerate() {
            let Some(PlusMinus { value, plus_minus }) = rating else { continue };
            figures.row([
                (point.stage + 1).to_string(),
                point.round.to_string(),
                name(report, entrant),
                format!("{value:.1}"),
                plus_minus.map_or_else(String::new, |plus_minus| format!("{plus_minus:.1}")),
            ]);
        }
    }
    figures.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_at_the_ends_of_lines_do_not_cover_one_another() {
        for ends in [vec![20, 20, 20], vec![260; 8], vec![14, 100, 101, 262], Vec::new()] {
            let ends: Vec<(i32, usize, ())> =
                ends.into_iter().zip(0..).map(|(end, at)| (end, at, ())).collect();
            let heights: Vec<i32> = apart(ends).into_iter().map(|(height, _)| height).collect();
            assert!(heights.windows(2).all(|pair| pair[1] - pair[0] >= LINE), "{heights:?}");
            assert!(heights.iter().all(|height| (TOP..=BOTTOM + LINE).contains(height)), "{heights:?}");
        }
    }

    #[test]
    fn the_last_point_is_always_labelled_and_labels_are_few() {
        for last in [0, 1, 9, 10, 23] {
            let marked: Vec<usize> = marked(last).collect();
            assert_eq!(marked.first(), Some(&last));
            assert!(marked.len() <= 12, "{last}: {marked:?}");
        }
    }
}
