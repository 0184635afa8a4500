//! The cycles of a season, and how to verify each.

use maud::{Markup, html};

use super::SeasonSite;
use super::page_parts::{cycle, footer};
use crate::formatting::{count, visible};
use crate::page::Shell;

/// Renders the page of all cycles, with their roots.
pub(super) fn page(site: &SeasonSite<'_>, shell: &Shell) -> String {
    let body = html! {
        header {
            p.kicker { a href="index.html" { "Season" } }
            h1 { "Cycles" }
        }
        main {
            (table(site, usize::MAX))
            @if let Some(last) = site.cycles.last() {
                h2 { "Verifying a cycle" }
                p {
                    "A root is a single hash over all inputs of a cycle and everything on record. Anyone who has the \
                     class’s folder can check it; this command replays every match of the last cycle and compares:"
                }
                pre { code { "muster verify DIR/ladder/" (format!("{:04}", site.cycles.len())) " --root " (last.root) } }
            }
        }
        (footer())
    };
    shell.page(Some("Cycles"), &body)
}

/// Renders the last cycles, the latest first.
pub(super) fn table(site: &SeasonSite<'_>, most: usize) -> Markup {
    let games: Vec<usize> = site.season.cycles().map(|(_, games)| games.len()).collect();
    let latest = (1..).zip(site.cycles.iter().zip(games));
    html! {
        div.scroll tabindex="0" role="region" aria-label="Cycles" {
            table {
                caption { "Latest first; dates are in " (visible(site.zone)) "." }
                thead {
                    tr {
                        th scope="col" { "Cycle" }
                        th scope="col" { "Date" }
                        th.n scope="col" { "Games" }
                        th scope="col" { "Root" }
                    }
                }
                tbody {
                    @for (number, (played, games)) in latest.collect::<Vec<_>>().into_iter().rev().take(most) {
                        tr {
                            th.nowrap scope="row" { (cycle(site, number, "")) }
                            td.nowrap { (visible(&played.at)) }
                            td.n { (count(games as u64)) }
                            td.root { code { (played.root) } }
                        }
                    }
                }
            }
        }
    }
}
