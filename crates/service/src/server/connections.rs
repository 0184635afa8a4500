//! Accepting, limiting and closing connections.

use std::net::IpAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::task::{Context, Waker};
use std::time::Duration;

use axum::{Extension, Router};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::io::AsyncWrite;
use tokio::sync::Semaphore;
use tower_http::catch_panic::CatchPanicLayer;

use super::listen::{Listener, Stream};
use super::tls::Tls;
use crate::app::App;
use crate::concurrency::CallerConcurrency;
use crate::peer::{Peer, network};
use crate::request_checks::LONGEST_HEAD;

/// Maximum time to receive the head of a request.
const HEAD: Duration = Duration::from_secs(20);
/// Maximum time to finish open requests when the service ends.
pub(super) const FAREWELL: Duration = Duration::from_secs(20);
/// Interval between checks for the end of the service.
const LOOK: Duration = Duration::from_millis(100);

/// The connections of one listener.
pub(super) struct Accepting {
    /// The router that answers.
    pub(super) router: Router,
    /// Permits for open connections.
    pub(super) free: Arc<Semaphore>,
    /// Maximum number of connections per address; `None` for no limit.
    pub(super) most_per_address: Option<usize>,
    /// TLS; `None` for plain connections.
    pub(super) tls: Option<Arc<Tls>>,
}

/// Accepts connections until the service ends, then waits for open requests.
pub(super) async fn accept(app: &App, listener: &Listener, accepting: Accepting) {
    let Accepting { router, free, most_per_address, tls } = accepting;
    let by_address: CallerConcurrency<IpAddr> = CallerConcurrency::default();
    // All connections of a reverse proxy have its address.
    let trusts = |peer| app.front.trusts(peer);
    let router = router.layer(CatchPanicLayer::new());
    let open = GracefulShutdown::new();
    let mut look = tokio::time::interval(LOOK);
    while !app.stop.load(Ordering::Relaxed) {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = look.tick() => continue,
        };
        let (stream, peer) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                // For example, too many open files. This gets better as connections close.
                tracing::warn!(%error, "cannot accept a connection");
                tokio::time::sleep(LOOK).await;
                continue;
            }
        };
        let counted = match (most_per_address, peer) {
            (Some(most), Peer::Address(address)) if !trusts(peer) => by_address
                .begin(network(address), most)
                .map(Some)
                .ok_or("too many connections are open from your address"),
            _ => Ok(None),
        };
        let free = || Arc::clone(&free).try_acquire_owned().map_err(|_| "too many connections are open");
        let admitted = counted.and_then(|counted| Ok((counted, free()?)));
        let (counted, permit) = match admitted {
            Ok(admitted) => admitted,
            Err(why) => {
                app.counts.refused_connection();
                tracing::warn!(%peer, "refused a connection: {why}");
                if tls.is_none() {
                    refuse(stream, why);
                }
                continue;
            }
        };
        let (router, watcher, tls) = (router.clone(), open.watcher(), tls.clone());
        tokio::spawn(async move {
            let _held = (permit, counted);
            let stream = match tls {
                None => stream,
                Some(tls) => match tls.encrypt(stream).await {
                    Ok(stream) => stream,
                    Err(error) => {
                        tracing::debug!(%peer, %error, "the TLS handshake failed");
                        return;
                    }
                },
            };
            let answered = watcher.watch(answer(router, stream, peer));
            if let Err(error) = answered.await {
                tracing::debug!(%peer, %error, "a connection ended");
            }
        });
    }
    if tokio::time::timeout(FAREWELL, open.shutdown()).await.is_err() {
        tracing::warn!("some responses took too long and were cut off");
    }
}

/// Rejects a connection with a short answer, without waiting.
fn refuse(mut stream: Box<dyn Stream>, why: &str) {
    let text = format!("{why}; close some, or wait a moment\n");
    let answer = format!(
        "HTTP/1.1 503 Service Unavailable\r\ncontent-type: text/plain; charset=utf-8\r\ncontent-length: {}\r\n\
         connection: close\r\n\r\n{text}",
        text.len()
    );
    // The send buffer of a new connection has room for it.
    let mut context = Context::from_waker(Waker::noop());
    let _is_written = Pin::new(&mut stream).poll_write(&mut context, answer.as_bytes());
}

type Connection =
    hyper::server::conn::http1::Connection<TokioIo<Box<dyn Stream>>, TowerToHyperService<Router>>;

/// Answers the requests of a connection in sequence.
fn answer(router: Router, stream: Box<dyn Stream>, peer: Peer) -> Connection {
    let service = TowerToHyperService::new(router.layer(Extension(peer)));
    hyper::server::conn::http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD)
        // A read may exceed that; the guard then rejects the request.
        .max_buf_size(LONGEST_HEAD)
        .serve_connection(TokioIo::new(stream), service)
}
