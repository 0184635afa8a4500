//! `muster fleet` in a build with the feature `network`.

use std::path::PathBuf;

use fleet::message::CoordinatorOrder;
use fleet::{Credentials, FleetFolder, Role, Tls};
use terminal::out;

use super::{AddCommand, FleetCommand, InitCommand, RetireCommand};
use crate::exit::Done;

/// Maximum number of bytes that the server stores.
const STORE: u64 = 4 << 30;

impl FleetCommand {
    pub(crate) fn run(self) -> Done {
        match self {
            FleetCommand::Init(command) => command.run(),
            FleetCommand::Add(command) => command.run(),
            FleetCommand::Retire(command) => command.run(),
            FleetCommand::Status(command) => command.run(),
            FleetCommand::Pause(command) => command.run(CoordinatorOrder::Pause),
            FleetCommand::Resume(command) => command.run(CoordinatorOrder::Resume),
            FleetCommand::Cancel(command) => command.run(CoordinatorOrder::Cancel),
        }
    }
}

impl InitCommand {
    fn run(self) -> Done {
        let folder = FleetFolder::at(self.folder);
        let made = if let (Some(url), Some(creds)) = (self.url, self.creds) {
            folder.init_elsewhere(&url, Credentials::read(&creds)?, self.replicas)?
        } else {
            let tls = <[PathBuf; 2]>::try_from(self.tls).ok();
            let tls = tls.map(|[certificate, key]| Tls { certificate, key });
            folder.init(self.listen, STORE, tls.as_ref())?
        };
        if self.json { out::json(&made) } else { out::line(&made.words()) }
    }
}

impl AddCommand {
    fn run(self) -> Done {
        let role = if self.coordinator { Role::Coordinator } else { Role::Worker };
        let added = FleetFolder::at(self.folder).add(&self.name, role)?;
        if self.json {
            return out::json(&added);
        }
        out::line(&format!("wrote {}\n{}", added.credentials, added.next()))
    }
}

impl RetireCommand {
    fn run(self) -> Done {
        let creds = self.creds.as_deref().map(Credentials::read).transpose()?;
        let mut retired = FleetFolder::at(self.folder).retire(&self.name)?;
        if let (Some(url), Some(creds)) = (self.fleet, creds) {
            retired.remove_results(&url, creds)?;
        }
        if self.json {
            return out::json(&retired);
        }
        out::line(&format!(
            "revoked the credentials of {}, {}\n{}",
            retired.name,
            retired.key,
            retired.next()
        ))
    }
}
