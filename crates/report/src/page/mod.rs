//! The pages of the site. Each is drawn only from the model.

mod bracket;
mod conditions;
mod crosstable;
mod entrants;
mod faults;
mod frame;
mod highlight;
mod index;
mod long_list;
mod match_page;
mod matches;
mod podium;
mod projector;
mod seats;
mod sequential_test;
mod standings;
mod unusual;

use maud::{Markup, PreEscaped, html};
use results::whole;

use crate::charts::Chart;
use crate::formatting::visible;
use crate::model::{EntrantIndex, Rating, Report};

pub(crate) use bracket::{Links, picture as bracket_picture};
pub(crate) use crosstable::crosstable;
pub(crate) use frame::Shell;
pub(crate) use index::index;
pub(crate) use long_list::rows;
pub(crate) use match_page::{MatchFacts, MatchPage, SeatLine, ShownPly, ShownPosition};
pub(crate) use matches::matches;
pub(crate) use projector::{FeaturedMatch, hall};

/// Renders an entrant's name with a link to its page, isolated from the text direction around it.
fn name(report: &Report, entrant: EntrantIndex) -> Markup {
    linked_name(report, entrant, &entrant_address(entrant))
}

fn linked_name(report: &Report, entrant: EntrantIndex, address: &str) -> Markup {
    html! { a.who href=(address) { bdi { (plain_name(report, entrant)) } } }
}

/// Returns the address of the viewer's page of an entrant.
fn entrant_address(entrant: EntrantIndex) -> String {
    format!("entrant.html#{entrant}")
}

/// Returns the address of a match in the viewer.
fn match_address(key: &str) -> String {
    format!("match.html#{key}")
}

fn plain_name(report: &Report, entrant: EntrantIndex) -> String {
    report.entrants.get(entrant).map_or_else(|| "?".to_owned(), |entrant| visible(&entrant.name))
}

/// The half width of a rating's 95 % interval, in Elo, above which it is called provisional.
const PROVISIONAL: f64 = 300.0;

/// Renders a rating with its interval: `1612 ± 31`. Ratings with wide intervals are marked as provisional.
fn rating(rating: &Rating) -> Markup {
    html! {
        @if let Some(open) = rating.open { (open) }
        (whole(rating.elo))
        @if let Some(error) = rating.plus_minus { span.soft { "\u{a0}±\u{a0}" (whole(error)) } }
        @if rating.plus_minus.is_some_and(|error| error > PROVISIONAL) {
            " " abbr.tag title="Few games: the 95 % interval is wider than ±300" { "provisional" }
        }
    }
}

/// Renders the match's key with a link to the viewer.
fn match_link(key: &str) -> Markup {
    html! { a href=(match_address(key)) { (key) } }
}

/// Renders a chart with its caption and a link to its figures in the folder `data`.
pub(crate) fn figure(chart: &Chart, data: &str) -> Markup {
    html! {
        figure {
            figcaption { (chart.title) span { (chart.about) } }
            (PreEscaped(&chart.svg))
            p.small { a href={ (data) (chart.file) } { (chart.file) } }
        }
    }
}
