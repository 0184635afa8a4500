//! `muster ladder`: a season of cycles between the active versions of a class.

mod cycle;
mod layout;
mod pages;
mod played;
mod told;

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::Args;
use class::{Facts, Moment, entrants};
use classroom::{OpenClass, lock, now, seen};
use explain::{Error, Kind};
use game::visible_path;
use season::CyclePlan;

use self::cycle::Cycle;
use self::layout::{Present, lay_out};
use self::pages::Pages;
use self::played::Seasons;
use super::engine;
use super::freeze::ReaderWord;
use super::opening::open;
use super::runs::ClassRun;
use crate::commands::run::Playing;
use crate::exit::Done;
use crate::{host, out};

/// `muster ladder`
#[derive(Args)]
#[command(after_help = "\
A cycle is an ordinary run in DIR/ladder/NUMBER, of the tournament DIR/ladder/NUMBER.toml: `muster verify`, `report`, `why` \
and `rule` take it. Whoever has an active version is paired, by how unsure their ratings are. An interrupted cycle is \
finished first. The season's table is printed, and kept in DIR/ladder as season.json, standings.csv, versions.csv and \
opponents.csv; DIR/ladder/site has pages of it. They have aliases alone.")]
pub(crate) struct LadderCommand {
    /// The class's folder.
    folder: PathBuf,
    /// How many cycles to play; 0 for the table alone.
    #[arg(long, default_value_t = 1)]
    cycles: u32,
    /// Pairings of everybody in a cycle, on average.
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pairings: u32,
    /// Games of a pairing, seats swapped after each.
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=64))]
    games: u16,
    /// Where the openings and lots of all cycles come from, so that a season can be repeated [default: drawn].
    #[arg(long)]
    seed: Option<u64>,
    /// When the cycles count as played, which is not before the last one: "2026-12-01 20:00" [default: now].
    #[arg(long, value_name = "TIME", conflicts_with = "reader")]
    at: Option<String>,
    /// Show what these readers may see: without what is frozen, or not for them. Plays nothing.
    #[arg(long = "as", value_name = "READER")]
    reader: Option<ReaderWord>,
    /// Write the pages to this folder, with the reports of the cycles, so that it can be published; with --as, those that
    /// these readers may see. It must be empty, or hold such pages.
    #[arg(long, value_name = "FOLDER")]
    site: Option<PathBuf>,
    /// How many matches are played at once [default: one per processor].
    #[arg(long, short, value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
    /// Print events as JSON lines, and the season last.
    #[arg(long)]
    json: bool,
}

impl LadderCommand {
    pub(crate) fn run(self) -> Done {
        let opened = open(&self.folder)?;
        if self.reader.is_some() {
            return self.tell(&opened);
        }
        if self.cycles > 0 {
            let _lock = lock(&opened)?;
            let stop = host::stop_on_interrupt();
            let mut seasons = Seasons::default();
            engine::warn(&opened, &opened.facts()?);
            self.complete_last(&opened, &mut seasons)?;
            for _ in 0..self.cycles {
                self.play_next(&opened, &mut seasons, &stop)?;
            }
        }
        self.tell(&opened)
    }

    /// Writes down what came of the last complete cycle, if a command was killed before it did.
    fn complete_last(&self, opened: &OpenClass, seasons: &mut Seasons) -> Done {
        seasons.read_on(opened, &opened.facts()?, Moment::from_millis(i64::MAX))?;
        if seasons.cycles() > 0 {
            let last = Cycle::at(&opened.folder, seasons.cycles());
            ClassRun::new(self.folder.clone(), &last.run).completed();
        }
        Ok(())
    }

