//! Download of a temporary archive, sent in parts.

use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::Path;
use std::pin::Pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;
use tokio::task::JoinHandle;
use tokio::time::Instant;

use crate::answer::personal;
use crate::body_timeouts::allowed;
use crate::class_visit::blocking;
use crate::concurrency::Slot;
use crate::lock::lock;
use crate::problem::Problem;

/// Number of bytes read at a time.
const PART: usize = 64 << 10;
/// Maximum time to send an archive.
const LONGEST_SENDING: Duration = Duration::from_mins(10);

/// A zip archive that is sent once, and what keeps it on disk meanwhile, such as its temporary folder.
pub(crate) struct TemporaryDownload {
    file: File,
    length: u64,
    _kept_by: Box<dyn Send>,
}

impl TemporaryDownload {
    /// Opens an archive.
    ///
    /// # Errors
    /// If it cannot be opened.
    pub(crate) fn open(path: &Path, kept_by: impl Send + 'static) -> io::Result<TemporaryDownload> {
        let file = files::open(path)?;
        let length = file.metadata()?.len();
        Ok(TemporaryDownload { file, length, _kept_by: Box::new(kept_by) })
    }

    /// Returns the archive as a download. The name must be valid on every system.
    pub(crate) fn response(self, slot: Slot, name: &str) -> Response {
        let length = HeaderValue::from(self.length);
        let mut response = personal("application/zip", Body::from_stream(ArchiveStream::new(self, slot)));
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_LENGTH, length);
        if let Ok(name) = HeaderValue::from_str(&format!("attachment; filename=\"{name}\"")) {
            headers.insert(header::CONTENT_DISPOSITION, name);
        }
        response
    }
}

type Next = Pin<Box<dyn Future<Output = Result<(Bytes, TemporaryDownload), Problem>> + Send>>;

/// Reads the next part of a file; empty at its end.
async fn next(mut kept: TemporaryDownload) -> Result<(Bytes, TemporaryDownload), Problem> {
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
    fn new(kept: TemporaryDownload, place: Slot) -> ArchiveStream {
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
    type Item = Result<Bytes, io::Error>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        if self.is_over {
            return Poll::Ready(None);
        }
        let sending = Arc::clone(&self.sending);
        let mut sending = lock(&sending);
        let part = match sending.as_mut() {
            None => Err(io::Error::from(ErrorKind::TimedOut)),
            Some((now, _)) => match ready!(now.as_mut().poll(context)) {
                Ok((part, kept)) => {
                    *now = Box::pin(next(kept));
                    Ok(part)
                }
                Err(problem) => Err(io::Error::other(problem.what)),
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
