//! Export of a run's grades into a file of a course system: a preview of the changes, then the file.

use axum::response::Response;
use class_operations::NamedFile;
use class_operations::grades::{
    GradeExport, GradeTransfer, GradedRun, TransferPlan, cell_words, export_grades,
};
use class_operations::runs::check_release_in;
use course_files::gradebook::{Decimal, Mark, Matched};
use game::visible;
use maud::{Markup, html};

use super::file_field::{file_field, go_on};
use super::{graded_runs, staff_layout};
use crate::answer::{attachment, page};
use crate::class_visit::View;
use crate::form_values::{FILE, FormValues};
use crate::pages::problem::refusal;
use crate::pages::{form_mark, sentence};
use crate::problem::Problem;

pub(super) const FORM: &str = "export";
/// The field for the column of the grades, in the format of `FIELDS`.
const COLUMN: (&str, &str, &str) = ("column", "Column for the grades", "--column");
/// Fields that a course system's file seldom needs, with their labels and the command-line options for them.
const FIELDS: [(&str, &str, &str); 7] = [
    ("match", "Column that identifies students", "--match"),
    ("no-show", "Grade for students absent from the run", "--no-show GRADE"),
    ("decimals", "Maximum number of decimals", "--decimals"),
    ("maximum", "Column with the maximum grade", "--maximum"),
    ("locked", "Column that marks locked rows", "--locked"),
    ("locked-as", "Its value in locked rows", "--locked"),
    ("points", "Points for a new Canvas assignment", "--new-assignment POINTS"),
];

/// Returns a preview of the changes; or the file, once the preview was confirmed.
pub(super) fn answer(view: &View, run: &str, typed: &FormValues) -> Result<Response, Problem> {
    let file = typed.file(FILE)?;
    let graded = graded_runs::open(view, run)?;
    let export = export(view, &graded, &file, typed).map_err(in_words_of_the_form)?;
    if typed.get("do") == "file" {
        return Ok(attachment(export.transfer.bytes(), &file.name));
    }
    Ok(page(preview(view, run, typed, &export)))
}

fn export<'a>(
    view: &View,
    run: &GradedRun,
    file: &'a NamedFile,
    typed: &FormValues,
) -> Result<GradeExport<'a>, Problem> {
    if typed.given("include-frozen").is_none() {
        check_release_in(&view.class, &view.facts, &run.run)?;
    }
    let no_show = number(typed, "no-show")?;
    let matched = typed.given("match");
    let plan = plan(typed)?;
    let (class, facts) = (&view.class, &view.facts);
    Ok(export_grades(class, facts, run, file, &plan, matched.as_deref(), no_show.as_ref())?)
}

fn plan(typed: &FormValues) -> Result<TransferPlan, Problem> {
    let decimals = typed.given("decimals").map(|text| text.parse().ok().filter(|decimals| *decimals <= 9));
    let decimals = decimals
        .map(|decimals| decimals.ok_or_else(|| Problem::bad("the number of decimals must be from 0 to 9")));
    Ok(TransferPlan {
        column: typed.given(COLUMN.0).ok_or_else(|| Problem::bad("no column for the grades was given"))?,
        new_assignment: number(typed, "points")?,
        maximum: typed.given("maximum"),
        locked: typed.given("locked").zip(typed.given("locked-as")),
        mark: match typed.get("mark-of-decimals") {
            "point" => Some(Mark::Point),
            "comma" => Some(Mark::Comma),
            _ => None,
        },
        decimals: decimals.transpose()?,
    })
}

fn number(typed: &FormValues, field: &str) -> Result<Option<Decimal>, Problem> {
    let read = |text: String| {
        let what = format!("\"{text}\" is not a number");
        Decimal::parse(&text).ok_or_else(|| Problem::bad(what))
    };
    typed.given(field).map(read).transpose()
}

/// Replaces the command-line options in hints by the fields of the form.
fn in_words_of_the_form(mut problem: Problem) -> Problem {
    problem.hints = problem.hints.iter().map(|hint| with_fields(hint)).collect();
    problem
}

