//! Feedback to students, for teachers: a preview, one text for each student, and a course system's file.

use axum::response::Response;
use class_model::Reader;
use class_operations::feedback::{
    FeedbackColumn, FeedbackInto, FeedbackRequest, StudentFeedback, comment_on, feedback, feedback_archive,
};
use class_operations::runs::shown_runs;
use course_files::gradebook::CommentChange;
use game::visible;
use maud::{Markup, html};
use serde::Deserialize;

use super::file_field::{file_field, go_on};
use super::{graded_runs, staff_layout};
use crate::answer::{attachment, page};
use crate::class_visit::View;
use crate::form_values::{FILE, FormValues};
use crate::forms;
use crate::pages::form_mark;
use crate::pages::layout::in_address;
use crate::pages::problem::refusal;
use crate::problem::Problem;
use crate::url_parameters::Query;

const ADDRESS: &str = "staff/feedback";
const TITLE: &str = "Feedback";
const FORM: &str = "feedback";
/// Default column of Moodle's grading worksheet for the feedback.
const COLUMN: &str = "Feedback comments";

/// The requested content of the feedback.
#[derive(Default, Deserialize)]
pub(crate) struct FeedbackOptions {
    /// The run whose results are included; empty for none.
    #[serde(default)]
    run: String,
    /// Any text to include results although they are frozen.
    #[serde(default, rename = "include-frozen")]
    include_frozen: String,
}

/// Shows the feedback.
pub(crate) fn show(view: &View, Query(wanted): Query<FeedbackOptions>) -> Result<Response, Problem> {
    Ok(page(shown(view, &wanted)?))
}

/// Returns an archive with a text for each student.
pub(crate) fn texts(view: &View, Query(wanted): Query<FeedbackOptions>) -> Result<Response, Problem> {
    Ok(attachment(feedback_archive(&wanted.told(view)?)?, "feedback.zip"))
}

/// Puts the feedback into a course system's file, after a preview of the changes.
pub(crate) fn put(view: &View, (): (), typed: FormValues) -> Result<Response, Problem> {
    view.must_be_teacher()?;
    let wanted = FeedbackOptions::from_form(&typed);
    forms::answer(view, FORM, typed, |view| shown(view, &wanted), |typed| answer(view, typed))
}

impl FeedbackOptions {
    fn from_form(typed: &FormValues) -> FeedbackOptions {
        let [run, include_frozen] = ["run", "include-frozen"].map(|field| typed.get(field).to_owned());
        FeedbackOptions { run, include_frozen }
    }

    /// Returns the feedback to all students, for teachers only.
    fn told(&self, view: &View) -> Result<Vec<StudentFeedback>, Problem> {
        view.must_be_teacher()?;
        let run = (!self.run.is_empty()).then(|| graded_runs::open(view, &self.run)).transpose()?;
        let request = FeedbackRequest { run: run.as_ref(), include_frozen: !self.include_frozen.is_empty() };
        Ok(feedback(&view.class, &view.facts, request)?)
    }

    fn query(&self) -> String {
        let [run, include_frozen] = [&self.run, &self.include_frozen].map(|text| in_address(text));
        format!("run={run}&include-frozen={include_frozen}")
    }
}

fn shown(view: &View, wanted: &FeedbackOptions) -> Result<Markup, Problem> {
    view.must_be_teacher()?;
    let told = wanted.told(view);
    let content = html! {
        p { "The feedback shows each student why the last hand-in was refused, which version is active and why, and its results; with a tournament, also the place, the worst loss and how the grade was calculated." }
        (choice(view, wanted))
        @match &told {
            // Frozen results are not an error: the page asks whether to include them.
            Err(problem) => {
                div.notice role="alert" { p { (crate::pages::in_lines(&problem.what)) "." } }
            }
            Ok(told) => {
                section id="texts" {
                    h2 { "Texts" }
                    p { a href={ (view.address(ADDRESS)) "/texts.zip?" (wanted.query()) } download { "All texts" } ", as an archive with one file per student." }
                    @for one in told { (text(one)) }
                }
                (form(view, wanted))
            }
        }
    };
    Ok(staff_layout::page(view, TITLE, &content))
}

