//! The season as pages.

use std::path::PathBuf;

use class::Moment;
use classroom::OpenClass;
use explain::Error;
use report::{CycleReport, SeasonCycle, SeasonSite, write_season};
use season::Bot;

use super::cycle::Cycle;
use super::told::Table;

/// A season's pages for a reader.
pub(super) struct Pages<'a> {
    pub(super) opened: &'a OpenClass,
    pub(super) table: &'a Table<'a>,
    /// Since when nothing new is shown.
    pub(super) frozen: Option<Moment>,
}

impl Pages<'_> {
    /// Writes them to a folder beside the cycles' runs, whose reports they link to. Returns the folder.
    pub(super) fn write_beside_cycles(&self, folder: PathBuf) -> Result<PathBuf, Error> {
        self.write(folder, |cycle| CycleReport::At(format!("../{:04}/site", cycle.number)))
    }

    /// Writes them to a folder that stands alone, with copies of the cycles' reports. Returns the folder.
    pub(super) fn write_with_cycles(&self, folder: PathBuf) -> Result<PathBuf, Error> {
        self.write(folder, |cycle| CycleReport::Copied(cycle.run.site()))
    }

    fn write(&self, folder: PathBuf, report: impl Fn(&Cycle) -> CycleReport) -> Result<PathBuf, Error> {
        let Table { seasons, season, fit, standings, versions } = self.table;
        let class = &self.opened.folder;
        let cycles = (1..).zip(seasons.records()).map(|(number, record)| SeasonCycle {
            at: self.opened.plan.zone.show_minute(record.at),
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
            zone: self.opened.plan.zone.name(),
            cycles: cycles.collect(),
            notice: self.frozen.map(|since| {
                format!("Results are shown as of {}; later ones are held back.", self.opened.shown(since))
            }),
            files: self.table.tables(),
        };
        let lock = class.private().join("ladder.lock");
        write_season(&folder, &lock, &site)?;
        Ok(folder)
    }
}
