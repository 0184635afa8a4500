//! Pages and notices of problems.

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use maud::{Markup, html};

use super::layout::Frame;
use super::with_code;
use crate::answer::page;
use crate::class_visit::View;
use crate::problem::Problem;

impl IntoResponse for Problem {
    /// Returns the status with the problem, which becomes a page in [`with_page`], and JSON for the API.
    fn into_response(self) -> Response {
        self.log();
        let mut response = self.status.into_response();
        response.extensions_mut().insert(self);
        response
    }
}

/// Adds the page to the answer of a failed request; `path` is the path of the service.
pub(crate) fn with_page(mut response: Response, path: &str) -> Response {
    let Some(problem) = response.extensions_mut().remove::<Problem>() else { return response };
    let status = response.status();
    let page = page(problem_page(&problem, path));
    let mut response = (status, response.headers().clone(), page).into_response();
    response.extensions_mut().insert(problem);
    response
}

/// Renders a failure and its hints.
pub(super) fn alert(problem: &Problem) -> Markup {
    html! {
        div.notice role="alert" {
            p { (super::in_lines(&problem.what)) }
            @for hint in &problem.hints { p { (with_code(hint)) } }
        }
    }
}

/// Renders the reason why a form was rejected; nothing if it was not.
pub(super) fn refusal(view: &View, form: &str) -> Markup {
    html! { @if let Some(refused) = view.refused(form) { (alert(&refused.problem)) } }
}

fn problem_page(problem: &Problem, path: &str) -> Markup {
    let title = match problem.status {
        StatusCode::NOT_FOUND => "Not found",
        StatusCode::UNAUTHORIZED => "Not signed in",
        StatusCode::FORBIDDEN => "Not allowed",
        status if status.is_server_error() => "Something went wrong",
        _ => "Request failed",
    };
    let content = html! {
        (alert(problem))
        p.soft { "Use your browser's back button, or " a href={ (path) "/" } { "go to the home page" } "." }
    };
    Frame::of_service(title, path).page(&content)
}
