//! The list of near copies as a single page, for the teacher only.

use game::visible;
use maud::{Markup, html};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

use super::sources::{SourceFile, Sources};
use super::{ComparedStudent, ComparedVersion, CopiesReport, Kind, Lines, SimilarPair};
use crate::private_page::private_page;

const OWN_STYLE: &str = include_str!("page.css");
/// Maximum number of functions and of passages in the tables of a pair.
const MOST_ROWS: usize = 40;

/// Returns the page for a class with this name. It loads nothing and contains no scripts. `home` is the address of the
/// class in the service, for links to students and submissions; without it, there are no links.
pub fn copies_page(class: &str, report: &CopiesReport, home: Option<&str>) -> String {
    let title = format!("Similar bots · {}", visible(class));
    let content = html! {
        (overview(&title, report, home))
        @for (at, pair) in report.pairs.iter().enumerate() { (section(at, pair, home)) }
    };
    private_page(&title, OWN_STYLE, &content)
}

fn overview(title: &str, report: &CopiesReport, home: Option<&str>) -> Markup {
    let count = report.compared.len();
    html! {
        @if let Some(home) = home { p { a href=(home) { "All students" } " › " a href={ (home) "staff/copies" } { "Similarity" } } }
        h1 { (title) }
        p {
            (count) " compared. A listed pair is worth a look, nothing more: two students may have learned from the same book, "
            "and an idea may have only one short form. Code that all students were given is left out."
        }
        p { "This page contains students' sources and names: keep it as private as the class." }
        @if report.pairs.is_empty() {
            p { "No two submissions are similar enough to list." }
        } @else {
            div.scroll tabindex="0" role="region" aria-label="Pairs" {
                table {
                    thead { tr { th scope="col" { "One" } th scope="col" { "Other" } th scope="col" { "In common" } th scope="col" { "Compared by" } } }
                    tbody {
                        @for (at, pair) in report.pairs.iter().enumerate() {
                            tr {
                                td { a href=(format!("#pair-{}", at + 1)) { (called(&pair.one)) } }
                                td { (other(pair)) }
                                td { (percent(pair.share)) @if pair.is_small { ", less certain" } }
                                td { (compared_by(pair)) }
                            }
                        }
                    }
                }
            }
        }
        @if !report.not_compared.is_empty() {
            details {
                summary { "Not compared: " (report.not_compared.len()) }
                ul { @for one in &report.not_compared { li { (named(&one.students, &one.alias)) ", submission " (one.submission) ": " (visible(&one.why)) } } }
            }
        }
    }
}

fn section(at: usize, pair: &SimilarPair, home: Option<&str>) -> Markup {
    html! {
        section.similar id=(format!("pair-{}", at + 1)) {
            h2 { (called(&pair.one)) " and " (other(pair)) }
            @if let Some(home) = home {
                p { @for version in [Some(&pair.one), pair.other.as_ref()].into_iter().flatten() { (links(home, version)) br; } a href="#" { "Back to the list" } }
            }
            p {
                (percent(pair.share)) " of the smaller one is also in the other, compared by " (compared_by(pair)) "."
                @if pair.is_small { " That is less certain, because it is small: " (pair.smaller) " fingerprints." }
            }
            (functions(at, pair))
            (passages(at, pair))
            @match &pair.sources {
                Some([one, other]) => {
                    h3 { "Sources side by side" }
                    p { "Marked lines have the same tokens, apart from names, numbers and strings." }
                    div.beside {
                        (side(&pair.one, one, &marked(pair, |(one, _)| one)))
                        @if let Some(version) = &pair.other { (side(version, other, &marked(pair, |(_, other)| other))) }
                    }
                }
                None if pair.other.is_some() => { p { "The two were not both handed in with sources." } }
                None => {}
            }
        }
    }
}

