//! The entrants with their bots, and the refused ones.

use maud::{Markup, html};

use super::{name, rows};
use crate::formatting::visible;
use crate::model::{Entrant, EntrantIndex, Report};

/// Renders the table of all entrants.
pub(super) fn entrants(report: &Report) -> Markup {
    let has_settings = report.entrants.iter().any(|entrant| entrant.settings.is_some());
    let numbered: Vec<(EntrantIndex, &Entrant)> = report.entrants.iter().enumerate().collect();
    html! {
        div.scroll tabindex="0" role="region" aria-label="Entrants" {
            table {
                thead {
                    tr {
                        th.n scope="col" { "No." }
                        th scope="col" { "Entrant" }
                        th scope="col" { "Bot" }
                        @if has_settings { th scope="col" { "Settings" } }
                        th scope="col" { "Admission" }
                    }
                }
                (rows(&numbered, |&numbered| row(report, numbered, has_settings)))
            }
        }
    }
}

fn row(report: &Report, (index, entrant): (EntrantIndex, &Entrant), has_settings: bool) -> Markup {
    html! {
        tr.unranked[!entrant.refusal.is_empty()] {
            td.n { (index + 1) }
            th.name scope="row" {
                (name(report, index))
                @if entrant.guest { " " span.tag { "guest" } }
            }
            td {
                bdi { (visible(&entrant.bot)) }
                @if let Some(module) = &entrant.module {
                    br;
                    code.soft title={ "BLAKE3 " (module) } { (module.get(..12).unwrap_or(module)) }
                }
            }
            @if has_settings {
                td {
                    @match &entrant.settings {
                        Some(settings) => @if !settings.is_empty() { code { (visible(settings)) } },
                        None => span.soft { "private" },
                    }
                }
            }
            td {
                @match entrant.refusal.as_slice() {
                    [] => {
                        span.tag.good { "admitted" }
                        @for left in &entrant.left { div.small { (visible(left)) } }
                    },
                    reasons => {
                        span.tag.bad { "refused" }
                        @for reason in reasons { div.small { (visible(reason)) } }
                    }
                }
            }
        }
    }
}
