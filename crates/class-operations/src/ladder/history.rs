//! The history of a season, read from its runs.

use std::collections::{BTreeMap, BTreeSet};

use class_model::{ContenderId, Facts, Moment};
use explain::{Error, Kind};
use game::PerSeat;
use ledger::{LedgerError, Root};
use rating::results::{MatchResult, Pair, Player};
use referee::Failure;
use report::SeasonMatch;
use results::{GameIdentity, RunGames, SeenGames};
use run_folder::RecordedRun;
use season::{Bot, Season};
use tournament::MatchKey;

use super::cycle::Cycle;

/// The owner of a bot. An alias may change, and pass to another.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Owner {
    /// A student or a team.
    Known(ContenderId),
    /// The owner of this alias at the time, if the class's record does not identify the owner.
    Alias(String),
}

/// A version of a bot.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Version {
    pub(super) owner: Owner,
    /// The module's hash in hexadecimal, with the settings if there are any.
    pub(super) module: String,
}

/// The bots and versions of a season, by the season's numbers.
#[derive(Clone, Default)]
struct SeasonPlayers {
    /// Owners, by bot.
    owners: Vec<Owner>,
    /// Last aliases, by bot.
    aliases: Vec<String>,
    /// Versions, by number.
    versions: Vec<Version>,
    bots: BTreeMap<Owner, Bot>,
    players: BTreeMap<Version, Player>,
}

impl SeasonPlayers {
    /// Returns the number of a version, and records its current alias.
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

/// The complete cycles.
#[derive(Default)]
pub(super) struct SeasonHistory {
    known: SeasonPlayers,
    cycles: Vec<season::Cycle>,
    records: Vec<CycleRecord>,
    /// The games that count so far.
    seen: SeenGames,
}

/// Further data on a complete cycle.
pub(super) struct CycleRecord {
    /// When it was laid out.
    pub(super) at: Moment,
    /// The root of its run in hexadecimal.
    pub(super) root: String,
    /// Matches of its games, in the same order.
    pub(super) matches: Vec<SeasonMatch>,
}

impl SeasonHistory {
    /// Adds the next cycle, laid out at a moment. The class's record identifies its players.
    pub(super) fn add(
        &mut self,
        cycle: &Cycle,
        run: &RecordedRun,
        at: Moment,
        root: &Root,
        facts: &Facts,
    ) -> Result<(), Error> {
        let endings = endings(run).map_err(|error| cycle.run.explain(&error))?;
        let name = format!("{:04}", cycle.number);
        let run = RunGames::read(run, name, true).map_err(|error| cycle.run.explain(&error))?;
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
            let (reason, ending) = (facts.reason.clone(), endings.get(&key).cloned());
            matches.push(SeasonMatch { key, plies: facts.plies, reason, ending });
            // Equal games in a season count once.
            let identity = GameIdentity::new(played.content, [first, second], played.score());
            let copy = self.seen.is_copy(played.rated, identity);
            games.push(MatchResult {
                pair: played.pair.map(Pair),
                moves: played.moves,
                rated: played.rated,
                copy,
                ..MatchResult::new(first, second, played.score())
            });
        }
        self.cycles.push(season::Cycle { at: at.millis().div_euclid(1000), games });
        self.records.push(CycleRecord { at, root: root.to_string(), matches });
        Ok(())
    }

    /// Returns the number of cycles.
    pub(super) fn cycles(&self) -> u32 {
        self.cycles.len() as u32
    }

    /// Returns the season with these versions added, each with its alias, and the numbers of the versions.
    pub(super) fn with(&self, versions: &[(Version, &str)]) -> Result<(Season, Vec<Player>), Error> {
        let mut known = self.known.clone();
        let players = versions.iter().map(|(version, alias)| known.player(version, alias)).collect();
        Ok((season(&known, &self.cycles)?, players))
    }

    /// Returns the season.
    pub(super) fn season(&self) -> Result<Season, Error> {
        season(&self.known, &self.cycles)
    }

    /// Returns further data on each cycle.
    pub(super) fn records(&self) -> &[CycleRecord] {
        &self.records
    }

    /// Returns the moment at which the last cycle was laid out; `None` if there is none.
    pub(super) fn last(&self) -> Option<Moment> {
        self.records.last().map(|record| record.at)
    }

    /// Returns the current aliases, by bot. An owner who has left the class keeps the last alias, marked if it now
    /// belongs to another.
    pub(super) fn aliases(&self, facts: &Facts) -> Vec<String> {
        let contenders = facts.contenders();
        let current: BTreeMap<&ContenderId, &str> =
            contenders.iter().map(|contender| (&contender.who, contender.alias)).collect();
        let taken: BTreeSet<&str> = current.values().copied().collect();
        let called = |(owner, last): (&Owner, &String)| {
            let now = match owner {
                Owner::Known(who) => current.get(who),
                Owner::Alias(_) => None,
            };
            match now {
                Some(now) => (*now).to_owned(),
                None if taken.contains(last.as_str()) => format!("{last} (earlier)"),
                None => last.clone(),
            }
        };
        self.known.owners.iter().zip(&self.known.aliases).map(called).collect()
    }

    /// Returns the hash of a version's module in hexadecimal, with its settings if there are any.
    pub(super) fn module(&self, version: Player) -> &str {
        self.known.versions.get(version.index()).map_or("", |version| &version.module)
    }
}

fn season(known: &SeasonPlayers, cycles: &[season::Cycle]) -> Result<Season, Error> {
    let mut cycles = cycles.to_vec();
    // Keeps cycles in order if the clock was set back.
    for at in 1..cycles.len() {
        cycles[at].at = cycles[at].at.max(cycles[at - 1].at);
    }
    Season::new(known.owners.len(), known.bots_of_versions(), cycles).map_err(|error| {
        Error::new(Kind::Damaged, format!("the ladder's runs do not form a season: {error}"))
    })
}

/// Returns the endings of matches that a script lost with an account of its failure, such as an exception, which the
/// fault does not name.
fn endings(run: &RecordedRun) -> Result<BTreeMap<MatchKey, String>, LedgerError> {
    let mut failures: BTreeMap<MatchKey, PerSeat<Option<Failure>>> = BTreeMap::new();
    for (key, seat, failure) in run.ledger.accounts()? {
        failures.entry(key).or_default()[seat] = Some(failure);
    }
    let mut endings = BTreeMap::new();
    for (key, failures) in failures {
        if let Some(stored) = run.ledger.find_match(key)? {
            endings.insert(key, stored.row.reason.ending(failures.as_ref().map(Option::as_ref)));
        }
    }
    Ok(endings)
}
