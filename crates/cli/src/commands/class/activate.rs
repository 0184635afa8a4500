//! `muster class activate`: chooses a student's active version.

use std::path::PathBuf;

use clap::Args;
use class_operations::submission::{Activate, activate};
use class_operations::words;
use terminal::out;
use terminal::text::inert;

use super::opening::{open, print_warnings};
use crate::exit::Done;

/// `muster class activate`
#[derive(Args)]
#[command(
    after_help = "A choice stands until you make another: later submissions do not become active by themselves."
)]
pub(crate) struct ActivateCommand {
    /// The class's folder.
    folder: PathBuf,
    /// The student's id.
    student: String,
    /// The submission's number.
    #[arg(required_unless_present = "latest")]
    submission: Option<u32>,
    /// Return to the last version accepted in time, as if none had been chosen.
    #[arg(long, conflicts_with = "submission")]
    latest: bool,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

impl ActivateCommand {
    pub(crate) fn run(self) -> Done {
        let class = open(&self.folder)?;
        let request = Activate { student: self.student, submission: self.submission };
        let activation = activate(&class, request)?;
        print_warnings(&activation.warnings);
        if self.json {
            return out::json(&activation.report);
        }
        let alias = inert(&activation.alias);
        let why = words::why(&class, &activation.standing);
        match &activation.standing.active {
            Ok(active) => out::line(&format!("{alias}: submission {} is active ({why})", active.submission)),
            Err(_) => out::line(&format!("{alias}: no version is active ({why})")),
        }
    }
}
