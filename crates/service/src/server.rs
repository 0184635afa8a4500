//! A service: begun, served, ended.

mod connections;
mod listen;
mod metering;
#[cfg_attr(unix, path = "server/renewing/unix.rs")]
#[cfg_attr(not(unix), path = "server/renewing/other.rs")]
mod renewing;
#[cfg(unix)]
mod socket;
mod tls;
mod unheard;
mod url;

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use explain::{Error, Kind};
use job::Executor;

use self::connections::Accepting;
pub use self::listen::Listen;
use self::listen::Listener;
use self::tls::Tls;
pub use self::tls::TlsFiles;
use self::unheard::unheard;
use self::url::Url;
use crate::app::{App, CONNECTIONS, CompareVersions, ServedClass, SharedValidator};
use crate::front::{Front, Network};
use crate::hosts::AllowedHosts;
use crate::{live, playing, routes, warming};

/// Connections of an address: enough for a school behind one, and room for others.
const MOST_PER_ADDRESS: usize = CONNECTIONS / 4 * 3;
/// Threads that answer. What waits for the disk has others.
const ANSWERING: usize = 2;
/// Threads that may wait for the disk or for workers.
const WAITING: usize = 64;

/// What is served, and how.
#[derive(Clone, Debug, Default)]
pub struct ServeOptions {
    /// The folders of the classes.
    pub classes: Vec<PathBuf>,
    /// Where to listen.
    pub listen: Listen,
    /// The certificate for HTTPS, and its key; `None` for plain HTTP.
    pub tls: Option<TlsFiles>,
    /// The address by which browsers reach it, such as `https://muster.example.org`; `None` if that is where it listens.
    pub url: Option<String>,
    /// The addresses of the web server in front, whose headers count. A Unix socket needs none.
    pub trust: Vec<Network>,
    /// The header in which it says whom it has signed in; `None` if there is none.
    pub identity_header: Option<String>,
    /// Where figures for Prometheus are, apart from what browsers reach; `None` if nowhere.
    pub metrics: Option<Listen>,
    /// How many connections an address may have, if neither [`trust`](ServeOptions::trust) lists it nor all come from a Unix
    /// socket; `None` for three quarters of all.
    pub most_per_address: Option<usize>,
    /// Whether to have the interpreters compiled at once; until they are, `/healthz` says that it is not ready.
    pub warms_up: bool,
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
/// If a class cannot be opened, nothing can be listened to, or the options contradict one another.
pub fn serve(
    options: &ServeOptions,
    validator: SharedValidator,
    executor: Option<Box<dyn Executor + Send>>,
    compare: CompareVersions,
    stop: &Arc<AtomicBool>,
    ready: impl FnOnce(&Serving),
) -> Result<(), Error> {
    let is_socket = matches!(options.listen, Listen::Unix(_));
    let front = Front::new(&options.trust, options.identity_header.as_deref(), is_socket)?;
    let tls = options.tls.as_ref().map(Tls::read).transpose()?.map(Arc::new);
    let classes = open(&options.classes)?;
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
    let names = classes.iter().map(|class| class.name.clone()).collect();
    let serving = Serving { url: url.text().to_owned(), classes: names };
    let app = App::new(
        classes,
        (validator, compare),
        hosts,
        front,
        serving.url.clone(),
        executor.is_some(),
        Arc::clone(stop),
    );
    let app = Arc::new(app);
    if options.warms_up {
        warming::begin(&app).map_err(|error| failed("start a thread", error))?;
    }
    let player = executor.map(|executor| {
        let app = Arc::clone(&app);
        thread::Builder::new().name("player".to_owned()).spawn(move || playing::play(&app, &*executor))
    });
    let player = player.transpose().map_err(|error| failed("start a thread", error))?;
    let served = runtime.block_on(async {
        for class in app.classes.values() {
            tokio::spawn(live::follow(Arc::clone(&app), Arc::clone(class)));
        }
        if let Some(tls) = &tls {
            renewing::renew_on_hangup(Arc::clone(tls)).map_err(|error| failed("handle signals", error))?;
        }
        ready(&serving);
        let pages = routes::router(&app);
        let most_per_address = Some(options.most_per_address.unwrap_or(MOST_PER_ADDRESS));
        let of_pages = Accepting { router: pages, free: Arc::clone(&app.connections), most_per_address, tls };
        let is_on_socket = matches!(options.metrics, Some(Listen::Unix(_)));
        // No browser reaches a Unix socket.
        let hosts = (!is_on_socket).then(|| AllowedHosts::of_figures(url.host()));
        let figures = metering::accepting(&app, hosts);
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
    app.classes.values().for_each(|class| class.stop_orders());
    if let Some(player) = player {
        // A player that panicked has said so.
        drop(player.join());
    }
    served
}

/// Opens the classes, no two of which have the same name.
fn open(folders: &[PathBuf]) -> Result<Vec<ServedClass>, Error> {
    let mut classes: Vec<ServedClass> = Vec::new();
    for path in folders {
        let class = ServedClass::open(path)?;
        if classes.iter().any(|other| other.name == class.name) {
            let what = format!("two classes are in a folder of the name {}", class.name);
            return Err(Error::input(what).hint("rename one of the folders"));
        }
        classes.push(class);
    }
    Ok(classes)
}
