//! `muster evidence`: writes all data of a match that one entrant may have into an archive that can be verified on its
//! own.

mod print;

use std::path::{Path, PathBuf};

use clap::Args;
use evidence::Package;
use explain::{Error, Kind};
use game::{Seat, visible_path};
use games::GAMES;
use ledger::RunFolder;
use run_folder::MatchParts;
use terminal::out;
use terminal::text::shortened;
use tournament::MatchKey;

pub(crate) use self::print::verify;
use super::freeze_options::FreezeOptions;
use crate::exit::Done;

/// `muster evidence`
#[derive(Args)]
#[command(after_help = "\
The archive contains the match's actions of both seats, limits, start position, result and engine, and this entrant's \
module, settings, dice, failing call and log. About the other entrant, it contains nothing that a public report does not \
show. If the run is complete, the archive names the run's root and proves that its contents belong to the run with this \
root; `muster verify` lists what it cannot prove as unproven. `muster verify FILE.zip` replays the entrant's moves from \
the archive alone.")]
pub(crate) struct EvidenceCommand {
    /// The folder of a run.
    run: PathBuf,
    /// The match: its id as in the report, for example 1.3.2.1.
    #[arg(value_name = "MATCH")]
    key: MatchKey,
    /// The entrant who requests it.
    #[arg(long = "for", value_name = "NAME")]
    name: String,
    /// The archive to write.
    #[arg(short, long, value_name = "FILE.zip")]
    output: PathBuf,
    #[command(flatten)]
    freeze: FreezeOptions,
}

impl EvidenceCommand {
    pub(crate) fn run(self) -> Done {
        let folder = RunFolder::at(&self.run);
        let opened = MatchParts::of_run(&folder, self.key, GAMES)?;
        if let Some(run) = &opened.run {
            self.freeze.check(&folder, run)?;
        }
        let seat = seat_of(&opened, &self.name)?;
        let (Some(record), Some(run)) = (&opened.parts[seat], &opened.run) else {
            return Err(Error::input("this seat's part of the match is not available"));
        };
        let package = Package::assemble(run, self.key, record.clone())?;
        write(&self.output, &package.write()?)?;
        out::line(&format!("written: {}", visible_path(&self.output)))?;
        match package.root() {
            Some(root) => out::line(&format!("root of the run: {root}"))?,
            None => out::line("the run is not complete and has no root yet")?,
        }
        out::line(&format!("verify it anywhere: muster verify {}", visible_path(&self.output)))
    }
}

/// Returns the seat of an entrant.
fn seat_of(opened: &MatchParts, name: &str) -> Result<Seat, Error> {
    let names = &opened.any()?.entrants;
    Seat::BOTH.into_iter().find(|seat| names[*seat] == name).ok_or_else(|| {
        let [first, second] = names.as_ref().map(|name| shortened(name)).0;
        Error::input(format!("{} does not play in this match", shortened(name)))
            .hint(format!("it is between {first} and {second}"))
    })
}

fn write(path: &Path, bytes: &[u8]) -> Done {
    files::write(path, bytes).map_err(|error| {
        Error::new(Kind::Host, format!("cannot write {}: {error}", visible_path(path)))
            .hint("name a file in an existing, writable folder with --output")
    })
}
