//! Download of all data about a student.

use std::fs::File;
use std::io::{BufWriter, ErrorKind, Read, Write};
use std::pin::Pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use class_operations::privacy::export_student;
use files::TemporaryDir;
use tokio::task::JoinHandle;
use tokio::time::Instant;

use crate::answer::personal;
use crate::body_timeouts::allowed;
use crate::class_visit::{View, Visit, blocking};
use crate::concurrency::Slot;
use crate::lock::lock;
use crate::pages;
use crate::problem::Problem;
use crate::url_parameters::Path;

/// Number of bytes read at a time.
const PART: usize = 64 << 10;
/// Maximum time to send an archive.
const LONGEST_SENDING: Duration = Duration::from_mins(10);

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
    let (kept, length) = visit
        .view(move |view| {
            let id = whose(view)?;
            let failed = |error: std::io::Error| {
                Problem::new(StatusCode::INTERNAL_SERVER_ERROR, format!("cannot create the archive: {error}"))
            };
            let folder = TemporaryDir::create("muster-").map_err(failed)?;
            let path = folder.path().join("data.zip");
            let file = files::File::create_new_private(&path).map_err(failed)?;
            export_student(&view.class, &view.facts, &id, BufWriter::new(file))?.flush().map_err(failed)?;
            let file = File::open(&path).map_err(failed)?;
            let length = file.metadata().map_err(failed)?.len();
            Ok((TemporaryArchive { file, _folder: folder }, length))
        })
        .await?;
    let headers = [
        (header::CONTENT_LENGTH, HeaderValue::from(length)),
        (header::CONTENT_DISPOSITION, HeaderValue::from_static("attachment; filename=\"muster-data.zip\"")),
    ];
    let body = Body::from_stream(ArchiveStream::new(kept, place));
    Ok((headers, personal("application/zip", body)).into_response())
}

/// An archive in a temporary folder, which is deleted when this is dropped.
struct TemporaryArchive {
    file: File,
    _folder: TemporaryDir,
}

type Next = Pin<Box<dyn Future<Output = Result<(Bytes, TemporaryArchive), Problem>> + Send>>;

/// Reads the next part of a file; empty at its end.
async fn next(mut kept: TemporaryArchive) -> Result<(Bytes, TemporaryArchive), Problem> {
    blocking(move || {
        let mut part = Vec::with_capacity(PART);
        let read = (&mut kept.file).take(PART as u64).read_to_end(&mut part);
        let unread = |error| {
            Problem::new(StatusCode::INTERNAL_SERVER_ERROR, format!("cannot read the archive: {error}"))
        };
        read.map(|_| (Bytes::from(part), kept)).map_err(unread)
    })
    .await
}

/// A file as a stream of parts, with a deadline for sending. A stalled client never polls the stream, so a separate
/// task enforces the deadline.
struct ArchiveStream {
    sending: Arc<Mutex<Option<(Next, Slot)>>>,
    sent: Arc<AtomicU64>,
    is_over: bool,
    ending: JoinHandle<()>,
}

impl ArchiveStream {
    fn new(kept: TemporaryArchive, place: Slot) -> ArchiveStream {
        let next: Next = Box::pin(next(kept));
        let sending = Arc::new(Mutex::new(Some((next, place))));
        let sent = Arc::<AtomicU64>::default();
        let (ended, through) = (Arc::clone(&sending), Arc::clone(&sent));
        let ending = tokio::spawn(async move {
            let begun = Instant::now();
            loop {
                let end = begun + allowed(through.load(Ordering::Relaxed), LONGEST_SENDING);
                if Instant::now() >= end {
                    break;
                }
                tokio::time::sleep_until(end).await;
            }
            lock(&ended).take();
        });
        ArchiveStream { sending, sent, is_over: false, ending }
    }
}

impl Drop for ArchiveStream {
    fn drop(&mut self) {
        self.ending.abort();
    }
}

impl futures_core::Stream for ArchiveStream {
    type Item = Result<Bytes, std::io::Error>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        if self.is_over {
            return Poll::Ready(None);
        }
        let sending = Arc::clone(&self.sending);
        let mut sending = lock(&sending);
        let part = match sending.as_mut() {
            None => Err(std::io::Error::from(ErrorKind::TimedOut)),
            Some((now, _)) => match ready!(now.as_mut().poll(context)) {
                Ok((part, kept)) => {
                    *now = Box::pin(next(kept));
                    Ok(part)
                }
                Err(problem) => Err(std::io::Error::other(problem.what)),
            },
        };
        match part {
            Ok(part) if !part.is_empty() => {
                self.sent.fetch_add(part.len() as u64, Ordering::Relaxed);
                return Poll::Ready(Some(Ok(part)));
            }
            _ => self.is_over = true,
        }
        // Deletes the file and frees the slot.
        sending.take();
        Poll::Ready(part.err().map(Err))
    }
}
