//! The form with which students hand in.

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

/// Receives the files of the form and redirects to the submission's page, which shows its progress.
pub(crate) async fn submit(visit: Visit, request: Request) -> Result<Response, Problem> {
    let home = visit.place.home.clone();
    let upload = Upload::open(request, &visit.app).await?;
    let PendingSubmission { number, is_repeated, verdict } =
        match receive(visit.clone(), upload, IntentProof::Field).await {
            Ok(pending) => pending,
            Err(problem) => {
                // Nothing to keep: browsers do not fill in a file field.
                let refused = RefusedForm { form: HAND_IN_FORM, typed: FormValues::default(), problem };
                return visit.view(|view| refuse(view, refused, shown)).await;
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
fn shown(view: &View) -> Result<Markup, Problem> {
    view.student()?;
    pages::first(view)
}
