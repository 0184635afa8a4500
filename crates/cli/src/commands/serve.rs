//! `muster serve`: serves classes to browsers.

#[cfg(feature = "network")]
mod copies;
#[cfg(feature = "network")]
mod with_network;

use std::path::PathBuf;

use clap::Args;
#[cfg(feature = "network")]
use service::{Listen, Network};

use crate::isolation::IsolateOption;

#[cfg(not(feature = "network"))]
type Listen = String;
#[cfg(not(feature = "network"))]
type Network = String;

/// `muster serve`
#[derive(Args)]
#[command(after_help = "\
Students sign in with personal links, created by `muster class links DIR --all`, and the teacher with one created by `muster \
class links DIR --teacher NAME`. The class's folder remains authoritative: the commands of `muster class` work on it at the \
same time.

Bots are checked, built and played in processes without access to files, network or tokens, with or without --isolate. \
Queued games are played here, unless --no-play leaves them to `muster class work`.

The server listens only on this machine. To serve others, give the address that browsers use with --url, such as \
https://muster.example.org, and either give a certificate with --tls, or put a web server in front that terminates TLS and \
forwards the Host header. That web server can also sign students in and identify them with --identity-header; the header is \
trusted only from the Unix socket and the addresses of --trust.

An interrupt stops the server: it finishes its current responses, and everything that it acknowledged is on the disk.")]
pub(crate) struct ServeCommand {
    /// The folders of the classes. Each is served under the name of its folder.
    #[arg(required_unless_present = "new", value_name = "DIR")]
    folders: Vec<PathBuf>,
    /// The folder of a new class, which the teacher makes in the browser: prints a one-time link to the page. A folder
    /// that holds a class is served like the others.
    #[arg(long, value_name = "DIR")]
    new: Option<PathBuf>,
    /// The address to listen on: an address of this machine and a port, or 0 for any free port; or a Unix socket, as
    /// unix:PATH.
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:8080")]
    listen: Listen,
    /// Serve HTTPS. The files are PEM: the certificate, followed by its chain, and its key. SIGHUP reloads them.
    #[arg(long, num_args = 2, value_names = ["CERTIFICATE", "KEY"])]
    tls: Vec<PathBuf>,
    /// The URL by which browsers reach the service [default: the listening address].
    #[arg(long)]
    url: Option<String>,
    /// The header in which the reverse proxy identifies a student: by an id or an address of the roster.
    #[arg(long, value_name = "NAME")]
    identity_header: Option<String>,
    /// The address or network of the reverse proxy, which is trusted to set X-Forwarded-For and the header of
    /// --identity-header. May be repeated.
    #[arg(long, value_name = "ADDRESS[/BITS]")]
    trust: Vec<Network>,
    /// The address that serves metrics for Prometheus at /metrics: preferably one that only this machine can reach.
    #[arg(long, value_name = "ADDRESS:PORT")]
    metrics: Option<Listen>,
    /// Send mail to students through the SMTP server that this file names.
    #[arg(long, value_name = "FILE")]
    mail: Option<PathBuf>,
    /// Leave queued games to `muster class work`.
    #[arg(long)]
    no_play: bool,
    /// Maximum number of matches to play at once [default: one per processor].
    #[arg(long, short, value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
    #[command(flatten)]
    isolate: IsolateOption,
}

#[cfg(not(feature = "network"))]
impl ServeCommand {
    #[expect(clippy::unused_self, reason = "the signature is that of the feature network")]
    pub(crate) fn run(self) -> crate::exit::Done {
        Err(crate::exit::built_without_network("serve a class"))
    }
}
