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
use crate::form_values::FormValues;
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
    pub(crate) form: Multipart,
    pub(crate) memory: Reservation,
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

/// The fields of a form with files, as sent.
pub(crate) struct SentForm {
    pub(crate) typed: FormValues,
    /// The files, each with the name of its field.
    pub(crate) files: Vec<(String, NamedFile)>,
}

/// Receives files from a program and waits for the verdict.
pub(crate) async fn hand_in(
    visit: Visit,
    upload: Upload,
    proof: IntentProof,
) -> Result<SubmitReport, Problem> {
    let PendingSubmission { verdict, .. } = receive(visit, upload, proof, None).await?;
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

/// Receives the files of a form and stores them on disk. Staff may hand in for a student, at a stated time.
pub(crate) async fn receive(
    visit: Visit,
    upload: Upload,
    proof: IntentProof,
    for_student: Option<String>,
) -> Result<PendingSubmission, Problem> {
    let Upload { form, memory } = upload;
    // Rejects anonymous uploads before reading the body.
    let Some((_, person)) = &visit.session else { return Err(Problem::signed_out()) };
    let actor = person.actor();
    let turn = visit.app.handing_in.begin(visit.asker(), 1).ok_or_else(still_receiving)?;
    let checked = visit.app.checking.begin(visit.asker(), CHECKED_AT_A_TIME).ok_or_else(|| {
        let what = format!("{CHECKED_AT_A_TIME} of your bots are still being checked");
        Problem::new(StatusCode::CONFLICT, what).hint("wait for a verdict, then hand in again")
    })?;
    let SentForm { typed, files } = SentForm::read(form).await?;
    let (app, place, arrived) = (Arc::clone(&visit.app), Arc::clone(&visit.place), visit.arrived);
    visit
        .view(move |view| {
            proof.check(view, typed.given("mark").as_deref())?;
            let stated = typed.given("received").filter(|_| for_student.is_some());
            let stated = stated.map(|text| stated_moment(view, &text)).transpose()?;
            let student = match &for_student {
                Some(id) => view.must_see(id).map(|()| id.as_str())?,
                None => view.student()?,
            };
            if files.is_empty() {
                return Err(Problem::bad("no file was chosen"));
            }
            let _held = (memory, turn);
            // The time taken by the upload is limited and does not make a hand-in late.
            let at =
                stated.map_or(HandInTime::Arrived { at: arrived, now: Moment::now() }, HandInTime::Stated);
            let files = files.into_iter().map(|(_, file)| file).collect();
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

/// Returns the problem of a caller whose previous upload is not complete.
pub(crate) fn still_receiving() -> Problem {
    Problem::new(StatusCode::CONFLICT, "another of your hand-ins is still being received")
        .hint("wait until it is received, then hand in again")
}

/// Returns the problem of staff whose previous upload or backup is not complete.
pub(crate) fn still_busy() -> Problem {
    Problem::new(StatusCode::CONFLICT, "another upload or backup of yours is in progress")
        .hint("wait until it ends, then try again")
}

/// Parses the time at which a hand-in was received elsewhere.
pub(crate) fn stated_moment(view: &View, text: &str) -> Result<Moment, Problem> {
    // A browser's `datetime-local` field separates date and time by a `T`.
    let moment = view.class.moment(&text.replacen('T', " ", 1))?;
    if moment > Moment::now() {
        return Err(Problem::bad("the time of receipt is in the future"));
    }
    Ok(moment)
}

impl SentForm {
    /// Reads a form, whose size the route limits.
    pub(crate) async fn read(mut form: Multipart) -> Result<SentForm, Problem> {
        let (mut typed, mut files) = (Vec::new(), Vec::new());
        while let Some(field) = form.next_field().await.map_err(|error| unread(&error, LARGEST))? {
            let own = field.name().unwrap_or_default().to_owned();
            let name = field.file_name().map(str::to_owned);
            let bytes = field.bytes().await.map_err(|error| unread(&error, LARGEST))?;
            match name {
                Some(name) if !name.is_empty() => files.push((own, NamedFile { name, bytes: bytes.into() })),
                None if bytes.len() <= LONGEST => {
                    typed.push((own, String::from_utf8_lossy(&bytes).into_owned()));
                }
                // A browser sends an empty file if none was chosen.
                Some(_) | None => {}
            }
            if files.len() > MOST || typed.len() > MOST {
                let what = format!("more than {MOST} files were sent at once");
                return Err(Problem::bad(what).hint("hand them in as a zip archive"));
            }
        }
        Ok(SentForm { typed: FormValues::with_files(typed, None), files })
    }
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
