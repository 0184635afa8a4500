//! Pages and notices of problems.

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use maud::{Markup, html};

use super::layout::Frame;
use super::with_code;
use crate::answer::page;
use crate::problem::Problem;
use crate::visit::View;

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        self.log();
        let mut response = (self.status, page(problem_page(&self))).into_response();
        // For the API, which answers with JSON instead of a page.
        response.extensions_mut().insert(self);
        response
    }
}

/// Renders a failure and its hints.
fn alert(problem: &Problem) -> Markup {
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

fn problem_page(problem: &Problem) -> Markup {
    let title = match problem.status {
        StatusCode::NOT_FOUND => "Not found",
        StatusCode::UNAUTHORIZED => "Not signed in",
        StatusCode::FORBIDDEN => "Not allowed",
        status if status.is_server_error() => "That did not work",
        _ => "Not done",
    };
    let content = html! {
        (alert(problem))
        p.soft { "Your browser's back button leads to where you came from, and this " a href="/" { "to the first page" } "." }
    };
    Frame::of_service(title).page(&content)
}
