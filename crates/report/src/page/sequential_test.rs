//! A sequential test: what was tested, what came of it, and in how many games.

use maud::{Markup, html};
use rating::pair_score::EloEstimate;

use super::name;
use crate::model::{Report, SequentialTest, TestVerdict};
use crate::shown::{count, counted, minus};

/// The new bot and the old one are the first two entrants.
const NEW: usize = 0;
const OLD: usize = 1;

/// The result in words, and its figures.
pub(super) fn result(report: &Report, test: &SequentialTest) -> Markup {
    html! {
        p.notice role="note" { strong { (verdict(report, test)) } }
        dl.cards {
            @let (elo, interval) = elo(test);
            div { dt { "Elo difference, " (interval) } dd { (elo) } }
            div { dt { "Log-likelihood ratio" } dd { (signed(test.log_likelihood_ratio, 2)) } }
            div { dt { "Pairs of games" } dd { (count(test.pairs)) } }
            div { dt { "Likelihood of superiority" } dd { (percent(test.superiority)) } }
            div { dt { "Faults" } dd { (count(report.faults.total())) } }
        }
    }
}

fn verdict(report: &Report, test: &SequentialTest) -> Markup {
    let unit = if test.scale == "normalized" { " normalized" } else { "" };
    let [elo0, elo1] = [test.elo0, test.elo1].map(|elo| minus(&elo.to_string()));
    html! {
        @match test.verdict {
            TestVerdict::Elo1 => {
                "H1 accepted: " (name(report, NEW)) " is stronger than " (name(report, OLD)) " (elo1 = " (elo1) (unit) ")."
            },
            TestVerdict::Elo0 => {
                "H0 accepted: " (name(report, NEW)) " is not stronger than " (name(report, OLD))
                " (elo0 = " (elo0) ", elo1 = " (elo1) (unit) ")."
            },
            TestVerdict::MaxGames => {
                "Undecided after " (count(2 * test.pairs)) " games, the limit (elo0 = " (elo0) ", elo1 = " (elo1) (unit) ")."
            },
            TestVerdict::NothingNew => {
                "Undecided after " (count(2 * test.pairs))
                " games: the bots are deterministic, and the last pairs all repeat earlier games."
            },
            TestVerdict::Running => { "Not decided yet: more games are to be played." }
        }
    }
}

/// What was tested, and the pairs that count.
pub(super) fn section(report: &Report, test: &SequentialTest) -> Markup {
    let unit = if test.scale == "normalized" { "normalized Elo" } else { "Elo" };
    let [lower, upper] = test.bounds;
    html! {
        section aria-labelledby="test" {
            h2 #test { "What was tested" }
            div.scroll tabindex="0" role="region" aria-label="Hypotheses" {
                table {
                    thead {
                        tr {
                            th scope="col" { "Hypothesis" }
                            th.n scope="col" { "Difference" }
                            th.n scope="col" { "Accepted at" }
                            th.n scope="col" { "Wrongly accepted" }
                        }
                    }
                    tbody {
                        tr {
                            th scope="row" { "H0: " (name(report, NEW)) " is not stronger than " (name(report, OLD)) }
                            td.n { (minus(&test.elo0.to_string())) " " (unit) }
                            td.n { "ratio " (signed(lower, 2)) }
                            td.n { (percent(test.beta)) " of tests at most" }
                        }
                        tr {
                            th scope="row" { "H1: " (name(report, NEW)) " is stronger" }
                            td.n { (minus(&test.elo1.to_string())) " " (unit) }
                            td.n { "ratio " (signed(upper, 2)) }
                            td.n { (percent(test.alpha)) " of tests at most" }
                        }
                    }
                }
            }
            p.soft {
                "Pairs of games from one opening, with the seats swapped in the second, are played until the log-likelihood \
                 ratio of the two hypotheses reaches a bound. "
                (name(report, NEW)) " scored " (percent(test.score)) " of the points."
                @if let Some(normalized) = test.normalized_elo {
                    " In normalized Elo the difference is " (signed(normalized, 1)) "."
                }
                " An estimate made when a test has decided lies too far from zero."
            }
            (pairs(report, test))
        }
    }
}

fn pairs(report: &Report, test: &SequentialTest) -> Markup {
    html! {
        h3 { "Pairs by points of " (name(report, NEW)) }
        div.scroll tabindex="0" role="region" aria-label="Pairs by points" {
            table {
                thead {
                    tr { @for points in ["0", "½", "1", "1½", "2"] { th.n scope="col" { (points) } } }
                }
                tbody {
                    tr { @for pairs in test.pairs_by_half_points { td.n { (count(pairs)) } } }
                }
            }
        }
        @if test.copies > 0 {
            p.soft.small {
                (counted(test.copies, "more pair repeats", "more pairs repeat"))
                " an earlier game: between deterministic bots it says nothing new, and does not count."
            }
        }
    }
}

/// The difference, and its interval.
fn elo(test: &SequentialTest) -> (String, String) {
    let SequentialTest { score, elo, low, high, superiority, .. } = *test;
    let text = minus(&EloEstimate { score, elo, low, high, superiority }.to_string());
    let (elo, interval) = text.split_once(" (").unwrap_or((&text, ""));
    (elo.to_owned(), interval.trim_end_matches(')').to_owned())
}

fn signed(figure: f64, digits: usize) -> String {
    minus(&format!("{figure:+.digits$}"))
}

fn percent(share: f64) -> String {
    format!("{:.1}\u{a0}%", 100.0 * share)
}
