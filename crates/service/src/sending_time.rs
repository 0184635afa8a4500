//! How long sending something to the service may take in all.

use std::io::{Error, ErrorKind};
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, BodyDataStream, Bytes};
use axum::extract::Request;
use axum::http::header;
use axum::middleware::Next;
use axum::response::Response;
use futures_core::Stream;
use tokio::time::{Instant, Sleep};

/// The longest time for what has no files.
const TYPED: Duration = Duration::from_mins(1);
/// The longest time for what may have files.
pub(crate) const FILES: Duration = Duration::from_mins(3);

/// Ends the body of a request with an error where it takes too long.
pub(crate) async fn limit(request: Request, next: Next) -> Response {
    let kind = request.headers().get(header::CONTENT_TYPE).map_or(&b""[..], |kind| kind.as_bytes());
    let longest = if kind.starts_with(b"multipart/") { FILES } else { TYPED };
    next.run(request.map(|body| limited(body, longest))).await
}

fn limited(body: Body, longest: Duration) -> Body {
    Body::from_stream(Limited { body: body.into_data_stream(), longest, end: None })
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
            let read = |body, longest| axum::body::to_bytes(limited(body, longest), usize::MAX);
            let short = read(Body::from("short"), Duration::from_mins(1)).await.unwrap();
            assert_eq!(short.as_ref(), b"short");
            read(Body::from_stream(Endless), Duration::from_millis(1)).await.unwrap_err();
        });
    }
}
