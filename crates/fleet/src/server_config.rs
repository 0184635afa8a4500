//! The configuration of a server, in the language of `nats-server`.

use std::fmt::Write;

use crate::PublicKey;
use crate::subject::{
    CONTROL_SUBJECTS, COORDINATORS, EXPORTED_SERVICES, Import, Permissions, of_coordinator, of_worker,
    services_of_worker,
};
use crate::users::{Role, User, UserRegister};

/// The parameters of a server's configuration, all as text.
pub(crate) struct ServerConfig<'a> {
    /// Address and port.
    pub(crate) listen: &'a str,
    /// The folder of the streams.
    pub(crate) store: &'a str,
    /// The file that has the server's process id while it is running.
    pub(crate) pid: &'a str,
    /// Maximum size of the streams in bytes.
    pub(crate) bytes: u64,
    /// The files of a certificate and its key.
    pub(crate) tls: Option<[&'a str; 2]>,
}

impl ServerConfig<'_> {
    /// The main file, which includes that of the accounts.
    pub(crate) fn text(&self) -> String {
        let ServerConfig { listen, store, pid, bytes, tls } = self;
        // A busy machine may take longer than the usual two seconds for a handshake.
        let tls = tls.map_or_else(String::new, |[certificate, key]| {
            format!("tls {{\n  cert_file: \"{certificate}\"\n  key_file: \"{key}\"\n  timeout: 30\n}}\n")
        });
        format!(
            "\
# The server of a Muster fleet, for nats-server 2.12 or newer. You may edit this file; accounts and users are in {ACCOUNTS}.
listen: \"{listen}\"
pid_file: \"{pid}\"
# Enough for a batch of jobs or results, which has at most 512 KiB.
max_payload: 1048576
jetstream {{
  store_dir: \"{store}\"
  max_file_store: {bytes}
  max_memory_store: 0
}}
{tls}{}",
            including_accounts()
        )
    }
}

/// The name of the file of the accounts and their users.
pub(crate) const ACCOUNTS: &str = "accounts.conf";

/// The block of a server's configuration that includes the file of the accounts.
pub(crate) fn including_accounts() -> String {
    format!("accounts {{\n  include \"{ACCOUNTS}\"\n}}\n")
}

/// The file of the accounts: one of the coordinators with the streams, and one of each worker.
pub(crate) fn accounts(register: &UserRegister) -> String {
    let of_role = |role: Role| register.users.iter().filter(move |(_, user)| user.role == role);
    let coordinators: Vec<PublicKey> = of_role(Role::Coordinator).map(|(_, user)| user.key.clone()).collect();
    let mut text = "# Written by `muster fleet`, which keeps its list in fleet.json.\n".to_owned();
    let mut exports = String::new();
    exports.extend(EXPORTED_SERVICES.iter().map(|service| format!("    {{ service: \"{service}\" }}\n")));
    let mut users = String::new();
    users.extend(of_role(Role::Coordinator).map(|(name, user)| {
        format!("    # {name}, a coordinator\n{}", user_block(user, &of_coordinator(&user.key)))
    }));
    // Writing to a string cannot fail.
    let _ = write!(
        text,
        "{COORDINATORS} {{\n  jetstream: enabled\n  exports: [\n{exports}    {{ stream: \"{CONTROL_SUBJECTS}\" }}\n  ]\n  users: \
         [\n{users}  ]\n}}\n"
    );
    text.extend(of_role(Role::Worker).map(|(name, user)| worker_account(name, user, &coordinators)));
    text
}

/// The account of a worker, with the worker's name.
fn worker_account(name: &str, user: &User, coordinators: &[PublicKey]) -> String {
    let import = |Import { there, here }: Import| {
        let renamed = if there == here { String::new() } else { format!(", to: \"{here}\"") };
        format!("    {{ service: {{ account: {COORDINATORS}, subject: \"{there}\" }}{renamed} }}\n")
    };
    let services: String = services_of_worker(&user.key, coordinators).into_iter().map(import).collect();
    let user = user_block(user, &of_worker(&user.key, coordinators));
    format!(
        "# {name}, a worker\n{COORDINATORS}-{name} {{\n  imports: [\n{services}    {{ stream: {{ account: {COORDINATORS}, subject: \
         \"{CONTROL_SUBJECTS}\" }} }}\n  ]\n  users: [\n{user}  ]\n}}\n"
    )
}

fn user_block(user: &User, Permissions { publish, subscribe }: &Permissions) -> String {
    format!(
        "    {{\n      nkey: {}\n      permissions: {{\n        publish: [{}]\n        subscribe: [{}]\n      }}\n    }}\n",
        user.key,
        quoted(publish),
        quoted(subscribe)
    )
}

fn quoted(subjects: &[String]) -> String {
    subjects.iter().map(|subject| format!("\"{subject}\"")).collect::<Vec<_>>().join(", ")
}
