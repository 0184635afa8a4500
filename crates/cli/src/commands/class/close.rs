//! `muster class close`, `muster class reopen`: stops and resumes accepting submissions, regardless of deadlines.

use std::path::PathBuf;

use clap::Args;
use class_operations::OpenClass;
use class_operations::deadlines::ClosedState;
use terminal::out;

use super::opening::{open, print_warnings};
use crate::exit::Done;

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
        print(&class, &class_operations::deadlines::close(&class)?, self.json)
    }
}

impl ReopenCommand {
    pub(crate) fn run(self) -> Done {
        let class = open(&self.folder)?;
        print(&class, &class_operations::deadlines::reopen(&class)?, self.json)
    }
}

fn print(class: &OpenClass, state: &ClosedState, json: bool) -> Done {
    print_warnings(&state.warnings);
    if json {
        return out::json(state);
    }
    let (at, ClosedState { before_deadline, of, .. }) = (class.shown(state.at.0), state);
    out::line(&match (state.closed, before_deadline) {
        (true, 0) => format!("closed since {at}: no submissions are accepted"),
        (true, open) => {
            format!(
                "closed since {at}: no submissions are accepted, although the deadline of {open} of {of} has not \
                 passed"
            )
        }
        (false, 0) => {
            format!("open since {at}: submissions are accepted, but late, because every deadline has passed")
        }
        (false, open) => format!("open since {at}: {open} of {of} may hand in; deadlines are unchanged"),
    })
}
