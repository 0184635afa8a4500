//! Makes the server of a fleet's folder read its users again.

use std::path::Path;

use schemars::JsonSchema;
use serde::Serialize;

/// The state of the server of a fleet's folder after a change of its users.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ServerState {
    /// It is running and was signalled.
    Told,
    /// It is not running, and reads its users when it starts.
    NotRunning,
    /// It may be running and could not be signalled: it belongs to another account, or this system cannot identify the
    /// program of a process.
    NotTold,
    /// The folder has no server: others run the servers.
    Elsewhere,
}

impl ServerState {
    /// Describes the signal, or the pending step: with this command, or with this file if others run the servers.
    pub(super) fn words(self, command: &str, accounts: &str) -> String {
        match self {
            ServerState::Told => "the running server is reloading its users".to_owned(),
            ServerState::NotRunning => {
                "this folder's server is not running; it reads its users when it starts".to_owned()
            }
            ServerState::NotTold => {
                format!(
                    "if the server is running, make it reload its users by running this twice, a second apart: \
                     {command}"
                )
            }
            ServerState::Elsewhere => {
                format!(
                    "copy {} to each server, include it in `accounts` of its configuration, and run `nats-server \
                     --signal reload` there twice, a second apart",
                    explain::quoted(accounts)
                )
            }
        }
    }
}

/// Signals the server whose process id is in this file to read its users again.
pub(super) fn tell(pid_file: &Path) -> ServerState {
    if !pid_file.exists() {
        return ServerState::NotRunning;
    }
    system::tell(pid_file)
}

#[cfg(target_os = "linux")]
mod system {
    use std::path::Path;

    use rustix::io::Errno;
    use rustix::process::{Pid, PidfdFlags, Signal, pidfd_open, pidfd_send_signal};

    use super::ServerState;

    /// The name of the server's program, as the system reports it.
    const PROGRAM: &str = "nats-server";
    /// Maximum size of a process id and of a program's name, in bytes.
    const MOST_BYTES: u64 = 64;

    /// A killed server leaves its file behind, and its process id may be another's by now. So the process is opened
    /// before the check: the signal goes to the process that was checked.
    pub(super) fn tell(pid_file: &Path) -> ServerState {
        let Ok(text) = files::read_text(pid_file, MOST_BYTES) else { return ServerState::NotTold };
        let pid = text.trim().parse().ok().filter(|pid| *pid > 0).and_then(Pid::from_raw);
        let Some(pid) = pid else { return ServerState::NotRunning };
        let process = match pidfd_open(pid, PidfdFlags::empty()) {
            Ok(process) => process,
            Err(Errno::SRCH | Errno::INVAL) => return ServerState::NotRunning,
            Err(_) => return ServerState::NotTold,
        };
        let name = Path::new("/proc").join(pid.to_string()).join("comm");
        match files::read_text(&name, MOST_BYTES) {
            Ok(name) if name.trim_end().starts_with(PROGRAM) => {}
            Ok(_) => return ServerState::NotRunning,
            Err(_) => return ServerState::NotTold,
        }
        match pidfd_send_signal(process, Signal::HUP) {
            Ok(()) => ServerState::Told,
            Err(Errno::SRCH) => ServerState::NotRunning,
            Err(_) => ServerState::NotTold,
        }
    }
}

#[cfg(not(target_os = "linux"))]
mod system {
    use std::path::Path;

    use super::ServerState;

    pub(super) fn tell(_pid_file: &Path) -> ServerState {
        ServerState::NotTold
    }
}
