//! Near copies among submissions, for teachers only: compared on request.

use axum::http::StatusCode;
use axum::response::Response;
use maud::{Markup, html};

use super::staff_layout;
use crate::class_visit::View;
use crate::form_values::FormValues;
use crate::forms;
use crate::pages::form_mark;
use crate::pages::problem::refusal;
use crate::pages::runs::whole_page;
use crate::problem::Problem;

const TITLE: &str = "Similarity";
const ADDRESS: &str = "staff/copies";
const FORM: &str = "compare";

/// Compares all versions and returns the near copies.
pub(crate) fn compare(view: &View, (): (), typed: FormValues) -> Result<Response, Problem> {
    view.must_be_teacher()?;
    forms::answer(view, FORM, typed, page, |_| {
        let busy = |_| {
            Problem::new(StatusCode::SERVICE_UNAVAILABLE, "a comparison is already running")
                .hint("wait a minute and try again")
        };
        let _permit = view.app.comparisons.try_acquire().map_err(busy)?;
        let found = (view.app.compare)(view.class.folder.root(), &view.place.home, &view.app.stop);
        found.map(whole_page).map_err(Problem::unable)
    })
}

pub(crate) fn page(view: &View) -> Result<Markup, Problem> {
    view.must_be_teacher()?;
    let content = html! {
        p {
            "The active or last accepted version of each student or team is compared with those of all others and with the sample bots. "
            "Parts of the starters, and parts that a fifth of the class has, are ignored. A match is for you to look at, and no "
            "verdict: two students may have learned from the same book."
        }
        (refusal(view, FORM))
        form method="post" action=(view.address(ADDRESS)) {
            (form_mark(view))
            p { button.main type="submit" { "Compare" } }
            p.soft { "With many versions, this takes a few minutes. The list is not stored: if you save the page, keep it as private as the class." }
        }
    };
    Ok(staff_layout::page(view, TITLE, &content))
}
