//! `muster worker`: plays for a fleet.

#[cfg(feature = "network")]
mod with_network;

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use crate::duration::duration;
use crate::isolation::IsolateOption;

/// `muster worker`
#[derive(Args)]
#[command(after_help = "\
Matches are played in isolated processes, with or without --isolate. The worker takes only jobs of its own engine and \
rules. An interrupt or SIGTERM ends it: matches that have begun are finished, the others are left to other workers.")]
pub(crate) struct WorkerCommand {
    /// The fleet's server: `nats://HOST:4222`, or `tls://HOST:4222` if it has a certificate.
    #[arg(long, value_name = "URL")]
    fleet: String,
    /// The credentials file, as `muster fleet add` wrote it, or a .creds file of NATS.
    #[arg(long, value_name = "FILE")]
    creds: PathBuf,
    /// Maximum number of matches to play at once [default: one per processor].
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    slots: Option<u16>,
    /// Memory for the bots that play at the same time, with a unit, such as `8GiB`: matches that need more are left
    /// to other workers [default: no limit].
    #[arg(long, value_name = "SIZE", value_parser = config::parse_size)]
    memory: Option<u64>,
    /// End after this time without a job, with a unit [default: never].
    #[arg(long, value_name = "TIME", value_parser = duration)]
    quit_idle: Option<Duration>,
    /// Take no more jobs after this time, with a unit, and end when all matches are played [default: never].
    #[arg(long, value_name = "TIME", value_parser = duration)]
    until: Option<Duration>,
    #[command(flatten)]
    isolate: IsolateOption,
}

#[cfg(not(feature = "network"))]
impl WorkerCommand {
    #[expect(clippy::unused_self, reason = "as where it is built in")]
    pub(crate) fn run(self) -> crate::exit::Done {
        Err(crate::exit::built_without_network("play for a fleet"))
    }
}
