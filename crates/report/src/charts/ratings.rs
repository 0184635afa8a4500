//! Ratings with their error bars, the best first.

use super::figures::{Figures, name};
use super::plot::{Anchor, Axis, BAR, Canvas, LEFT, RIGHT};
use super::{Chart, by_rating, ink};
use crate::model::{EntrantIndex, Rating, Report};
use crate::rated::whole;

/// Entrants shown at most.
const MOST: usize = 40;

/// The chart, if two entrants are rated.
pub(super) fn chart(report: &Report) -> Option<Chart> {
    let rated = by_rating(report);
    if rated.len() < 2 {
        return None;
    }
    let shown = &rated[..rated.len().min(MOST)];
    let ends = |(_, rating): &(EntrantIndex, &Rating)| {
        let error = rating.plus_minus.unwrap_or(0.0);
        (rating.elo - error, rating.elo + error)
    };
    let all = shown.iter().map(ends).reduce(|one, other| (one.0.min(other.0), one.1.max(other.1)))?;
    let axis = Axis::new(all, 6, (LEFT, RIGHT));
    let bottom = shown.len() as i32 * BAR + 8;
    let svg = Canvas::draw(bottom + 26, "Ratings with their 95 % intervals", |canvas| {
        for mark in axis.marks() {
            let x = axis.place(mark as f64);
            canvas.line((x, 4), (x, bottom), ink::GRID, 1);
            canvas.text(&mark.to_string(), (x, bottom + 12), Anchor::Middle, ink::SOFT);
        }
        for (index, entry) in (0..).zip(shown) {
            let (entrant, rating) = *entry;
            let middle = index * BAR + 8 + (BAR - 6) / 2;
            canvas.name(report.entrants.get(entrant).map_or("?", |entrant| &entrant.name), middle);
            let (low, high) = ends(entry);
            let (left, right) = (axis.place(low), axis.place(high));
            canvas.line((left, middle), (right, middle), ink::PLAIN, 2);
            for end in [left, right] {
                canvas.line((end, middle - 4), (end, middle + 4), ink::PLAIN, 2);
            }
            canvas.dot((axis.place(rating.elo), middle), 4, ink::INK);
            let open = rating.open.map(String::from).unwrap_or_default();
            let label = format!("{open}{}", whole(rating.elo));
            canvas.text(&label, (RIGHT + 8, middle), Anchor::Start, ink::SOFT);
        }
    });
    let first =
        if rated.len() > MOST { format!("The first {MOST} of {}. ", rated.len()) } else { String::new() };
    let about = format!("{first}Elo, fitted to all games; average 1500. Bars are 95 % intervals.");
    let csv = figures(report, &rated);
    Some(Chart { title: "Ratings".to_owned(), about, svg, file: "ratings.csv".to_owned(), csv })
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
