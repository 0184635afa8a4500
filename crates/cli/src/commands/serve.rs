//! `muster serve`: classes in the browser.

#[cfg(feature = "network")]
mod copies;
#[cfg(feature = "network")]
mod serving;

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
Students enter by their personal links, which `muster class links DIR --all` makes, and so does the teacher, with \
`muster class links DIR --teacher NAME`. The class's folder stays the truth: the commands of `muster class` work on it meanwhile.

Bots are checked, built and played in processes that hold nothing, with or without --isolate. What waits is played here, unless --no-play leaves that to \
`muster class work`.

It listens to this machine alone. To serve others, give the address that browsers use with --url, such as \
https://muster.example.org, and either a certificate with --tls, or put a web server in front that ends TLS and passes the \
Host header on. That one can also sign students in, and say \
who they are with --identity-header; the header is believed from the Unix socket and the addresses of --trust alone.

An interrupt ends it: what is being answered is finished, and what was acknowledged is on the disk.")]
pub(crate) struct ServeCommand {
    /// The folders of the classes. Each is served under the name of its folder.
    #[arg(required = true, value_name = "DIR")]
    folders: Vec<PathBuf>,
    /// Where to listen: an address of this machine and a port, or 0 for any that is free; or a Unix socket, as unix:PATH.
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:8080")]
    listen: Listen,
    /// Serve HTTPS. The files are PEM: the certificate, followed by those that lead to its authority, and its key. SIGHUP has
    /// them read again.
    #[arg(long, num_args = 2, value_names = ["CERTIFICATE", "KEY"])]
    tls: Vec<PathBuf>,
    /// The address by which browsers reach it, with its scheme [default: where it listens].
    #[arg(long)]
    url: Option<String>,
    /// The header in which the web server in front says who a student is: an id or an address of the roster.
    #[arg(long, value_name = "NAME")]
    identity_header: Option<String>,
    /// An address or network of the web server in front, from which X-Forwarded-For and the header of --identity-header are
    /// believed. May be repeated.
    #[arg(long, value_name = "ADDRESS[/BITS]")]
    trust: Vec<Network>,
    /// Where figures for Prometheus are, at /metrics: best an address that this machine alone reaches.
    #[arg(long, value_name = "ADDRESS:PORT")]
    metrics: Option<Listen>,
    /// Leave what waits to be played to `muster class work`.
    #[arg(long)]
    no_play: bool,
    /// How many matches are played at once [default: one per processor].
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
