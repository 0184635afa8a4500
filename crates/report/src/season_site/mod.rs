//! A ladder season as pages: who stands where, and how each bot got there.

mod bot_page;
mod charts;
mod copy;
mod crosstable;
mod cycles;
mod data;
mod index;
mod losses;
mod meetings;
mod parts;
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
    /// What is played.
    pub game: &'static dyn Game,
    /// What was played.
    pub season: &'a Season,
    /// Its ratings.
    pub fit: &'a SeasonFit,
    /// Its table.
    pub standings: &'a [Standing],
    /// Its versions.
    pub versions: &'a [Version],
    /// What each bot is called, by bot.
    pub aliases: Vec<&'a str>,
    /// The hash of each version's module in hexadecimal, by version.
    pub modules: Vec<&'a str>,
    /// The zone of all dates.
    pub zone: &'a str,
    /// In the order of the season.
    pub cycles: Vec<SeasonCycle<'a>>,
    /// What the reader is told before anything else, such as what is not shown.
    pub notice: Option<String>,
    /// Files for programs: the name in `data/`, and the bytes.
    pub files: Vec<(&'static str, Vec<u8>)>,
}

/// A cycle of a season.
pub struct SeasonCycle<'a> {
    /// When it was laid out, as it is to be shown.
    pub at: String,
    /// The root of its run in hexadecimal.
    pub root: &'a str,
    /// Where its report is.
    pub report: CycleReport,
    /// Its matches, in the order of the season's games.
    pub matches: &'a [SeasonMatch],
}

/// Where the report of a cycle is.
pub enum CycleReport {
    /// There is none.
    Missing,
    /// At this address, seen from the folder of the season's site.
    At(String),
    /// In this folder, of which the site gets a copy.
    Copied(PathBuf),
}

/// What else is known of a game.
#[derive(Clone, Debug)]
pub struct SeasonMatch {
    /// The match in its cycle's run.
    pub key: MatchKey,
    /// Complete plies.
    pub plies: u32,
    /// Why it ended.
    pub reason: Reason,
    /// The same in words, where a failure is called otherwise than its fault: an exception of a script.
    pub ending: Option<String>,
}

impl SeasonSite<'_> {
    fn alias(&self, bot: Bot) -> &str {
        self.aliases.get(bot.index()).copied().unwrap_or("?")
    }

    /// The versions of a bot that have played, in order.
    fn versions_of(&self, bot: Bot) -> impl DoubleEndedIterator<Item = &Version> {
        self.versions.iter().filter(move |version| version.bot == bot)
    }

    /// The report of a cycle from 1, seen from the site's folder.
    fn report_of(&self, cycle: usize) -> Option<String> {
        match &self.cycles.get(cycle.checked_sub(1)?)?.report {
            CycleReport::Missing => None,
            CycleReport::At(address) => Some(address.clone()),
            CycleReport::Copied(_) => Some(copied_to(cycle)),
        }
    }

    /// When a cycle from 1 was played.
    fn at(&self, cycle: usize) -> &str {
        cycle.checked_sub(1).and_then(|cycle| self.cycles.get(cycle)).map_or("", |cycle| cycle.at.as_str())
    }
}

/// The folder of the copy of a cycle's report.
fn copied_to(cycle: usize) -> String {
    format!("cycles/{cycle:04}")
}

/// The folder of the bots' pages.
const BOTS: &str = "bots/";

/// A bot's page in its folder. Numbers are those of the season, so that a page keeps its address.
fn file_of(bot: Bot) -> String {
    format!("{}.html", bot.0 + 1)
}
