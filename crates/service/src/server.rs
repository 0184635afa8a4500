//! The life of a service: start, serve, stop.

mod connections;
mod listen;
mod listen_error;
mod metrics_listener;
#[cfg_attr(unix, path = "server/renewing/unix.rs")]
#[cfg_attr(not(unix), path = "server/renewing/other.rs")]
mod renewing;
#[cfg(unix)]
mod socket;
mod subpath;
mod tls;
mod url;

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use explain::{Error, Kind};
use job::Executor;
use mail::MailSettings;

use self::connections::Accepting;
pub use self::listen::Listen;
use self::listen::Listener;
use self::listen_error::unheard;
use self::subpath::below;
use self::tls::Tls;
pub use self::tls::TlsFiles;
use self::url::Url;
use crate::allowed_hosts::AllowedHosts;
use crate::app::{App, CONNECTIONS, CompareVersions, DiscardCode, FirstRun, ServedClass, SharedValidator};
use crate::mail_state::MailState;
use crate::reverse_proxy::{Network, ReverseProxy};
use crate::{event_stream, grade_sending, interpreter_warming, mailing, playing, routes};

/// Default limit of connections per address: enough for a school behind one, with room for others.
const MOST_PER_ADDRESS: usize = CONNECTIONS / 4 * 3;
/// Number of threads that answer requests. Blocking work has separate threads.
const ANSWERING: usize = 2;
/// Maximum number of threads that wait for the disk or for workers.
const WAITING: usize = 64;

/// Options of the service.
#[derive(Clone, Debug, Default)]
pub struct ServeOptions {
    /// The folders of the classes.
    pub classes: Vec<PathBuf>,
    /// The folder of a class that is made in the browser, unless it holds a class already.
    pub new: Option<PathBuf>,
    /// The address or socket to listen on.
    pub listen: Listen,
    /// The certificate and key for HTTPS; `None` for plain HTTP.
    pub tls: Option<TlsFiles>,
    /// The public URL, such as `https://muster.example.org`; `None` if it is the address to listen on.
    pub url: Option<String>,
    /// Addresses of the reverse proxy, whose headers are trusted. A Unix socket is always trusted.
    pub trust: Vec<Network>,
    /// The header in which the proxy names the signed-in user; `None` if there is none.
    pub identity_header: Option<String>,
    /// The separate address or socket for Prometheus metrics; `None` to serve none.
    pub metrics: Option<Listen>,
    /// Maximum number of connections from one address that is not in [`trust`](ServeOptions::trust); `None` for three
    /// quarters of all. Connections to a Unix socket are not limited.
    pub most_per_address: Option<usize>,
    /// The settings of mail; `None` to send none.
    pub mail: Option<MailSettings>,
    /// `true` to compile the interpreters at the start; until then, scripts wait.
    pub warms_up: bool,
    /// Removes compiled code of a deleted student's modules; `None` if nothing caches it.
    pub discard_code: Option<DiscardCode>,
}

/// The running service.
#[derive(Clone, Debug)]
pub struct Serving {
    /// The public URL, without a trailing slash.
    pub url: String,
    /// The names of the classes in URLs.
    pub classes: Vec<String>,
    /// The one-time link behind which a class is made; `None` if none is to be made.
    pub first_run: Option<String>,
}

