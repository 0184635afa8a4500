//! A NATS server for a test, on its own port.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::io::{self, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use async_nats::{Client, ConnectError, ConnectOptions};
use fleet::{Credentials, FleetFolder, Key, PublicKey, Role, subject};
use tempfile::TempDir;

/// Maximum time to wait for a condition.
pub(crate) const PATIENCE: Duration = Duration::from_mins(2);

/// A fleet with a server, a coordinator `lab` and workers.
pub(crate) struct Fleet {
    top: TempDir,
    pub(crate) url: String,
    address: SocketAddr,
    server: Option<Child>,
}

impl Fleet {
    /// Creates a fleet with workers of these names; `None`, with a message, if there is no server.
    pub(crate) fn with_workers(workers: &[&str]) -> Option<Fleet> {
        if !has_server() {
            return None;
        }
        let top = tempfile::tempdir().unwrap();
        // Another process may take the port in the meantime. Then the server does not start, and says so.
        let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
        let folder = FleetFolder::at(top.path().join("fleet"));
        folder.init(address, 4 << 30, None).unwrap();
        folder.add("lab", Role::Coordinator).unwrap();
        folder.add("lab-2", Role::Coordinator).unwrap();
        for name in workers {
            folder.add(name, Role::Worker).unwrap();
        }
        let mut fleet = Fleet { top, url: format!("nats://{address}"), address, server: None };
        fleet.start();
        Some(fleet)
    }

    pub(crate) fn credentials(&self, name: &str) -> Credentials {
        Credentials::read(&self.seed(name)).unwrap()
    }

    /// The credentials file of a user.
    pub(crate) fn seed(&self, name: &str) -> PathBuf {
        self.top.path().join(format!("fleet/credentials/{name}.seed"))
    }

    /// Its folder.
    pub(crate) fn folder(&self) -> FleetFolder {
        FleetFolder::at(self.top.path().join("fleet"))
    }

    /// The file of its accounts.
    pub(crate) fn accounts(&self) -> PathBuf {
        self.top.path().join("fleet/accounts.conf")
    }

    /// The log of the server since its first start.
    pub(crate) fn log(&self) -> String {
        fs::read_to_string(self.top.path().join("server.log")).unwrap()
    }

    /// Moves a user to the account of the coordinators, with all permissions there.
    pub(crate) fn admit_beside_coordinators(&mut self, key: &PublicKey) {
        let text = fs::read_to_string(self.accounts()).unwrap();
        let text = text.replace(&format!("nkey: {key}\n"), &format!("nkey: {}\n", Key::fresh().public()));
        fs::write(self.accounts(), text.replacen("users: [\n", &format!("users: [\n{{ nkey: {key} }}\n"), 1))
            .unwrap();
        self.kill_server();
        self.start();
    }

    /// Moves a worker to the account of the coordinators, with its permissions, as in earlier versions.
    pub(crate) fn share_account_with(&mut self, key: &PublicKey) {
        let text = fs::read_to_string(self.accounts()).unwrap();
        let block =
            text.split("    {\n").find(|block| block.starts_with(&format!("      nkey: {key}\n"))).unwrap();
        let block = &block[..=block.find("\n    }\n").unwrap() + 6];
        let other = block.replacen(key.as_str(), Key::fresh().public().as_str(), 1);
        let text = text.replace(block, &other);
        fs::write(self.accounts(), text.replacen("users: [\n", &format!("users: [\n    {{\n{block}"), 1))
            .unwrap();
        self.kill_server();
        self.start();
    }

    /// The address of the server.
    pub(crate) const fn address(&self) -> SocketAddr {
        self.address
    }

    /// The id of the server's process.
    #[allow(dead_code, reason = "the bench asks what it takes")]
    pub(crate) fn server_id(&self) -> u32 {
        self.server.as_ref().unwrap().id()
    }

    /// Starts the server and waits until it can be reached.
    pub(crate) fn start(&mut self) {
        let config = self.top.path().join("fleet/server.conf");
        let server = start_server(&config, self.address, &self.top.path().join("server.log"));
        self.server = Some(server);
    }

    pub(crate) fn kill_server(&mut self) {
        if let Some(mut server) = self.server.take() {
            server.kill().unwrap();
            server.wait().unwrap();
        }
    }

    /// Deletes the server's store.
    pub(crate) fn wipe(&self) {
        fs::remove_dir_all(self.store()).unwrap();
    }

    /// Saves a copy of the server's store.
    pub(crate) fn save(&self) {
        copy(&self.store(), &self.top.path().join("saved"));
    }

    /// Restores the server's store from the saved copy.
    pub(crate) fn restore(&self) {
        self.wipe();
        copy(&self.top.path().join("saved"), &self.store());
    }

    fn store(&self) -> PathBuf {
        self.top.path().join("fleet/jetstream")
    }
}

impl Drop for Fleet {
    fn drop(&mut self) {
        self.kill_server();
    }
}

/// Returns `true` if there is a server that is new enough. Otherwise prints a message.
pub(crate) fn has_server() -> bool {
    if version() >= Some((2, 12)) {
        return true;
    }
    assert!(env::var_os("CI").is_none(), "tests/install installs nats-server");
    let _ =
        writeln!(io::stderr(), "skipped: no nats-server of version 2.12 or newer; tests/install installs it");
    false
}

/// Starts a server and waits until it can be reached.
pub(crate) fn start_server(config: &Path, address: SocketAddr, log: &Path) -> Child {
    let mut server = Command::new("nats-server")
        .arg("-c")
        .arg(config)
        .env("PATH", path())
        .stdout(Stdio::null())
        .stderr(fs::File::create(log).unwrap())
        .spawn()
        .unwrap();
    while TcpStream::connect(address).is_err() {
        assert!(server.try_wait().unwrap().is_none(), "{}", fs::read_to_string(log).unwrap());
        thread::sleep(Duration::from_millis(1));
    }
    server
}

/// Connects as a user, to one of the servers whose addresses are separated by commas.
pub(crate) async fn connect(urls: &str, key: &Key) -> Result<Client, ConnectError> {
    let urls: Vec<&str> = urls.split(',').collect();
    let options = ConnectOptions::new()
        .nkey(key.seed())
        .custom_inbox_prefix(subject::inbox(&key.public()))
        .request_timeout(Some(Duration::from_secs(2)));
    options.connect(&urls[..]).await
}

/// Waits until a condition is true.
pub(crate) fn await_true(what: &str, mut is_so: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < PATIENCE, "waited in vain: {what}");
        thread::sleep(Duration::from_millis(10));
    }
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}

/// The version of the installed server; `None` if there is none. The output is like `nats-server: v2.12.1`.
fn version() -> Option<(u32, u32)> {
    let told = Command::new("nats-server").arg("--version").env("PATH", path()).output().ok()?;
    let told = String::from_utf8(told.stdout).ok()?;
    let mut numbers = told.rsplit('v').next()?.trim().split('.');
    Some((numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?))
}

/// The search path of commands: first the folder of `tests/install`.
fn path() -> OsString {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/tools/bin");
    let usual = env::var_os("PATH").unwrap_or_default();
    env::join_paths([own].into_iter().chain(env::split_paths(&usual))).unwrap()
}
