//! `muster serve`: classes in the browser.

mod copies;

use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use explain::{Error, Kind};
use job::Executor;
use service::{IdentityHeader, Listen, Network, ServeOptions, Serving, TlsFiles, serve};
use terminal::out;
use worker::Workers;

use crate::exit::Done;
use crate::host;
use crate::isolation::{IsolateOption, isolated};

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
    /// An address or network from which that header is believed. May be repeated.
    #[arg(long, value_name = "ADDRESS[/BITS]", requires = "identity_header")]
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

impl ServeCommand {
    pub(crate) fn run(self) -> Done {
        let jobs = self.jobs.map_or_else(host::default_jobs, usize::from);
        let validator = Arc::new(isolated(self.isolate.strictness(), jobs)?);
        let executor = (!self.no_play).then(|| -> Result<Box<dyn Executor + Send>, Error> {
            let failed = |error| Error::new(Kind::Host, format!("cannot start a thread: {error}"));
            Ok(Box::new(Workers::start(jobs, &validator).map_err(failed)?))
        });
        let trust = self.trust;
        let identity = self.identity_header.map(|name| IdentityHeader { name, trust });
        let tls = <[PathBuf; 2]>::try_from(self.tls).ok();
        let tls = tls.map(|[certificate, key]| TlsFiles { certificate, key });
        let (classes, listen) = (self.folders, self.listen);
        let (url, metrics) = (self.url, self.metrics);
        let options = ServeOptions { classes, listen, tls, url, identity, metrics, warms_up: true };
        let mut unprinted = Ok(());
        let stop = host::stop_on_interrupt();
        if options.tls.is_some() {
            host::outlive_hangups();
        }
        serve(
            &options,
            validator.clone(),
            executor.transpose()?,
            Arc::new(copies::compare),
            &stop,
            |serving| {
                unprinted = print(serving);
            },
        )?;
        unprinted
    }
}

fn print(serving: &Serving) -> Done {
    serving.classes.iter().try_for_each(|class| out::line(&format!("{}/{class}/", serving.url)))
}
