//! The folder of a fleet, on the host of its server if it has one of its own: the server's configuration and its users.

mod reload;

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use json::Shape;
use schemars::JsonSchema;
use serde::Serialize;

pub use self::reload::ServerState;
use crate::server_config::{self, ACCOUNTS, ServerConfig};
use crate::users::{Role, User, UserRegister};
use crate::{Credentials, FleetError, Key, PublicKey, streams};

/// The list of users.
const REGISTER: &str = "fleet.json";
/// The server's configuration.
const CONFIG: &str = "server.conf";
/// The folder of the users' seeds.
const CREDENTIALS: &str = "credentials";
/// The folder of the server's streams.
const STORE: &str = "jetstream";
/// The file with the server's process id.
const PID: &str = "server.pid";
/// The lock for changes to the users.
const LOCK: &str = "fleet.lock";
/// Maximum time for the server to read its users.
const RELOADING: Duration = Duration::from_secs(1);
/// Maximum size of the list of users, in bytes.
const MOST_BYTES: u64 = 64 << 20;

/// The folder of a fleet.
#[derive(Clone, Debug)]
pub struct FleetFolder {
    root: PathBuf,
}

/// A certificate and its key, as PEM files.
#[derive(Clone, Debug)]
pub struct Tls {
    /// The certificate, followed by the chain to its authority.
    pub certificate: PathBuf,
    /// Its key.
    pub key: PathBuf,
}

/// The result of making a fleet's folder.
#[derive(Debug, Serialize, JsonSchema)]
pub struct MadeFleet {
    /// The server's configuration. Null if others run the servers.
    pub config: Option<String>,
    /// The command that starts the server.
    pub start: Option<String>,
    /// The number of replicas of the streams that were created. Null if a coordinator creates them.
    pub replicas: Option<usize>,
}

impl MadeFleet {
    /// Describes the result, and how to start the server if the folder has its own.
    pub fn words(&self) -> String {
        match (&self.config, &self.start) {
            (Some(config), Some(start)) => format!("wrote {config}\nstart the server with: {start}"),
            _ => format!("created the streams; servers per stream: {}", self.replicas.unwrap_or(1)),
        }
    }
}

impl Shape for MadeFleet {
    const NAME: &'static str = "fleet-init";
    const VERSION: u32 = 1;
}

/// A user that was added.
#[derive(Debug, Serialize, JsonSchema)]
pub struct AddedUser {
    /// The user's name.
    pub name: String,
    /// The user's role.
    pub role: Role,
    /// The user's public key.
    pub key: String,
    /// The file of the user's seed, which is secret.
    pub credentials: String,
    /// The file of the fleet's accounts, which servers elsewhere include in their configuration.
    pub accounts: String,
    /// The state of the server after the change.
    pub server: ServerState,
    /// The command that makes a running server of this folder read its users again.
    pub reload: String,
}

impl AddedUser {
    /// Describes the steps, done or pending, for servers to admit the user.
    pub fn next(&self) -> String {
        self.server.words(&self.reload, &self.accounts)
    }
}

impl Shape for AddedUser {
    const NAME: &'static str = "fleet-add";
    const VERSION: u32 = 2;
}

/// A user whose credentials were revoked.
#[derive(Debug, Serialize, JsonSchema)]
pub struct RetiredUser {
    /// The user's name.
    pub name: String,
    /// The user's public key.
    pub key: String,
    /// The number of messages of the user's results that were removed from the server. Null if the server was not
    /// asked.
    pub removed_results: Option<u64>,
    /// The file of the fleet's accounts, which servers elsewhere include in their configuration.
    pub accounts: String,
    /// The state of the server after the change.
    pub server: ServerState,
    /// The command that makes a running server of this folder read its users again.
    pub reload: String,
}

impl RetiredUser {
    /// Describes the steps, done or pending, for servers to no longer admit the user.
    pub fn next(&self) -> String {
        let next = self.server.words(&self.reload, &self.accounts);
        let removed = self.removed_results;
        removed.map_or(next.clone(), |messages| format!("{next}\nremoved result messages: {messages}"))
    }

    /// Removes the results that the user has left on the server, as a coordinator.
    ///
    /// # Errors
    /// When the server cannot be reached, or rejects the credentials or the request. The user remains retired.
    pub fn remove_results(&mut self, url: &str, credentials: Credentials) -> Result<(), FleetError> {
        let worker: PublicKey = self.key.parse().map_err(|_| FleetError::Unknown(self.name.clone()))?;
        self.removed_results = Some(crate::removal::forget_results(url, credentials, &worker)?);
        Ok(())
    }
}

