//! Backups of the class: made on request, then downloaded; checked once they are uploaded.

use axum::extract::Multipart;
use axum::http::StatusCode;
use axum::response::Response;
use class_model::Moment;
use class_operations::backup::check_backup;

use crate::answer::page;
use crate::class_visit::Visit;
use crate::form_values::FormValues;
use crate::forms;
use crate::kept_backup::KeptBackup;
use crate::pages::staff::backups::{self, CHECK, FORM};
use crate::problem::Problem;
use crate::temporary_download::TemporaryDownload;
use crate::upload::still_busy;
use crate::uploaded_backup::UploadedBackup;
use crate::url_parameters::Path;

/// Makes a backup, and shows what it has and lacks.
pub(crate) async fn make(visit: Visit, typed: FormValues) -> Result<Response, Problem> {
    let (turn, asker) = (visit.app.handing_in.begin(visit.asker(), 1), visit.asker());
    visit
        .view(move |view| {
            view.must_be_teacher()?;
            let _turn = turn.ok_or_else(still_busy)?;
            forms::answer(view, FORM, typed, backups::page, |_| {
                let day: String = view.class.plan.zone.show_minute(Moment::now()).chars().take(10).collect();
                let name = format!("{}-{day}.zip", view.place.name);
                let (backup, summary) = KeptBackup::create(view.class.folder.root(), name)?;
                let number = view.app.backups.keep(asker, backup).ok_or_else(|| {
                    Problem::new(StatusCode::SERVICE_UNAVAILABLE, "too many backups wait for their download")
                        .hint("try again in half an hour")
                })?;
                Ok(page(backups::made(view, &summary, number)))
            })
        })
        .await
}

/// Checks an uploaded backup against the class.
pub(crate) async fn check(visit: Visit, sent: Multipart) -> Result<Response, Problem> {
    visit.must_be_teacher()?;
    let turn = visit.app.handing_in.begin(visit.asker(), 1).ok_or_else(still_busy)?;
    let (typed, backup) = UploadedBackup::read(sent).await?;
    visit
        .view(move |view| {
            let _turn = turn;
            forms::answer(view, CHECK, typed, backups::page, |_| {
                let backup = backup.ok_or_else(|| Problem::bad("no backup was chosen"))?;
                let checked = check_backup(&view.class, &backup.path());
                let checked = checked.map_err(|error| backup.named(error))?;
                Ok(page(backups::checked(view, &backup.name, &checked)))
            })
        })
        .await
}

/// Sends a backup.
pub(crate) async fn download(
    visit: Visit,
    Path((_, number)): Path<(String, u64)>,
) -> Result<Response, Problem> {
    if visit.session.is_none() {
        return Err(Problem::signed_out());
    }
    let (slot, asker) = (visit.app.downloads.begin(visit.asker())?, visit.asker());
    let download = visit.view(move |view| {
        view.must_be_teacher()?;
        let gone = || {
            Problem::not_found("this backup is no longer here")
                .hint("it is kept for half an hour: make another one")
        };
        let backup = view.app.backups.find(&asker, number).ok_or_else(gone)?;
        let (name, path) = (backup.name.clone(), backup.path());
        let opened = TemporaryDownload::open(&path, backup);
        let unread = |error| {
            Problem::new(StatusCode::INTERNAL_SERVER_ERROR, format!("cannot read the backup: {error}"))
        };
        Ok((opened.map_err(unread)?, name))
    });
    let (download, name) = download.await?;
    Ok(download.response(slot, &name))
}
