//! What was played: results in schedule order between players known by index.

use thiserror::Error;

/// The largest number of players; an index fits in 28 bits, so that a meeting sorts as one word.
const MOST_PLAYERS: usize = 1 << 28;

/// No other leg.
const ALONE: u32 = u32::MAX;

/// A player of a rating, by dense index: `0..players`.
///
/// What the index means (an entrant, a version of a bot) is up to the caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Player(pub u32);

impl Player {
    /// The index into every `Vec` that has one element a player.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl From<usize> for Player {
    /// Saturates above `u32::MAX`, which [`Results::new`] then refuses.
    fn from(index: usize) -> Self {
        Self(u32::try_from(index).unwrap_or(u32::MAX))
    }
}

/// How a match ended for the player in question.
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

    /// The same match seen by the other player.
    #[must_use]
    pub fn reversed(self) -> Self {
        match self {
            Self::Win => Self::Loss,
            Self::Draw => Self::Draw,
            Self::Loss => Self::Win,
        }
    }

    /// 1, 1/2 or 0.
    pub fn points(self) -> f64 {
        f64::from(self.half_points()) / 2.0
    }

    /// 2, 1 or 0.
    pub fn half_points(self) -> u8 {
        match self {
            Self::Win => 2,
            Self::Draw => 1,
            Self::Loss => 0,
        }
    }

    /// Where counts by score are kept: win 0, draw 1, loss 2.
    pub(crate) fn slot(self) -> usize {
        match self {
            Self::Win => 0,
            Self::Draw => 1,
            Self::Loss => 2,
        }
    }
}

/// Names the two legs of one opening, played once from each seat; unique within one [`Results`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pair(pub u32);

/// One match, as far as ratings care.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatchResult {
    /// The player in the first seat.
    pub first: Player,
    /// The player in the second seat.
    pub second: Player,
    /// The score of `first`.
    pub score: Score,
    /// The opening whose two legs are one unit, if the match is a leg of one.
    pub pair: Option<Pair>,
    /// Moves made by `first` and by `second`. BKR counts a match only if both made two.
    pub moves: [u32; 2],
    /// Whether the match was agreed to count for ratings.
    pub rated: bool,
    /// Whether an earlier match was this very one: same start, seats, settings and actions.
    pub copy: bool,
}

impl MatchResult {
    /// A rated match of its own, long enough for every model.
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

    /// The same match as a leg of an opening.
    #[must_use]
    pub fn in_pair(self, pair: u32) -> Self {
        Self { pair: Some(Pair(pair)), ..self }
    }

    /// Whether ratings count it: rated, and not a copy of an earlier match.
    pub fn counts(&self) -> bool {
        self.rated && !self.copy
    }
}

/// Why a list of matches is not a set of results.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ResultsError {
    /// More players than an index holds.
    #[error("{0} players are too many; at most {MOST_PLAYERS} can be rated together")]
    TooManyPlayers(usize),
    /// More matches than an index holds.
    #[error("{0} matches are too many to be rated together")]
    TooManyMatches(usize),
    /// An index outside `0..players`.
    #[error("match {at}: player {player} is out of range; there are {players} players")]
    UnknownPlayer {
        /// Index of the match.
        at: usize,
        /// The index that names nobody.
        player: u32,
        /// How many players there are.
        players: usize,
    },
    /// The same player in both seats.
    #[error("match {at}: player {player} is in both seats")]
    SelfPlay {
        /// Index of the match.
        at: usize,
        /// The player.
        player: u32,
    },
    /// Two matches of one pair that are not each other with seats swapped.
    #[error("match {at}: not match {of} of pair {pair} with seats swapped")]
    PairNotSwapped {
        /// Index of the later match.
        at: usize,
        /// Index of the earlier one.
        of: usize,
        /// The pair.
        pair: u32,
    },
    /// A third match of a pair.
    #[error("match {at}: pair {pair} already has two matches")]
    PairTooLong {
        /// Index of the third match.
        at: usize,
        /// The pair.
        pair: u32,
    },
}

/// Matches in schedule order, checked: every player exists and every pair is two legs at most.
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
    /// The first match that names an unknown player, one player twice, or a pair whose two legs are not the
    /// same players with seats swapped.
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

    /// How many players there are, with or without matches.
    pub fn players(&self) -> usize {
        self.players
    }

    /// Every match, in schedule order.
    pub fn matches(&self) -> &[MatchResult] {
        &self.matches
    }

    /// Matches that ratings count, in schedule order: rated and not copies.
    pub fn counted(&self) -> impl Iterator<Item = &MatchResult> {
        self.matches.iter().filter(|played| played.counts())
    }

    /// How many rated matches are copies of earlier ones.
    pub fn copies(&self) -> usize {
        self.matches.iter().filter(|played| played.rated && played.copy).count()
    }

    /// Index of the other leg of the pair that match `at` belongs to.
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

/// Returns `true` if a game is a copy of one that counts already; `is_new` adds the game to those seen so far, by all that
/// decides a match between deterministic bots, and says whether it was new.
///
/// A game that does not count is no original: the replay of an annulled game counts, even with the same actions. A content
/// of 0 is unknown, and never a copy.
pub fn is_copy(counts: bool, content: u64, is_new: impl FnOnce() -> bool) -> bool {
    counts && content != 0 && !is_new()
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

    #[test]
    fn the_first_of_equal_games_that_count_is_the_original() {
        let mut seen = std::collections::BTreeSet::new();
        let mut is_copy = |counts, content| is_copy(counts, content, || seen.insert(content));
        assert!(!is_copy(false, 7), "it was annulled");
        assert!(!is_copy(true, 7), "its replay counts");
        assert!(is_copy(true, 7) && !is_copy(false, 7) && !is_copy(true, 8));
        assert!(!is_copy(true, 0) && !is_copy(true, 0), "nothing is known of them");
    }
}
