//! A ladder season as pages: the standings, and the history of each bot.

mod bot_page;
mod charts;
mod copy;
mod crosstable;
mod cycles;
mod data;
mod index;
mod losses;
mod meetings;
mod page_parts;
#[cfg(test)]
mod tests;
mod words;
mod write;

use std::path::PathBuf;

use game::Game;
use referee::Reason;
use season::{Bot, Season, SeasonFit, Standing, Version};
use tournament::MatchKey;

pub use write::{season_pages, write_season};

/// A season with the names that go with it. Nothing else is shown.
pub struct SeasonSite<'a> {
    /// The class's name.
    pub name: &'a str,
    /// The game.
    pub game: &'static dyn Game,
    /// The cycles and their games.
    pub season: &'a Season,
    /// The season's ratings.
    pub fit: &'a SeasonFit,
    /// The season's table.
    pub standings: &'a [Standing],
    /// The season's versions.
    pub versions: &'a [Version],
    /// The name of each bot, by bot.
    pub aliases: Vec<&'a str>,
    /// The hash of each version's module in hexadecimal, by version.
    pub modules: Vec<&'a str>,
    /// The time zone of all dates.
    pub zone: &'a str,
    /// The cycles, in the order of the season.
    pub cycles: Vec<SeasonCycle<'a>>,
    /// Returns the event that decided a match of a cycle (from 1) in words, if that is known.
    pub decided: &'a dyn Fn(usize, MatchKey) -> Option<String>,
    /// A notice above everything else, for example about results that are not shown.
    pub notice: Option<String>,
    /// Files for programs: the name in `data/`, and the bytes.
    pub files: Vec<(&'static str, Vec<u8>)>,
}

/// A cycle of a season.
pub struct SeasonCycle<'a> {
    /// The displayed date on which it was laid out.
    pub at: String,
    /// The root of its run in hexadecimal.
    pub root: &'a str,
    /// The location of its report.
    pub report: CycleReport,
    /// Its matches, in the order of the season's games.
    pub matches: &'a [SeasonMatch],
}

/// The location of a cycle's report.
pub enum CycleReport {
    /// No report.
    Missing,
    /// An address relative to the folder of the season's site.
    At(String),
    /// A folder that is copied into the site.
    Copied(PathBuf),
}

/// Additional data on a game.
#[derive(Clone, Debug)]
pub struct SeasonMatch {
    /// The match in its cycle's run.
    pub key: MatchKey,
    /// Complete plies.
    pub plies: u32,
    /// The reason why it ended.
    pub reason: Reason,
    /// The reason in words, if the failure has a name other than its fault: an exception of a script.
    pub ending: Option<String>,
}

impl SeasonSite<'_> {
    fn alias(&self, bot: Bot) -> &str {
        self.aliases.get(bot.index()).copied().unwrap_or("?")
    }

    /// Returns the versions of a bot that have played, in order.
    fn versions_of(&self, bot: Bot) -> impl DoubleEndedIterator<Item = &Version> {
        self.versions.iter().filter(move |version| version.bot == bot)
    }

    /// Returns the address of a cycle's report, relative to the site's folder. Cycles count from 1.
    fn report_of(&self, cycle: usize) -> Option<String> {
        match &self.cycles.get(cycle.checked_sub(1)?)?.report {
            CycleReport::Missing => None,
            CycleReport::At(address) => Some(address.clone()),
            CycleReport::Copied(_) => Some(copied_to(cycle)),
        }
    }

    /// Returns when a cycle was played. Cycles count from 1.
    fn at(&self, cycle: usize) -> &str {
        cycle.checked_sub(1).and_then(|cycle| self.cycles.get(cycle)).map_or("", |cycle| cycle.at.as_str())
    }
}

/// Returns the folder of the copy of a cycle's report.
fn copied_to(cycle: usize) -> String {
    format!("cycles/{cycle:04}")
}

/// The folder of the bots' pages.
const BOTS: &str = "bots/";

/// Returns the name of a bot's page in its folder. Numbers are those of the season, so that a page keeps its address.
fn file_of(bot: Bot) -> String {
    format!("{}.html", bot.0 + 1)
}
