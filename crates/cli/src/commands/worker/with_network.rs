//! `muster worker` in a build with the feature `network`.

use explain::{Error, Kind};
use fleet::{Credentials, ReferenceMatch, WorkerOptions, work};
use games::GAMES;
use job::Validator;
use terminal::out;
use worker::Workers;

use super::WorkerCommand;
use crate::exit::Done;
use crate::host;
use crate::isolation::{PATIENCE, isolated};

impl WorkerCommand {
    pub(crate) fn run(self) -> Done {
        let slots = self.slots.map_or_else(host::default_jobs, usize::from);
        let credentials = Credentials::read(&self.creds)?;
        let validator = isolated(self.isolate.strictness(), slots)?;
        let failed = |error| Error::new(Kind::Host, format!("cannot start a thread: {error}"));
        let executor = Workers::start(slots, &validator).map_err(failed)?;
        let mut engines: Vec<String> = GAMES.iter().map(|game| validator.fingerprint(*game)).collect();
        engines.push(job::engine_of_file_games(validator.engine()));
        let references = GAMES.iter().zip(&engines);
        let options = WorkerOptions {
            patience: PATIENCE,
            host: ledger::host_name(),
            slots,
            memory: self.memory,
            references: references
                .filter_map(|(game, engine)| ReferenceMatch::for_game(*game, engine))
                .collect(),
            engines,
            quit_idle: self.quit_idle,
            until: self.until,
        };
        let stop = host::stop_on_interrupt();
        let played = work(&self.fleet, credentials, &validator, &executor, options, &stop)?;
        out::line(&format!("matches played: {played}"))
    }
}
