//! A sequential test: its hypotheses, its result and its games.

use maud::{Markup, html};
use rating::pair_score::EloEstimate;
use rating::scale::{EloScale, percent_of_superiority};
use rating::sprt::{AcceptedHypothesis, Verdict, signed};

use super::name;
use crate::formatting::{count, counted, minus};
use crate::model::{Report, SequentialTest, TestVerdict};

/// The new bot and the old one are the first two entrants.
const NEW: usize = 0;
const OLD: usize = 1;

/// Renders the result in words, and its figures.
pub(super) fn result(report: &Report, test: &SequentialTest) -> Markup {
    html! {
        p.notice role="note" { strong { (verdict(report, test)) } }
        dl.cards {
            @let (elo, interval) = elo(test);
            div { dt { "Elo difference, " (interval) } dd { (elo) } }
            div { dt { "Log-likelihood ratio" } dd { (to_digits(test.log_likelihood_ratio, 2)) } }
            div { dt { "Pairs of games" } dd { (count(test.pairs)) } }
            div { dt { "Likelihood of superiority" } dd { (percent_of_superiority(test.superiority)) } }
            div { dt { "Faults" } dd { (count(report.faults.total())) } }
        }
    }
}

fn verdict(report: &Report, test: &SequentialTest) -> Markup {
    let elos = [test.elo0, test.elo1];
    html! {
        @match test.verdict {
            TestVerdict::Elo1 => (accepted(report, AcceptedHypothesis::from_verdict(Verdict::AcceptElo1, scale(test), elos))),
            TestVerdict::Elo0 => (accepted(report, AcceptedHypothesis::from_verdict(Verdict::AcceptElo0, scale(test), elos))),
            TestVerdict::MaxGames => {
                @let [elo0, elo1] = elos.map(|elo| minus(&signed(elo)));
                "Undecided after " (count(2 * test.pairs)) " games, the limit (elo0 = " (elo0) ", elo1 = " (elo1) " "
                (scale(test).unit()) ")."
            },
            TestVerdict::NothingNew => {
                "Undecided after " (count(2 * test.pairs))
                " games: the bots are deterministic, and the last pairs all repeat earlier games."
            },
            TestVerdict::Running => { "Not decided yet: there are still games to play." }
        }
    }
}

fn scale(test: &SequentialTest) -> EloScale {
    EloScale::named(test.scale).unwrap_or_default()
}

/// Renders the accepted hypothesis and its implication.
fn accepted(report: &Report, accepted: Option<AcceptedHypothesis>) -> Markup {
    html! {
        @if let Some(AcceptedHypothesis { name: hypothesis, difference, relation }) = accepted {
            (hypothesis) " accepted, a difference of " (minus(&difference))
            @if let Some(relation) = relation {
                ": " (name(report, NEW)) " " (relation) " " (name(report, OLD))
            }
            "."
        }
    }
}

/// Renders the hypotheses, and the pairs that count.
pub(super) fn section(report: &Report, test: &SequentialTest) -> Markup {
    let unit = scale(test).unit();
    let [lower, upper] = test.bounds;
    html! {
        section aria-labelledby="test" {
            h2 #test { "What was tested" }
            div.scroll tabindex="0" role="region" aria-label="Hypotheses" {
                table {
                    thead {
                        tr {
                            th scope="col" { "Hypothesis" }
                            th.n scope="col" { "Lead of " (name(report, NEW)) " over " (name(report, OLD)) }
                            th.n scope="col" { "Accepted at" }
                            th.n scope="col" { "Wrongly accepted" }
                        }
                    }
                    tbody {
                        tr {
                            th scope="row" { "H0" }
                            td.n { (minus(&signed(test.elo0))) " " (unit) }
                            td.n { "ratio " (to_digits(lower, 2)) }
                            td.n { "at most " (percent(test.beta)) " of tests" }
                        }
                        tr {
                            th scope="row" { "H1" }
                            td.n { (minus(&signed(test.elo1))) " " (unit) }
                            td.n { "ratio " (to_digits(upper, 2)) }
                            td.n { "at most " (percent(test.alpha)) " of tests" }
                        }
                    }
                }
            }
            p.soft {
                "Pairs of games from one opening, with the seats swapped in the second, are played until the log-likelihood \
                 ratio of the two hypotheses reaches a bound. "
                (name(report, NEW)) " scored " (percent(test.score)) " of the points."
                @if let Some(normalized) = test.normalized_elo {
                    " In normalized Elo the difference is " (to_digits(normalized, 1)) "."
                }
                " A test stops when results are extreme: the estimate and its interval are corrected for that, the points are \
                 not."
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
                " an earlier game: between deterministic bots, a repeat is no new evidence and does not count."
            }
        }
    }
}

/// Returns the difference and its interval.
fn elo(test: &SequentialTest) -> (String, String) {
    let SequentialTest { score, elo, low, high, superiority, .. } = *test;
    let text = minus(&EloEstimate { score, elo, low, high, superiority }.to_string());
    let (elo, interval) = text.split_once(" (").unwrap_or((&text, ""));
    (elo.to_owned(), interval.trim_end_matches(')').to_owned())
}

fn to_digits(figure: f64, digits: usize) -> String {
    minus(&format!("{figure:+.digits$}"))
}

fn percent(share: f64) -> String {
    format!("{:.1}\u{a0}%", 100.0 * share)
}
