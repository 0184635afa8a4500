//! Forms as submitted. A rejected form is shown again with the typed values.

use axum::extract::Multipart;
use axum::extract::multipart::MultipartError;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use class_operations::NamedFile;
use maud::Markup;

use crate::answer::{page, see};
use crate::class_visit::{View, Visit};
use crate::form_values::{FormValues, RefusedForm};
use crate::problem::Problem;
use crate::upload;

/// Maximum size of a form with a file, in bytes. The file may be encoded as hexadecimal digits.
pub(crate) const LARGEST_WITH_FILE: usize = 2 * LARGEST_FILE + (1 << 20);
/// Maximum size of a file in a form, in bytes.
const LARGEST_FILE: usize = 4 << 20;
/// Maximum number of fields in a form with a file.
const FIELDS: usize = 100;

/// Reads a teacher's form that has a file.
pub(crate) async fn with_file(visit: &Visit, form: Multipart) -> Result<FormValues, Problem> {
    visit.must_be_teacher()?;
    read_multipart(form).await
}

/// Reads a form that may have files.
pub(crate) async fn read_multipart(mut form: Multipart) -> Result<FormValues, Problem> {
    let unread = |error: MultipartError| upload::unread(&error, LARGEST_WITH_FILE);
    let (mut typed, mut files) = (Vec::new(), Vec::new());
    while let Some(field) = form.next_field().await.map_err(unread)? {
        let name = field.name().unwrap_or_default().to_owned();
        let file_name = field.file_name().map(str::to_owned);
        let bytes = field.bytes().await.map_err(unread)?;
        match file_name {
            None => typed.push((name, String::from_utf8_lossy(&bytes).into_owned())),
            // A browser sends an empty file if none was chosen.
            Some(name) if name.is_empty() => {}
            Some(_) if bytes.len() > LARGEST_FILE => {
                let what = format!("the file is larger than {} MiB", LARGEST_FILE >> 20);
                return Err(Problem::new(StatusCode::PAYLOAD_TOO_LARGE, what));
            }
            Some(file_name) => files.push((name, NamedFile { name: file_name, bytes: bytes.to_vec() })),
        }
        if typed.len() + files.len() > FIELDS {
            let what = format!("the form has more than {FIELDS} fields");
            return Err(Problem::bad(what));
        }
    }
    Ok(FormValues::with_files(typed, files))
}

/// Makes the change requested by a form and redirects to the page that `act` returns. If the form is rejected, the
/// answer is `shown`, the page with the form.
pub(crate) fn change(
    view: &View,
    form: &'static str,
    typed: FormValues,
    shown: impl FnOnce(&View) -> Result<Markup, Problem>,
    act: impl FnOnce(&FormValues) -> Result<String, Problem>,
) -> Result<Response, Problem> {
    answer(view, form, typed, shown, |typed| {
        let page = act(typed)?;
        view.place.note(&view.class.facts()?);
        Ok(see(&page))
    })
}

/// Answers a form of this session. If the form is rejected, the answer is `shown`, the page with the form.
pub(crate) fn answer(
    view: &View,
    form: &'static str,
    typed: FormValues,
    shown: impl FnOnce(&View) -> Result<Markup, Problem>,
    answer: impl FnOnce(&FormValues) -> Result<Response, Problem>,
) -> Result<Response, Problem> {
    let answered = view.check_mark(Some(typed.get("mark"))).and_then(|()| answer(&typed));
    answered.or_else(|problem| refuse(view, RefusedForm { form, typed, problem }, shown))
}

/// Answers with the page that has the rejected form, with the reason and the typed values.
pub(crate) fn refuse(
    view: &View,
    refused: RefusedForm,
    shown: impl FnOnce(&View) -> Result<Markup, Problem>,
) -> Result<Response, Problem> {
    // A view answers one request, so no other form was rejected before.
    let problem = &view.refused.get_or_init(|| refused).problem;
    let shown = shown(view).map_err(|_| problem.clone())?;
    problem.log();
    Ok((problem.status, page(shown)).into_response())
}
