//! The season's table.

mod csv_files;
mod season_report;

use std::io::Write;
use std::path::Path;

use class_model::{Facts, Moment};
use explain::{Error, Kind};
use game::visible_path;
use rating::bradley_terry::Estimate;
use rating::results::Player;
use rating::scale::Z95;
use rating::table::Tally;
use season::{Bot, Season, SeasonFit, Standing, Version, fit, standings, versions};

pub use self::season_report::SeasonReport;
use super::history::SeasonHistory;
use crate::runs::{StandingsColumn, StandingsTable};

/// The columns of [`SeasonTable::standings_table`]; `true` for those with numbers.
const HEAD: [(&str, bool); 12] = [
    ("place", true),
    ("alias", false),
    ("rating", true),
    ("±", true),
    ("version", true),
    ("best", true),
    ("games", true),
    ("won", true),
    ("drawn", true),
    ("lost", true),
    ("BKR", true),
    ("note", false),
];

/// A season's ratings, with the aliases of the bots.
pub struct SeasonTable<'a> {
    pub(super) history: &'a SeasonHistory,
    /// Aliases, by bot.
    aliases: Vec<String>,
    /// The season.
    pub season: Season,
    /// Its ratings.
    pub fit: SeasonFit,
    /// The bots that have played, best first.
    pub standings: Vec<Standing>,
    /// The versions that have played.
    pub versions: Vec<Version>,
}

impl<'a> SeasonTable<'a> {
    /// Returns the table as of a moment.
    pub(super) fn new(
        history: &'a SeasonHistory,
        facts: &Facts,
        at: Moment,
    ) -> Result<SeasonTable<'a>, Error> {
        let season = history.season()?;
        let fit = fit(&season);
        let standings = standings(&season, &fit, at.millis().div_euclid(1000));
        let versions = versions(&season, &fit);
        Ok(SeasonTable { history, aliases: history.aliases(facts), season, fit, standings, versions })
    }

    /// Returns the current alias of a bot.
    pub fn alias(&self, bot: Bot) -> &str {
        self.aliases.get(bot.index()).map_or("", String::as_str)
    }

    /// Returns the hash of a version's module in hexadecimal, with its settings if there are any.
    pub fn module(&self, version: Player) -> &str {
        self.history.module(version)
    }

    /// Returns the number of a version among those of its bot, from 1; 0 if it has not played.
    pub fn number(&self, version: Player) -> usize {
        self.versions.iter().find(|line| line.player == version).map_or(0, |line| line.number)
    }

    /// Returns the standings as a table of texts, the best first.
    pub fn standings_table(&self) -> StandingsTable {
        let column =
            |(title, is_number): (&str, bool)| StandingsColumn { title: title.to_owned(), is_number };
        StandingsTable {
            head: HEAD.into_iter().map(column).collect(),
            rows: (1..).zip(&self.standings).map(|(place, line)| self.cells(place, line)).collect(),
        }
    }

    fn cells(&self, place: usize, line: &Standing) -> Vec<String> {
        let best = self.fit.versions[line.best.index()].value;
        let best = if line.best == line.current {
            "=".to_owned()
        } else {
            format!("{best:.0} ({})", self.number(line.best))
        };
        let Tally { wins, draws, losses } = line.score;
        vec![
            place.to_string(),
            self.alias(line.bot).to_owned(),
            format!("{:.0}", line.rating.value),
            half(line.rating).map_or_else(String::new, |half| format!("{half:.0}")),
            self.number(line.current).to_string(),
            best,
            line.score.games().to_string(),
            wins.to_string(),
            draws.to_string(),
            losses.to_string(),
            line.bkr.map_or_else(String::new, |bkr| format!("{bkr:.0}")),
            if line.is_inactive { "inactive" } else { "" }.to_owned(),
        ]
    }

    /// Writes the season's files.
    pub(super) fn write(&self, folder: &Path) -> Result<(), Error> {
        let json = json::pretty(&self.report()).map_err(|error| Error::wrap(Kind::Host, &error))?;
        let json = ("season.json", format!("{json}\n").into_bytes());
        let opponents = ("opponents.csv", csv_files::opponents(self));
        for (name, bytes) in [json, opponents].into_iter().chain(self.files()) {
            let path = folder.join(name);
            files::replace(&path, None, |file| file.write_all(&bytes)).map_err(|error| {
                Error::new(Kind::Host, format!("cannot write {}: {error}", visible_path(&path)))
            })?;
        }
        Ok(())
    }

    /// Returns the tables that the season's pages offer as files. The scores between opponents are left out, since the
    /// pages show them in more detail.
    pub(super) fn files(&self) -> Vec<(&'static str, Vec<u8>)> {
        vec![("standings.csv", csv_files::standings(self)), ("versions.csv", csv_files::versions(self))]
    }
}

/// Returns half the width of the 95 % interval; `None` if it is not determined.
fn half(estimate: Estimate) -> Option<f64> {
    estimate.deviation.map(|deviation| Z95 * deviation)
}