    /// Plays the next cycle, or what is left of the last one.
    fn play_next(&self, opened: &OpenClass, seasons: &mut Seasons, stop: &AtomicBool) -> Done {
        if stop.load(Ordering::Relaxed) {
            return Err(Error::new(Kind::Incomplete, "interrupted between two cycles"));
        }
        // The clock first: whatever is written down after this is no part of the cycle.
        let clock = Moment::now();
        let facts = opened.facts()?;
        seasons.read_on(opened, &facts, Moment::from_millis(i64::MAX))?;
        let cycle = Cycle::at(&opened.folder, seasons.cycles() + 1);
        // A cycle that was laid out, and whose run has not begun, is laid out anew: it may not be one that can be played.
        if !cycle.run.holds_run() {
            let at = self.moment(opened, &facts, seasons, clock)?;
            self.lay_out(opened, &facts, seasons, &cycle, at)?;
        }
        let jobs = self.jobs.map_or_else(host::default_jobs, usize::from);
        let class = ClassRun::new(self.folder.clone(), &cycle.run);
        Playing { folder: &cycle.run, class: Some(&class), jobs, json: self.json, stop }
            .begin_or_resume(&cycle.text)
    }

    /// When the next cycle is played, as it is written down.
    fn moment(
        &self,
        opened: &OpenClass,
        facts: &Facts,
        seasons: &Seasons,
        clock: Moment,
    ) -> Result<Moment, Error> {
        let now = facts.last().map_or(clock, |last| last.max(clock));
        let Some(text) = &self.at else { return Ok(now) };
        let at = opened.moment(text)?;
        let before = seasons.records().last().map(|record| record.at);
        let bounds =
            [(before, "the cycle before was played"), (facts.last_described(), "the roster was changed")];
        for (bound, what) in bounds {
            if let Some(bound) = bound.filter(|bound| *bound > at) {
                let message = format!("{} is too early: {what} on {}", opened.shown(at), opened.shown(bound));
                return Err(Error::input(message));
            }
        }
        if at > now {
            return Err(Error::input(format!("{} has not come yet", opened.shown(at))));
        }
        Ok(at)
    }

    /// The moment as of which the season is shown.
    fn as_of(&self, opened: &OpenClass, facts: &Facts) -> Result<Moment, Error> {
        let frozen = self.reader.and_then(|reader| facts.frozen(reader.reader()));
        match (frozen, &self.at) {
            (Some(freeze), _) => Ok(freeze.since),
            (None, Some(text)) => opened.moment(text),
            (None, None) => Ok(now(facts)),
        }
    }

    /// Decides who meets whom, and writes that down.
    fn lay_out(
        &self,
        opened: &OpenClass,
        facts: &Facts,
        seasons: &Seasons,
        cycle: &Cycle,
        at: Moment,
    ) -> Done {
        let playing = entrants(&opened.plan, facts, &[], at).playing;
        if playing.len() < 2 {
            let message = format!("{} of the class have an active version; a cycle needs two", playing.len());
            return Err(Error::input(message).hint("`muster class status DIR` says who has none, and why"));
        }
        let present = Present::of(&playing, facts, seasons)?;
        let plan = CyclePlan { pairings: self.pairings, games: self.games, ..CyclePlan::default() };
        lay_out(cycle, opened, &present, &plan, self.seed, at)
    }

    fn tell(&self, opened: &OpenClass) -> Done {
        let facts = seen(opened, self.reader.map(ReaderWord::reader), opened.facts()?)?;
        let frozen = self.reader.and_then(|reader| facts.frozen(reader.reader()));
        let last = frozen.map_or(Moment::from_millis(i64::MAX), |freeze| freeze.since);
        let mut seasons = Seasons::default();
        seasons.read_on(opened, &facts, last)?;
        seasons.call(&facts);
        let table = told::Table::of(&seasons, self.as_of(opened, &facts)?)?;
        let own = cycle::folder(&opened.folder);
        let pages = Pages { opened, table: &table, frozen: frozen.map(|freeze| freeze.since) };
        let mut written = Vec::new();
        if self.reader.is_none() && seasons.cycles() > 0 {
            table.keep(&own)?;
            written.push(pages.write_beside_cycles(own.join("site"))?);
        }
        if let Some(folder) = &self.site {
            written.push(pages.write_with_cycles(folder.clone())?);
        }
        if self.json {
            return out::line(&table.as_json().to_string());
        }
        out::line(&table.as_text())?;
        written.iter().try_for_each(|folder| out::line(&format!("pages: {}", visible_path(folder))))
    }
}
