//! How long sending something to the service may take in all, and what becomes of the rest where that was refused.

use std::io::{Error, ErrorKind};
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, BodyDataStream, Bytes};
use axum::extract::Request;
use axum::http::header;
use axum::middleware::Next;
use axum::response::Response;
use futures_core::Stream;
use futures_util::StreamExt;
use tokio::time::{Instant, Sleep};

use crate::lock::lock;

/// The longest time for what has no files.
const TYPED: Duration = Duration::from_mins(1);
/// The longest time for what may have files.
pub(crate) const FILES: Duration = Duration::from_mins(3);

/// The most bytes that are read of a body after it was refused.
const REST: usize = 512 << 20;

/// Ends the body of a request with an error where it takes too long. One that was refused before its end is read all the same:
/// browsers and web servers in front lose the answer where the connection ends while they send.
pub(crate) async fn limit(request: Request, next: Next) -> Response {
    let kind = request.headers().get(header::CONTENT_TYPE).map_or(&b""[..], |kind| kind.as_bytes());
    let longest = if kind.starts_with(b"multipart/") { FILES } else { TYPED };
    let waits = request.headers().contains_key(header::EXPECT);
    let (head, body) = request.into_parts();
    let shared = Shared::new(body, longest);
    let answer = next.run(Request::from_parts(head, Body::from_stream(shared.clone()))).await;
    // Whoever waits to be asked for it has not begun to send.
    if !waits || shared.has_begun() {
        shared.discard(REST).await;
    }
    answer
}

/// A body of which the rest can be read after a handler has left it.
#[derive(Clone)]
struct Shared(Arc<Mutex<Limited>>);

impl Shared {
    fn new(body: Body, longest: Duration) -> Shared {
        Shared(Arc::new(Mutex::new(Limited { body: body.into_data_stream(), longest, end: None })))
    }

    fn has_begun(&self) -> bool {
        lock(&self.0).end.is_some()
    }

    /// Reads what is left, but not much more than the given number of bytes.
    async fn discard(mut self, most: usize) {
        let mut read = 0;
        while read < most
            && let Some(Ok(bytes)) = self.next().await
        {
            read += bytes.len();
        }
    }
}

impl Stream for Shared {
    type Item = Result<Bytes, axum::Error>;

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        Pin::new(&mut *lock(&self.0)).poll_next(context)
    }
}

/// A body that is read for as long as that may take, from when it is read first.
struct Limited {
    body: BodyDataStream,
    longest: Duration,
    end: Option<Pin<Box<Sleep>>>,
}

impl Stream for Limited {
    type Item = Result<Bytes, axum::Error>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let longest = self.longest;
        let end = self.end.get_or_insert_with(|| Box::pin(tokio::time::sleep(longest)));
        // One that never pauses keeps the clock's own task from running.
        if Instant::now() >= end.deadline() || end.as_mut().poll(context).is_ready() {
            return Poll::Ready(Some(Err(axum::Error::new(Error::from(ErrorKind::TimedOut)))));
        }
        Pin::new(&mut self.body).poll_next(context)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sends a byte whenever it is asked for one.
    struct Endless;

    impl Stream for Endless {
        type Item = Result<Bytes, Error>;

        fn poll_next(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Self::Item>> {
            Poll::Ready(Some(Ok(Bytes::from_static(b"x"))))
        }
    }

    #[test]
    fn what_goes_on_and_on_is_ended() {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        runtime.block_on(async {
            let limited = |body, longest| Body::from_stream(Shared::new(body, longest));
            let read = |body, longest| axum::body::to_bytes(limited(body, longest), usize::MAX);
            let short = read(Body::from("short"), Duration::from_mins(1)).await.unwrap();
            assert_eq!(short.as_ref(), b"short");
            read(Body::from_stream(Endless), Duration::from_millis(1)).await.unwrap_err();
        });
    }

    #[test]
    fn a_refused_body_is_read_to_its_end_or_to_the_limit() {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        runtime.block_on(async {
            let ended = Shared::new(Body::from("the rest"), Duration::from_mins(1));
            ended.clone().discard(100).await;
            assert!(ended.clone().next().await.is_none());
            let endless = Shared::new(Body::from_stream(Endless), Duration::from_mins(1));
            endless.clone().discard(100).await;
            assert!(endless.clone().next().await.is_some());
        });
    }
}
