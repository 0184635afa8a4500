//! The facts of a season: bots, versions, cycles and games.

use std::collections::BTreeMap;

use rating::results::{MatchResult, Pair, Player, Results, ResultsError};
use thiserror::Error;

/// A participant, by dense index: a student, a team.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bot(pub u32);

impl Bot {
    /// Returns the index into every `Vec` that has one element per bot.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A group of games played together, with the versions of that time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cycle {
    /// The time in seconds.
    pub at: i64,
    /// The games in schedule order. A player is a version. A pair is unique within the cycle.
    pub games: Vec<MatchResult>,
}

/// A reason why cycles are not a valid season.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SeasonError {
    /// A version is of an unknown bot.
    #[error("version {version} belongs to bot {bot}, but there are {bots} bots")]
    UnknownBot {
        /// Index of the version.
        version: usize,
        /// The invalid index.
        bot: u32,
        /// Number of bots.
        bots: usize,
    },
    /// A cycle was played before its predecessor.
    #[error("cycle {0} was played before its predecessor")]
    Order(usize),
    /// Two versions of one bot met.
    #[error("match {0} of the season is between two versions of one bot")]
    SameBot(usize),
    /// The games are not valid results.
    #[error(transparent)]
    Results(#[from] ResultsError),
}

/// Validated cycles of games between versions of bots.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Season {
    bots: usize,
    /// By version.
    bot_of: Vec<Bot>,
    /// By bot, in order.
    versions_of: Vec<Vec<Player>>,
    times: Vec<i64>,
    /// The end of each cycle's games.
    ends: Vec<usize>,
    by_version: Results,
    by_bot: Results,
}

impl Season {
    /// Validates cycles, which must be in the order in which they were played. `versions` contains the bot of each
    /// version; the versions of a bot are in chronological order.
    ///
    /// # Errors
    /// Fails if a version is of an unknown bot, if a cycle is out of order, or if a game is not between versions of two
    /// bots.
    pub fn new(bots: usize, versions: Vec<Bot>, cycles: Vec<Cycle>) -> Result<Season, SeasonError> {
        let mut versions_of = vec![Vec::new(); bots];
        for (version, bot) in versions.iter().enumerate() {
            let own = versions_of.get_mut(bot.index());
            own.ok_or(SeasonError::UnknownBot { version, bot: bot.0, bots })?.push(Player::from(version));
        }
        let times: Vec<i64> = cycles.iter().map(|cycle| cycle.at).collect();
        if let Some(early) = times.windows(2).position(|two| two[1] < two[0]) {
            return Err(SeasonError::Order(early + 1));
        }
        let mut ends = Vec::with_capacity(cycles.len());
        let mut games = Vec::new();
        let mut pairs = 0;
        for cycle in cycles {
            // Pair numbers must be unique within the season.
            let mut numbers: BTreeMap<Pair, Pair> = BTreeMap::new();
            for game in cycle.games {
                let pair = game.pair.map(|pair| {
                    *numbers.entry(pair).or_insert_with(|| {
                        pairs += 1;
                        Pair(pairs - 1)
                    })
                });
                games.push(MatchResult { pair, ..game });
            }
            ends.push(games.len());
        }
        let by_version = Results::new(versions.len(), games)?;
        let of_bots = |game: &MatchResult| MatchResult {
            first: Player(versions[game.first.index()].0),
            second: Player(versions[game.second.index()].0),
            ..*game
        };
        let games: Vec<MatchResult> = by_version.matches().iter().map(of_bots).collect();
        if let Some(at) = games.iter().position(|game| game.first == game.second) {
            return Err(SeasonError::SameBot(at));
        }
        let by_bot = Results::new(bots, games)?;
        Ok(Season { bots, bot_of: versions, versions_of, times, ends, by_version, by_bot })
    }

    /// Returns all bots.
    pub fn bots(&self) -> impl Iterator<Item = Bot> + use<> {
        (0..self.bots as u32).map(Bot)
    }

    /// Returns the bot of each version, by version.
    pub fn versions(&self) -> &[Bot] {
        &self.bot_of
    }

    /// Returns the versions of a bot, in order.
    ///
    /// # Panics
    /// If there is no such bot.
    pub fn versions_of(&self, bot: Bot) -> &[Player] {
        &self.versions_of[bot.index()]
    }

    /// Returns the predecessor of a version; `None` for a first version.
    ///
    /// # Panics
    /// If there is no such version.
    pub fn before(&self, version: Player) -> Option<Player> {
        let own = self.versions_of(self.bot_of[version.index()]);
        let at = own.iter().position(|other| *other == version)?;
        at.checked_sub(1).map(|at| own[at])
    }

    /// Returns the number of cycles played.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns `true` if no cycle was played.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Returns every cycle: its time and its games.
    pub fn cycles(&self) -> impl DoubleEndedIterator<Item = (i64, &[MatchResult])> {
        let begin = |cycle: usize| if cycle == 0 { 0 } else { self.ends[cycle - 1] };
        let games = move |cycle| &self.by_version.matches()[begin(cycle)..self.ends[cycle]];
        self.times.iter().enumerate().map(move |(cycle, at)| (*at, games(cycle)))
    }

    /// Returns all games in order, between versions.
    pub fn by_version(&self) -> &Results {
        &self.by_version
    }

    /// Returns the same games between bots.
    pub fn by_bot(&self) -> &Results {
        &self.by_bot
    }
}

#[cfg(test)]
mod tests {
    use rating::results::Score;

    use super::*;

    fn cycle(at: i64, games: &[(usize, usize)]) -> Cycle {
        let game = |&(first, second): &(usize, usize)| MatchResult::new(first, second, Score::Win);
        Cycle { at, games: games.iter().map(game).collect() }
    }

    #[test]
    fn what_is_no_season_is_refused_by_place() {
        let check = |versions: &[u32], cycles: Vec<Cycle>, error: SeasonError| {
            let versions = versions.iter().copied().map(Bot).collect();
            assert_eq!(Season::new(2, versions, cycles), Err(error));
        };
        check(&[0, 2], vec![], SeasonError::UnknownBot { version: 1, bot: 2, bots: 2 });
        check(&[0, 1], vec![cycle(1, &[]), cycle(2, &[]), cycle(1, &[])], SeasonError::Order(2));
        check(&[0, 1, 0], vec![cycle(1, &[(0, 1)]), cycle(2, &[(0, 2)])], SeasonError::SameBot(1));
        let unknown = ResultsError::UnknownPlayer { at: 0, player: 7, players: 2 };
        check(&[0, 1], vec![cycle(1, &[(0, 7)])], SeasonError::Results(unknown));
    }

    #[test]
    fn versions_come_after_one_another() {
        let versions = [0, 1, 0, 0, 1].map(Bot).to_vec();
        let season =
            Season::new(2, versions, vec![cycle(5, &[(0, 1), (3, 4)]), cycle(9, &[(3, 1)])]).unwrap();
        let before: Vec<_> = (0..5).map(|version| season.before(Player(version))).collect();
        assert_eq!(before, [None, None, Some(Player(0)), Some(Player(2)), Some(Player(1))]);
        let sizes: Vec<_> = season.cycles().map(|(at, games)| (at, games.len())).collect();
        assert_eq!(sizes, [(5, 2), (9, 1)]);
        let bots: Vec<_> =
            season.by_bot().matches().iter().map(|game| (game.first.0, game.second.0)).collect();
        assert_eq!(bots, [(0, 1), (0, 1), (0, 1)]);
    }
}
