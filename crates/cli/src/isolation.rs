//! The place where bots are checked, built and played: this process, or isolated ones.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use explain::{Error, Kind};
#[cfg(feature = "network")]
use fleet::{Checks, CoordinatorOptions, Credentials, FleetExecutor, FleetValidator};
use games::GAMES;
use job::{Executor, Validator};
use play::{LocalThreads, LocalValidator, Workbench};
use worker::{IsolatedValidator, Isolation, Strictness, Workers};

use crate::duration::duration;
use crate::host;

/// Maximum time to wait for a fleet's server that cannot be reached at first.
#[cfg(feature = "network")]
pub(crate) const PATIENCE: Duration = Duration::from_secs(15);

/// The option of every command that checks, builds or plays.
#[derive(Args)]
pub(crate) struct IsolateOption {
    /// Check, build and play bots in isolated processes, without access to files, the network or other processes.
    /// `muster protections` shows if this machine supports it. With =best-effort, missing protections are skipped and
    /// noted in a run's report.
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
    /// Returns the strictness for commands that always isolate.
    #[cfg(feature = "network")]
    pub(crate) fn strictness(&self) -> Strictness {
        self.isolate.unwrap_or(Strictness::Required)
    }

    /// Returns the place to play this number of matches at once.
    pub(crate) fn place(&self, matches: usize) -> Result<BotHost, Error> {
        let Some(strictness) = self.isolate else {
            return Ok(BotHost::Here(LocalValidator::new(host::sandbox(matches)?)));
        };
        isolated(strictness, matches).map(|validator| BotHost::Isolated(Box::new(validator)))
    }

    /// Returns a separate place, if `--isolate` is given.
    pub(crate) fn place_apart(&self, matches: usize) -> Result<Option<BotHost>, Error> {
        self.isolate.map(|_| self.place(matches)).transpose()
    }
}

/// The options of a command that plays many matches: how many at once, and where.
#[derive(Args)]
pub(crate) struct PlaceOptions {
    /// Maximum number of matches to play at once [default: one per processor].
    #[arg(long, short, value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
    #[command(flatten)]
    pub(crate) isolate: IsolateOption,
    #[command(flatten)]
    pub(crate) fleet: FleetOption,
}

impl PlaceOptions {
    /// Returns the maximum number of matches to play at once in this process and its children.
    pub(crate) fn jobs(&self) -> usize {
        self.jobs.map_or_else(host::default_jobs, usize::from)
    }

    /// Returns the place to play: the fleet, if one is given.
    pub(crate) fn place(&self) -> Result<BotHost, Error> {
        self.fleet.place(&self.isolate, self.jobs())
    }
}

/// The options of a command whose matches a fleet can play.
#[derive(Args)]
pub(crate) struct FleetOption {
    /// Play matches on the workers of a fleet. Bots are checked and built here, isolated.
    #[arg(long, value_name = "URL", requires = "creds")]
    fleet: Option<String>,
    /// The credentials file of a coordinator of the fleet, as `muster fleet add --coordinator` wrote it.
    #[arg(long, value_name = "FILE", requires = "fleet")]
    creds: Option<PathBuf>,
    /// The weight of this command's share of the fleet's slots, relative to other coordinators.
    #[arg(long, value_name = "N", requires = "fleet", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1000))]
    fleet_weight: u32,
    /// Maximum number of the fleet's slots that play for this command at a time [default: all].
    #[arg(long, value_name = "N", requires = "fleet", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    fleet_slots: Option<u32>,
    /// The results of the fleet that must be confirmed by another worker or this machine: by default a worker's first
    /// 50, every match in which a bot failed, and one in a hundred of the others; or all, for example for prizes; or
    /// none.
    #[arg(long, value_name = "WHICH", requires = "fleet", default_value = "usual")]
    fleet_checks: ChecksArgument,
    /// Play matches shorter than this time on this machine; with a unit.
    #[arg(long, value_name = "TIME", requires = "fleet", default_value = "4ms", value_parser = duration)]
    fleet_shortest: Duration,
}

/// The fleet's results that two workers must agree on.
#[derive(Clone, Copy, ValueEnum)]
enum ChecksArgument {
    Usual,
    All,
    None,
}

impl FleetOption {
    /// Returns `true` if a fleet is given.
    pub(crate) fn is_given(&self) -> bool {
        self.fleet.is_some()
    }

