//! What `muster worker` does where it was built in.

use explain::{Error, Kind};
use fleet::{Credentials, WorkerOptions, work};
use games::GAMES;
use job::Validator;
use terminal::out;
use worker::Workers;

use super::WorkerCommand;
use crate::exit::Done;
use crate::host;
use crate::isolation::isolated;

impl WorkerCommand {
    pub(crate) fn run(self) -> Done {
        let slots = self.slots.map_or_else(host::default_jobs, usize::from);
        let credentials = Credentials::read(&self.creds)?;
        let validator = isolated(self.isolate.strictness(), slots)?;
        let failed = |error| Error::new(Kind::Host, format!("cannot start a thread: {error}"));
        let executor = Workers::start(slots, &validator).map_err(failed)?;
        let engines = GAMES.iter().map(|game| validator.fingerprint(*game)).collect();
        let host = ledger::host_name();
        let options = WorkerOptions { host, slots, engines, quit_idle: self.quit_idle, until: self.until };
        let stop = host::stop_on_interrupt();
        let played = work(&self.fleet, credentials, &validator, &executor, options, &stop)?;
        out::line(&format!("matches played: {played}"))
    }
}
