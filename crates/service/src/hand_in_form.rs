//! The form with which students hand in, and staff for them.

use axum::extract::Request;
use axum::response::Response;
use maud::Markup;

use crate::answer::see;
use crate::class_visit::{View, Visit};
use crate::form_values::{FormValues, RefusedForm};
use crate::forms::refuse;
use crate::pages::{self, AGAIN, HAND_IN_FORM};
use crate::problem::Problem;
use crate::upload::{IntentProof, PendingSubmission, Upload, receive};
use crate::url_parameters::Path;

/// Receives the files of the form and redirects to the submission's page, which shows its progress.
pub(crate) async fn submit(visit: Visit, request: Request) -> Result<Response, Problem> {
    hand_in(visit, request, None).await
}

/// Hands in for a student, as staff.
pub(crate) async fn submit_for(
    visit: Visit,
    Path((_, id)): Path<(String, String)>,
    request: Request,
) -> Result<Response, Problem> {
    hand_in(visit, request, Some(id)).await
}

async fn hand_in(visit: Visit, request: Request, for_student: Option<String>) -> Result<Response, Problem> {
    let home = visit.place.home.clone();
    let upload = Upload::open(request, &visit.app).await?;
    let PendingSubmission { number, is_repeated, verdict } =
        match receive(visit.clone(), upload, IntentProof::Field, for_student.clone()).await {
            Ok(pending) => pending,
            Err(problem) => {
                // Nothing to keep: browsers do not fill in a file field.
                let refused = RefusedForm { form: HAND_IN_FORM, typed: FormValues::default(), problem };
                return visit.view(move |view| refuse(view, refused, |view| shown(view, for_student))).await;
            }
        };
    tokio::spawn(async {
        if let Ok(Err(problem)) = verdict.await {
            problem.log();
        }
    });
    let again = if is_repeated { AGAIN } else { "" };
    Ok(see(&format!("{home}submissions/{number}{again}")))
}

/// Returns the page with the form.
fn shown(view: &View, for_student: Option<String>) -> Result<Markup, Problem> {
    match for_student {
        Some(id) => pages::of_student(view, &id),
        None => view.student().and_then(|_| pages::first(view)),
    }
}
