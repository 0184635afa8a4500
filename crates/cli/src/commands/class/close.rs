//! `muster class close`, `muster class reopen`: whether anything is accepted, whatever the deadlines say.

use std::path::PathBuf;

use clap::Args;
use classroom::{ClosedState, OpenClass};

use super::opening::{open, print_warnings};
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
        let class = open(&self.folder)?;
        print(&class, &classroom::close(&class)?, self.json)
    }
}

impl ReopenCommand {
    pub(crate) fn run(self) -> Done {
        let class = open(&self.folder)?;
        print(&class, &classroom::reopen(&class)?, self.json)
    }
}

fn print(class: &OpenClass, state: &ClosedState, json: bool) -> Done {
    print_warnings(&state.warnings);
    if json {
        return out::json(state);
    }
    let what = if state.closed { "closed" } else { "open again; deadlines are as they were" };
    out::line(&format!("{what}: {}", class.shown(state.at)))
}