impl Shape for RetiredUser {
    const NAME: &'static str = "fleet-retire";
    const VERSION: u32 = 2;
}

impl FleetFolder {
    /// Opens the folder at this path, which need not exist.
    pub fn at(root: impl Into<PathBuf>) -> FleetFolder {
        FleetFolder { root: root.into() }
    }

    /// Makes the folder, with the configuration of a server that listens at the address and keeps at most this number
    /// of bytes in streams.
    ///
    /// # Errors
    /// When the folder already exists, cannot be made, or a path cannot be written into the configuration.
    pub fn init(&self, listen: SocketAddr, bytes: u64, tls: Option<&Tls>) -> Result<MadeFleet, FleetError> {
        let root =
            std::path::absolute(&self.root).map_err(|source| self.failed("write", &self.root, source))?;
        if root.join(REGISTER).exists() || root.join(CONFIG).exists() {
            return Err(FleetError::Occupied(self.root.clone()));
        }
        let absolute = |path: &Path| std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        let [store, pid, config] = [STORE, PID, CONFIG].map(|name| quotable(&root.join(name)));
        let (store, pid, config) = (store?, pid?, config?);
        let tls = tls.map(|tls| -> Result<[String; 2], FleetError> {
            Ok([quotable(&absolute(&tls.certificate))?, quotable(&absolute(&tls.key))?])
        });
        let tls = tls.transpose()?;
        let tls = tls.as_ref().map(|files| files.each_ref().map(String::as_str));
        let listen = listen.to_string();
        let text = ServerConfig { listen: &listen, store: &store, pid: &pid, bytes, tls }.text();
        self.make(Some(&text))?;
        let start = format!("nats-server -c {}", explain::quoted(&config));
        Ok(MadeFleet { config: Some(config), start: Some(start), replicas: None })
    }

    /// Creates the streams of a fleet on existing servers, with this number of replicas, and with credentials that may
    /// do so. Also makes the folder if it does not exist, without a server's configuration.
    ///
    /// # Errors
    /// When the servers cannot be reached, do not admit the user, or cannot create the streams; when they have others
    /// of the same names; or when the folder cannot be made.
    pub fn init_elsewhere(
        &self,
        url: &str,
        credentials: Credentials,
        replicas: usize,
    ) -> Result<MadeFleet, FleetError> {
        streams::set_up(url, credentials, replicas)?;
        if !self.root.join(REGISTER).exists() {
            self.make(None)?;
        }
        Ok(MadeFleet { config: None, start: None, replicas: Some(replicas) })
    }

    fn make(&self, config: Option<&str>) -> Result<(), FleetError> {
        for folder in [self.root.clone(), self.root.join(CREDENTIALS)] {
            files::create_dir_all_private(&folder).map_err(|source| self.failed("write", &folder, source))?;
        }
        if let Some(text) = config {
            self.write(CONFIG, text)?;
        }
        // Last, because it makes the folder that of a fleet.
        self.write_register(&UserRegister::default())
    }

    /// Adds a user, writes a file with its seed, readable only by the current system account, and makes a running
    /// server read its users again.
    ///
    /// # Errors
    /// When the name is taken or invalid, or a file cannot be read or written.
    pub fn add(&self, name: &str, role: Role) -> Result<AddedUser, FleetError> {
        let _lock = self.lock()?;
        let mut register = self.current_register()?;
        let key = Key::fresh();
        let user = User { role, key: key.public() };
        register.add(name, user.clone())?;
        let path = self.seed_path(name);
        files::replace_private(&path, |out| writeln(out, &key.seed()))
            .map_err(|source| self.failed("write", &path, source))?;
        self.write_register(&register)?;
        Ok(AddedUser {
            name: name.to_owned(),
            role,
            key: user.key.to_string(),
            credentials: path.display().to_string(),
            accounts: self.root.join(ACCOUNTS).display().to_string(),
            server: self.tell_server_of_account(),
            reload: self.reload(),
        })
    }

    /// Revokes a user's credentials and makes a running server read its users again, which disconnects that user.
    ///
    /// # Errors
    /// When the user does not exist, or a file cannot be read or written.
    pub fn retire(&self, name: &str) -> Result<RetiredUser, FleetError> {
        let _lock = self.lock()?;
        let mut register = self.current_register()?;
        let user = register.remove(name)?;
        self.write_register(&register)?;
        let path = self.seed_path(name);
        files::remove_if_there(&path).map_err(|source| self.failed("remove", &path, source))?;
        Ok(RetiredUser {
            name: name.to_owned(),
            key: user.key.to_string(),
            removed_results: None,
            accounts: self.root.join(ACCOUNTS).display().to_string(),
            server: self.tell_server(),
            reload: self.reload(),
        })
    }

