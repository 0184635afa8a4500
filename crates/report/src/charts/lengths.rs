//! The lengths of matches.

use super::plot::{Anchor, Canvas, along, round_step};
use super::{Chart, Figures, colours};
use crate::formatting::count;
use crate::model::Lengths;

const HEIGHT: i32 = 240;
const TOP: i32 = 14;
const BOTTOM: i32 = 205;
const FROM: i32 = 60;
const TO: i32 = 590;

/// Draws the histogram; `None` if nothing was played.
pub(super) fn chart(lengths: &Lengths) -> Option<Chart> {
    let (first, last) = (lengths.classes.first()?, lengths.classes.last()?);
    let most = lengths.classes.iter().map(|class| class.matches).max()?;
    let (start, end) = (first.from, last.to + 1);
    let across = |plies: u32| along(f64::from(plies - start), f64::from(end - start), FROM, TO);
    let up = |matches: u64| along(matches as f64, most as f64, BOTTOM, TOP);
    let svg = Canvas::draw(HEIGHT, "Matches by their number of plies", |canvas| {
        let step = round_step(most, 5);
        for matches in (0..=most).step_by(step as usize) {
            canvas.line((FROM, up(matches)), (TO, up(matches)), colours::GRID, 1);
            canvas.text(&count(matches), (FROM - 8, up(matches)), Anchor::End, colours::SOFT);
        }
        for class in &lengths.classes {
            if class.matches > 0 {
                // At least as thick as a line, so that a single match is visible.
                let top = up(class.matches).min(BOTTOM - 2);
                let (left, right) = (across(class.from) + 1, across(class.to + 1) - 1);
                canvas.bar((left, top), (right.max(left + 1), BOTTOM), colours::PLAIN);
            }
        }
        canvas.line((FROM, BOTTOM), (TO, BOTTOM), colours::SOFT, 1);
        let width = first.to - first.from + 1;
        let every = round_step(lengths.classes.len() as u64, 10) as usize;
        for class in lengths.classes.iter().step_by(every) {
            let middle = i32::midpoint(across(class.from), across(class.to + 1));
            let label =
                if width == 1 { class.from.to_string() } else { format!("{}–{}", class.from, class.to) };
            canvas.text(&label, (middle, BOTTOM + 16), Anchor::Middle, colours::SOFT);
        }
    });
    let Lengths { least, median, most, .. } = lengths;
    let about =
        format!("Matches by their number of plies: shortest {least}, median {median}, longest {most}.");
    let mut figures = Figures::new(["plies_from", "plies_to", "matches"]);
    for class in &lengths.classes {
        figures.row([class.from.to_string(), class.to.to_string(), class.matches.to_string()]);
    }
    let (file, csv) = ("lengths.csv".to_owned(), figures.finish());
    Some(Chart { title: "How long were the matches?".to_owned(), about, svg, file, csv })
}
