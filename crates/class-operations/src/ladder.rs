//! A season of cycles between the active versions of a class. Each cycle is an ordinary run in the class's folder.

mod cycle;
mod cycle_tournament;
mod history;
mod pages;
mod shown;
mod table;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use class_model::{ContenderId, Entrant, Facts, Hash, Moment, Reader, entrants};
use explain::{Error, Kind};
use games::GAMES;
use job::Validator;
use ledger::Root;
use report::CycleReport;
use run_folder::RecordedRun;
use runner::{NewRun, Run};
use season::{CyclePlan, Pair, next_cycle};
use tournament::{RunSeed, StageSeed};

use self::cycle::{Cycle, find_complete};
use self::history::{Owner, SeasonHistory, Version};
use self::pages::SeasonPages;
use crate::freezing::seen;
use crate::open_class::{OpenClass, now};
use crate::runs::{
    Lineup, TournamentEntry, TournamentError, TournamentRun, explain_report, explain_run, note_completion,
    read_tournament, run_identity,
};
use crate::warning::Warning;

pub use cycle_tournament::CycleTournament;
pub use shown::{ShownLadder, cycle_at, cycle_runs, shown_ladder};
pub use table::{SeasonReport, SeasonTable};

/// The ladder of a class: all complete cycles that a reader may see, each opened once.
///
/// One process at a time may play cycles: the one that holds the lock to play for the class.
pub struct Ladder<'a> {
    class: &'a OpenClass,
    /// The reader; `None` for the teacher.
    reader: Option<Reader>,
    /// The start of the freeze, after which nothing new is shown; `None` if results are not frozen.
    frozen: Option<Moment>,
    history: SeasonHistory,
    /// The last cycle, and earlier ones that are missing in the class's record.
    unnoted: Vec<(Cycle, RecordedRun, Root)>,
}

/// Settings of the next cycle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CycleOrder {
    /// Average number of pairings of each entrant.
    pub pairings: u32,
    /// Number of games of a pairing.
    pub games: u16,
    /// Seed of the openings and lots of all cycles; drawn if `None`.
    pub seed: Option<u64>,
    /// The moment at which it counts as played; now if `None`.
    pub at: Option<Moment>,
}

/// A cycle to be played or resumed.
pub struct NextCycle {
    /// Its run.
    pub run: TournamentRun,
    cycle: Cycle,
}

