//! The forms that import an archive of a course system: previewed first, then confirmed.

use std::io;
use std::sync::Arc;

use axum::extract::Request;
use axum::http::StatusCode;
use axum::response::Response;
use class_model::Moment;
use class_operations::NamedFile;
use class_operations::submission::{Archive, ArchiveReport, preview_archive, submit_archive};

use crate::answer::page;
use crate::class_visit::{View, Visit};
use crate::form_values::{FormValues, RefusedForm};
use crate::forms::refuse;
use crate::kept_archive::KeptArchive;
use crate::pages::staff::imports::{self, FORM};
use crate::problem::Problem;
use crate::upload::{SentForm, Upload, stated_moment, still_busy};

/// The field with the worksheet.
const WORKSHEET: &str = "worksheet";

/// Previews an archive, and keeps it until the preview is confirmed.
pub(crate) async fn preview(visit: Visit, request: Request) -> Result<Response, Problem> {
    visit.must_be_teacher()?;
    let upload = Upload::open(request, &visit.app).await?;
    let turn = visit.app.handing_in.begin(visit.asker(), 1).ok_or_else(still_busy)?;
    let Upload { form, memory } = upload;
    let sent = SentForm::read(form).await;
    let (asker, arrived) = (visit.asker(), visit.arrived);
    visit
        .view(move |view| {
            let _held = (memory, turn);
            let (typed, answered) = match sent {
                Ok(SentForm { typed, files }) => {
                    let answered = view.check_mark(Some(typed.get("mark"))).and_then(|()| {
                        let form = Form { typed: &typed, files, arrived };
                        let (archive, report) = form.preview(view)?;
                        let number = view.app.archives.keep(asker, archive).ok_or_else(|| {
                            let what = "too many archives wait for confirmation";
                            Problem::new(StatusCode::SERVICE_UNAVAILABLE, what)
                                .hint("try again in half an hour")
                        })?;
                        Ok(page(imports::preview(view, &report, number)))
                    });
                    (typed, answered)
                }
                Err(problem) => (FormValues::default(), Err(problem)),
            };
            answered
                .or_else(|problem| refuse(view, RefusedForm { form: FORM, typed, problem }, imports::page))
        })
        .await
}

/// Hands in everything in the previewed archive, or discards it.
pub(crate) async fn confirm(visit: Visit, typed: FormValues) -> Result<Response, Problem> {
    visit.must_be_teacher()?;
    let turn = visit.app.handing_in.begin(visit.asker(), 1).ok_or_else(still_busy)?;
    // Validating an archive counts as one verdict.
    let deciding = match typed.get("do") {
        "cancel" => None,
        _ => Some(Arc::clone(&visit.app.verdicts).acquire_owned().await),
    };
    let asker = visit.asker();
    visit
        .view(move |view| {
            let _held = (turn, deciding);
            crate::forms::answer(view, FORM, typed, imports::page, |typed| {
                let number = typed.get("shown").parse().unwrap_or_default();
                if typed.get("do") == "cancel" {
                    view.app.archives.discard(&asker, number);
                    return Ok(crate::answer::see(&view.address(imports::ADDRESS)));
                }
                let kept = view.app.archives.find(&asker, number).ok_or_else(|| {
                    Problem::new(StatusCode::CONFLICT, "this archive no longer waits for confirmation")
                        .hint("an archive is kept for half an hour after its preview: choose it again")
                })?;
                let submit =
                    |archive: &Archive<'_>| submit_archive(&view.class, &*view.app.validator, archive);
                let report = kept.with(submit).map_err(|error| unkept(&error))??;
                view.app.archives.discard(&asker, number);
                view.place.note(&view.class.facts()?);
                Ok(page(imports::outcome(view, &report)))
            })
        })
        .await
}

/// The form with an archive.
struct Form<'a> {
    typed: &'a FormValues,
    files: Vec<(String, NamedFile)>,
    arrived: Moment,
}

impl Form<'_> {
    fn preview(self, view: &View) -> Result<(KeptArchive, ArchiveReport), Problem> {
        let (worksheets, archives): (Vec<_>, Vec<_>) =
            self.files.into_iter().partition(|(field, _)| field == WORKSHEET);
        let [(_, file)] = archives.as_slice() else { return Err(Problem::bad("no archive was chosen")) };
        let received = self.typed.given("received").map(|text| stated_moment(view, &text)).transpose()?;
        let archive = Archive {
            file,
            worksheet: worksheets.first().map(|(_, file)| file),
            by_name: !self.typed.get("by-name").is_empty(),
            received,
            now: self.arrived,
        };
        let report = preview_archive(&view.class, &*view.app.validator, &archive)?;
        Ok((KeptArchive::store(&archive).map_err(|error| unkept(&error))?, report))
    }
}

fn unkept(error: &io::Error) -> Problem {
    Problem::new(StatusCode::INTERNAL_SERVER_ERROR, format!("cannot keep the archive: {error}"))
}
