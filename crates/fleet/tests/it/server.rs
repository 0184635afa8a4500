//! A server of NATS for a test, on a port of its own.

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

/// Within which time everything is to be so.
pub(crate) const PATIENCE: Duration = Duration::from_mins(2);

/// A fleet with a server, a coordinator `lab` and workers.
pub(crate) struct Fleet {
    top: TempDir,
    pub(crate) url: String,
    address: SocketAddr,
    server: Option<Child>,
}

impl Fleet {
    /// A fleet with workers of these names; `None`, which is said, where there is no server.
    pub(crate) fn of(workers: &[&str]) -> Option<Fleet> {
        if !has_server() {
            return None;
        }
        let top = tempfile::tempdir().unwrap();
        // Somebody else may take the port meanwhile: then the server does not start, and says so.
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

    /// The file that a user signs in with.
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

    /// Has the server admit a user to the account of the coordinators, who may do everything there, instead of wherever the user
    /// was before.
    pub(crate) fn admit_beside_coordinators(&mut self, key: &PublicKey) {
        let text = fs::read_to_string(self.accounts()).unwrap();
        let text = text.replace(&format!("nkey: {key}\n"), &format!("nkey: {}\n", Key::fresh().public()));
        fs::write(self.accounts(), text.replacen("users: [\n", &format!("users: [\n{{ nkey: {key} }}\n"), 1))
            .unwrap();
        self.kill_server();
        self.start();
    }

    /// Has the server admit a worker, with the permissions that it has, to the account of the coordinators, as earlier versions did.
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

    /// Where the server listens.
    pub(crate) const fn address(&self) -> SocketAddr {
        self.address
    }

    /// The server's process.
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

    /// Takes away all that the server has kept.
    pub(crate) fn wipe(&self) {
        fs::remove_dir_all(self.store()).unwrap();
    }

    /// Keeps a copy of all that the server has kept until now.
    pub(crate) fn save(&self) {
        copy(&self.store(), &self.top.path().join("saved"));
    }

    /// Has the server know what it knew when it was saved, and nothing else.
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

/// Whether there is a server that is new enough; if not, says so.
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

/// Waits until something is so.
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

/// The version of the server that there is, if there is one: `nats-server: v2.12.1`.
fn version() -> Option<(u32, u32)> {
    let told = Command::new("nats-server").arg("--version").env("PATH", path()).output().ok()?;
    let told = String::from_utf8(told.stdout).ok()?;
    let mut numbers = told.rsplit('v').next()?.trim().split('.');
    Some((numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?))
}

/// Where commands are found: first what `tests/install` has installed.
fn path() -> OsString {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/tools/bin");
    let usual = env::var_os("PATH").unwrap_or_default();
    env::join_paths([own].into_iter().chain(env::split_paths(&usual))).unwrap()
}
