//! Ratings with their error bars, the best first.

use results::whole;

use super::figures::{Figures, name};
use super::plot::{Anchor, Axis, BAR, Canvas, LEFT, RIGHT};
use super::{Chart, by_rating, colours};
use crate::model::{EntrantIndex, Rating, Report};

/// Maximum number of entrants shown.
const MOST: usize = 40;

/// A rating with its name.
pub(crate) struct Bar<'a> {
    pub(crate) name: &'a str,
    pub(crate) elo: f64,
    /// Half the width of the 95 % interval.
    pub(crate) plus_minus: Option<f64>,
    /// The sign of a rating that the results leave unbounded.
    pub(crate) open: Option<char>,
}

impl Bar<'_> {
    fn ends(&self) -> (f64, f64) {
        let error = self.plus_minus.unwrap_or(0.0);
        (self.elo - error, self.elo + error)
    }
}

/// Draws the chart; `None` if fewer than two entrants are rated.
pub(super) fn chart(report: &Report) -> Option<Chart> {
    let rated = by_rating(report);
    if rated.len() < 2 {
        return None;
    }
    let bar = |&(entrant, rating): &(EntrantIndex, &Rating)| Bar {
        name: report.entrants.get(entrant).map_or("?", |entrant| &entrant.name),
        elo: rating.elo,
        plus_minus: rating.plus_minus,
        open: rating.open,
    };
    let bars: Vec<Bar<'_>> = rated.iter().map(bar).collect();
    let about =
        format!("{}Elo, fitted to all games; average 1500. Bars are 95 % intervals.", first_of(&bars));
    let csv = figures(report, &rated);
    Some(Chart {
        title: "Who is strongest, and how sure is that?".to_owned(),
        about,
        svg: picture(&bars)?,
        file: "ratings.csv".to_owned(),
        csv,
    })
}

/// Returns a note on how many bars are in the picture; empty if all are.
pub(crate) fn first_of(bars: &[Bar<'_>]) -> String {
    if bars.len() > MOST { format!("The first {MOST} of {}. ", bars.len()) } else { String::new() }
}

/// Draws the first ratings with their intervals, a line each; `None` if there are none.
pub(crate) fn picture(bars: &[Bar<'_>]) -> Option<String> {
    let shown = &bars[..bars.len().min(MOST)];
    let all = shown.iter().map(Bar::ends).reduce(|one, other| (one.0.min(other.0), one.1.max(other.1)))?;
    let axis = Axis::new(all, 6, (LEFT, RIGHT));
    let bottom = shown.len() as i32 * BAR + 8;
    let svg = Canvas::draw(bottom + 26, "Ratings with their 95 % intervals", |canvas| {
        for mark in axis.marks() {
            let x = axis.place(mark as f64);
            canvas.line((x, 4), (x, bottom), colours::GRID, 1);
            canvas.text(&mark.to_string(), (x, bottom + 12), Anchor::Middle, colours::SOFT);
        }
        for (index, bar) in (0..).zip(shown) {
            let middle = index * BAR + 8 + (BAR - 6) / 2;
            canvas.name(bar.name, middle);
            let (low, high) = bar.ends();
            let (left, right) = (axis.place(low), axis.place(high));
            canvas.line((left, middle), (right, middle), colours::PLAIN, 2);
            for end in [left, right] {
                canvas.line((end, middle - 4), (end, middle + 4), colours::PLAIN, 2);
            }
            canvas.dot((axis.place(bar.elo), middle), 4, colours::INK);
            let open = bar.open.map(String::from).unwrap_or_default();
            let label = format!("{open}{}", whole(bar.elo));
            canvas.text(&label, (RIGHT + 8, middle), Anchor::Start, colours::SOFT);
        }
    });
    Some(svg)
}

fn figures(report: &Report, rated: &[(EntrantIndex, &Rating)]) -> Vec<u8> {
    let mut figures = Figures::new(["entrant", "rating", "plus_minus", "open", "games"]);
    for &(entrant, rating) in rated {
        figures.row([
            name(report, entrant),
            format!("{:.1}", rating.elo),
            rating.plus_minus.map_or_else(String::new, |error| format!("{error:.1}")),
            match rating.open {
                Some('>') => "above",
                Some('<') => "below",
                Some(_) => "both",
                None => "",
            }
            .to_owned(),
            rating.games.to_string(),
        ]);
    }
    figures.finish()
}