fn functions(at: usize, pair: &SimilarPair) -> Markup {
    html! {
        @if !pair.functions.is_empty() {
            h3 { "Functions with most in common" }
            div.scroll tabindex="0" role="region" aria-label=(format!("Functions of pair {}", at + 1)) {
                table {
                    thead { tr { th scope="col" { "One" } th scope="col" { "Other" } th scope="col" { "In common" } th scope="col" { "Sizes in " (pair.counted_in) } } }
                    tbody {
                        @for found in pair.functions.iter().take(MOST_ROWS) {
                            tr {
                                td { (found.one.place_words(pair.kind)) }
                                td { (found.other.place_words(pair.kind)) }
                                td { (percent(found.share)) }
                                td { (found.one.size) " and " (found.other.size) }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn passages(at: usize, pair: &SimilarPair) -> Markup {
    html! {
        @if !pair.passages.is_empty() {
            h3 { "Passages with the same tokens" }
            div.scroll tabindex="0" role="region" aria-label=(format!("Passages of pair {}", at + 1)) {
                table {
                    thead { tr { th scope="col" { "One" } th scope="col" { "Other" } th scope="col" { "Tokens" } } }
                    tbody {
                        @for found in pair.passages.iter().take(MOST_ROWS) {
                            tr { td { (found.one) } td { (found.other) } td { (found.tokens) } }
                        }
                    }
                }
            }
            @if pair.passages.len() > MOST_ROWS { p { "And " (pair.passages.len() - MOST_ROWS) " more, marked below." } }
        }
    }
}

/// Returns the lines of one side that belong to a passage.
fn marked<'p>(pair: &'p SimilarPair, of: impl Fn((&'p Lines, &'p Lines)) -> &'p Lines) -> Vec<&'p Lines> {
    pair.passages.iter().map(|passage| of((&passage.one, &passage.other))).collect()
}

fn side(version: &ComparedVersion, sources: &Sources, marked: &[&Lines]) -> Markup {
    html! {
        div.column {
            @for file in &sources.files {
                h4 { (called(version)) ": " (visible(&file.name)) }
                pre.listing tabindex="0" role="region" aria-label=(format!("{}: {}", visible(&version.alias), visible(&file.name))) {
                    code { (source(file, marked)) }
                }
            }
        }
    }
}

fn source(file: &SourceFile, marked: &[&Lines]) -> Markup {
    let own: Vec<&&Lines> = marked.iter().filter(|lines| lines.file == file.name).collect();
    html! {
        @for (line, text) in (1..).zip(file.text.lines()) {
            @let is_same = own.iter().any(|lines| (lines.first..=lines.last).contains(&line));
            span.row.same[is_same] data-line=(line) { (shown(text)) "\n" }
        }
    }
}

/// Returns a line of a source with tabs kept and other invisible characters made visible.
fn shown(text: &str) -> String {
    text.split('\t').map(visible).collect::<Vec<_>>().join("\t")
}

/// Renders links to the students and to the submission.
fn links(home: &str, version: &ComparedVersion) -> Markup {
    html! {
        @for student in &version.students { a href=(student_page(home, &student.id)) { (visible(&student.name)) } " (" (visible(&student.id)) "), " }
        a href={ (home) "submissions/" (version.submission) } { "submission " (version.submission) }
    }
}

fn student_page(home: &str, id: &str) -> String {
    format!("{home}students/{}", utf8_percent_encode(id, NON_ALPHANUMERIC))
}

fn called(version: &ComparedVersion) -> String {
    format!("{}, submission {}", named(&version.students, &version.alias), version.submission)
}

/// Returns the names of the students with the alias in runs, unless it is the name: `Ada Lovelace (Engine)`.
fn named(students: &[ComparedStudent], alias: &str) -> String {
    let names: Vec<String> = students.iter().map(|student| visible(&student.name)).collect();
    let (names, alias) = (names.join(", "), visible(alias));
    if names.is_empty() || names == alias { alias } else { format!("{names} ({alias})") }
}

fn other(pair: &SimilarPair) -> String {
    let sample = || format!("the sample bot {}", pair.baseline.as_deref().unwrap_or_default());
    pair.other.as_ref().map_or_else(sample, called)
}

fn compared_by(pair: &SimilarPair) -> &'static str {
    match pair.kind {
        Kind::Module => "their modules",
        Kind::JavaScript | Kind::Python => "their scripts",
        Kind::Source(_) => "the sources of their modules",
    }
}

fn percent(share: f64) -> String {
    format!("{:.0} %", 100.0 * share)
}
