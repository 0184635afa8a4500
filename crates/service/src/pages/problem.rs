//! Why something is not shown or done.

use axum::response::{IntoResponse, Response};
use game::visible;
use maud::{Markup, html};

use super::layout::Frame;
use crate::answer::page;
use crate::problem::Problem;

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        if self.status.is_server_error() {
            tracing::error!(what = self.what, "a request failed");
        }
        (self.status, page(problem_page(&self))).into_response()
    }
}

fn problem_page(problem: &Problem) -> Markup {
    let title = if problem.status.is_server_error() { "That did not work" } else { "Not done" };
    let content = html! {
        p.notice role="alert" { (visible(&problem.what)) }
        @for hint in &problem.hints { p { (visible(hint)) } }
        p.soft { "Your browser's back button leads to where you came from." }
    };
    Frame::of_service(title).page(&content)
}
