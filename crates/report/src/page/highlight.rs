//! The match of the round on the front page, and other matches worth watching.

use board::{Sprites, board};
use game::{Mark, Seat, ply_number};
use maud::{Markup, html};

use super::match_page::{acts, verdict};
use super::{FeaturedMatch, match_address, match_link, name};
use crate::formatting::visible;
use crate::model::Report;

/// Maximum number of other matches.
const MOMENTS: usize = 3;

/// Renders the decisive ply of the match of the round, or its last position.
pub(super) fn highlight(report: &Report, featured: &FeaturedMatch) -> Markup {
    let FeaturedMatch { facts, plies, end } = featured;
    let decided = facts.decided.as_ref();
    let shown = decided.and_then(|decided| plies.iter().find(|ply| ply_number(ply.ply) == decided.ply));
    let mut sprites = Sprites::default();
    let drawn = match shown {
        Some(ply) => {
            let marks: Vec<Mark> = ply.events.iter().filter_map(|event| event.mark).collect();
            let label = format!("Board before ply {}", ply_number(ply.ply));
            board(&ply.before.drawing, &marks, &label, &mut sprites)
        }
        None => board(&end.drawing, &[], "Board at the end", &mut sprites),
    };
    let address = match decided {
        Some(decided) => format!("{}/{}", match_address(&facts.key), decided.ply),
        None => match_address(&facts.key),
    };
    let moments: Vec<_> = report
        .unusual
        .iter()
        .filter_map(|unusual| Some((unusual, unusual.played.as_ref()?)))
        .filter(|(_, played)| played.key != facts.key)
        .take(MOMENTS)
        .collect();
    html! {
        section.highlight aria-labelledby="highlight" {
            div { (sprites.definitions()) (drawn) }
            div {
                p.kicker { "Match of the round · " (visible(&facts.place)) }
                h2 #highlight {
                    bdi { (visible(&facts.seats[Seat::First].name)) } " – " bdi { (visible(&facts.seats[Seat::Second].name)) }
                }
                @if let Some(text) = decided.map(|decided| decided.text.as_str()).filter(|text| !text.is_empty()) {
                    p { strong { (visible(text)) } "." @if let Some(ply) = shown { " " span.soft { (acts(facts, ply)) } } }
                }
                p { (verdict(facts)) }
                p { a href=(address) { "Watch the match" } }
                @if !moments.is_empty() {
                    h3 { "Also worth watching" }
                    ul {
                        @for (unusual, played) in moments {
                            li {
                                b { (unusual.kind) } ": "
                                @if let Some(entrant) = unusual.entrant { (name(report, entrant)) " " }
                                (visible(&unusual.detail)) " (" (match_link(&played.key)) ")"
                            }
                        }
                    }
                }
            }
        }
    }
}
