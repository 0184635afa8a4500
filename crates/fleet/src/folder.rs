//! The folder of a fleet, on the host of its server, if it has one of its own: the server's configuration, and who may sign
//! in.

mod reload;

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use json::Shape;
use schemars::JsonSchema;
use serde::Serialize;

pub use self::reload::ServerState;
use crate::register::{Register, Role, User};
use crate::server_config::{self, ACCOUNTS, ServerConfig};
use crate::{Credentials, FleetError, Key, PublicKey, streams};

/// The list of the users.
const REGISTER: &str = "fleet.json";
/// The server's configuration.
const CONFIG: &str = "server.conf";
/// Where the seeds of users are written.
const CREDENTIALS: &str = "credentials";
/// Where the server keeps its streams.
const STORE: &str = "jetstream";
/// Where the server says which process it is.
const PID: &str = "server.pid";
/// The lock of changes to the users.
const LOCK: &str = "fleet.lock";
/// How long the server may take to read its users.
const RELOADING: Duration = Duration::from_secs(1);
/// Bytes of the list of the users.
const MOST_BYTES: u64 = 64 << 20;

/// The folder of a fleet.
#[derive(Clone, Debug)]
pub struct FleetFolder {
    root: PathBuf,
}

/// A certificate and its key, as PEM files.
#[derive(Clone, Debug)]
pub struct Tls {
    /// The certificate, followed by those that lead to its authority.
    pub certificate: PathBuf,
    /// Its key.
    pub key: PathBuf,
}

/// A fleet's folder that was made.
#[derive(Debug, Serialize, JsonSchema)]
pub struct MadeFleet {
    /// The server's configuration. Null where servers are run by others.
    pub config: Option<String>,
    /// The command that starts the server.
    pub start: Option<String>,
    /// On how many servers the streams are that were made there. Null where a coordinator makes them.
    pub replicas: Option<usize>,
}

impl MadeFleet {
    /// What was made, and how the server is started if it is the folder's own, in words.
    pub fn words(&self) -> String {
        match (&self.config, &self.start) {
            (Some(config), Some(start)) => format!("wrote {config}\nstart the server with: {start}"),
            _ => format!("the streams are there, each on {} of the servers", self.replicas.unwrap_or(1)),
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
    /// What the user may do.
    pub role: Role,
    /// The user's public key.
    pub key: String,
    /// The file of the user's seed, which is secret.
    pub credentials: String,
    /// The file of the fleet's accounts, which servers elsewhere include in their configuration.
    pub accounts: String,
    /// Whether the server has reloaded its users.
    pub server: ServerState,
    /// The command that has a server of this folder that is running read its users again.
    pub reload: String,
}

impl AddedUser {
    /// What was or is to be done so that servers admit the user, in words.
    pub fn next(&self) -> String {
        self.server.words(&self.reload, &self.accounts)
    }
}

impl Shape for AddedUser {
    const NAME: &'static str = "fleet-add";
    const VERSION: u32 = 2;
}

/// A user whose credentials were ended.
#[derive(Debug, Serialize, JsonSchema)]
pub struct RetiredUser {
    /// The user's name.
    pub name: String,
    /// The user's public key.
    pub key: String,
    /// The messages of results that the user had left on the server and that were removed. Null if the server was not asked.
    pub removed_results: Option<u64>,
    /// The file of the fleet's accounts, which servers elsewhere include in their configuration.
    pub accounts: String,
    /// Whether the server has reloaded its users.
    pub server: ServerState,
    /// The command that has a server of this folder that is running read its users again.
    pub reload: String,
}

impl RetiredUser {
    /// What was or is to be done so that servers no longer admit the user, in words.
    pub fn next(&self) -> String {
        let next = self.server.words(&self.reload, &self.accounts);
        let removed = self.removed_results;
        removed.map_or(next.clone(), |messages| format!("{next}\nremoved messages of results: {messages}"))
    }

    /// Removes the results that the user has left on the server, as a coordinator.
    ///
    /// # Errors
    /// When the server cannot be reached, or rejects the credentials or the request. The user is retired all the same.
    pub fn remove_results(&mut self, url: &str, credentials: Credentials) -> Result<(), FleetError> {
        let worker: PublicKey = self.key.parse().map_err(|_| FleetError::Unknown(self.name.clone()))?;
        self.removed_results = Some(crate::forgetting::forget_results(url, credentials, &worker)?);
        Ok(())
    }
}

impl Shape for RetiredUser {
    const NAME: &'static str = "fleet-retire";
    const VERSION: u32 = 2;
}

impl FleetFolder {
    /// The folder at this path, which need not be there.
    pub fn at(root: impl Into<PathBuf>) -> FleetFolder {
        FleetFolder { root: root.into() }
    }

    /// Makes the folder, with the configuration of a server that listens at the address, and keeps streams of this many bytes
    /// at most.
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

    /// Makes the streams of a fleet on servers that are there, each on this number of them, with credentials that may do that;
    /// and the folder, if it is not there, without a server's configuration.
    ///
    /// # Errors
    /// When the servers cannot be reached, do not admit the user, or cannot make the streams; when they have others of the same
    /// names; or when the folder cannot be made.
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
        // Last, because it makes the folder one of a fleet.
        self.write_register(&Register::default())
    }

    /// Adds a user, writes a file with its seed, which the user's own system account alone can read, and has a server that is
    /// running read its users again.
    ///
    /// # Errors
    /// When the name is taken or cannot be one, or a file cannot be read or written.
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

    /// Ends a user's credentials, and has a server that is running read its users again: it disconnects that user.
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
    pub fn register(&self) -> Result<Register, FleetError> {
        let path = self.root.join(REGISTER);
        if !path.exists() {
            return Err(FleetError::NotAFleet(self.root.clone()));
        }
        let text =
            files::read_text(&path, MOST_BYTES).map_err(|source| self.failed("read", &path, source))?;
        serde_json::from_str(&text).map_err(|error| FleetError::Register { path, why: error.to_string() })
    }

    /// The users, where the server's configuration gives workers accounts of their own. An earlier version's does not: then the
    /// accounts are written for it to include.
    fn current_register(&self) -> Result<Register, FleetError> {
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

    /// Makes others that change the users wait.
    fn lock(&self) -> Result<files::File, FleetError> {
        let path = self.root.join(LOCK);
        if !self.root.join(REGISTER).exists() {
            return Err(FleetError::NotAFleet(self.root.clone()));
        }
        let lock = files::File::open_lock(&path).and_then(|file| file.lock().map(|()| file));
        lock.map_err(|source| self.failed("lock", &path, source))
    }

    /// Writes the users for the server, and then the list that says who they are: what is interrupted between the two is
    /// mended by the next change.
    fn write_register(&self, register: &Register) -> Result<(), FleetError> {
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

    /// Tells it twice. A server that reads a new account while it is running connects the account's imports only when it reads it
    /// once more (nats-server 2.15).
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

/// A path as it may stand between quotation marks.
fn quotable(path: &Path) -> Result<String, FleetError> {
    let text = path.to_str().filter(|text| !text.contains(|c: char| c == '"' || c == '\\' || c.is_control()));
    text.map(str::to_owned).ok_or_else(|| FleetError::Unquotable(path.to_owned()))
}

#[cfg(test)]
mod tests;
