//! The season as pages.

use std::path::PathBuf;

use class::Moment;
use report::{CycleReport, ReportError, SeasonCycle, SeasonSite, write_season};
use season::Bot;

use super::super::super::folder::what_helps;
use super::super::opened::Opened;
use super::cycle::Cycle;
use super::told::Table;
use crate::exit::{Code, Failed};

/// A season's pages for a reader.
pub(super) struct Pages<'a> {
    pub(super) opened: &'a Opened,
    pub(super) table: &'a Table<'a>,
    /// Since when nothing new is shown.
    pub(super) frozen: Option<Moment>,
}

impl Pages<'_> {
    /// Writes them to a folder beside the cycles' runs, whose reports they link to. Returns the folder.
    pub(super) fn write_beside_cycles(&self, folder: PathBuf) -> Result<PathBuf, Failed> {
        self.write(folder, |cycle| CycleReport::At(format!("../{:04}/site", cycle.number)))
    }

    /// Writes them to a folder that stands alone, with copies of the cycles' reports. Returns the folder.
    pub(super) fn write_with_cycles(&self, folder: PathBuf) -> Result<PathBuf, Failed> {
        self.write(folder, |cycle| CycleReport::Copied(cycle.run.site()))
    }

    fn write(&self, folder: PathBuf, report: impl Fn(&Cycle) -> CycleReport) -> Result<PathBuf, Failed> {
        let Table { seasons, season, fit, standings, versions } = self.table;
        let class = &self.opened.folder;
        let cycles = (1..).zip(seasons.records()).map(|(number, record)| SeasonCycle {
            at: self.opened.shown(record.at),
            root: &record.root,
            report: report(&Cycle::at(class, number)),
            matches: &record.matches,
        });
        let site = SeasonSite {
            name: &self.opened.plan.name,
            game: self.opened.plan.game,
            season,
            fit,
            standings,
            versions,
            aliases: season.bots().map(|bot: Bot| seasons.alias(bot)).collect(),
            modules: (0..season.versions().len()).map(|version| seasons.module(version.into())).collect(),
            cycles: cycles.collect(),
            notice: self.frozen.map(|since| {
                format!("Results are shown as of {}; later ones are held back.", self.opened.shown(since))
            }),
            files: self.table.tables(),
        };
        let lock = class.private().join("ladder.lock");
        write_season(&folder, &lock, &site).map_err(|error| explain(&error))?;
        Ok(folder)
    }
}

fn explain(error: &ReportError) -> Failed {
    match error {
        ReportError::NotASeasonsSite { .. } => Failed::from_error(Code::Input, error)
            .hint("give a folder that is new or empty; what is in this one would be lost"),
        ReportError::File { path, source, .. } => {
            Failed::from_error(Code::Host, error).hint(what_helps(path, source))
        }
        _ => Failed::from_error(Code::No, error),
    }
}
