//! The season's pages.

use std::collections::BTreeMap;
use std::path::Path;

use class_model::Moment;
use explain::Error;
use games::GAMES;
use report::{CycleReport, SeasonCycle, SeasonSite, season_pages, write_season};
use run_folder::MatchParts;

use super::cycle::Cycle;
use super::table::SeasonTable;
use crate::open_class::OpenClass;

/// A season's pages for a reader.
pub(super) struct SeasonPages<'a> {
    pub(super) class: &'a OpenClass,
    pub(super) table: &'a SeasonTable<'a>,
    /// The start of the freeze, after which nothing new is shown; `None` if results are not frozen.
    pub(super) frozen: Option<Moment>,
}

impl SeasonPages<'_> {
    /// Writes the pages to a folder. `report` returns the location of a cycle's report.
    pub(super) fn write(&self, folder: &Path, report: impl Fn(&Cycle) -> CycleReport) -> Result<(), Error> {
        let lock = self.class.folder.private().join("ladder.lock");
        self.of_site(report, |site| Ok(write_season(folder, &lock, site)?))
    }

    /// Returns the pages as files, by path.
    pub(super) fn files(&self, report: impl Fn(&Cycle) -> CycleReport) -> BTreeMap<String, Vec<u8>> {
        self.of_site(report, season_pages)
    }

    fn of_site<T>(
        &self,
        report: impl Fn(&Cycle) -> CycleReport,
        make: impl FnOnce(&SeasonSite<'_>) -> T,
    ) -> T {
        let SeasonTable { history, season, fit, standings, versions, .. } = self.table;
        let class = self.class;
        let cycles = (1..).zip(history.records()).map(|(number, record)| SeasonCycle {
            at: class.plan.zone.show_minute(record.at),
            root: &record.root,
            report: report(&Cycle::at(&class.folder, number)),
            matches: &record.matches,
        });
        let decided = |number: usize, key| {
            let cycle = Cycle::at(&class.folder, u32::try_from(number).ok()?);
            // A match that cannot be read is listed without the event.
            let parts = MatchParts::of_run(&cycle.run, key, GAMES).ok()?;
            let blow = replay::decisive_blow(&parts.recording().ok()?).ok()??;
            Some(blow.to_string())
        };
        let site = SeasonSite {
            name: &class.plan.name,
            game: class.plan.game,
            season,
            fit,
            standings,
            versions,
            aliases: season.bots().map(|bot| self.table.alias(bot)).collect(),
            modules: (0..season.versions().len()).map(|version| history.module(version.into())).collect(),
            zone: class.plan.zone.name(),
            cycles: cycles.collect(),
            decided: &decided,
            notice: self.frozen.map(|since| {
                format!("Results are shown as of {}; later ones are held back.", class.shown(since))
            }),
            files: self.table.files(),
        };
        make(&site)
    }
}
