//! `muster fleet pause`, `resume` and `cancel`.

use std::collections::BTreeMap;

use explain::{Error, Kind};
use fleet::message::CoordinatorOrder;
use fleet::{Credentials, FleetFolder, PublicKey, order};

use super::OrderCommand;
use crate::exit::Done;

impl OrderCommand {
    pub(super) fn run(self, what: CoordinatorOrder) -> Done {
        let names = self.folder.map_or_else(
            || Ok(BTreeMap::new()),
            |folder| FleetFolder::at(folder).register().map(|register| register.names()),
        )?;
        let named = names.iter().find(|(_, name)| **name == self.coordinator).map(|(key, _)| key);
        let coordinator: PublicKey = named.unwrap_or(&self.coordinator).parse().map_err(|_| {
            let what = format!(
                "`{}` is neither the public key of a coordinator nor a name in --folder",
                self.coordinator
            );
            Error::new(Kind::Input, what).hint("`muster fleet status` shows the keys of running coordinators")
        })?;
        Ok(order(&self.fleet, Credentials::read(&self.creds)?, &coordinator, what)?)
    }
}
