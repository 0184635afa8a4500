//! Participation of a student: a form on the student's page.

use axum::response::Response;
use class_operations::roster::{Withdraw, reinstate, withdraw};
use maud::{Markup, html};

use crate::class_visit::View;
use crate::form_values::FormValues;
use crate::forms;
use crate::pages::problem::refusal;
use crate::pages::{form_mark, must_see, of_student, student_address, time};
use crate::problem::Problem;
use crate::url_parameters::Path;

const FORM: &str = "participation";

/// Withdraws a student, or lets them take part again.
pub(crate) fn change(
    view: &View,
    Path((_, id)): Path<(String, String)>,
    typed: FormValues,
) -> Result<Response, Problem> {
    view.must_be_teacher()?;
    must_see(view, &id)?;
    let page = |view: &View| of_student(view, &id);
    forms::change(view, FORM, typed, page, |typed| {
        match typed.get("to") {
            "withdraw" => {
                let (student, reason) = (id.clone(), typed.get("reason").to_owned());
                withdraw(&view.class, Withdraw { student, reason })?;
            }
            "reinstate" => drop(reinstate(&view.class, &id)?),
            _ => return Err(Problem::bad("there is no such decision")),
        }
        Ok(student_address(view, &id))
    })
}

pub(super) fn form(view: &View, id: &str) -> Markup {
    let withdrawal = view.facts.withdrawal(id);
    html! {
        section id="participation" {
            h2 { "Participation" }
            (refusal(view, FORM))
            form.row method="post" action=(format!("{}/participation", student_address(view, id))) {
                (form_mark(view))
                @if let Some(since) = withdrawal {
                    input type="hidden" name="to" value="reinstate";
                    p {
                        "Withdrawn since " (time(view, since.at))
                        @if !since.what.reason.is_empty() { ": " (crate::pages::in_lines(&since.what.reason)) } "."
                    }
                    button type="submit" { "Reinstate" }
                } @else {
                    input type="hidden" name="to" value="withdraw";
                    p { "A withdrawn student can no longer hand in, and their bots take part in nothing that starts after the withdrawal." }
                    label.text { "Reason " input type="text" name="reason" value=(view.typed(FORM, "reason")) maxlength="1000"; }
                    button type="submit" { "Withdraw" }
                }
            }
        }
    }
}