    /// Returns the place to play: the fleet, if one is given.
    #[cfg(feature = "network")]
    fn place(&self, isolate: &IsolateOption, matches: usize) -> Result<BotHost, Error> {
        let (Some(url), Some(creds)) = (&self.fleet, &self.creds) else { return isolate.place(matches) };
        Credentials::read(creds)?;
        let validator = Box::new(FleetValidator::new(isolated(isolate.strictness(), matches)?));
        let options = CoordinatorOptions {
            weight: self.fleet_weight,
            slots: self.fleet_slots,
            checks: match self.fleet_checks {
                ChecksArgument::Usual => Checks::USUAL,
                ChecksArgument::All => Checks::ALL,
                ChecksArgument::None => Checks::NONE,
            },
            patience: PATIENCE,
            shortest: self.fleet_shortest,
            games: GAMES,
            known_workers: Some(creds.with_extension("workers.json")),
        };
        Ok(BotHost::Fleet { url: url.clone(), creds: creds.clone(), validator, options })
    }

    /// Returns the place to play; an error if a fleet is given, since this build has no network.
    #[cfg(not(feature = "network"))]
    fn place(&self, isolate: &IsolateOption, matches: usize) -> Result<BotHost, Error> {
        match (&self.fleet, &self.creds) {
            (None, None) => isolate.place(matches),
            _ => Err(crate::exit::built_without_network("play matches on a fleet")),
        }
    }
}

/// Creates the validator of bots that are checked, built and played in isolated processes.
pub(crate) fn isolated(strictness: Strictness, matches: usize) -> Result<IsolatedValidator, Error> {
    // Workers must not inherit descriptors from before this program's start.
    worker::keep_descriptors();
    let isolation = Isolation::of_this_program(strictness)?;
    let sandbox = host::deciding_sandbox(matches, strictness)?;
    let validator = IsolatedValidator::new(sandbox, isolation)?;
    tell_missing(&validator);
    Ok(validator)
}

/// Prints the protections that this machine lacks.
#[expect(
    clippy::print_stderr,
    reason = "neither a result nor an error; those who rely on isolation must know"
)]
fn tell_missing(validator: &IsolatedValidator) {
    for protection in validator.missing() {
        eprintln!("note: {}", protection.absence());
    }
}

/// The place where bots are checked, built and played.
pub(crate) enum BotHost {
    /// In this process.
    Here(LocalValidator),
    /// In isolated processes.
    Isolated(Box<IsolatedValidator>),
    /// On the machines of a fleet. Bots are checked and built in isolated processes here.
    #[cfg(feature = "network")]
    Fleet {
        /// The fleet's server.
        url: String,
        /// The coordinator's credentials.
        creds: PathBuf,
        /// The validator.
        validator: Box<FleetValidator<IsolatedValidator>>,
        /// The settings of the fleet.
        options: CoordinatorOptions,
    },
}

impl BotHost {
    /// Returns the validator of the place.
    pub(crate) fn validator(&self) -> &dyn Validator {
        match self {
            BotHost::Here(validator) => validator,
            BotHost::Isolated(validator) => &**validator,
            #[cfg(feature = "network")]
            BotHost::Fleet { validator, .. } => &**validator,
        }
    }

    /// Returns the workbench of the place.
    pub(crate) fn workbench(&self) -> &dyn Workbench {
        match self {
            BotHost::Here(validator) => validator,
            BotHost::Isolated(validator) => &**validator,
            #[cfg(feature = "network")]
            BotHost::Fleet { validator, .. } => validator.home(),
        }
    }

    /// Returns an executor for admitted bots, which plays this number of matches at once.
    pub(crate) fn executor(&self, jobs: usize) -> Result<Box<dyn Executor>, Error> {
        let failed = |error| Error::new(Kind::Host, format!("cannot start a thread: {error}"));
        Ok(match self {
            BotHost::Here(validator) => {
                Box::new(LocalThreads::start(jobs, validator, GAMES).map_err(failed)?)
            }
            BotHost::Isolated(validator) => Box::new(Workers::start(jobs, validator).map_err(failed)?),
            #[cfg(feature = "network")]
            BotHost::Fleet { url, creds, validator, options } => {
                let home = Box::new(Workers::start(jobs, validator.home()).map_err(failed)?);
                let credentials = Credentials::read(creds)?;
                Box::new(FleetExecutor::connect(url, credentials, validator, home, options.clone())?)
            }
        })
    }
}
