//! Results in schedule order between players known by index.

use thiserror::Error;

/// Maximum number of players. An index fits in 28 bits, so that a meeting sorts as one word.
const MOST_PLAYERS: usize = 1 << 28;

/// The marker for a match without another leg.
const ALONE: u32 = u32::MAX;

/// A player of a rating, by dense index: `0..players`.
///
/// The caller defines the meaning of the index (an entrant, a version of a bot).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Player(pub u32);

impl Player {
    /// Returns the index into every `Vec` that has one element per player.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl From<usize> for Player {
    /// Converts an index. It saturates above `u32::MAX`, which [`Results::new`] then rejects.
    fn from(index: usize) -> Self {
        Self(u32::try_from(index).unwrap_or(u32::MAX))
    }
}

/// The result of a match for one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Score {
    /// One point.
    Win,
    /// Half a point.
    Draw,
    /// No point.
    Loss,
}

impl Score {
    /// All scores, from the best.
    pub const ALL: [Self; 3] = [Self::Win, Self::Draw, Self::Loss];

    /// Returns the score of the other player.
    #[must_use]
    pub fn reversed(self) -> Self {
        match self {
            Self::Win => Self::Loss,
            Self::Draw => Self::Draw,
            Self::Loss => Self::Win,
        }
    }

    /// Returns the points: 1, 1/2 or 0.
    pub fn points(self) -> f64 {
        f64::from(self.half_points()) / 2.0
    }

    /// Returns the half points: 2, 1 or 0.
    pub fn half_points(self) -> u8 {
        match self {
            Self::Win => 2,
            Self::Draw => 1,
            Self::Loss => 0,
        }
    }

    /// Returns the index of counts by score: win 0, draw 1, loss 2.
    pub(crate) fn slot(self) -> usize {
        match self {
            Self::Win => 0,
            Self::Draw => 1,
            Self::Loss => 2,
        }
    }
}

/// The identity of the two legs of one opening, played once from each seat; unique within one [`Results`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pair(pub u32);

/// The part of a match that ratings need.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatchResult {
    /// The player in the first seat.
    pub first: Player,
    /// The player in the second seat.
    pub second: Player,
    /// The score of `first`.
    pub score: Score,
    /// The opening whose two legs are one unit; `None` if the match is not a leg.
    pub pair: Option<Pair>,
    /// Number of moves of `first` and of `second`. BKR counts a match only if both made two.
    pub moves: [u32; 2],
    /// `true` if the match was agreed to count for ratings.
    pub rated: bool,
    /// `true` if the match is a copy of an earlier one: same start, seats, settings and actions.
    pub copy: bool,
}

impl MatchResult {
    /// Returns a rated match without a pair, long enough for every model.
    pub fn new(first: impl Into<Player>, second: impl Into<Player>, score: Score) -> Self {
        Self {
            first: first.into(),
            second: second.into(),
            score,
            pair: None,
            moves: [u32::MAX; 2],
            rated: true,
            copy: false,
        }
    }

    /// Makes the match a leg of an opening.
    #[must_use]
    pub fn in_pair(self, pair: u32) -> Self {
        Self { pair: Some(Pair(pair)), ..self }
    }

    /// Returns `true` if ratings count the match: it is rated, and not a copy of an earlier one.
    pub fn counts(&self) -> bool {
        self.rated && !self.copy
    }
}

/// A reason why a list of matches is invalid.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ResultsError {
    /// There are more players than an index can hold.
    #[error("{0} players are too many; at most {MOST_PLAYERS} can be rated together")]
    TooManyPlayers(usize),
    /// There are more matches than an index can hold.
    #[error("{0} matches are too many to be rated together")]
    TooManyMatches(usize),
    /// An index is outside `0..players`.
    #[error("match {at}: player {player} is out of range; there are {players} players")]
    UnknownPlayer {
        /// Index of the match.
        at: usize,
        /// The invalid index.
        player: u32,
        /// Number of players.
        players: usize,
    },
    /// The same player is in both seats.
    #[error("match {at}: player {player} is in both seats")]
    SelfPlay {
        /// Index of the match.
        at: usize,
        /// The player.
        player: u32,
    },
    /// Two matches of one pair are not each other with seats swapped.
    #[error("match {at}: not match {of} of pair {pair} with seats swapped")]
    PairNotSwapped {
        /// Index of the later match.
        at: usize,
        /// Index of the earlier one.
        of: usize,
        /// The pair.
        pair: u32,
    },
    /// A pair has a third match.
    #[error("match {at}: pair {pair} already has two matches")]
    PairTooLong {
        /// Index of the third match.
        at: usize,
        /// The pair.
        pair: u32,
    },
}