fn with_fields(text: &str) -> String {
    let fields = FIELDS.iter().chain([&COLUMN]);
    fields.fold(text.to_owned(), |text, (_, label, option)| text.replace(option, &format!("\"{label}\"")))
}

pub(super) fn form(view: &View, run: &str) -> Markup {
    let is_open = FIELDS.iter().any(|(field, ..)| !view.typed(FORM, field).is_empty());
    let mark = view.typed(FORM, "mark-of-decimals");
    html! {
        section id="export" {
            h2 { "Export to a course system" }
            p {
                "Upload Moodle's grading worksheet, a gradebook export from Moodle or Canvas, or another CSV file. You get it back with the "
                "grades filled into one column and nothing else changed. Rows are matched to students by id or email address."
            }
            (refusal(view, FORM))
            form method="post" action=(graded_runs::address(view, run)) enctype="multipart/form-data" {
                (form_mark(view))
                (file_field(view, FORM, "The file exported from the course system"))
                (text_field(view, COLUMN.0, COLUMN.1, true))
                details open[is_open] {
                    summary { "More options" }
                    @for (field, label, _) in FIELDS { (text_field(view, field, label, false)) }
                    p {
                        label {
                            "Decimal mark "
                            select name="mark-of-decimals" {
                                option value="" { "as in the file" }
                                option value="point" selected[mark == "point"] { "point" }
                                option value="comma" selected[mark == "comma"] { "comma" }
                            }
                        }
                    }
                }
                @if view.facts.frozen(class_model::Reader::Participants).is_some() {
                    p { label { input type="checkbox" name="include-frozen" value="yes" checked[!view.typed(FORM, "include-frozen").is_empty()]; " Include frozen results" } }
                }
                p { button type="submit" { "Preview changes" } }
            }
        }
    }
}

fn text_field(view: &View, field: &str, label: &str, is_required: bool) -> Markup {
    html! { p { label { (label) " " input type="text" name=(field) value=(view.typed(FORM, field)) required[is_required]; } } }
}

/// Renders a preview of the changes.
fn preview(view: &View, run: &str, typed: &FormValues, export: &GradeExport<'_>) -> Markup {
    let GradeExport { transfer: made, warnings } = export;
    let GradeTransfer { sheet, transfer, .. } = made;
    let missing = transfer.unmatched.iter().map(|left| visible(&left.who)).collect::<Vec<_>>();
    let others = transfer.others.iter().map(|other| format!("line {} {}", other.line, visible(&other.key)));
    let others: Vec<String> = others.collect();
    let content = html! {
        p { (sentence(sheet.kind().name())) ", separated by " (sheet.separator().name()) "s, with a decimal " (transfer.mark.name()) "." }
        @for warning in warnings { p.notice { (crate::pages::in_lines(&with_fields(&warning.to_string()))) } }
        div.scroll tabindex="0" role="region" aria-label="Changes" {
            table {
                thead { tr { th.n scope="col" { "Line" } th scope="col" { "Entrant" } th scope="col" { "Matched by" } th.n scope="col" { "Current" } th.n scope="col" { "New" } th scope="col" { "Note" } } }
                tbody { @for row in &transfer.rows { (row_of(row)) } }
            }
        }
        (list("Entrants without a row", &missing))
        (list("Rows without an entrant", &others))
        @for remark in &transfer.remarks { p { "Note: " (visible(remark)) } }
        p {
            (go_on(view, &graded_runs::address(view, run), typed, &[("do", "file")], "Download the file"))
            " "
            a href=(graded_runs::address(view, run)) { "Back to the grades" }
        }
    };
    staff_layout::below(view, "Grades", &format!("Grades of {run}"), &content)
}

fn row_of(row: &Matched) -> Markup {
    let (then, note) = cell_words(row);
    html! {
        tr {
            td.n { (row.line) }
            th.name scope="row" { (visible(&row.who)) }
            td.name { (visible(&row.key)) }
            td.n { (visible(row.old.trim())) }
            td.n { (visible(then)) }
            td.why { (note) }
        }
    }
}

fn list(what: &str, members: &[String]) -> Markup {
    html! { @if !members.is_empty() { details { summary { (what) ": " (members.len()) } p { (members.join(", ")) } } } }
}
