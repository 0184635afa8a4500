//! The season as its runs have it.

use std::collections::{BTreeMap, BTreeSet};

use class::Moment;
use games::GAMES;
use ledger::LedgerError;
use rating::results::{MatchResult, Player};
use report::SeasonMatch;
use run::RecordedRun;
use season::{Bot, Season};
use tournament::MatchKey;

use super::super::super::folder::{code_of_record, explain};
use super::super::super::rate::read::{RunGames, read_run};
use super::super::opened::Opened;
use super::cycle::Cycle;
use crate::exit::{Code, Failed};

/// A version of somebody's bot.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Version {
    pub(super) alias: String,
    /// The module's hash in hexadecimal, with the settings if there are any.
    pub(super) module: String,
}

/// Who plays in a season, by the numbers that the season has for them.
#[derive(Clone, Default)]
struct Known {
    aliases: Vec<String>,
    /// By version.
    versions: Vec<Version>,
    bots: BTreeMap<String, Bot>,
    players: BTreeMap<Version, Player>,
}

impl Known {
    fn player(&mut self, version: &Version) -> Player {
        if let Some(known) = self.players.get(version) {
            return *known;
        }
        let next = Bot(self.aliases.len() as u32);
        let bot = *self.bots.entry(version.alias.clone()).or_insert(next);
        if bot == next {
            self.aliases.push(version.alias.clone());
        }
        let player = Player::from(self.versions.len());
        self.versions.push(version.clone());
        self.players.insert(version.clone(), player);
        player
    }

    fn bots_of_versions(&self) -> Vec<Bot> {
        self.versions.iter().filter_map(|version| self.bots.get(&version.alias).copied()).collect()
    }
}

/// The cycles that are complete.
pub(super) struct Seasons {
    known: Known,
    cycles: Vec<season::Cycle>,
    records: Vec<CycleRecord>,
}

/// What else is known of a complete cycle.
pub(super) struct CycleRecord {
    /// When it was laid out.
    pub(super) at: Moment,
    /// The root of its run in hexadecimal.
    pub(super) root: String,
    /// Of its games, in the same order.
    pub(super) matches: Vec<SeasonMatch>,
}

impl Seasons {
    /// Reads the cycles that were laid out by a moment, up to the first that is not complete.
    pub(super) fn read(opened: &Opened, last: Moment) -> Result<Seasons, Failed> {
        let mut seasons = Seasons { known: Known::default(), cycles: Vec::new(), records: Vec::new() };
        let mut seen = BTreeSet::new();
        for number in 1.. {
            let cycle = Cycle::at(&opened.folder, number);
            let Some((at, root)) = complete(opened, &cycle)?.filter(|(at, _)| *at <= last) else { break };
            let games = read_run(&cycle.run, true).map_err(|error| explain(&cycle.run, &error))?;
            seasons.add(at, root, &games, &mut seen);
        }
        Ok(seasons)
    }

    fn add(&mut self, at: Moment, root: String, run: &RunGames, seen: &mut BTreeSet<(Player, Player, u64)>) {
        let version = |index: u32| {
            run.players
                .get(index as usize)
                .map(|player| Version { alias: player.name.clone(), module: player.version() })
        };
        let mut games = Vec::with_capacity(run.played.len());
        let mut matches = Vec::with_capacity(run.played.len());
        for (played, facts) in run.played.iter().zip(&run.facts) {
            let players = (version(played.first), version(played.second));
            let ((Some(first), Some(second)), Some(key)) = (players, MatchKey::from_packed(played.key))
            else {
                continue;
            };
            matches.push(SeasonMatch { key, plies: facts.plies, reason: facts.reason.clone() });
            let (first, second) = (self.known.player(&first), self.known.player(&second));
            // Equal games of a whole season count once.
            let copy = played.content != 0 && !seen.insert((first, second, played.content));
            games.push(MatchResult {
                moves: played.moves,
                rated: played.rated,
                copy,
                ..MatchResult::new(first, second, played.score())
            });
        }
        self.cycles.push(season::Cycle { at: at.millis().div_euclid(1000), games });
        self.records.push(CycleRecord { at, root, matches });
    }

    /// How many cycles there are.
    pub(super) fn cycles(&self) -> u32 {
        self.cycles.len() as u32
    }

    /// The season with these versions in it, and their numbers there.
    pub(super) fn with(&self, versions: &[Version]) -> Result<(Season, Vec<Player>), Failed> {
        let mut known = self.known.clone();
        let players = versions.iter().map(|version| known.player(version)).collect();
        Ok((season(&known, &self.cycles)?, players))
    }

    /// The season.
    pub(super) fn season(&self) -> Result<Season, Failed> {
        season(&self.known, &self.cycles)
    }

    /// What else is known of each cycle.
    pub(super) fn records(&self) -> &[CycleRecord] {
        &self.records
    }

    pub(super) fn alias(&self, bot: Bot) -> &str {
        self.known.aliases.get(bot.index()).map_or("", String::as_str)
    }

    pub(super) fn module(&self, version: Player) -> &str {
        self.known.versions.get(version.index()).map_or("", |version| &version.module)
    }
}

fn season(known: &Known, cycles: &[season::Cycle]) -> Result<Season, Failed> {
    let mut cycles = cycles.to_vec();
    // A clock that was put back does not put cycles out of order.
    for at in 1..cycles.len() {
        cycles[at].at = cycles[at].at.max(cycles[at - 1].at);
    }
    Season::new(known.aliases.len(), known.bots_of_versions(), cycles)
        .map_err(|error| Failed::new(Code::No, format!("the runs of the ladder are no season: {error}")))
}

/// When a cycle was laid out and the root of its run, if it is complete and has its report.
fn complete(opened: &Opened, cycle: &Cycle) -> Result<Option<(Moment, String)>, Failed> {
    if !(cycle.is_laid_out() && cycle.run.holds_run() && cycle.run.site().is_dir()) {
        return Ok(None);
    }
    let explain = |error: LedgerError| explain(&cycle.run, &error);
    let record = RecordedRun::open_read_only(&cycle.run).map_err(explain)?;
    let plan = record.plan(GAMES).map_err(|error| Failed::from_error(code_of_record(&error), &error))?;
    let Some(root) = record.ledger.root(plan.stages.len()).map_err(explain)? else { return Ok(None) };
    let date = plan.date.unwrap_or_default();
    let at = opened.plan.zone.read(&date).map_err(|error| {
        Failed::new(Code::No, format!("the date of {} is no moment: {}", cycle.text.display(), error.why))
    })?;
    Ok(Some((at, root.to_string())))
}
