//! Forms as they are sent; those that are refused are shown again with what was typed.

use axum::extract::Multipart;
use axum::extract::multipart::MultipartError;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use class::Person;
use maud::Markup;

use crate::answer::{page, see};
use crate::problem::Problem;
use crate::typed::{ChosenFile, RefusedForm, Typed};
use crate::upload;
use crate::visit::{View, Visit};

/// The most bytes of a form with a file: the file may come along as hexadecimal digits.
pub(crate) const LARGEST_WITH_FILE: usize = 2 * LARGEST_FILE + (1 << 20);
/// The most bytes of a file of a form.
const LARGEST_FILE: usize = 4 << 20;
/// The most fields of a form with a file.
const FIELDS: usize = 100;

/// Reads a form of a teacher that has a file.
pub(crate) async fn with_file(visit: &Visit, mut form: Multipart) -> Result<Typed, Problem> {
    // Nobody else has anything read.
    match &visit.session {
        Some((_, Person::Teacher { .. })) => {}
        Some(_) => return Err(Problem::forbidden()),
        None => return Err(Problem::signed_out()),
    }
    let unread = |error: MultipartError| upload::unread(&error, LARGEST_WITH_FILE);
    let (mut typed, mut file) = (Vec::new(), None);
    while let Some(field) = form.next_field().await.map_err(unread)? {
        let name = field.name().unwrap_or_default().to_owned();
        let file_name = field.file_name().map(str::to_owned);
        let bytes = field.bytes().await.map_err(unread)?;
        match file_name {
            None => typed.push((name, String::from_utf8_lossy(&bytes).into_owned())),
            // A browser sends an empty file where none was chosen.
            Some(name) if name.is_empty() => {}
            Some(name) => file = Some(ChosenFile { name, bytes: bytes.to_vec() }),
        }
        if typed.len() > FIELDS {
            let what = format!("a form has at most {FIELDS} fields");
            return Err(Problem::bad(what));
        }
    }
    if file.as_ref().is_some_and(|file: &ChosenFile| file.bytes.len() > LARGEST_FILE) {
        let what = format!("the file has more than {} MiB", LARGEST_FILE >> 20);
        return Err(Problem::new(StatusCode::PAYLOAD_TOO_LARGE, what));
    }
    Ok(Typed::with_file(typed, file))
}

/// Changes what a form asks for and leads to the page that `act` returns. If that is refused, the answer is `shown`: the page
/// that has the form.
pub(crate) fn change(
    view: &View,
    form: &'static str,
    typed: Typed,
    shown: impl FnOnce(&View) -> Result<Markup, Problem>,
    act: impl FnOnce(&Typed) -> Result<String, Problem>,
) -> Result<Response, Problem> {
    answer(view, form, typed, shown, |typed| {
        let page = act(typed)?;
        view.place.note(&view.class.facts()?);
        Ok(see(&page))
    })
}

/// Answers a form of this session. If it is refused, the answer is `shown`: the page that has the form.
pub(crate) fn answer(
    view: &View,
    form: &'static str,
    typed: Typed,
    shown: impl FnOnce(&View) -> Result<Markup, Problem>,
    answer: impl FnOnce(&Typed) -> Result<Response, Problem>,
) -> Result<Response, Problem> {
    let answered = view.check_mark(Some(typed.get("mark"))).and_then(|()| answer(&typed));
    answered.or_else(|problem| refuse(view, RefusedForm { form, typed, problem }, shown))
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
