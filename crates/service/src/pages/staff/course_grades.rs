//! The grades of a run in a course system: sent after a preview, with what the course system has.

use axum::response::Response;
use class_model::{GradeColumn, MessageState, Reader, Score, ScoreQueue};
use class_operations::grades::{
    PlannedScore, ScorePlan, ScoreSettings, plan_scores, resend_scores, send_scores,
};
use class_operations::roster::users;
use class_operations::runs::check_release_in;
use explain::Error;
use game::visible;
use maud::{Markup, html};

use super::course_roster::{chosen, course_field};
use super::{graded_runs, staff_layout};
use crate::answer::page;
use crate::class_visit::View;
use crate::course_services::CourseLink;
use crate::form_values::FormValues;
use crate::forms;
use crate::pages::problem::refusal;
use crate::pages::{button, form_mark, time};
use crate::problem::Problem;

const FORM: &str = "course-grades";
const SEND: &str = "send";
const AGAIN: &str = "again";
/// Maximum length of a heading, in characters.
const LONGEST: usize = 100;

/// Shows a preview of the grades to send; queues them once the preview was confirmed; queues failed ones again. If the
/// form is rejected, the answer is `shown`, the page with the form.
pub(super) fn answer(
    view: &View,
    run: &str,
    typed: FormValues,
    shown: impl FnOnce(&View) -> Result<Markup, Problem>,
) -> Result<Response, Problem> {
    match typed.get("do") {
        AGAIN => forms::change(view, FORM, typed, shown, |_| {
            resend_scores(&view.class, run)?;
            Ok(section_address(view, run))
        }),
        SEND => forms::change(view, FORM, typed, shown, |typed| {
            let (column, plan) = plan(view, run, typed)?;
            send_scores(&view.class, &column, &plan, typed.get("shown"))?;
            Ok(section_address(view, run))
        }),
        _ => forms::answer(view, FORM, typed, shown, |typed| {
            let (column, plan) = plan(view, run, typed)?;
            Ok(page(preview(view, &column, typed, &plan)))
        }),
    }
}

fn address(view: &View, run: &str) -> String {
    format!("{}/send", graded_runs::address(view, run))
}

fn section_address(view: &View, run: &str) -> String {
    format!("{}#course", graded_runs::address(view, run))
}

/// Returns the column and the scores that a form asks for.
fn plan(view: &View, run: &str, typed: &FormValues) -> Result<(GradeColumn, ScorePlan), Problem> {
    let course = chosen(view, typed)?;
    let unoffered = || Problem::bad(format!("{} offers no columns for grades", visible(&course.title)));
    let items = course.columns.as_ref().ok_or_else(unoffered)?.as_str().to_owned();
    let label = typed.given("label").ok_or_else(|| Problem::bad("no heading was given"))?;
    if label.chars().count() > LONGEST || label.chars().any(char::is_control) {
        return Err(Problem::bad(format!("a heading has at most {LONGEST} characters")));
    }
    let maximum = number(typed, "maximum")?.filter(|maximum| *maximum > 0.0);
    let maximum = maximum.ok_or_else(|| Problem::bad("the maximum grade must be a number above 0"))?;
    let settings = ScoreSettings { maximum, no_show: number(typed, "no-show")? };
    let graded = graded_runs::open(view, run)?;
    if typed.given("include-frozen").is_none() {
        check_release_in(&view.class, &view.facts, &graded.run)?;
    }
    let users = users(&view.facts, &course.students(&view.class)?);
    let plan = plan_scores(&view.class, &view.facts, &graded, &users, &settings)?;
    let column = GradeColumn {
        run: run.to_owned(),
        system: course.system,
        course: course.title,
        items,
        item: None,
        label,
        maximum,
    };
    Ok((column, plan))
}

fn number(typed: &FormValues, field: &str) -> Result<Option<f64>, Problem> {
    let read = |text: String| {
        let number = text.replace(',', ".").parse::<f64>().ok().filter(|number| number.is_finite());
        number.ok_or_else(|| Problem::bad(format!("\"{}\" is not a number", visible(&text))))
    };
    typed.given(field).map(read).transpose()
}

fn preview(view: &View, column: &GradeColumn, typed: &FormValues, plan: &ScorePlan) -> Markup {
    let run = &column.run;
    let count = plan.scores().len();
    let shown = plan.hash().to_string();
    let content = html! {
        p {
            "Nothing was sent yet. " (count) " of " (plan.rows.len()) " students get a grade in the column \""
            (visible(&column.label)) "\" of " (visible(&column.course)) ", out of " (column.maximum) ". These grades replace those sent before. A student who now has no grade keeps an earlier one in the course system: delete it there."
        }
        div.scroll tabindex="0" role="region" aria-label="Grades to send" {
            table {
                thead { tr { th scope="col" { "Student" } th.n scope="col" { "Grade" } th scope="col" { "Note" } } }
                tbody { @for row in &plan.rows {
                    tr {
                        th.person scope="row" { (visible(&row.name)) " (" (visible(&row.student)) ")" }
                        td.n { @if let Some(grade) = row.grade { (grade) } }
                        td.why { (note(row, plan.maximum)) }
                    }
                } }
            }
        }
        p {
            @if count > 0 {
                form.inline method="post" action=(address(view, run)) {
                    (form_mark(view))
                    input type="hidden" name="do" value=(SEND);
                    input type="hidden" name="shown" value=(shown);
                    @for (name, text) in typed.fields() { input type="hidden" name=(name) value=(text); }
                    button.main type="submit" { "Send " (count) " " (if count == 1 { "grade" } else { "grades" }) }
                }
                " "
            }
            a href=(graded_runs::address(view, run)) { "Cancel" }
        }
    };
    staff_layout::below(view, "Grades", &format!("Grades of {run}"), &content)
}

