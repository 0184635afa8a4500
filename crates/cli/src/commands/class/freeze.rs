//! `muster class freeze`, `muster class release`: hides and publishes new results.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use class_model::Reader;
use class_operations::freezing::Release;
use class_operations::words;
use terminal::out;

use super::opening::{open, print_warnings};
use crate::exit::Done;

/// `muster class freeze`
#[derive(Args)]
#[command(
    after_help = "Your own commands still show everything; --as shows only the results that others may see."
)]
pub(crate) struct FreezeCommand {
    /// The class's folder.
    folder: PathBuf,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// `muster class release`
#[derive(Args)]
pub(crate) struct ReleaseCommand {
    /// The class's folder.
    folder: PathBuf,
    /// The readers. Participants may see everything that all may see.
    #[arg(long, value_name = "READER")]
    to: ReaderWord,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// A reader of results other than the teacher.
#[derive(Clone, Copy, ValueEnum)]
pub(super) enum ReaderWord {
    /// The students of the class.
    Participants,
    /// Everyone.
    All,
}

impl ReaderWord {
    pub(super) fn reader(self) -> Reader {
        match self {
            ReaderWord::Participants => Reader::Participants,
            ReaderWord::All => Reader::All,
        }
    }
}

impl FreezeCommand {
    pub(crate) fn run(self) -> Done {
        let class = open(&self.folder)?;
        let freezing = class_operations::freezing::freeze(&class)?;
        print_warnings(&freezing.warnings);
        if self.json {
            return out::json(&freezing);
        }
        out::line(&format!("frozen since {}", class.shown(freezing.since.0)))?;
        out::line(&words::visibility_words(&class, &class.facts()?))
    }
}

impl ReleaseCommand {
    pub(crate) fn run(self) -> Done {
        let class = open(&self.folder)?;
        let release = class_operations::freezing::release(&class, Release { to: self.to.reader() })?;
        print_warnings(&release.warnings);
        if self.json {
            return out::json(&release);
        }
        out::line(&format!("released to {}: {}", release.released_to, class.shown(release.at.0)))?;
        out::line(&words::visibility_words(&class, &class.facts()?))
    }
}
