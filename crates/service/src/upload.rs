//! Uploads of bots.

use std::sync::Arc;

use axum::extract::multipart::MultipartError;
use axum::extract::{FromRequest, Multipart, Request};
use axum::http::StatusCode;
use class_model::{Actor, Moment};
use class_operations::NamedFile;
use class_operations::submission::{HandInTime, Received, SubmitReport, decide_received, receive_files};
use tokio::task::JoinHandle;

use crate::app::{App, ServedClass};
use crate::class_visit::{View, Visit, blocking};
use crate::concurrency::RunningOperation;
use crate::problem::Problem;
use crate::running_checks::RunningCheck;
use crate::upload_memory::{LARGEST, Reservation};

/// Maximum number of files in a request.
const MOST: usize = 1000;
/// Maximum number of hand-ins of one person being checked.
const CHECKED_AT_A_TIME: usize = 16;
/// Maximum size of a field that is not a file, in bytes.
const LONGEST: usize = 1000;

/// The proof that the caller intended a change, rather than another site forging the request.
#[derive(Clone, Debug)]
pub(crate) enum IntentProof {
    /// The mark in a field of the form.
    Field,
    /// A mark in a request header.
    Mark(String),
    /// A token, which no other site knows.
    Token,
}

impl IntentProof {
    /// Rejects a change without a valid proof. `field` is the mark in the form.
    pub(crate) fn check(&self, view: &View, field: Option<&str>) -> Result<(), Problem> {
        match self {
            IntentProof::Field => view.check_mark(field),
            IntentProof::Mark(mark) => view.check_mark(Some(mark)),
            IntentProof::Token => Ok(()),
        }
    }
}

/// A form with uploaded files, and the memory reserved for it.
pub(crate) struct Upload {
    form: Multipart,
    memory: Reservation,
}

impl Upload {
    /// Prepares to read the form of a request; reads nothing of the body yet.
    ///
    /// # Errors
    /// If the request is not a form with files.
    pub(crate) async fn open(request: Request, app: &App) -> Result<Upload, Problem> {
        let memory = app.memory.reservation();
        let form = Multipart::from_request(request.map(|body| memory.bound(body)), &()).await;
        let form = form.map_err(|_| {
            Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "files must be sent as multipart/form-data")
        })?;
        Ok(Upload { form, memory })
    }
}

/// Receives files from a program and waits for the verdict.
pub(crate) async fn hand_in(
    visit: Visit,
    upload: Upload,
    proof: IntentProof,
) -> Result<SubmitReport, Problem> {
    let PendingSubmission { verdict, .. } = receive(visit, upload, proof).await?;
    verdict.await.map_err(|_| {
        Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "something went wrong in the service")
            .hint("your submission is kept and waits for a verdict")
    })?
}

/// A received submission. The verdict is reached even if the caller disconnects.
pub(crate) struct PendingSubmission {
    pub(crate) number: u32,
    /// `true` if the class already had the same files.
    pub(crate) is_repeated: bool,
    pub(crate) verdict: JoinHandle<Result<SubmitReport, Problem>>,
}

/// Decides on a received submission, once it is its turn.
async fn decide(
    app: Arc<App>,
    place: Arc<ServedClass>,
    actor: Actor,
    received: Received,
    held: (RunningCheck, RunningOperation),
) -> Result<SubmitReport, Problem> {
    // A script waits for its interpreter without blocking other hand-ins.
    if let Some(language) = received.language {
        app.readiness.wait_until_ready(language).await;
    }
    let deciding = Arc::clone(&app.verdicts).acquire_owned().await;
    blocking(move || {
        let (class, _) = place.acting(actor);
        let decided = decide_received(&class, &*app.validator, &received);
        let (check, turn) = held;
        // Free the caller's slot before anything shows that the check is over, since the caller may then hand in again.
        drop(turn);
        drop((check, deciding));
        place.note(&class.facts()?);
        // Reloads a page that waits for the verdict, even if nothing was decided.
        place.note_step();
        Ok(decided?)
    })
    .await
}

