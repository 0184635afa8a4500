//! A bot that is handed in.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::Multipart;
use axum::extract::multipart::MultipartError;
use axum::http::StatusCode;
use axum::response::Response;
use class::Moment;
use classroom::{Receipt, SubmitSummary, UploadedFile, submit_files};

use crate::answer::see;
use crate::problem::Problem;
use crate::visit::{View, Visit};

/// The most bytes of a request that hands in a bot.
pub(crate) const LARGEST: usize = 80 << 20;
/// The most files of a request.
const MOST: usize = 1000;
/// The longest time that sending it may take, because others wait.
const LONGEST_SENDING: Duration = Duration::from_mins(3);
/// The most bytes of a field that is not a file.
const LONGEST: usize = 1000;

/// What shows that a change was sent on purpose, and not by another site.
#[derive(Clone, Debug)]
pub(crate) enum Proof {
    /// The mark that the form has as a field.
    Field,
    /// A mark that the head has.
    Mark(String),
    /// A token, which no other site knows.
    Token,
}

impl Proof {
    /// Refuses a change that the session has not got from here. `field` is the mark of the form.
    pub(crate) fn check(&self, view: &View, field: Option<&str>) -> Result<(), Problem> {
        match self {
            Proof::Field => view.check_mark(field),
            Proof::Mark(mark) => view.check_mark(Some(mark)),
            Proof::Token => Ok(()),
        }
    }
}

/// Hands in the files of a form, and redirects to the page of the submission.
pub(crate) async fn submit(visit: Visit, form: Multipart) -> Result<Response, Problem> {
    let page = |view: &View, summary: &SubmitSummary| {
        Ok(see(&view.address(&format!("submissions/{}", summary.number))))
    };
    hand_in(visit, form, Proof::Field, page).await
}

/// Hands in the files of a form, and returns what `answer` makes of what came of it.
pub(crate) async fn hand_in<T: Send + 'static>(
    visit: Visit,
    form: Multipart,
    proof: Proof,
    answer: impl FnOnce(&View, &SubmitSummary) -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    // Nobody who is not signed in has anything read.
    if visit.session.is_none() {
        return Err(Problem::signed_out());
    }
    let permit = Arc::clone(&visit.app.uploads).acquire_owned().await;
    let slow = |_| {
        let what = format!("what was sent took more than {} s", LONGEST_SENDING.as_secs());
        Problem::new(StatusCode::REQUEST_TIMEOUT, what).hint("send it once more, from a faster connection")
    };
    let (mark, files) = tokio::time::timeout(LONGEST_SENDING, read(form)).await.map_err(slow)??;
    // It is received when its last byte is there, however long the verdict takes.
    let received = Moment::now();
    let handed_in = visit.view(move |view| {
        proof.check(view, mark.as_deref())?;
        let student = view.student()?;
        if files.is_empty() {
            return Err(Problem::new(StatusCode::BAD_REQUEST, "no file was chosen"));
        }
        let summary =
            submit_files(&view.class, &*view.app.validator, student, files, Receipt::Clock(received))?;
        view.place.note(&view.class.facts()?);
        answer(view, &summary)
    });
    let answer = handed_in.await?;
    drop(permit);
    Ok(answer)
}

/// The mark of the form and its files. A browser sends an empty file where none was chosen.
async fn read(mut form: Multipart) -> Result<(Option<String>, Vec<UploadedFile>), Problem> {
    let (mut mark, mut files) = (None, Vec::new());
    while let Some(field) = form.next_field().await.map_err(|error| unread(&error, LARGEST))? {
        let name = field.file_name().map(str::to_owned);
        let is_mark = field.name() == Some("mark");
        let bytes = field.bytes().await.map_err(|error| unread(&error, LARGEST))?;
        match name {
            Some(name) if !name.is_empty() => files.push(UploadedFile { name, bytes: bytes.to_vec() }),
            None if is_mark && bytes.len() <= LONGEST => {
                mark = Some(String::from_utf8_lossy(&bytes).into_owned());
            }
            Some(_) | None => {}
        }
        if files.len() > MOST {
            let what = format!("more than {MOST} files were sent at once");
            return Err(Problem::new(StatusCode::BAD_REQUEST, what).hint("hand in a zip archive of them"));
        }
    }
    Ok((mark, files))
}

/// Why a form with files of at most so many bytes cannot be read.
pub(crate) fn unread(error: &MultipartError, largest: usize) -> Problem {
    match error.status() {
        StatusCode::PAYLOAD_TOO_LARGE => Problem::new(
            StatusCode::PAYLOAD_TOO_LARGE,
            format!("what was sent has more than {} MiB", largest >> 20),
        ),
        status => Problem::new(status, format!("the form cannot be read: {}", error.body_text()))
            .hint("send it once more"),
    }
}
