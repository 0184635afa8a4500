//! The season as its runs have it.

use std::collections::{BTreeMap, BTreeSet};

use class::{Facts, Moment, Who};
use classroom::OpenClass;
use explain::{Error, Kind};
use games::GAMES;
use ledger::LedgerError;
use rate::RunGames;
use rating::results::{MatchResult, Pair, Player};
use report::SeasonMatch;
use run::RecordedRun;
use season::{Bot, Season};
use tournament::MatchKey;

use super::cycle::Cycle;
use crate::exit::Done;

/// Whose bot it is. An alias may change, and become somebody else's.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Owner {
    /// A student or a team.
    Known(Who),
    /// Whoever had this alias, where the class's record does not say who that was.
    Alias(String),
}

/// A version of somebody's bot.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Version {
    pub(super) owner: Owner,
    /// The module's hash in hexadecimal, with the settings if there are any.
    pub(super) module: String,
}

/// Who plays in a season, by the numbers that the season has for them.
#[derive(Clone, Default)]
struct Known {
    /// By bot.
    owners: Vec<Owner>,
    /// By bot, as it was called last.
    aliases: Vec<String>,
    /// By version.
    versions: Vec<Version>,
    bots: BTreeMap<Owner, Bot>,
    players: BTreeMap<Version, Player>,
}

impl Known {
    /// The number of a version, under the alias that it has now.
    fn player(&mut self, version: &Version, alias: &str) -> Player {
        let next = Bot(self.owners.len() as u32);
        let bot = *self.bots.entry(version.owner.clone()).or_insert(next);
        if bot == next {
            self.owners.push(version.owner.clone());
            self.aliases.push(String::new());
        }
        alias.clone_into(&mut self.aliases[bot.index()]);
        if let Some(known) = self.players.get(version) {
            return *known;
        }
        let player = Player::from(self.versions.len());
        self.versions.push(version.clone());
        self.players.insert(version.clone(), player);
        player
    }

    fn bots_of_versions(&self) -> Vec<Bot> {
        self.versions.iter().filter_map(|version| self.bots.get(&version.owner).copied()).collect()
    }
}

/// The cycles that are complete.
#[derive(Default)]
pub(super) struct Seasons {
    known: Known,
    cycles: Vec<season::Cycle>,
    records: Vec<CycleRecord>,
    /// The games so far, each by its players and what happened in it.
    seen: BTreeSet<(Player, Player, u64)>,
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
    /// Reads the next cycles that were laid out by a moment, up to the first that is not complete. Who played in them, the
    /// class's record says.
    pub(super) fn read_on(&mut self, opened: &OpenClass, facts: &Facts, last: Moment) -> Done {
        for number in self.cycles() + 1.. {
            let cycle = Cycle::at(&opened.folder, number);
            let Some((at, root)) = complete(opened, &cycle)?.filter(|(at, _)| *at <= last) else { break };
            let games = rate::read_run(&cycle.run, true).map_err(|error| cycle.run.explain(&error))?;
            self.add(at, root, &games, facts);
        }
        Ok(())
    }

    fn add(&mut self, at: Moment, root: String, run: &RunGames, facts: &Facts) {
        let owners = facts.aliases_at(at);
        let players: Vec<Player> = run
            .players
            .iter()
            .map(|player| {
                let owner = owners.get(player.name.as_str()).cloned();
                let owner = owner.map_or_else(|| Owner::Alias(player.name.clone()), Owner::Known);
                self.known.player(&Version { owner, module: player.version() }, &player.name)
            })
            .collect();
        let player = |index: u32| players.get(index as usize).copied();
        let mut games = Vec::with_capacity(run.played.len());
        let mut matches = Vec::with_capacity(run.played.len());
        for (played, facts) in run.played.iter().zip(&run.facts) {
            let players = (player(played.first), player(played.second));
            let ((Some(first), Some(second)), Some(key)) = (players, MatchKey::from_packed(played.key))
            else {
                continue;
            };
            matches.push(SeasonMatch { key, plies: facts.plies, reason: facts.reason.clone() });
            // Equal games of a whole season count once.
            let copy = played.content != 0 && !self.seen.insert((first, second, played.content));
            games.push(MatchResult {
                pair: played.pair.map(Pair),
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

    /// The season with these versions in it, each with its alias, and their numbers there.
    pub(super) fn with(&self, versions: &[(Version, &str)]) -> Result<(Season, Vec<Player>), Error> {
        let mut known = self.known.clone();
        let players = versions.iter().map(|(version, alias)| known.player(version, alias)).collect();
        Ok((season(&known, &self.cycles)?, players))
    }

    /// The season.
    pub(super) fn season(&self) -> Result<Season, Error> {
        season(&self.known, &self.cycles)
    }

    /// What else is known of each cycle.
    pub(super) fn records(&self) -> &[CycleRecord] {
        &self.records
    }

    /// Calls everybody what they are called now. Who is no longer in the class keeps the last alias, marked if it is
    /// somebody else's by now.
    pub(super) fn call(&mut self, facts: &Facts) {
        let contenders = facts.contenders();
        let current: BTreeMap<&Who, &str> =
            contenders.iter().map(|contender| (&contender.who, contender.alias)).collect();
        let taken: BTreeSet<&str> = current.values().copied().collect();
        for (owner, alias) in self.known.owners.iter().zip(&mut self.known.aliases) {
            let now = match owner {
                Owner::Known(who) => current.get(who),
                Owner::Alias(_) => None,
            };
            match now {
                Some(now) => (*now).clone_into(alias),
                None if taken.contains(alias.as_str()) => alias.push_str(" (earlier)"),
                None => {}
            }
        }
    }

    pub(super) fn alias(&self, bot: Bot) -> &str {
        self.known.aliases.get(bot.index()).map_or("", String::as_str)
    }

    pub(super) fn module(&self, version: Player) -> &str {
        self.known.versions.get(version.index()).map_or("", |version| &version.module)
    }
}

fn season(known: &Known, cycles: &[season::Cycle]) -> Result<Season, Error> {
    let mut cycles = cycles.to_vec();
    // A clock that was put back does not put cycles out of order.
    for at in 1..cycles.len() {
        cycles[at].at = cycles[at].at.max(cycles[at - 1].at);
    }
    Season::new(known.owners.len(), known.bots_of_versions(), cycles)
        .map_err(|error| Error::new(Kind::Damaged, format!("the runs of the ladder are no season: {error}")))
}

/// When a cycle was laid out and the root of its run, if it is complete and has its report.
fn complete(opened: &OpenClass, cycle: &Cycle) -> Result<Option<(Moment, String)>, Error> {
    if !(cycle.is_laid_out() && cycle.run.holds_run() && cycle.run.site().is_dir()) {
        return Ok(None);
    }
    let explain = |error: LedgerError| cycle.run.explain(&error);
    let record = RecordedRun::open_read_only(&cycle.run).map_err(explain)?;
    let plan = record.plan(GAMES)?;
    let Some(root) = record.ledger.root(&run::stage_terms(&plan)).map_err(explain)? else { return Ok(None) };
    let date = plan.date.unwrap_or_default();
    let at = opened.plan.zone.read(&date).map_err(|error| {
        Error::new(Kind::Damaged, format!("the date of {} is no moment: {}", cycle.text.display(), error.why))
    })?;
    Ok(Some((at, root.to_string())))
}
