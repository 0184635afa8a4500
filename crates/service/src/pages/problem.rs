//! Pages and notices of problems.

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use locale::{Locale, text};
use maud::{Markup, html};

use super::layout::Frame;
use super::rich_text::{link, rich};
use super::{sentence, with_code};
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
pub(crate) fn with_page(mut response: Response, path: &str, locale: Locale) -> Response {
    let Some(problem) = response.extensions_mut().remove::<Problem>() else { return response };
    let status = response.status();
    let page = page(problem_page(&problem, path, locale));
    let mut response = (status, response.headers().clone(), page).into_response();
    response.extensions_mut().insert(problem);
    response
}

/// Renders a failure and its hints.
pub(super) fn alert(problem: &Problem, locale: Locale) -> Markup {
    let shown = |text: &str| match locale {
        Locale::English => text.to_owned(),
        _ => sentence(&locale.translated(text)),
    };
    html! {
        div.notice role="alert" {
            p { (super::in_lines(&shown(&problem.what))) }
            @for hint in &problem.hints { p { (with_code(&shown(hint))) } }
        }
    }
}

/// Renders the reason why a form was rejected; nothing if it was not.
pub(super) fn refusal(view: &View, form: &str) -> Markup {
    html! { @if let Some(refused) = view.refused(form) { (alert(&refused.problem, view.locale)) } }
}

fn problem_page(problem: &Problem, path: &str, locale: Locale) -> Markup {
    let title = match problem.status {
        StatusCode::NOT_FOUND => "problem-not-found",
        StatusCode::UNAUTHORIZED => "problem-signed-out",
        StatusCode::FORBIDDEN => "problem-forbidden",
        status if status.is_server_error() => "problem-of-service",
        _ => "problem-of-request",
    };
    let content = html! {
        (alert(problem, locale))
        p.soft { (rich!(locale, "problem-way-out"; a = link(format!("{path}/")))) }
    };
    Frame::of_service(&text!(locale, title), path).in_locale(locale).page(&content)
}
