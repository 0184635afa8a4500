//! Time limits for request bodies, and draining of rejected ones.

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

/// Maximum time to receive a body without files.
const TYPED: Duration = Duration::from_mins(1);
/// Maximum time to receive a body that may have files.
const FILES: Duration = Duration::from_mins(3);
/// Time before the minimum transfer rate applies.
const GRACE: Duration = Duration::from_secs(20);
/// Minimum transfer rate, in bytes per second: a tenth of that of a poor mobile connection.
const LEAST_RATE: u64 = 4 << 10;

/// Maximum number of bytes to drain of a rejected body.
const REST: usize = 512 << 20;

/// Returns the maximum time for a transfer that has moved this many bytes so far: at most `longest`.
pub(crate) fn allowed(bytes: u64, longest: Duration) -> Duration {
    longest.min(GRACE + Duration::from_secs(bytes / LEAST_RATE))
}

/// Ends the body of a request with an error if its sender takes too long. A body rejected before its end is drained:
/// browsers and reverse proxies lose the answer if the connection closes while they send.
pub(crate) async fn limit(request: Request, next: Next) -> Response {
    let kind = request.headers().get(header::CONTENT_TYPE).map_or(&b""[..], |kind| kind.as_bytes());
    let longest = if kind.starts_with(b"multipart/") { FILES } else { TYPED };
    let waits = request.headers().contains_key(header::EXPECT);
    let (head, body) = request.into_parts();
    let shared = Shared::new(body, longest);
    let answer = next.run(Request::from_parts(head, Body::from_stream(shared.clone()))).await;
    // A client that sent `Expect` and was not asked for the body has not begun to send it.
    if !waits || shared.has_begun() {
        shared.discard(REST).await;
    }
    answer
}

/// A body whose rest can be read after a handler dropped it.
#[derive(Clone)]
struct Shared(Arc<Mutex<Limited>>);

impl Shared {
    fn new(body: Body, longest: Duration) -> Shared {
        Shared(Arc::new(Mutex::new(Limited::new(body, longest))))
    }

    fn has_begun(&self) -> bool {
        lock(&self.0).has_begun
    }

    /// Drains the rest, up to about this many bytes.
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

/// A body with the time taken by its sender. Only time during which the service waits for bytes counts.
struct Limited {
    body: BodyDataStream,
    longest: Duration,
    has_begun: bool,
    received: u64,
    /// The time taken by the sender so far.
    taken: Duration,
    /// The start and the deadline of the current wait; `None` while the service is not waiting.
    waiting: Option<(Instant, Pin<Box<Sleep>>)>,
}

impl Limited {
    fn new(body: Body, longest: Duration) -> Limited {
        let body = body.into_data_stream();
        Limited { body, longest, has_begun: false, received: 0, taken: Duration::ZERO, waiting: None }
    }
}

impl Stream for Limited {
    type Item = Result<Bytes, axum::Error>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let this = &mut *self;
        this.has_begun = true;
        let left = allowed(this.received, this.longest).saturating_sub(this.taken);
        let (since, end) = this.waiting.get_or_insert_with(|| {
            let now = Instant::now();
            (now, Box::pin(tokio::time::sleep_until(now + left)))
        });
        // A body that is always ready would keep the timer from firing.
        if Instant::now() >= end.deadline() || end.as_mut().poll(context).is_ready() {
            return Poll::Ready(Some(Err(axum::Error::new(Error::from(ErrorKind::TimedOut)))));
        }
        let next = Pin::new(&mut this.body).poll_next(context);
        if let Poll::Ready(next) = &next {
            this.taken += since.elapsed();
            this.waiting = None;
            if let Some(Ok(bytes)) = next {
                this.received += bytes.len() as u64;
            }
        }
        next
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Yields a byte at every poll.
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
    fn a_sender_that_drips_is_ended_and_one_that_is_kept_waiting_is_not() {
        let minute = Duration::from_mins(1);
        assert_eq!(allowed(0, FILES), GRACE);
        assert_eq!(allowed(40 << 10, FILES), GRACE + Duration::from_secs(10));
        assert_eq!(allowed(80 << 20, FILES), FILES);
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build();
        runtime.unwrap().block_on(async {
            let every = |pause: Duration| {
                let bytes = futures_util::stream::unfold(0_u32, move |count| async move {
                    tokio::time::sleep(pause).await;
                    (count < 20).then(|| (Ok::<_, Error>(Bytes::from_static(b"x")), count + 1))
                });
                Shared::new(Body::from_stream(bytes), FILES)
            };
            // A byte every five seconds, as in an attack; 20 bytes are within the initial allowance.
            let read = |shared: Shared| shared.take(21).map(|part| part.is_ok()).collect::<Vec<bool>>();
            let dripping = read(every(Duration::from_secs(5))).await;
            assert_eq!(dripping.iter().filter(|is_ok| **is_ok).count(), 3);
            assert_eq!(read(every(Duration::from_millis(900))).await, [true; 20]);
            // The service takes longer than the sender may.
            let mut kept_waiting = every(Duration::ZERO);
            while let Some(part) = kept_waiting.next().await {
                part.unwrap();
                tokio::time::sleep(minute).await;
            }
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
