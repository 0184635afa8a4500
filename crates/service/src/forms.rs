//! Forms as they are sent; those that are refused are shown again with what was typed.

use axum::extract::{Form, FromRequest, Request};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use maud::Markup;
use serde::Deserialize;

use crate::answer::{page, see};
use crate::problem::Problem;
use crate::routes::LARGEST_FORM;
use crate::visit::View;

/// The fields of a form without files, as they were typed.
#[derive(Clone, Default, Deserialize)]
#[serde(transparent)]
pub(crate) struct Typed(Vec<(String, String)>);

/// A form that was refused.
pub(crate) struct RefusedForm {
    /// Which one of its page.
    pub(crate) form: &'static str,
    pub(crate) typed: Typed,
    /// Why.
    pub(crate) problem: Problem,
}

impl Typed {
    /// What was typed into a field; empty if the form has none of this name.
    pub(crate) fn get(&self, field: &str) -> &str {
        let mut fields = self.0.iter();
        fields.find(|(name, _)| name == field).map(|(_, text)| text.as_str()).unwrap_or_default()
    }
}

impl<S: Send + Sync> FromRequest<S> for Typed {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Typed, Problem> {
        let read = Form::<Typed>::from_request(request, state).await;
        let Form(typed) = read.map_err(|rejection| match rejection.into_response().status() {
            StatusCode::PAYLOAD_TOO_LARGE => {
                let what = format!("what was typed has more than {} KiB", LARGEST_FORM >> 10);
                Problem::new(StatusCode::PAYLOAD_TOO_LARGE, what).hint("shorten it, and send it once more")
            }
            _ => Problem::new(StatusCode::BAD_REQUEST, "the form cannot be read"),
        })?;
        Ok(typed)
    }
}

/// Does what a form asks for and leads to the page that `act` returns. If that is refused, `shown` is answered with: the page
/// that has the form.
pub(crate) fn change(
    view: &View,
    form: &'static str,
    typed: Typed,
    shown: impl FnOnce(&View) -> Result<Markup, Problem>,
    act: impl FnOnce(&Typed) -> Result<String, Problem>,
) -> Result<Response, Problem> {
    let done = view.check_mark(Some(typed.get("mark"))).and_then(|()| act(&typed));
    match done {
        Ok(page) => {
            view.place.note(&view.class.facts()?);
            Ok(see(&page))
        }
        Err(problem) => refuse(view, RefusedForm { form, typed, problem }, shown),
    }
}

/// Answers with the page that has a form that was refused, which then says why and has what was typed.
pub(crate) fn refuse(
    view: &View,
    refused: RefusedForm,
    shown: impl FnOnce(&View) -> Result<Markup, Problem>,
) -> Result<Response, Problem> {
    // A view answers one request, so that nothing was refused before.
    let problem = &view.refused.get_or_init(|| refused).problem;
    let shown = shown(view).map_err(|_| problem.clone())?;
    problem.log();
    Ok((problem.status, page(shown)).into_response())
}