/// Renders a form to choose the content of the feedback.
fn choice(view: &View, wanted: &FeedbackOptions) -> Markup {
    let runs = shown_runs(&view.class, &view.facts, None);
    html! {
        form.row method="get" action=(view.address(ADDRESS)) {
            label { "Results of " select name="run" {
                option value="" { "no tournament" }
                @for run in runs.iter().filter(|run| run.is_complete) {
                    option value=(run.name) selected[run.name == wanted.run] { (visible(&run.name)) }
                }
            } }
            @if view.facts.frozen(Reader::Participants).is_some() {
                label { input type="checkbox" name="include-frozen" value="yes" checked[!wanted.include_frozen.is_empty()]; " include frozen results" }
            }
            button type="submit" { "Show" }
        }
    }
}

fn text(one: &StudentFeedback) -> Markup {
    html! {
        details {
            summary { (visible(&one.name)) " (" (visible(&one.id)) ")" }
            pre { @for line in &one.lines { (visible(line)) "\n" } }
        }
    }
}

fn form(view: &View, wanted: &FeedbackOptions) -> Markup {
    let typed = |field, usual| match view.refused(FORM) {
        Some(_) => view.typed(FORM, field),
        None => usual,
    };
    html! {
        section id="into" {
            h2 { "Export to a course system" }
            p {
                "Upload Moodle's grading worksheet. You get it back with the feedback filled into one column and nothing else changed. "
                "Cells that contain other text are left unchanged. Canvas cannot import comments from a file."
            }
            (refusal(view, FORM))
            form method="post" action=(view.address(ADDRESS)) enctype="multipart/form-data" {
                (form_mark(view))
                input type="hidden" name="run" value=(wanted.run);
                input type="hidden" name="include-frozen" value=(wanted.include_frozen);
                (file_field(view, FORM, "The worksheet exported from Moodle"))
                p { label { "Column for the feedback " input type="text" name="column" value=(typed("column", COLUMN)) required; } }
                p { label { "Column that identifies students " input type="text" name="match" value=(typed("match", "")); } " (by default, detected by its heading)" }
                p { button type="submit" { "Preview changes" } }
            }
        }
    }
}

/// Returns a preview of the changes; or the file, once the preview was confirmed.
fn answer(view: &View, typed: &FormValues) -> Result<Response, Problem> {
    let file = typed.file(FILE)?;
    let told = FeedbackOptions::from_form(typed).told(view)?;
    let (column, matched) = (typed.given("column"), typed.given("match"));
    let to = FeedbackColumn { column: column.as_deref().unwrap_or(COLUMN), matched: matched.as_deref() };
    let into = comment_on(&view.facts, &file, to, &told).map_err(in_words_of_the_form)?;
    if typed.get("do") == "file" {
        return Ok(attachment(into.bytes(), &file.name));
    }
    Ok(page(preview(view, typed, &into)))
}

/// Replaces the command-line options in hints by the fields of the form.
fn in_words_of_the_form(error: explain::Error) -> Problem {
    let mut problem = Problem::from(error);
    let words = [
        ("`--column`", "\"Column for the feedback\""),
        ("--column", "\"Column for the feedback\""),
        ("`--texts DIR` writes one text for each student", "the archive has one text for each student"),
        ("--texts DIR writes one text for each student", "the archive has one text for each student"),
        ("--match", "\"Column that identifies students\""),
    ];
    let in_words =
        |hint: &String| words.iter().fold(hint.clone(), |hint, (option, field)| hint.replace(option, field));
    problem.hints = problem.hints.iter().map(in_words).collect();
    problem
}

fn preview(view: &View, typed: &FormValues, into: &FeedbackInto<'_>) -> Markup {
    let (written, same) = (into.count(CommentChange::Written), into.count(CommentChange::Same));
    let lines = |lines: Vec<usize>| lines.iter().map(usize::to_string).collect::<Vec<_>>().join(", ");
    let left = lines(into.left());
    let others = lines(into.comments.others.iter().map(|other| other.line).collect());
    let absent: Vec<String> = into.absent.iter().map(|id| visible(id)).collect();
    let content = html! {
        p { "Written: " (written) ". Already up to date: " (same) "." }
        @if !left.is_empty() { p { "Left unchanged, because they contain other text: lines " (left) "." } }
        @if !absent.is_empty() { p { "Students who are not in the file: " (absent.join(", ")) "." } }
        @if !others.is_empty() { p { "Rows that match no student: lines " (others) "." } }
        p {
            (go_on(view, &view.address(ADDRESS), typed, &[("do", "file")], "Download the file"))
            " "
            a href=(view.address(ADDRESS)) { "Back to the feedback" }
        }
    };
    staff_layout::below(view, TITLE, "Changes", &content)
}
