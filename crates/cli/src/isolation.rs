//! Where bots are checked, built and played: in this process, or in others that hold nothing.

use std::path::PathBuf;

use clap::Args;
use explain::{Error, Kind};
#[cfg(feature = "network")]
use fleet::{Credentials, FleetExecutor, FleetValidator};
use games::GAMES;
use job::{Executor, Validator};
use play::{LocalThreads, LocalValidator, Workbench};
use worker::{IsolatedValidator, Isolation, Strictness, Workers};

use crate::host;

/// The option of every command that checks, builds or plays.
#[derive(Args)]
pub(crate) struct IsolateOption {
    /// Check, build and play in processes that hold nothing: no file, network or other process. Whether this machine can
    /// do that, `muster protections` says; with =best-effort, what it cannot do is left out, and the
    /// report of a run says so.
    #[arg(
        long,
        value_name = "best-effort",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "required"
    )]
    isolate: Option<Strictness>,
}

impl IsolateOption {
    /// How strict to be where everything is isolated anyway.
    #[cfg(feature = "network")]
    pub(crate) fn strictness(&self) -> Strictness {
        self.isolate.unwrap_or(Strictness::Required)
    }

    /// Where to play this number of matches at once.
    pub(crate) fn place(&self, matches: usize) -> Result<Place, Error> {
        let Some(strictness) = self.isolate else {
            return Ok(Place::Here(LocalValidator::new(host::sandbox(matches)?)));
        };
        isolated(strictness, matches).map(|validator| Place::Isolated(Box::new(validator)))
    }

    /// The same as somewhere apart, where it is asked for.
    pub(crate) fn place_apart(&self, matches: usize) -> Result<Option<Place>, Error> {
        self.isolate.map(|_| self.place(matches)).transpose()
    }
}

/// The options of a command that plays many matches: how many at once, and where.
#[derive(Args)]
pub(crate) struct PlaceOptions {
    /// How many matches are played at once [default: one per processor].
    #[arg(long, short, value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
    #[command(flatten)]
    pub(crate) isolate: IsolateOption,
    #[command(flatten)]
    pub(crate) fleet: FleetOption,
}

impl PlaceOptions {
    /// How many matches are played at once in this process, or by those that it starts.
    pub(crate) fn jobs(&self) -> usize {
        self.jobs.map_or_else(host::default_jobs, usize::from)
    }

    /// Where to play: on the fleet, where one is given.
    pub(crate) fn place(&self) -> Result<Place, Error> {
        self.fleet.place(&self.isolate, self.jobs())
    }
}

/// The options of a command whose matches a fleet can play.
#[derive(Args)]
pub(crate) struct FleetOption {
    /// Have matches played by the workers of a fleet. Bots are checked and built here, isolated.
    #[arg(long, value_name = "URL", requires = "creds")]
    fleet: Option<String>,
    /// The file that a coordinator of the fleet signs in with, as `muster fleet add --coordinator` wrote it.
    #[arg(long, value_name = "FILE", requires = "fleet")]
    creds: Option<PathBuf>,
}

impl FleetOption {
    /// Whether a fleet is given.
    pub(crate) fn is_given(&self) -> bool {
        self.fleet.is_some()
    }

    /// Where to play: on the fleet, where one is given.
    #[cfg(feature = "network")]
    fn place(&self, isolate: &IsolateOption, matches: usize) -> Result<Place, Error> {
        let (Some(url), Some(creds)) = (&self.fleet, &self.creds) else { return isolate.place(matches) };
        Credentials::read(creds)?;
        let validator = FleetValidator::new(isolated(isolate.strictness(), matches)?);
        Ok(Place::Fleet { url: url.clone(), creds: creds.clone(), validator: Box::new(validator) })
    }

    /// Where to play: on the fleet, where one is given.
    #[cfg(not(feature = "network"))]
    fn place(&self, isolate: &IsolateOption, matches: usize) -> Result<Place, Error> {
        match (&self.fleet, &self.creds) {
            (None, None) => isolate.place(matches),
            _ => Err(crate::exit::built_without_network("have matches played by a fleet")),
        }
    }
}

/// What decides about bots that are checked, built and played in processes that hold nothing.
pub(crate) fn isolated(strictness: Strictness, matches: usize) -> Result<IsolatedValidator, Error> {
    // What was opened before this program began is for no worker.
    worker::keep_descriptors();
    let isolation = Isolation::of_this_program(strictness)?;
    let sandbox = host::deciding_sandbox(matches, strictness)?;
    let validator = IsolatedValidator::new(sandbox, isolation)?;
    tell_missing(&validator);
    Ok(validator)
}

/// Says which protections do without.
#[expect(
    clippy::print_stderr,
    reason = "neither a result nor an error; whoever relies on isolation is to know"
)]
fn tell_missing(validator: &IsolatedValidator) {
    for protection in validator.missing() {
        eprintln!("note: {}", protection.absence());
    }
}

/// Where bots are checked, built and played.
pub(crate) enum Place {
    /// In this process.
    Here(LocalValidator),
    /// In processes of their own.
    Isolated(Box<IsolatedValidator>),
    /// On the machines of a fleet; bots are checked and built in processes of their own here.
    #[cfg(feature = "network")]
    Fleet {
        /// The fleet's server.
        url: String,
        /// What a coordinator signs in with.
        creds: PathBuf,
        /// What decides.
        validator: Box<FleetValidator<IsolatedValidator>>,
    },
}

impl Place {
    /// What decides there.
    pub(crate) fn validator(&self) -> &dyn Validator {
        match self {
            Place::Here(validator) => validator,
            Place::Isolated(validator) => &**validator,
            #[cfg(feature = "network")]
            Place::Fleet { validator, .. } => &**validator,
        }
    }

    /// Where a single bot is tried and asked there.
    pub(crate) fn workbench(&self) -> &dyn Workbench {
        match self {
            Place::Here(validator) => validator,
            Place::Isolated(validator) => &**validator,
            #[cfg(feature = "network")]
            Place::Fleet { validator, .. } => validator.home(),
        }
    }

    /// What plays there what the validator has admitted, this number of matches at once.
    pub(crate) fn executor(&self, jobs: usize) -> Result<Box<dyn Executor>, Error> {
        let failed = |error| Error::new(Kind::Host, format!("cannot start a thread: {error}"));
        Ok(match self {
            Place::Here(validator) => Box::new(LocalThreads::start(jobs, validator, GAMES).map_err(failed)?),
            Place::Isolated(validator) => Box::new(Workers::start(jobs, validator).map_err(failed)?),
            #[cfg(feature = "network")]
            Place::Fleet { url, creds, validator } => {
                let home = Box::new(Workers::start(jobs, validator.home()).map_err(failed)?);
                Box::new(FleetExecutor::connect(url, Credentials::read(creds)?, validator, home)?)
            }
        })
    }
}
