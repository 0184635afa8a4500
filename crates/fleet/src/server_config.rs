//! The configuration of a server, in the language of `nats-server`.

use crate::register::{Register, Role, User};
use crate::subject::{Permissions, of_coordinator, of_worker};

/// What a server is configured with, all as text.
pub(crate) struct ServerConfig<'a> {
    /// Address and port.
    pub(crate) listen: &'a str,
    /// The folder of the streams.
    pub(crate) store: &'a str,
    /// The file that has the server's process id while it is running.
    pub(crate) pid: &'a str,
    /// The bound of the streams, in bytes.
    pub(crate) bytes: u64,
    /// The files of a certificate and its key.
    pub(crate) tls: Option<[&'a str; 2]>,
}

impl ServerConfig<'_> {
    /// The main file, which includes that of the users.
    pub(crate) fn text(&self) -> String {
        let ServerConfig { listen, store, pid, bytes, tls } = self;
        let tls = tls.map_or_else(String::new, |[certificate, key]| {
            format!("tls {{\n  cert_file: \"{certificate}\"\n  key_file: \"{key}\"\n}}\n")
        });
        format!(
            "\
# The server of a fleet of Muster, for nats-server 2.12 or newer. Change what you like; users are in {USERS}.
listen: \"{listen}\"
pid_file: \"{pid}\"
# Enough for a batch of jobs or results, which have 512 KiB at most.
max_payload: 1048576
jetstream {{
  store_dir: \"{store}\"
  max_file_store: {bytes}
  max_memory_store: 0
}}
{tls}authorization {{
  include \"{USERS}\"
}}
"
        )
    }
}

/// The name of the file of the users.
pub(crate) const USERS: &str = "users.conf";

/// The file of the users.
pub(crate) fn users(register: &Register) -> String {
    let blocks: String = register.users.iter().map(|(name, user)| block(name, user)).collect();
    format!("# Written by `muster fleet`, which keeps its list in fleet.json.\nusers: [\n{blocks}]\n")
}

/// A user's block.
pub(crate) fn block(name: &str, user: &User) -> String {
    let Permissions { publish, subscribe } = match user.role {
        Role::Worker => of_worker(&user.key),
        Role::Coordinator => of_coordinator(&user.key),
    };
    format!(
        "  # {name}, a {}\n  {{\n    nkey: {}\n    permissions: {{\n      publish: [{}]\n      subscribe: [{}]\n    }}\n  }}\n",
        user.role.word(),
        user.key,
        quoted(&publish),
        quoted(&subscribe)
    )
}

fn quoted(subjects: &[String]) -> String {
    subjects.iter().map(|subject| format!("\"{subject}\"")).collect::<Vec<_>>().join(", ")
}
