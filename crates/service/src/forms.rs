//! Forms as they are sent; those that are refused are shown again with what was typed.
//!
//! A file that was chosen comes along in further forms as a field of its own, because a browser chooses none by itself.

use axum::extract::multipart::MultipartError;
use axum::extract::{Form, FromRequest, Multipart, Request};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use class::Person;
use game::visible;
use hash::hex;
use maud::Markup;
use serde::Deserialize;

use crate::answer::{page, see};
use crate::problem::Problem;
use crate::routes::LARGEST_FORM;
use crate::upload;
use crate::visit::{View, Visit};

/// The most bytes of a form with a file: the file may come along as hexadecimal digits.
pub(crate) const LARGEST_WITH_FILE: usize = 2 * LARGEST_FILE + (1 << 20);
/// The most bytes of a file of a form.
const LARGEST_FILE: usize = 4 << 20;
/// The most fields of a form with a file.
const FIELDS: usize = 100;
/// The fields in which a file comes along that was chosen before.
const FILE: [&str; 2] = ["file-name", "file-bytes"];

/// The fields of a form, as they were typed.
#[derive(Deserialize)]
#[serde(transparent)]
pub(crate) struct Typed(Vec<(String, String)>);

/// A file that was chosen in a form.
pub(crate) struct ChosenFile {
    /// What it is called where it comes from.
    pub(crate) name: String,
    pub(crate) bytes: Vec<u8>,
}

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

    /// The same; `None` if it is empty.
    pub(crate) fn given(&self, field: &str) -> Option<String> {
        Some(self.get(field).trim()).filter(|text| !text.is_empty()).map(str::to_owned)
    }

    /// The fields of which another form consists that goes on with this one.
    pub(crate) fn fields(&self) -> impl Iterator<Item = (&str, &str)> {
        let fields = self.0.iter().map(|(name, text)| (name.as_str(), text.as_str()));
        fields.filter(|(name, _)| !matches!(*name, "mark" | "do"))
    }

    /// The file that was chosen in this form, or in one before.
    pub(crate) fn file(&self) -> Result<ChosenFile, Problem> {
        let [name, bytes] = FILE.map(|field| self.get(field));
        let bytes = hex::decode(bytes).filter(|bytes| !bytes.is_empty() && !name.is_empty());
        let bytes = bytes.ok_or_else(|| Problem::new(StatusCode::BAD_REQUEST, "no file was chosen"))?;
        Ok(ChosenFile { name: visible(name), bytes })
    }
}

impl ChosenFile {
    /// The fields in which it comes along.
    fn fields(self) -> impl Iterator<Item = (String, String)> {
        FILE.map(str::to_owned).into_iter().zip([self.name, hex::encode(self.bytes)])
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
            return Err(Problem::new(StatusCode::BAD_REQUEST, what));
        }
    }
    if let Some(file) = file {
        if file.bytes.len() > LARGEST_FILE {
            let what = format!("the file has more than {} MiB", LARGEST_FILE >> 20);
            return Err(Problem::new(StatusCode::PAYLOAD_TOO_LARGE, what));
        }
        typed.retain(|(name, _)| !FILE.contains(&name.as_str()));
        typed.extend(file.fields());
    }
    Ok(Typed(typed))
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
