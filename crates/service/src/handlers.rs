//! Handlers of pages and forms, made from functions of a view of the class.
//!
//! `E` is the part of the URL that a function reads: path parameters, the query, both, or nothing.

use std::sync::Arc;

use axum::extract::{DefaultBodyLimit, FromRequestParts, Multipart};
use axum::response::Response;
use axum::routing::{MethodRouter, get, post};
use maud::Markup;

use crate::answer;
use crate::app::App;
use crate::class_visit::{View, Visit};
use crate::form_values::FormValues;
use crate::forms::{LARGEST_WITH_FILE, with_file};
use crate::problem::Problem;

/// Shows a page that does not depend on parameters of the URL.
pub(crate) fn page(render: fn(&View) -> Result<Markup, Problem>) -> MethodRouter<Arc<App>> {
    get(async move |visit: Visit| visit.view(move |view| render(view).map(answer::page)).await)
}

/// Shows what `answer` returns.
pub(crate) fn show<E: FromRequestParts<Arc<App>> + Send + 'static>(
    answer: fn(&View, E) -> Result<Response, Problem>,
) -> MethodRouter<Arc<App>> {
    get(async move |visit: Visit, asked: E| visit.view(move |view| answer(view, asked)).await)
}

/// Shows what `answer` returns from matches of a run, under a concurrency limit.
pub(crate) fn show_matches<E: FromRequestParts<Arc<App>> + Send + 'static>(
    answer: fn(&View, E) -> Result<Response, Problem>,
) -> MethodRouter<Arc<App>> {
    get(async move |visit: Visit, asked: E| visit.view_matches(move |view| answer(view, asked)).await)
}

/// Answers a form, whose mark `answer` checks.
pub(crate) fn form<E: FromRequestParts<Arc<App>> + Send + 'static>(
    answer: fn(&View, E, FormValues) -> Result<Response, Problem>,
) -> MethodRouter<Arc<App>> {
    post(async move |visit: Visit, asked: E, typed: FormValues| {
        visit.view(move |view| answer(view, asked, typed)).await
    })
}

/// Answers a teacher's form with a file, whose mark `answer` checks.
pub(crate) fn file_form<E: FromRequestParts<Arc<App>> + Send + 'static>(
    answer: fn(&View, E, FormValues) -> Result<Response, Problem>,
) -> MethodRouter<Arc<App>> {
    post(async move |visit: Visit, asked: E, form: Multipart| {
        let typed = with_file(&visit, form).await?;
        visit.view(move |view| answer(view, asked, typed)).await
    })
    .layer(DefaultBodyLimit::max(LARGEST_WITH_FILE))
}

/// Carries out the action of a button, after a check of the mark of its form, and notes the news.
pub(crate) fn button<E: FromRequestParts<Arc<App>> + Send + 'static>(
    act: fn(&View, E, &FormValues) -> Result<Response, Problem>,
) -> MethodRouter<Arc<App>> {
    post(async move |visit: Visit, asked: E, typed: FormValues| {
        let answered = visit.view(move |view| {
            view.check_mark(Some(typed.get("mark")))?;
            let answer = act(view, asked, &typed)?;
            // The action is done. Its answer, such as a new link, must not be lost if the record cannot be read.
            if let Ok(facts) = view.class.facts() {
                view.place.note(&facts);
            }
            Ok(answer)
        });
        answered.await
    })
}
