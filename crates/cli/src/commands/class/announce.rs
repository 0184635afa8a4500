//! `muster class announce`: something that everybody is told.

use std::path::PathBuf;

use clap::Args;
use class::Event;
use explain::Error;
use serde_json::json;

use super::opened::Opened;
use crate::exit::Done;
use crate::out;

/// Bytes of an announcement.
const LONGEST: usize = 10_000;

/// `muster class announce`
#[derive(Args)]
pub(crate) struct AnnounceCommand {
    /// The class's folder.
    folder: PathBuf,
    /// What to tell.
    text: String,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

impl AnnounceCommand {
    pub(crate) fn run(self) -> Done {
        let text = self.text.trim().to_owned();
        if text.is_empty() || text.len() > LONGEST {
            return Err(Error::input(format!("an announcement has 1 to {LONGEST} bytes")));
        }
        let opened = Opened::at(&self.folder)?;
        let recorded = opened.write(|_, _| Ok(vec![Event::Announced { text }]))?;
        let count = recorded.facts.announcements().len();
        if self.json {
            return out::line(&json!({ "announcement": count, "at": recorded.at.to_string() }).to_string());
        }
        out::line(&format!("announcement {count}, {}", opened.shown(recorded.at)))
    }
}
