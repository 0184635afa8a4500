//! Connections: accepted, bounded, ended.

use std::net::{SocketAddr, TcpListener};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use axum::Extension;
use explain::{Error, Kind};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use job::Executor;
use tokio::sync::Semaphore;
use tower_http::catch_panic::CatchPanicLayer;

use crate::app::{App, CompareVersions, ServedClass, SharedValidator};
use crate::hosts::AllowedHosts;
use crate::peer::Peer;
use crate::{live, playing, routes};

/// Connections at a time.
const CONNECTIONS: usize = 4096;
/// How long a browser may take for the head of a request.
const HEAD: Duration = Duration::from_secs(20);
/// How long answers may take when the service ends.
const FAREWELL: Duration = Duration::from_secs(20);
/// How often it is looked whether to end.
const LOOK: Duration = Duration::from_millis(100);
/// Threads that answer. What waits for the disk has others.
const ANSWERING: usize = 2;
/// Threads that may wait for the disk or for workers.
const WAITING: usize = 64;

/// What is served, and how.
#[derive(Clone, Debug)]
pub struct ServeOptions {
    /// The folders of the classes.
    pub classes: Vec<PathBuf>,
    /// Where to listen.
    pub listen: SocketAddr,
    /// The address by which browsers reach it, such as `https://muster.example.org`; `None` if that is where it listens.
    pub url: Option<String>,
}

/// What is served, once it is.
#[derive(Clone, Debug)]
pub struct Serving {
    /// Where browsers reach it, without a slash at the end.
    pub url: String,
    /// The names of the classes in addresses.
    pub classes: Vec<String>,
}

/// Serves classes until `stop` is set. Then it finishes what it answers and what it plays.
///
/// What is handed in is decided about by `validator`, and played by `executor`, which belongs to it; without one, somebody
/// else plays. `compare` finds near copies, away from here. `ready` is called once it can be reached.
///
/// # Errors
/// If a class cannot be opened, or nothing can be listened to.
pub fn serve(
    options: &ServeOptions,
    validator: SharedValidator,
    executor: Option<Box<dyn Executor + Send>>,
    compare: CompareVersions,
    stop: &Arc<AtomicBool>,
    ready: impl FnOnce(&Serving),
) -> Result<(), Error> {
    let mut classes: Vec<ServedClass> = Vec::new();
    for path in &options.classes {
        let class = ServedClass::open(path)?;
        if classes.iter().any(|other| other.name == class.name) {
            let what = format!("two classes are in a folder of the name {}", class.name);
            return Err(Error::input(what).hint("rename one of the folders"));
        }
        classes.push(class);
    }
    let failed =
        |what: &str, error: std::io::Error| Error::new(Kind::Host, format!("cannot {what}: {error}"));
    let unheard = |error| failed(&format!("listen to {}", options.listen), error);
    let listener = TcpListener::bind(options.listen).map_err(unheard)?;
    listener.set_nonblocking(true).map_err(unheard)?;
    let local = listener.local_addr().map_err(unheard)?;
    if options.url.is_none() && !local.ip().is_loopback() {
        return Err(Error::input(format!("how browsers call {local} is not known"))
            .hint("give the address that they use with --url, such as https://muster.example.org"));
    }
    let url = options.url.clone().unwrap_or_else(|| format!("http://{local}"));
    let url = url.trim_end_matches('/').to_owned();
    let (_, host) = url
        .split_once("://")
        .filter(|(scheme, host)| {
            matches!(*scheme, "http" | "https") && !host.is_empty() && !host.contains('/')
        })
        .ok_or_else(|| {
            Error::input(format!(
                "{url} is not an address that a browser opens: https://muster.example.org is one"
            ))
        })?;
    let mut hosts = vec![host.to_owned(), local.to_string()];
    hosts.extend(local.ip().is_loopback().then(|| format!("localhost:{}", local.port())));
    let serving =
        Serving { url: url.clone(), classes: classes.iter().map(|class| class.name.clone()).collect() };
    let app = App::new(
        classes,
        validator,
        compare,
        AllowedHosts::new(hosts),
        url.clone(),
        executor.is_some(),
        Arc::clone(stop),
    );
    let app = Arc::new(app);
    let player = executor.map(|executor| {
        let app = Arc::clone(&app);
        thread::Builder::new().name("player".to_owned()).spawn(move || playing::play(&app, &*executor))
    });
    let player = player.transpose().map_err(|error| failed("start a thread", error))?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(ANSWERING)
        .max_blocking_threads(WAITING)
        .enable_all()
        .build()
        .map_err(|error| failed("start threads", error))?;
    let served = runtime.block_on(async {
        let listener = tokio::net::TcpListener::from_std(listener).map_err(unheard)?;
        for class in app.classes.values() {
            tokio::spawn(live::follow(Arc::clone(&app), Arc::clone(class)));
        }
        ready(&serving);
        accept(&app, &listener).await;
        Ok(())
    });
    runtime.shutdown_timeout(FAREWELL);
    stop.store(true, Ordering::Relaxed);
    app.classes.values().for_each(|class| class.stop_order());
    if let Some(player) = player {
        // A player that panicked has said so.
        drop(player.join());
    }
    served
}

/// Accepts connections until the service is to end, and then lets answers end.
async fn accept(app: &Arc<App>, listener: &tokio::net::TcpListener) {
    let router = routes::router(app).layer(CatchPanicLayer::new());
    let free = Arc::new(Semaphore::new(CONNECTIONS));
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
                // Too many open files, for example: those that are open end.
                tracing::warn!(%error, "cannot accept a connection");
                tokio::time::sleep(LOOK).await;
                continue;
            }
        };
        let Ok(permit) = Arc::clone(&free).try_acquire_owned() else {
            tracing::warn!(%peer, "refused a connection: {CONNECTIONS} are open");
            continue;
        };
        let service = TowerToHyperService::new(router.clone().layer(Extension(Peer(peer))));
        let connection = hyper::server::conn::http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(HEAD)
            .max_buf_size(64 << 10)
            .serve_connection(TokioIo::new(stream), service);
        let connection = open.watch(connection);
        tokio::spawn(async move {
            if let Err(error) = connection.await {
                tracing::debug!(%peer, %error, "a connection ended");
            }
            drop(permit);
        });
    }
    if tokio::time::timeout(FAREWELL, open.shutdown()).await.is_err() {
        tracing::warn!("some answers took too long, and were cut off");
    }
}