fn note(row: &PlannedScore, maximum: f64) -> &'static str {
    match row {
        PlannedScore { grade: None, .. } => "No grade: nothing is sent",
        PlannedScore { user: None, .. } => "Not found in the course: nothing is sent",
        _ if !row.is_sendable() => "Below 0: course systems do not accept it",
        PlannedScore { grade: Some(grade), .. } if *grade > maximum => "Above the maximum",
        _ => "",
    }
}

/// Renders the form for sending and what became of the grades that were sent.
pub(super) fn section(view: &View, run: &str) -> Result<Markup, Problem> {
    let courses = CourseLink::all(&view.class.folder)?;
    let courses: Vec<&CourseLink> = courses.iter().filter(|course| course.columns.is_some()).collect();
    let columns = columns(view, run)?;
    if courses.is_empty() && columns.is_empty() {
        return Ok(html! {});
    }
    let last = columns.last().map(|(column, _)| column);
    let typed = |field: &str, otherwise: String| match view.refused(FORM) {
        Some(_) => view.typed(FORM, field).to_owned(),
        None => otherwise,
    };
    let label = typed("label", last.map_or_else(|| run.to_owned(), |column| column.label.clone()));
    let maximum = typed("maximum", last.map(|column| column.maximum.to_string()).unwrap_or_default());
    Ok(html! {
        section id="course" {
            h2 { "Send to the course system" }
            @if !courses.is_empty() {
                p { "Grades go into a column of the course's gradebook, which is made with the first grade." }
                (refusal(view, FORM))
                form method="post" action=(address(view, run)) {
                    (form_mark(view))
                    p { (course_field(view, FORM, &courses)) }
                    p { label { "Heading of the column " input type="text" name="label" maxlength=(LONGEST) required value=(label); } }
                    p { label { "Maximum grade " input.short type="text" inputmode="decimal" name="maximum" required value=(maximum); } }
                    p { label { "Grade for students absent from the run " input.short type="text" inputmode="decimal" name="no-show" value=(view.typed(FORM, "no-show")); } }
                    @if view.facts.frozen(Reader::Participants).is_some() {
                        p { label { input type="checkbox" name="include-frozen" value="yes" checked[!view.typed(FORM, "include-frozen").is_empty()]; " Include frozen results" } }
                    }
                    p { button type="submit" { "Preview grades" } }
                }
            }
            @for (column, scores) in &columns { (sent(view, column, scores)) }
        }
    })
}

/// Returns the columns of a run with their scores.
fn columns(view: &View, run: &str) -> Result<Vec<(GradeColumn, Vec<Score>)>, Error> {
    let Some(queue) = ScoreQueue::open_if_there(&view.class.folder)? else { return Ok(Vec::new()) };
    let of_run = queue.columns()?.into_iter().filter(|(_, column)| column.run == run);
    of_run.map(|(number, column)| Ok((column, queue.of_column(number)?))).collect()
}

fn sent(view: &View, column: &GradeColumn, scores: &[Score]) -> Markup {
    let count = |is: &dyn Fn(&Score) -> bool| scores.iter().filter(|score| is(score)).count();
    let needed = count(&|score| score.state != MessageState::Obsolete);
    let waiting = count(&|score| matches!(score.state, MessageState::Waiting | MessageState::Sending));
    let sent = count(&|score| score.state == MessageState::Sent);
    let same = count(&|score| score.state == MessageState::Sent && score.agrees());
    let failed = count(&|score| score.state == MessageState::Failed);
    let title = format!("\"{}\" in {}", visible(&column.label), visible(&column.course));
    html! {
        h3 { (title) }
        p role="status" {
            (sent) " of " (needed) " sent; the course system shows the same grade for " (same) "."
            @if waiting > 0 { " " (waiting) " waiting. Reload the page to see how far it is." }
        }
        @if failed > 0 {
            p.notice {
                (failed) " not sent. "
                (button(view, &address(view, &column.run), &[("do", AGAIN)], "Send again"))
            }
        }
        div.scroll tabindex="0" role="region" aria-label=(title) {
            table {
                thead { tr {
                    th scope="col" { "Student" } th.n scope="col" { "Grade" } th scope="col" { "Status" }
                    th.n scope="col" { "In the course system" } th scope="col" { "Note" } th scope="col" { "Time" }
                } }
                tbody { @for score in scores { (row(view, score)) } }
            }
        }
    }
}

fn row(view: &View, score: &Score) -> Markup {
    let is_other = score.state == MessageState::Sent && score.result.is_some() && !score.agrees();
    let state = match score.state {
        MessageState::Waiting | MessageState::Sending => "waiting",
        MessageState::Sent => "sent",
        MessageState::Failed => "not sent",
        MessageState::Obsolete => "not needed",
    };
    html! {
        tr {
            th.person scope="row" { (staff_layout::link(view, &score.student)) }
            td.n { (score.points) }
            td.nowrap { @if score.state == MessageState::Failed { span.tag.bad { (state) } } @else { (state) } }
            td.n { @if let Some(result) = score.result { (result) } }
            td.why {
                @if is_other { "The course system shows another grade. It may have been changed there. " }
                (visible(score.answer.as_deref().unwrap_or_default()))
                @if score.state == MessageState::Waiting && score.tries > 0 { "; next try " (time(view, score.due)) }
            }
            td.nowrap { (time(view, score.changed)) }
        }
    }
}
