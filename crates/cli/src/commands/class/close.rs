//! `muster class close`, `muster class reopen`: whether anything is accepted, whatever the deadlines say.

use std::path::{Path, PathBuf};

use clap::Args;
use class::Event;
use explain::Error;
use serde_json::json;

use super::opened::Opened;
use crate::exit::Done;
use crate::out;

/// `muster class close`
#[derive(Args)]
pub(crate) struct CloseCommand {
    /// The class's folder.
    folder: PathBuf,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// `muster class reopen`
#[derive(Args)]
pub(crate) struct ReopenCommand {
    /// The class's folder.
    folder: PathBuf,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

impl CloseCommand {
    pub(crate) fn run(self) -> Done {
        set(&self.folder, Event::Closed, self.json)
    }
}

impl ReopenCommand {
    pub(crate) fn run(self) -> Done {
        set(&self.folder, Event::Reopened, self.json)
    }
}

fn set(folder: &Path, event: Event, json: bool) -> Done {
    let opened = Opened::at(folder)?;
    let closes = event == Event::Closed;
    let recorded = opened.write(|facts, _| match (closes, facts.closed()) {
        (true, Some(since)) => Err(Error::input(format!("it is closed since {}", opened.shown(since)))),
        (false, None) => Err(Error::input("it is not closed")),
        _ => Ok(vec![event]),
    })?;
    if json {
        return out::line(&json!({ "closed": closes, "at": recorded.at.to_string() }).to_string());
    }
    let what = if closes { "closed" } else { "open again; deadlines are as they were" };
    out::line(&format!("{what}: {}", opened.shown(recorded.at)))
}