    /// The users.
    ///
    /// # Errors
    /// When the folder is not that of a fleet, or the list cannot be read.
    pub fn register(&self) -> Result<UserRegister, FleetError> {
        let path = self.root.join(REGISTER);
        if !path.exists() {
            return Err(FleetError::NotAFleet(self.root.clone()));
        }
        let text =
            files::read_text(&path, MOST_BYTES).map_err(|source| self.failed("read", &path, source))?;
        serde_json::from_str(&text).map_err(|error| FleetError::Register { path, why: error.to_string() })
    }

    /// Returns the users, if the server's configuration gives each worker an account of its own. The configuration of
    /// an earlier version does not: in that case, writes the accounts for it to include, and fails.
    fn current_register(&self) -> Result<UserRegister, FleetError> {
        let register = self.register()?;
        let config = self.root.join(CONFIG);
        if !config.exists() {
            return Ok(register);
        }
        let text =
            files::read_text(&config, MOST_BYTES).map_err(|source| self.failed("read", &config, source))?;
        // A comment names the file, too.
        let mut settings = text.lines().filter_map(|line| line.split('#').next());
        if settings.any(|setting| setting.contains(ACCOUNTS)) {
            return Ok(register);
        }
        self.write(ACCOUNTS, &server_config::accounts(&register))?;
        Err(FleetError::SharedAccount(config))
    }

    /// Locks the users against other changes.
    fn lock(&self) -> Result<files::File, FleetError> {
        let path = self.root.join(LOCK);
        if !self.root.join(REGISTER).exists() {
            return Err(FleetError::NotAFleet(self.root.clone()));
        }
        let lock = files::File::open_lock(&path).and_then(|file| file.lock().map(|()| file));
        lock.map_err(|source| self.failed("lock", &path, source))
    }

    /// Writes the server's users, and then the list of names. If this is interrupted between the two, the next change
    /// repairs it.
    fn write_register(&self, register: &UserRegister) -> Result<(), FleetError> {
        self.write(ACCOUNTS, &server_config::accounts(register))?;
        let text = serde_json::to_string_pretty(register);
        let text = text.map_err(|error| FleetError::Register {
            path: self.root.join(REGISTER),
            why: error.to_string(),
        })?;
        self.write(REGISTER, &(text + "\n"))
    }

    fn write(&self, name: &str, text: &str) -> Result<(), FleetError> {
        let path = self.root.join(name);
        files::replace_private(&path, |out| std::io::Write::write_all(out, text.as_bytes()))
            .map_err(|source| self.failed("write", &path, source))
    }

    fn seed_path(&self, name: &str) -> PathBuf {
        self.root.join(CREDENTIALS).join(format!("{name}.seed"))
    }

    fn tell_server(&self) -> ServerState {
        if self.root.join(CONFIG).exists() {
            reload::tell(&self.root.join(PID))
        } else {
            ServerState::Elsewhere
        }
    }

    /// Signals the server twice. A running server that reads a new account connects the account's imports only at the
    /// next reload (nats-server 2.15).
    fn tell_server_of_account(&self) -> ServerState {
        let state = self.tell_server();
        if state != ServerState::Told {
            return state;
        }
        thread::sleep(RELOADING);
        self.tell_server()
    }

    fn reload(&self) -> String {
        let pid = self.root.join(PID).display().to_string();
        format!("nats-server --signal {}", explain::quoted(&format!("reload={pid}")))
    }

    #[expect(clippy::unused_self, reason = "as `self.write`, which it belongs to")]
    fn failed(&self, action: &'static str, path: &Path, source: std::io::Error) -> FleetError {
        FleetError::File { action, path: path.to_owned(), source }
    }
}

fn writeln(out: &mut impl std::io::Write, line: &str) -> std::io::Result<()> {
    out.write_all(line.as_bytes())?;
    out.write_all(b"\n")
}

/// Returns a path as text that can stand between quotation marks.
fn quotable(path: &Path) -> Result<String, FleetError> {
    let text = path.to_str().filter(|text| !text.contains(|c: char| c == '"' || c == '\\' || c.is_control()));
    text.map(str::to_owned).ok_or_else(|| FleetError::Unquotable(path.to_owned()))
}

#[cfg(test)]
mod tests;