/// The reason why a cycle cannot be played.
#[derive(Debug, thiserror::Error)]
pub enum CycleError {
    /// The text of the cycle cannot be read, or a file that it names.
    #[error(transparent)]
    Tournament(#[from] TournamentError),
    /// Anything else.
    #[error(transparent)]
    Other(#[from] Error),
}

impl<'a> Ladder<'a> {
    /// Opens the ladder of a class, as a reader may see it. The teacher is not a [`Reader`], and sees everything.
    /// `shown` limits it to these cycles.
    ///
    /// # Errors
    /// If results are not for the reader; or if the class's record or a cycle cannot be read.
    pub fn open(
        class: &'a OpenClass,
        reader: Option<Reader>,
        shown: Option<&ShownLadder>,
    ) -> Result<Ladder<'a>, Error> {
        let facts = seen(class, reader, class.facts()?)?;
        let frozen = reader.and_then(|reader| facts.frozen(reader)).map(|freeze| freeze.since);
        let history = SeasonHistory::default();
        let mut ladder = Ladder { class, reader, frozen, history, unnoted: Vec::new() };
        let mut is_known = false;
        for number in 1.. {
            let allowed = shown.map(|shown| shown.roots.get(number as usize - 1));
            if allowed == Some(None) {
                break;
            }
            let cycle = Cycle::at(&class.folder, number);
            let Some((run, at, root)) = find_complete(class, &cycle)? else { break };
            if allowed.flatten().is_some_and(|allowed| *allowed != root.hash()) {
                break;
            }
            let known = facts.track_record().run(&run_identity(&run)?);
            // Cycles played since a freeze are not shown, regardless of when they were laid out.
            let is_of_before = known.is_some_and(|known| known.root == root.hash());
            if frozen.is_some_and(|since| at > since || !is_of_before) {
                break;
            }
            ladder.history.add(&cycle, &run, at, &root, &facts)?;
            if is_known {
                ladder.unnoted.pop();
            }
            is_known = known.is_some();
            ladder.unnoted.push((cycle, run, root));
        }
        Ok(ladder)
    }

    /// Returns the number of complete cycles.
    pub fn cycles(&self) -> u32 {
        self.history.cycles()
    }

    /// Records the results of cycles that are missing in the class's record, because the process that played them
    /// stopped early or could not write. Writes their reports again, since a power failure may have left half of one.
    ///
    /// # Errors
    /// If the class's record cannot be read, or the report cannot be written.
    pub fn note_completions(&mut self) -> Result<Vec<Warning>, Error> {
        let mut warnings = Vec::new();
        for (cycle, run, root) in self.unnoted.drain(..) {
            if self.class.facts()?.track_record().run(&run_identity(&run)?).is_none() {
                report::write(&cycle.run, &run, GAMES).map_err(|error| explain_report(&cycle.run, &error))?;
            }
            warnings.extend(note_completion(self.class.folder.root(), &run, &root));
        }
        Ok(warnings)
    }

    /// Begins the next cycle, or resumes the last one. A new run is passed to `find_openings` before it begins.
    ///
    /// # Errors
    /// If fewer than two can play, or the run can neither begin nor be resumed; or any error of `find_openings`.
    pub fn next_cycle(
        &self,
        order: &CycleOrder,
        validator: &dyn Validator,
        find_openings: &mut dyn FnMut(&mut NewRun) -> Result<(), Error>,
    ) -> Result<NextCycle, CycleError> {
        let cycle = Cycle::at(&self.class.folder, self.cycles() + 1);
        let run = if cycle.run.holds_run() {
            resume(&cycle, validator)?
        } else {
            // A cycle that was laid out but not begun is laid out again, since it may not be playable.
            let text = self.lay_out(cycle.number, order)?.to_string();
            cycle.write_text(&self.class.folder, &text)?;
            let entry = TournamentEntry::parse(&cycle.text, text, Lineup::Active)?;
            let explain = |error| explain_run(&cycle.run, &error);
            let mut prepared = runner::prepare(entry.entered, validator).map_err(explain)?;
            find_openings(&mut prepared)?;
            prepared.begin(&cycle.run).map_err(explain)?
        };
        let class = self.class.folder.root().to_owned();
        Ok(NextCycle { run: TournamentRun::new(run, cycle.run.clone(), Some(class)), cycle })
    }

    /// Adds a cycle that was played to its end.
    ///
    /// # Errors
    /// If it is not complete; or if its run or the class's record cannot be read.
    pub fn add(&mut self, played: NextCycle) -> Result<(), Error> {
        let NextCycle { run, cycle } = played;
        let run = run.run();
        let root = run.root().map_err(|error| explain_run(&cycle.run, &error))?;
        let root = root.ok_or_else(|| Error::new(Kind::Incomplete, "the run is not complete"))?;
        let at = cycle.moment(self.class, run.plan())?;
        self.history.add(&cycle, run.record(), at, &root, &self.class.facts()?)
    }

    /// Returns the season's table as of a moment; `None` stands for now. A reader from whom results are withheld sees
    /// the table as of the start of the freeze.
    ///
    /// # Errors
    /// If the class's record cannot be read, or the cycles are not a season.
    pub fn table(&self, at: Option<Moment>) -> Result<SeasonTable<'_>, Error> {
        let facts = seen(self.class, self.reader, self.class.facts()?)?;
        let at = self.frozen.or(at).unwrap_or_else(|| now(&facts));
        SeasonTable::new(&self.history, &facts, at)
    }

