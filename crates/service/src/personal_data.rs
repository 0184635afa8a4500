//! Download of all data about a student.

use std::io::{BufWriter, Write};

use axum::http::StatusCode;
use axum::response::Response;
use class_operations::privacy::export_student;
use files::TemporaryDir;

use crate::class_visit::{View, Visit};
use crate::pages;
use crate::problem::Problem;
use crate::temporary_download::TemporaryDownload;
use crate::url_parameters::Path;

/// Returns all data about the student who asks.
pub(crate) async fn mine(visit: Visit) -> Result<Response, Problem> {
    archive(visit, |view| view.student().map(str::to_owned)).await
}

/// Returns all data about a student, for the teacher.
pub(crate) async fn of_student(
    visit: Visit,
    Path((_, id)): Path<(String, String)>,
) -> Result<Response, Problem> {
    archive(visit, move |view| {
        view.must_be_teacher()?;
        pages::must_see(view, &id)?;
        Ok(id)
    })
    .await
}

async fn archive(
    visit: Visit,
    whose: impl FnOnce(&View) -> Result<String, Problem> + Send + 'static,
) -> Result<Response, Problem> {
    if visit.session.is_none() {
        return Err(Problem::signed_out());
    }
    let place = visit.app.downloads.begin(visit.asker())?;
    let download = visit
        .view(move |view| {
            let id = whose(view)?;
            let failed = |error: std::io::Error| {
                Problem::new(StatusCode::INTERNAL_SERVER_ERROR, format!("cannot create the archive: {error}"))
            };
            let folder = TemporaryDir::create("muster-").map_err(failed)?;
            let path = folder.path().join("data.zip");
            let file = files::File::create_new_private(&path).map_err(failed)?;
            export_student(&view.class, &view.facts, &id, BufWriter::new(file))?.flush().map_err(failed)?;
            TemporaryDownload::open(&path, folder).map_err(failed)
        })
        .await?;
    Ok(download.response(place, "muster-data.zip"))
}
