//! `muster class announce`: an announcement to the class.

use std::path::PathBuf;

use clap::Args;
use class_operations::announcement::{Announce, announce};
use terminal::out;

use super::opening::{open, print_warnings};
use crate::exit::Done;

/// `muster class announce`
#[derive(Args)]
pub(crate) struct AnnounceCommand {
    /// The class's folder.
    folder: PathBuf,
    /// The announcement.
    text: String,
    /// Announce to the students of a section only.
    #[arg(long)]
    section: Option<String>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

impl AnnounceCommand {
    pub(crate) fn run(self) -> Done {
        let class = open(&self.folder)?;
        let announcement = announce(&class, &Announce { text: self.text, section: self.section })?;
        print_warnings(&announcement.warnings);
        if self.json {
            return out::json(&announcement);
        }
        out::line(&format!("announcement {}, {}", announcement.number, class.shown(announcement.at.0)))
    }
}
