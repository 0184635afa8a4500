//! `muster ladder`: plays a season of cycles between the active versions of a class.

mod print;

use std::path::PathBuf;
use std::sync::atomic::Ordering;

use clap::Args;
use class_operations::OpenClass;
use class_operations::judging::lock;
use class_operations::ladder::{CycleError, CycleOrder, Ladder};
use class_operations::runs::TournamentRun;
use explain::{Error, Kind};
use game::visible_path;
use runner::NewRun;
use terminal::out;

use super::freeze::ReaderWord;
use super::opening::{open, print_warnings, warn_of_engine};
use crate::commands::play_run::Playing;
use crate::commands::run::find_openings;
use crate::commands::tournament_file;
use crate::exit::Done;
use crate::host;
use crate::isolation::PlaceOptions;

/// `muster ladder`
#[derive(Args)]
#[command(after_help = "\
A cycle is an ordinary run in DIR/ladder/NUMBER, of the tournament DIR/ladder/NUMBER.toml: `muster verify`, `report`, `why` \
and `rule` work on it. Active versions are paired by the uncertainty of their ratings. An interrupted cycle is \
finished first. The season's table is printed, and saved in DIR/ladder as season.json, standings.csv, versions.csv and \
opponents.csv; DIR/ladder/site contains its pages. They show only aliases.")]
pub(crate) struct LadderCommand {
    /// The class's folder.
    folder: PathBuf,
    /// Number of cycles to play; 0 to only show the table.
    #[arg(long, default_value_t = 1)]
    cycles: u32,
    /// Average number of pairings per entrant in a cycle.
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pairings: u32,
    /// Number of games in a pairing, with seats swapped after each.
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=64))]
    games: u16,
    /// The seed for the openings and lots of all cycles, to make a season repeatable [default: random].
    #[arg(long)]
    seed: Option<u64>,
    /// The time at which the cycles count as played, not before that of the last one: "2026-12-01 20:00" [default:
    /// now].
    #[arg(long, value_name = "TIME", conflicts_with = "reader")]
    at: Option<String>,
    /// Show only the results that these readers may see, without frozen or private ones. Plays nothing.
    #[arg(long = "as", value_name = "READER")]
    reader: Option<ReaderWord>,
    /// Write the pages to this folder for publication, with the reports of the cycles; with --as, only those that these
    /// readers may see. The folder must be empty, or hold such pages.
    #[arg(long, value_name = "FOLDER")]
    site: Option<PathBuf>,
    #[command(flatten)]
    place: PlaceOptions,
    /// Print events as JSON lines, followed by the season.
    #[arg(long)]
    json: bool,
}

impl LadderCommand {
    pub(crate) fn run(self) -> Done {
        let class = open(&self.folder)?;
        if self.reader.is_none() && self.cycles > 0 {
            let _lock = lock(&class)?;
            warn_of_engine(&class, &class.facts()?);
            let mut ladder = Ladder::open(&class, None, None)?;
            print_warnings(&ladder.note_completions()?);
            self.play(&class, &mut ladder)?;
            return self.print(&class, &ladder);
        }
        self.print(&class, &Ladder::open(&class, self.reader.map(ReaderWord::reader), None)?)
    }

    /// Plays the next cycles, beginning with the rest of an interrupted one.
    fn play(&self, class: &OpenClass, ladder: &mut Ladder<'_>) -> Done {
        let stop = host::stop_on_interrupt();
        let order = CycleOrder {
            pairings: self.pairings,
            games: self.games,
            seed: self.seed,
            at: self.at.as_deref().map(|at| class.moment(at)).transpose()?,
        };
        let (place, jobs) = (self.place.place()?, self.place.jobs());
        let executor = place.executor(jobs)?;
        let playing = Playing { executor: &*executor, json: self.json, stop: &stop };
        for _ in 0..self.cycles {
            if stop.load(Ordering::Relaxed) {
                return Err(Error::new(Kind::Incomplete, "interrupted between two cycles"));
            }
            let mut find = |prepared: &mut NewRun| find_openings(prepared, jobs, &stop);
            let mut cycle = ladder.next_cycle(&order, place.validator(), &mut find).map_err(refuse)?;
            playing.play(&mut cycle.run, TournamentRun::explain)?;
            ladder.add(cycle)?;
        }
        Ok(())
    }

    fn print(&self, class: &OpenClass, ladder: &Ladder<'_>) -> Done {
        // A reader with restricted access sees the season as of that time.
        let at = self.at.as_deref().map(|at| class.moment(at)).transpose()?;
        let table = ladder.table(at)?;
        let mut written = Vec::new();
        if self.reader.is_none() && ladder.cycles() > 0 {
            written.push(ladder.keep(&table)?);
        }
        if let Some(folder) = &self.site {
            ladder.publish(&table, folder)?;
            written.push(folder.clone());
        }
        if self.json {
            return out::json(&table.report());
        }
        out::line(&print::text_of(&table))?;
        written.iter().try_for_each(|folder| out::line(&format!("pages: {}", visible_path(folder))))
    }
}

fn refuse(error: CycleError) -> Error {
    match error {
        CycleError::Tournament(error) => tournament_file::refuse(error),
        CycleError::Other(error) => error,
    }
}
