//! An extension for a student, by staff.

use axum::response::Response;
use class_operations::deadlines::{Extend, extend};
use class_operations::status::ContenderStatus;
use maud::{Markup, html};

use crate::class_visit::View;
use crate::form_values::FormValues;
use crate::forms;
use crate::pages::problem::refusal;
use crate::pages::{deadline, form_mark, must_see, of_student, student_address};
use crate::problem::Problem;
use crate::url_parameters::Path;

const FORM: &str = "time";

/// Extends a student's deadline, or shortens an extension.
pub(crate) fn give(
    view: &View,
    Path((_, id)): Path<(String, String)>,
    typed: FormValues,
) -> Result<Response, Problem> {
    must_see(view, &id)?;
    view.must_have_right(|rights| rights.extend)?;
    let page = |view: &View| of_student(view, &id);
    forms::change(view, FORM, typed, page, |typed| {
        let until = until(typed.get("until"));
        let readings = view.class.plan.zone.readings(&until);
        let reading = typed.given("reading").filter(|reading| readings.contains(reading));
        let is_ambiguous = reading.is_none() && !readings.is_empty();
        let request = Extend {
            student: id.clone(),
            until: reading.unwrap_or(until),
            reason: typed.get("reason").to_owned(),
            may_shorten: !typed.get("shorten").is_empty(),
        };
        extend(&view.class, request).map_err(|error| {
            let mut problem = Problem::from(error);
            if is_ambiguous {
                problem.hints = vec!["choose which of the two you mean".to_owned()];
            }
            for hint in &mut problem.hints {
                *hint = hint.replace("add --shorten", "tick the checkbox below");
            }
            problem
        })?;
        Ok(student_address(view, &id))
    })
}

/// Returns the text of a browser's `datetime-local` field, which separates date and time by a `T`.
fn until(typed: &str) -> String {
    typed.replacen('T', " ", 1)
}

pub(super) fn form(view: &View, id: &str, entry: &ContenderStatus<'_>) -> Markup {
    let extension = view.facts.extension_of(&entry.contender);
    let readings = view.class.plan.zone.readings(&until(view.typed(FORM, "until")));
    html! {
        section id="extension" {
            h2 { "Extension" }
            @if let Some(given) = extension {
                p {
                    "Extended until " (deadline(view, given.until))
                    @if !given.reason.is_empty() { ": " (crate::pages::in_lines(&given.reason)) } "."
                }
            }
            (refusal(view, FORM))
            @if view.has_right(|rights| rights.extend) { form.row method="post" action=(format!("{}/time", student_address(view, id))) {
                (form_mark(view))
                label { "Until " input type="datetime-local" name="until" value=(view.typed(FORM, "until")) required; }
                @if !readings.is_empty() {
                    label { "Meaning " select name="reading" {
                        option value="" { "choose" }
                        @for reading in &readings { option value=(reading) selected[view.typed(FORM, "reading") == reading] { (reading) } }
                    } }
                }
                label.text { "Reason " input type="text" name="reason" value=(view.typed(FORM, "reason")) maxlength="1000"; }
                @if extension.is_some() || view.refused(FORM).is_some() {
                    label { input type="checkbox" name="shorten" value="yes" checked[!view.typed(FORM, "shorten").is_empty()]; " Allow a deadline earlier than the current extension" }
                }
                button type="submit" { "Extend" }
            } }
        }
    }
}
