//! `muster protections`: reports the protections that this machine offers for processes that check, build and play
//! bots.

use clap::Args;
use explain::{Error, Kind};
use sandbox::Sandbox;
use terminal::out;
use worker::{Isolation, Protection, Strictness};

use crate::exit::Done;

/// `muster protections`
#[derive(Args)]
#[command(after_help = "\
With --isolate, bots are checked, built and played in separate processes, which drop every privilege that they do not \
need before they handle untrusted data. This command starts such a process and reports what it could not drop.

Exit codes: 0 everything that --isolate needs is available; 4 Landlock or seccomp is missing, so --isolate needs \
=best-effort. Without user namespaces, --isolate prints a note and continues.")]
pub(crate) struct ProtectionsCommand {}

impl ProtectionsCommand {
    #[expect(clippy::unused_self, reason = "commands are run alike")]
    pub(crate) fn run(self) -> Done {
        let isolation = Isolation::of_this_program(Strictness::BestEffort)?;
        let missing = worker::missing_protections(&isolation)?;
        for protection in Protection::ALL {
            let word = if missing.contains(&protection) { "missing" } else { "yes" };
            out::line(&format!("{protection}: {word}"))?;
        }
        for protection in &missing {
            out::line(&format!("note: {}", protection.absence()))?;
        }
        for absence in Sandbox::missing_protections() {
            out::line(&format!("note: {absence}"))?;
        }
        if !missing.iter().any(|protection| protection.is_essential()) {
            return Ok(());
        }
        let failed = Error::new(Kind::Refused, "this machine lacks protections that --isolate needs");
        Err(missing.iter().fold(failed, |failed, protection| failed.hint(protection.advice())))
    }
}
