//! Charts, drawn with plotters as SVG, each with its figures as a CSV file.
//!
//! Colours are the markers of [`colours`], which the style sheet replaces by those of the reader's light or dark scheme.
//! Text does not depend on the host's fonts: it is placed by its anchor alone.

mod colours;
mod faults;
mod figures;
mod lengths;
mod llr_walk;
mod plot;
mod rating_course;
mod ratings;
mod seats;
mod standings;
mod times;
mod versions;

pub(crate) use figures::Figures;
pub(crate) use rating_course::{Line, picture as lines};
pub(crate) use ratings::{Bar, first_of, picture as bars};
pub(crate) use versions::{Span, picture as spans};

use crate::model::{EntrantIndex, Rating, Report};

/// A chart with its texts.
pub(crate) struct Chart {
    pub(crate) title: String,
    /// An explanation of how to read it.
    pub(crate) about: String,
    pub(crate) svg: String,
    /// The figures' file in `data/`.
    pub(crate) file: String,
    /// The figures of all entrants as CSV, even if the chart shows only the first ones.
    pub(crate) csv: Vec<u8>,
}

/// Returns the entrants with a rating, the best first.
fn by_rating(report: &Report) -> Vec<(EntrantIndex, &Rating)> {
    let rated =
        (0..).zip(&report.entrants).filter_map(|(index, entrant)| Some((index, entrant.rating.as_ref()?)));
    let mut order: Vec<(EntrantIndex, &Rating)> = rated.collect();
    order.sort_by(|(one, a), (other, b)| b.elo.total_cmp(&a.elo).then(one.cmp(other)));
    order
}

/// Draws the ratings after each round; `None` if they are not known for each round.
pub(crate) fn ratings_by_round(report: &Report) -> Option<Chart> {
    report.course.as_ref().and_then(|course| rating_course::chart(report, course))
}

/// Draws all charts that have data.
pub(crate) fn all(report: &Report) -> Vec<Chart> {
    let mut charts: Vec<Chart> = match &report.test {
        Some(test) => vec![llr_walk::chart(test)],
        None => ratings::chart(report).into_iter().collect(),
    };
    charts.extend(ratings_by_round(report));
    charts.extend(standings::charts(report));
    charts.extend(report.seats.as_ref().map(|seats| seats::chart(report, seats)));
    charts.extend(lengths::chart(&report.lengths));
    charts.extend(times::chart(report));
    charts.extend(faults::chart(&report.faults));
    charts
}