    /// Writes the table as files next to the cycles, with pages that link to the cycles' reports. Returns the folder of
    /// the pages.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn keep(&self, table: &SeasonTable<'_>) -> Result<PathBuf, Error> {
        let folder = self.class.folder.ladder();
        table.write(&folder)?;
        let site = folder.join("site");
        self.pages(table).write(&site, |cycle| CycleReport::At(cycle_address(cycle)))?;
        Ok(site)
    }

    /// Returns the pages with their files, by path, for a place next to the cycles.
    pub fn pages_beside(&self, table: &SeasonTable<'_>) -> BTreeMap<String, Vec<u8>> {
        self.pages(table).files(|cycle| CycleReport::At(cycle_address(cycle)))
    }

    /// Writes the pages to a separate folder, with copies of the cycles' reports.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn publish(&self, table: &SeasonTable<'_>, folder: &Path) -> Result<(), Error> {
        self.pages(table).write(folder, |cycle| CycleReport::Copied(cycle.run.site()))
    }

    fn pages<'t>(&'t self, table: &'t SeasonTable<'t>) -> SeasonPages<'t> {
        SeasonPages { class: self.class, table, frozen: self.frozen }
    }

    /// Lays out the pairings. Later hand-ins play in the next cycle.
    fn lay_out(&self, number: u32, order: &CycleOrder) -> Result<CycleTournament, Error> {
        let class = self.class;
        // Reads the clock first: events recorded after this are not part of the cycle.
        let clock = Moment::now();
        let facts = class.facts()?;
        let at = self.moment(&facts, clock, order.at)?;
        let playing = entrants(&class.plan, &facts, &[], at).playing;
        if playing.len() < 2 {
            let message = format!("a cycle needs two active versions; the class has {}", playing.len());
            return Err(Error::input(message).hint("`muster class status DIR` shows who has none, and why"));
        }
        let pairs = self.pair(&playing, &facts, number, order)?;
        Ok(CycleTournament {
            number,
            game: class.plan.game.key(),
            seed: order.seed.map(|seed| seed_of(number, seed)),
            at,
            size: class.plan.size,
            positions: class.plan.positions,
            entrants: playing,
            pairs,
            games: order.games,
        })
    }

    /// Returns the pairings, as indices into `playing`.
    fn pair(
        &self,
        playing: &[Entrant],
        facts: &Facts,
        number: u32,
        order: &CycleOrder,
    ) -> Result<Vec<[usize; 2]>, Error> {
        let whose = facts.contenders().into_iter().map(|contender| (contender.alias, contender.who));
        let whose: BTreeMap<&str, ContenderId> = whose.collect();
        let version = |Entrant { alias, module, .. }: &Entrant| {
            let owner = whose.get(alias.as_str()).cloned().map(Owner::Known);
            let owner = owner.unwrap_or_else(|| Owner::Alias(alias.clone()));
            Version { owner, module: module.to_string() }
        };
        let versions: Vec<(Version, &str)> =
            playing.iter().map(|entrant| (version(entrant), entrant.alias.as_str())).collect();
        let (season, players) = self.history.with(&versions)?;
        let plan = CyclePlan { pairings: order.pairings, games: order.games, ..CyclePlan::default() };
        // Lots only break ties between equals.
        let lots = StageSeed::new(RunSeed::from(order.seed.unwrap_or(0)), number as u16);
        let place = |player| players.iter().position(|own| *own == player);
        let pairs = next_cycle(&season, &players, &plan, lots).into_iter();
        Ok(pairs.filter_map(|Pair { first, second }| Some([place(first)?, place(second)?])).collect())
    }

    /// Returns the moment to record for the next cycle.
    fn moment(&self, facts: &Facts, clock: Moment, asked: Option<Moment>) -> Result<Moment, Error> {
        let now = facts.last().map_or(clock, |last| last.max(clock));
        let Some(at) = asked else { return Ok(now) };
        let shown = |moment| self.class.shown(moment);
        let bounds = [
            (self.history.last(), "the previous cycle was played"),
            (facts.last_described(), "the roster was changed"),
        ];
        for (bound, what) in bounds {
            if let Some(bound) = bound.filter(|bound| *bound > at) {
                let message = format!("{} is too early: {what} on {}", shown(at), shown(bound));
                return Err(Error::input(message));
            }
        }
        if at > now {
            return Err(Error::input(format!("{} is in the future", shown(at))));
        }
        Ok(at)
    }
}

/// Returns the path of a cycle's report, relative to pages next to the cycles.
fn cycle_address(cycle: &Cycle) -> String {
    format!("../{:04}/site", cycle.number)
}

/// Resumes the run of a cycle, provided that its text is unchanged.
fn resume(cycle: &Cycle, validator: &dyn Validator) -> Result<Run, CycleError> {
    let entry = read_tournament(&cycle.text, Lineup::Active)?;
    let explain = |error| explain_run(&cycle.run, &error);
    let reopened = runner::reopen(&cycle.run, GAMES, validator).map_err(explain)?;
    if let Some(differences) = reopened.differences(&entry.entered) {
        return Err(cycle.refuse_changed(&differences).into());
    }
    Ok(reopened.resume().map_err(explain)?)
}

/// Returns the cycle's part of a season's seed.
fn seed_of(cycle: u32, season: u64) -> u64 {
    let hash = Hash::digest(&[season.to_le_bytes(), u64::from(cycle).to_le_bytes()].concat());
    let [a, b, c, d, ..] = *hash.bytes();
    u64::from(u32::from_le_bytes([a, b, c, d]))
}