/// Serves classes until `stop` is set, then finishes open requests and running games.
///
/// `validator` decides on submissions, and `executor` plays games; `executor` must belong to `validator`. Without an
/// executor, another process plays. `compare` finds near copies in a separate process. `ready` is called once the
/// service accepts connections.
///
/// # Errors
/// If a class cannot be opened, the service cannot listen, or the options contradict each other.
pub fn serve(
    options: &ServeOptions,
    validator: SharedValidator,
    executor: Option<Box<dyn Executor + Send>>,
    compare: CompareVersions,
    stop: &Arc<AtomicBool>,
    ready: impl FnOnce(&Serving),
) -> Result<(), Error> {
    let is_socket = matches!(options.listen, Listen::Unix(_));
    let front = ReverseProxy::new(&options.trust, options.identity_header.as_deref(), is_socket)?;
    let tls = options.tls.as_ref().map(Tls::read).transpose()?.map(Arc::new);
    let first_run = options.new.as_deref().map(FirstRun::at).transpose()?;
    let is_made = matches!(first_run, Some(None));
    let first_run = first_run.flatten();
    let classes = open(options.classes.iter().chain(options.new.as_ref().filter(|_| is_made)))?;
    let names: Vec<String> = classes.iter().map(|class| class.name.clone()).collect();
    let new = first_run.iter().map(|new| new.name.clone());
    refuse_same(names.iter().cloned().chain(new.clone()))?;
    let failed =
        |what: &str, error: std::io::Error| Error::new(Kind::Host, format!("cannot {what}: {error}"));
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(ANSWERING)
        .max_blocking_threads(WAITING)
        .enable_all()
        .build()
        .map_err(|error| failed("start threads", error))?;
    let within = runtime.enter();
    let listener = Listener::bind(&options.listen)?;
    let metrics = options.metrics.as_ref().map(Listener::bind).transpose()?;
    drop(within);
    let local = listener.local().map_err(|error| unheard(&options.listen, &error))?;
    let url = Url::new(options.url.as_deref(), local, tls.is_some())?;
    let hosts = AllowedHosts::of_pages(url.host(), local);
    let link = first_run.as_ref().map(|new| format!("{}{}", url.text(), new.path()));
    refuse_ambiguous(names.iter().cloned().chain(new), url.path())?;
    let serving = Serving { url: url.text(), classes: names, first_run: link };
    let mut app = App::new(
        (classes, first_run),
        (validator, compare, options.discard_code),
        hosts,
        front,
        (url.origin(), url.path()),
        (executor.is_some(), options.warms_up),
        Arc::clone(stop),
    );
    app.mail = options.mail.clone().map(MailState::new);
    let app = Arc::new(app);
    if options.warms_up {
        interpreter_warming::begin(&app).map_err(|error| failed("start a thread", error))?;
    }
    let player = executor.map(|executor| {
        let app = Arc::clone(&app);
        thread::Builder::new().name("player".to_owned()).spawn(move || playing::play(&app, &*executor))
    });
    let player = player.transpose().map_err(|error| failed("start a thread", error))?;
    let sender = mailing::begin(&app).map_err(|error| failed("start a thread", error))?;
    let grades = grade_sending::begin(&app).map_err(|error| failed("start a thread", error))?;
    let served = runtime.block_on(async {
        for class in app.classes() {
            tokio::spawn(event_stream::follow(Arc::clone(&app), Arc::clone(class)));
        }
        if let Some(tls) = &tls {
            renewing::renew_on_hangup(Arc::clone(tls)).map_err(|error| failed("handle signals", error))?;
        }
        ready(&serving);
        let pages = below(url.path(), routes::router(&app));
        let most_per_address = Some(options.most_per_address.unwrap_or(MOST_PER_ADDRESS));
        let of_pages = Accepting { router: pages, free: Arc::clone(&app.connections), most_per_address, tls };
        let is_on_socket = matches!(options.metrics, Some(Listen::Unix(_)));
        // No browser can reach a Unix socket.
        let hosts = (!is_on_socket).then(|| AllowedHosts::of_figures(url.host()));
        let figures = metrics_listener::accepting(&app, hosts);
        tokio::join!(connections::accept(&app, &listener, of_pages), async {
            if let Some(listener) = &metrics {
                connections::accept(&app, listener, figures).await;
            }
        });
        Ok(())
    });
    drop((listener, metrics));
    runtime.shutdown_timeout(connections::FAREWELL);
    stop.store(true, Ordering::Relaxed);
    app.classes().for_each(|class| class.stop_orders());
    if let Some(player) = player {
        // A panic of the player was already reported.
        drop(player.join());
    }
    if let Some(sender) = sender {
        mailing::end(sender);
    }
    mailing::end(grades);
    served
}

/// Refuses a class with the name of the path: whether a proxy has removed the path from a request would be unknown.
fn refuse_ambiguous(mut names: impl Iterator<Item = String>, path: &str) -> Result<(), Error> {
    let first = path.split('/').nth(1).unwrap_or_default();
    match names.find(|name| name == first) {
        None => Ok(()),
        Some(name) => Err(Error::input(format!("the path {path} of --url begins with the name of a class"))
            .hint(format!("rename the folder {name}, or use another path"))),
    }
}

/// Refuses classes with the same name.
fn refuse_same(names: impl Iterator<Item = String>) -> Result<(), Error> {
    let mut known = BTreeSet::new();
    for name in names {
        if known.contains(&name) {
            let what = format!("two classes are in folders named {name}");
            return Err(Error::input(what).hint("rename one of the folders"));
        }
        known.insert(name);
    }
    Ok(())
}

/// Opens the classes.
fn open<'p>(folders: impl Iterator<Item = &'p PathBuf>) -> Result<Vec<ServedClass>, Error> {
    folders.map(|path| ServedClass::open(path)).collect()
}