/// Validated matches in schedule order: every player exists and every pair has two legs at most.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Results {
    players: usize,
    matches: Vec<MatchResult>,
    /// Index of the other leg, or [`ALONE`].
    partner: Vec<u32>,
}

impl Results {
    /// Checks `matches`, which must be in schedule order.
    ///
    /// # Errors
    /// Fails on the first match with an unknown player, with one player in both seats, or with a pair whose two legs
    /// are not the same players with seats swapped.
    pub fn new(players: usize, matches: Vec<MatchResult>) -> Result<Self, ResultsError> {
        if players > MOST_PLAYERS {
            return Err(ResultsError::TooManyPlayers(players));
        }
        if matches.len() >= ALONE as usize {
            return Err(ResultsError::TooManyMatches(matches.len()));
        }
        for (at, played) in matches.iter().enumerate() {
            check_players(at, played, players)?;
        }
        let partner = partners(&matches)?;
        Ok(Self { players, matches, partner })
    }

    /// Returns the number of players, with or without matches.
    pub fn players(&self) -> usize {
        self.players
    }

    /// Returns every match, in schedule order.
    pub fn matches(&self) -> &[MatchResult] {
        &self.matches
    }

    /// Returns the matches that ratings count, in schedule order: rated and not copies.
    pub fn counted(&self) -> impl Iterator<Item = &MatchResult> {
        self.matches.iter().filter(|played| played.counts())
    }

    /// Returns the index of the other leg of the pair of match `at`; `None` if it has none.
    pub fn other_leg(&self, at: usize) -> Option<usize> {
        match self.partner.get(at) {
            None | Some(&ALONE) => None,
            Some(&other) => Some(other as usize),
        }
    }
}

fn check_players(at: usize, played: &MatchResult, players: usize) -> Result<(), ResultsError> {
    for player in [played.first, played.second] {
        if player.index() >= players {
            return Err(ResultsError::UnknownPlayer { at, player: player.0, players });
        }
    }
    if played.first == played.second {
        return Err(ResultsError::SelfPlay { at, player: played.first.0 });
    }
    Ok(())
}

fn partners(matches: &[MatchResult]) -> Result<Vec<u32>, ResultsError> {
    let mut legs: Vec<(u32, u32)> = matches
        .iter()
        .enumerate()
        .filter_map(|(at, played)| played.pair.map(|pair| (pair.0, at as u32)))
        .collect();
    legs.sort_unstable();
    let mut partner = vec![ALONE; matches.len()];
    for run in legs.chunk_by(|a, b| a.0 == b.0) {
        match *run {
            [(pair, of), (_, at)] => {
                let (earlier, later) = (&matches[of as usize], &matches[at as usize]);
                if (earlier.first, earlier.second) != (later.second, later.first) {
                    return Err(ResultsError::PairNotSwapped { at: at as usize, of: of as usize, pair });
                }
                partner[of as usize] = at;
                partner[at as usize] = of;
            }
            [_, _, (pair, at), ..] => return Err(ResultsError::PairTooLong { at: at as usize, pair }),
            _ => {}
        }
    }
    Ok(partner)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(players: usize, matches: Vec<MatchResult>, expected: ResultsError) {
        assert_eq!(Results::new(players, matches), Err(expected));
    }

    #[test]
    fn malformed_results_are_refused_by_place() {
        let win = |a: usize, b: usize| MatchResult::new(a, b, Score::Win);
        check(2, vec![win(0, 2)], ResultsError::UnknownPlayer { at: 0, player: 2, players: 2 });
        check(2, vec![win(0, 1), win(1, 1)], ResultsError::SelfPlay { at: 1, player: 1 });
        check(
            2,
            vec![win(0, 1).in_pair(7), win(0, 1).in_pair(7)],
            ResultsError::PairNotSwapped { at: 1, of: 0, pair: 7 },
        );
        check(
            2,
            vec![win(0, 1).in_pair(7), win(1, 0).in_pair(7), win(0, 1).in_pair(7)],
            ResultsError::PairTooLong { at: 2, pair: 7 },
        );
        check(usize::MAX, vec![], ResultsError::TooManyPlayers(usize::MAX));
    }

    #[test]
    fn legs_find_each_other_wherever_they_stand() {
        let matches = vec![
            MatchResult::new(0_usize, 1_usize, Score::Win).in_pair(3),
            MatchResult::new(0_usize, 1_usize, Score::Draw),
            MatchResult::new(1_usize, 0_usize, Score::Win).in_pair(3),
        ];
        let results = Results::new(2, matches).unwrap();
        assert_eq!([0, 1, 2, 9].map(|at| results.other_leg(at)), [Some(2), None, Some(0), None]);
    }
}
