//! The choice by staff of the version that a student plays.

use axum::response::Response;
use class_operations::submission::{Activate, activate};
use maud::{Markup, html};

use crate::class_visit::View;
use crate::form_values::FormValues;
use crate::forms;
use crate::pages::problem::refusal;
use crate::pages::{must_see, number, of_student, student_address};
use crate::problem::Problem;
use crate::url_parameters::Path;

const FORM: &str = "choice";

/// Chooses the version of a student; without a number, the last accepted one.
pub(crate) fn choose(
    view: &View,
    Path((_, id)): Path<(String, String)>,
    typed: FormValues,
) -> Result<Response, Problem> {
    view.must_have_right(|rights| rights.choose)?;
    must_see(view, &id)?;
    let page = |view: &View| of_student(view, &id);
    forms::change(view, FORM, typed, page, |typed| {
        let submission = number(typed.get("submission"), "a submission number")?;
        activate(&view.class, Activate { student: id.clone(), submission })?;
        Ok(student_address(view, &id) + "#versions")
    })
}

/// Returns the address for choices; `None` if the caller may make none.
pub(super) fn address(view: &View, id: &str) -> Option<String> {
    view.has_right(|rights| rights.choose).then(|| format!("{}/choice", student_address(view, id)))
}

/// Renders the reason why a choice was refused.
pub(super) fn refused(view: &View) -> Markup {
    html! { (refusal(view, FORM)) }
}
