//! The conditions of the tournament, and the command that verifies it.

use maud::{Markup, html};

use crate::formatting::visible;
use crate::model::Report;

/// Renders the conditions, root and commands. Of the machine, only missing isolation is shown: the same record gives
/// the same page everywhere.
pub(super) fn how(report: &Report) -> Markup {
    let heading = &report.tournament;
    html! {
        section aria-labelledby="how" {
            h2 #how { "How it was run" }
            details {
                summary { "Rules, limits, seed and engine" }
                div.scroll {
                    table.facts {
                        tbody {
                            @for fact in &heading.facts {
                                tr { th scope="row" { (fact.label) } td { (visible(&fact.value)) } }
                            }
                        }
                    }
                }
            }
            @if let Some(root) = &heading.root {
                p { "Root: " code { (root) } }
                p {
                    "The root is a single hash over all inputs of the run and everything on record. Anyone who has \
                     the run's folder can check it; this command replays every match and compares:"
                }
                pre { code { "muster verify RUN --root " (root) } }
            }
        }
    }
}
