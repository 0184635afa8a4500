//! `muster report`: renders a run's report again, or exports its grades.

pub(crate) mod course_file;

use std::path::PathBuf;

use clap::Args;
pub(crate) use class_operations::runs::explain_report as explain;
use class_operations::runs::{must_be_tournament, open_run};
use explain::Error;
use game::visible_path;
use games::GAMES;
use ledger::RunFolder;
use report::Tier;
use results::Extent;
use run_folder::{RecordError, RecordedRun};
use terminal::out;
use terminal::text::inert;

use self::course_file::{IntoOptions, KeyOptions};
use super::entrant::find_entrant;
use super::freeze_options::FreezeOptions;
use crate::exit::Done;
use crate::host::report_cache_folder;

/// `muster report`
#[derive(Args)]
pub(crate) struct ReportCommand {
    /// The folder of a run, or of a sequential test.
    run: PathBuf,
    /// Write a report for the entrant with this name instead of the public one: with the logs, failing calls and dice
    /// of its own seat only. May be repeated.
    #[arg(long = "for", value_name = "NAME", conflicts_with = "into")]
    readers: Vec<String>,
    /// Write a report for the organiser instead of the public one: with the logs, failing calls and dice of every seat.
    #[arg(long, conflicts_with = "into")]
    for_organiser: bool,
    /// Write a public report of only the first part of the run: 1 for the first stage, 2.3 for everything up to the
    /// third round of the second stage.
    #[arg(
        long,
        value_name = "STAGE[.ROUND]",
        conflicts_with_all = ["readers", "for_organiser", "into"]
    )]
    through: Option<Extent>,
    #[command(flatten)]
    freeze: FreezeOptions,
    #[command(flatten)]
    into: IntoOptions,
    #[command(flatten)]
    keys: KeyOptions,
}

impl ReportCommand {
    pub(crate) fn run(self) -> Done {
        let folder = RunFolder::at(&self.run);
        let run = open_run(&folder)?;
        check(&folder, &run)?;
        if !self.readers.is_empty() || self.into.is_asked() {
            self.freeze.check(&folder, &run)?;
        }
        if self.for_organiser || !self.readers.is_empty() {
            return self.write_private(&folder, &run);
        }
        if let Some(extent) = self.through {
            return write_through(&folder, &run, extent);
        }
        if let Some(into) = self.into.asked() {
            return into.run(&folder, run, &self.keys);
        }
        let written = report::write_keeping(&folder, &run, GAMES, report_cache_folder().as_deref())
            .map_err(|error| explain(&folder, &error))?;
        out::line(&format!("report: {}", visible_path(&written.site)))
    }
}

impl ReportCommand {
    /// Writes a report for each named reader.
    fn write_private(&self, folder: &RunFolder, run: &RecordedRun) -> Done {
        let mut tiers = Vec::new();
        for name in &self.readers {
            tiers.push((inert(name), Tier::Entrant(find_entrant(run, name)?)));
        }
        if self.for_organiser {
            tiers.push(("the organiser".to_owned(), Tier::Organiser));
        }
        for (reader, tier) in tiers {
            let page =
                report::write_for(folder, run, GAMES, tier).map_err(|error| explain(folder, &error))?;
            out::line(&format!("report for {reader}: {}", visible_path(&page)))?;
        }
        Ok(())
    }
}

/// Refuses a run whose record contradicts its own text.
fn check(folder: &RunFolder, run: &RecordedRun) -> Done {
    match run.checked_subject(GAMES) {
        Err(RecordError::Ledger(error)) => Err(folder.explain(&error)),
        // The report shows other problems of the text.
        _ => Ok(()),
    }
}

/// Writes the report of the first part of a tournament.
fn write_through(folder: &RunFolder, run: &RecordedRun, extent: Extent) -> Done {
    must_be_tournament(folder, run)?;
    let plan = run.plan(GAMES)?;
    let stages = plan.stages.len();
    if extent.stages() > stages {
        let message = format!("the tournament has no stage {}", extent.stages());
        return Err(Error::input(message).hint(format!("use --through 1 to {stages}")));
    }
    let page = report::write_through(folder, run, GAMES, extent).map_err(|error| explain(folder, &error))?;
    out::line(&format!("report through {extent}: {}", visible_path(&page)))
}
