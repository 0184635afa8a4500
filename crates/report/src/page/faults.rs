//! Matches that were lost by a fault.

use maud::{Markup, html};

use super::{match_link, name};
use crate::formatting::counted;
use crate::model::Report;

/// Renders the list, or its beginning.
pub(super) fn faults(report: &Report) -> Markup {
    let total = report.faults.total();
    let shown = report.faults.list.len() as u64;
    html! {
        @if total == 0 {
            p { "No bot failed: every match ended by the rules of the game." }
        } @else {
            p {
                "A bot that fails loses its match. This happened " (counted(total, "time", "times")) "."
                @if shown < total {
                    " The first " (counted(shown, "is", "are")) " listed; all are in "
                    a href="data/matches.csv" { "matches.csv" } "."
                }
            }
            div.scroll tabindex="0" role="region" aria-label="Faults" {
                table {
                    thead {
                        tr {
                            th scope="col" { "Match" }
                            th scope="col" { "Entrant" }
                            th scope="col" { "Fault" }
                            th.n scope="col" { "Ply" }
                            th scope="col" { "Against" }
                        }
                    }
                    tbody {
                        @for fault in &report.faults.list {
                            tr {
                                td.nowrap { (match_link(&fault.key)) }
                                th.name scope="row" { (name(report, fault.entrant)) }
                                td { span.tag.bad { (fault.name) } div.small.soft { (fault.explanation) } }
                                td.n { (fault.ply) }
                                td.name { (name(report, fault.opponent)) }
                            }
                        }
                    }
                }
            }
        }
    }
}
