//! Points by seat: of all first seats together, and of each entrant in either seat.

use super::figures::{Figures, name};
use super::plot::{Anchor, Axis, BAR, Canvas, LEFT, RIGHT};
use super::{Chart, by_rating, colours};
use crate::model::{EntrantIndex, Report, SeatBalance, SeatTally};

/// Maximum number of entrants shown.
const MOST: usize = 30;

/// Draws the chart, with the first seat and its interval in the first line.
pub(super) fn chart(report: &Report, balance: &SeatBalance) -> Chart {
    let entrants = ordered(report, balance);
    let shown = &entrants[..entrants.len().min(MOST)];
    let words = report.tournament.seats.0.map(|seat| seat.word);
    let axis = Axis::new((0.0, 100.0), 5, (LEFT, RIGHT));
    let place = |score: f64| axis.place(100.0 * score);
    let bottom = (shown.len() as i32 + 1) * BAR + 8;
    let svg = Canvas::draw(bottom + 26, "Points per game by seat", |canvas| {
        for mark in axis.marks() {
            let x = axis.place(mark as f64);
            canvas.line((x, 4), (x, bottom), colours::GRID, 1);
            canvas.text(&format!("{mark} %"), (x, bottom + 12), Anchor::Middle, colours::SOFT);
        }
        let middle = |line: i32| line * BAR + 8 + (BAR - 6) / 2;
        let score = balance.score;
        canvas.name(&format!("{}, all games", words[0]), middle(0));
        let (low, high) = (place(score.low), place(score.high));
        canvas.line((low, middle(0)), (high, middle(0)), colours::INK, 2);
        for end in [low, high] {
            canvas.line((end, middle(0) - 4), (end, middle(0) + 4), colours::INK, 2);
        }
        canvas.dot((place(score.score), middle(0)), 4, colours::PLAIN);
        for (line, (entrant, seats)) in (1..).zip(shown) {
            canvas.name(report.entrants.get(*entrant).map_or("?", |entrant| &entrant.name), middle(line));
            let [first, second] = seats.map(|seat| seat.score().map(place));
            if let (Some(first), Some(second)) = (first, second) {
                canvas.line((first, middle(line)), (second, middle(line)), colours::SOFT, 1);
            }
            if let Some(x) = second {
                canvas.ring((x, middle(line)), 5, colours::SECOND);
            }
            if let Some(x) = first {
                canvas.dot((x, middle(line)), 4, colours::PLAIN);
            }
        }
    });
    let first = if entrants.len() > MOST {
        format!(" The {MOST} best of {} by rating.", entrants.len())
    } else {
        String::new()
    };
    let about = format!(
        "Points per game: dot as {}, ring as {}. The first line is all games, with the 95 % interval.{first}",
        words[0], words[1],
    );
    let csv = figures(report, &entrants);
    Chart { title: "Does the seat matter?".to_owned(), about, svg, file: "seats.csv".to_owned(), csv }
}

/// Returns the entrants that played, the best rated first.
fn ordered(report: &Report, balance: &SeatBalance) -> Vec<(EntrantIndex, [SeatTally; 2])> {
    let of = |entrant: EntrantIndex| {
        let at = balance.entrants.binary_search_by_key(&entrant, |(other, _)| *other).ok()?;
        balance.entrants.get(at).copied()
    };
    by_rating(report).into_iter().filter_map(|(entrant, _)| of(entrant)).collect()
}

fn figures(report: &Report, entrants: &[(EntrantIndex, [SeatTally; 2])]) -> Vec<u8> {
    let mut figures = Figures::new([
        "entrant",
        "won_first",
        "drawn_first",
        "lost_first",
        "won_second",
        "drawn_second",
        "lost_second",
    ]);
    for (entrant, [first, second]) in entrants {
        let [first, second] = [first, second]
            .map(|seat: &SeatTally| [seat.won, seat.drawn, seat.lost].map(|games| games.to_string()));
        let ([won, drawn, lost], [won_second, drawn_second, lost_second]) = (first, second);
        figures.row([name(report, *entrant), won, drawn, lost, won_second, drawn_second, lost_second]);
    }
    figures.finish()
}