/// Receives the files of a form and stores them on disk.
pub(crate) async fn receive(
    visit: Visit,
    upload: Upload,
    proof: IntentProof,
) -> Result<PendingSubmission, Problem> {
    let Upload { form, memory } = upload;
    // Rejects anonymous uploads before reading the body.
    let Some((_, person)) = &visit.session else { return Err(Problem::signed_out()) };
    let actor = person.actor();
    let turn = visit.app.handing_in.begin(visit.asker(), 1).ok_or_else(|| {
        Problem::new(StatusCode::CONFLICT, "another of your hand-ins is still being received")
            .hint("wait until it is received, then hand in again")
    })?;
    let checked = visit.app.checking.begin(visit.asker(), CHECKED_AT_A_TIME).ok_or_else(|| {
        let what = format!("{CHECKED_AT_A_TIME} of your bots are still being checked");
        Problem::new(StatusCode::CONFLICT, what).hint("wait for a verdict, then hand in again")
    })?;
    let (mark, files) = read(form).await?;
    let (app, place, arrived) = (Arc::clone(&visit.app), Arc::clone(&visit.place), visit.arrived);
    visit
        .view(move |view| {
            proof.check(view, mark.as_deref())?;
            let student = view.student()?;
            if files.is_empty() {
                return Err(Problem::bad("no file was chosen"));
            }
            let _held = (memory, turn);
            // The time taken by the upload is limited and does not make a hand-in late.
            let at = HandInTime::Arrived { at: arrived, now: Moment::now() };
            let received = receive_files(&view.class, &*app.validator, student, files, at)?;
            let (number, is_repeated) = (received.number, received.is_repeated);
            let held = (place.checks.begin(number), checked);
            // Starts the decision here, because the caller may disconnect before getting the result.
            let verdict = tokio::spawn(decide(app, Arc::clone(&place), actor, received, held));
            place.note(&view.class.facts()?);
            Ok(PendingSubmission { number, is_repeated, verdict })
        })
        .await
}

/// Returns the mark of the form and its files. A browser sends an empty file if none was chosen.
async fn read(mut form: Multipart) -> Result<(Option<String>, Vec<NamedFile>), Problem> {
    let (mut mark, mut files) = (None, Vec::new());
    while let Some(field) = form.next_field().await.map_err(|error| unread(&error, LARGEST))? {
        let name = field.file_name().map(str::to_owned);
        let is_mark = field.name() == Some("mark");
        let bytes = field.bytes().await.map_err(|error| unread(&error, LARGEST))?;
        match name {
            Some(name) if !name.is_empty() => files.push(NamedFile { name, bytes: bytes.into() }),
            None if is_mark && bytes.len() <= LONGEST => {
                mark = Some(String::from_utf8_lossy(&bytes).into_owned());
            }
            Some(_) | None => {}
        }
        if files.len() > MOST {
            let what = format!("more than {MOST} files were sent at once");
            return Err(Problem::bad(what).hint("hand them in as a zip archive"));
        }
    }
    Ok((mark, files))
}

/// Returns the problem for a form that cannot be read; `largest` is its maximum size in bytes.
pub(crate) fn unread(error: &MultipartError, largest: usize) -> Problem {
    match error.status() {
        StatusCode::PAYLOAD_TOO_LARGE => Problem::new(
            StatusCode::PAYLOAD_TOO_LARGE,
            format!("the upload is larger than {} MiB", largest >> 20),
        ),
        // A stream that ended early or took too long is not the service's fault.
        status if status.is_server_error() => {
            Problem::new(StatusCode::REQUEST_TIMEOUT, "the upload was interrupted or took too long")
                .hint("try again")
        }
        status => {
            Problem::new(status, format!("the form cannot be read: {}", error.body_text())).hint("try again")
        }
    }
}
