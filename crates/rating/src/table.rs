//! Results aggregated by pair of players: the input of the Bradley-Terry fit.

use std::borrow::Cow;

use crate::result_counter::{Count, Counter};
use crate::results::{MatchResult, Player, Results, Score};

/// Wins, draws and losses of one player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Matches won.
    pub wins: u32,
    /// Matches drawn.
    pub draws: u32,
    /// Matches lost.
    pub losses: u32,
}

impl Tally {
    /// Adds one match.
    pub fn add(&mut self, score: Score) {
        match score {
            Score::Win => self.wins += 1,
            Score::Draw => self.draws += 1,
            Score::Loss => self.losses += 1,
        }
    }

    /// Returns the number of matches.
    pub fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// Returns the points: one for a win, half for a draw.
    pub fn points(&self) -> f64 {
        f64::from(self.wins) + f64::from(self.draws) / 2.0
    }

    /// Returns the points per match, between 0 and 1; `None` without matches.
    pub fn mean(&self) -> Option<f64> {
        (self.games() > 0).then(|| self.points() / f64::from(self.games()))
    }

    /// Returns the tally of the other side.
    #[must_use]
    pub fn reversed(&self) -> Self {
        Self { wins: self.losses, draws: self.draws, losses: self.wins }
    }

    /// Returns the sum of two tallies.
    #[must_use]
    pub fn plus(&self, other: &Self) -> Self {
        Self {
            wins: self.wins + other.wins,
            draws: self.draws + other.draws,
            losses: self.losses + other.losses,
        }
    }

    /// Returns the counts in the order win, draw, loss.
    pub(crate) fn counts(&self) -> [u32; 3] {
        [self.wins, self.draws, self.losses]
    }

    fn from_counts(counts: [u32; 3]) -> Self {
        let [wins, draws, losses] = counts;
        Self { wins, draws, losses }
    }
}

/// All matches between two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Meeting {
    /// The player of the lower index.
    pub low: Player,
    /// The player of the higher index.
    pub high: Player,
    /// Score of `low` where `low` had the first seat.
    pub low_first: Tally,
    /// Score of `high` where `high` had the first seat.
    pub high_first: Tally,
    /// Openings played from both seats: `[score of low in the first seat][score of high in the first seat]`,
    /// each in the order win, draw, loss. Their matches are in the tallies too.
    pub pairs: [[u32; 3]; 3],
}

impl Meeting {
    fn empty(low: Player, high: Player) -> Self {
        let none = Tally::default();
        Self { low, high, low_first: none, high_first: none, pairs: [[0; 3]; 3] }
    }

    /// Returns the score of `low` from both seats.
    pub fn score(&self) -> Tally {
        self.low_first.plus(&self.high_first.reversed())
    }

    /// Returns the number of matches.
    pub fn games(&self) -> u32 {
        self.low_first.games() + self.high_first.games()
    }

    /// Returns the number of openings played from both seats.
    pub fn paired(&self) -> u32 {
        self.pairs.iter().flatten().sum()
    }

    /// Returns the number of independent units: openings played from both seats, and single matches.
    pub fn units(&self) -> u32 {
        self.games() - self.paired()
    }

    /// Returns the single matches: those with `low` in the first seat, then those with `high`.
    pub(crate) fn single(&self) -> [Tally; 2] {
        let mut low = self.low_first.counts();
        let mut high = self.high_first.counts();
        for (x, row) in self.pairs.iter().enumerate() {
            for (y, &count) in row.iter().enumerate() {
                low[x] -= count;
                high[y] -= count;
            }
        }
        [Tally::from_counts(low), Tally::from_counts(high)]
    }

    fn add(&mut self, code: u8, times: u32) {
        match code {
            0..3 => add_times(&mut self.low_first, code, times),
            3..6 => add_times(&mut self.high_first, code - 3, times),
            _ => {
                let (x, y) = ((code - 6) / 3, (code - 6) % 3);
                add_times(&mut self.low_first, x, times);
                add_times(&mut self.high_first, y, times);
                self.pairs[usize::from(x)][usize::from(y)] += times;
            }
        }
    }
}

fn add_times(tally: &mut Tally, slot: u8, times: u32) {
    match slot {
        0 => tally.wins += times,
        1 => tally.draws += times,
        _ => tally.losses += times,
    }
}

/// The results between players, by seat and by pair, without the order of matches.
///
/// It takes 12 bytes for each different result of two players that met, regardless of the number of matches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    players: usize,
    /// Number of pairs of players that met.
    meetings: usize,
    /// Their results, ordered by lower, then higher index.
    counts: Vec<Count>,
}

impl Table {
    /// Folds the matches that ratings count: rated, copies once.
    pub fn counted(results: &Results) -> Self {
        Counter::from_results(results, MatchResult::counts).into_table(results.players())
    }

    /// Folds every match, as standings do.
    pub fn all(results: &Results) -> Self {
        Counter::from_results(results, |_| true).into_table(results.players())
    }

    /// Returns the table of a counter, for `players` players.
    pub fn from_counter(counter: &mut Counter, players: usize) -> Self {
        Self::new(counter.merged().to_vec(), players)
    }

    fn new(counts: Vec<Count>, players: usize) -> Self {
        let meetings = counts.chunk_by(|one, next| one.players() == next.players()).count();
        Self { players, meetings, counts }
    }

    /// Returns the number of players, with or without matches.
    pub fn players(&self) -> usize {
        self.players
    }

    /// Returns every meeting, ordered by lower, then higher index.
    pub fn meetings(&self) -> Meetings<'_> {
        Meetings(Source::Counted { rest: &self.counts, left: self.meetings })
    }

    /// Returns the meeting of two players, in either order; `None` if they did not meet.
    pub fn meeting(&self, a: Player, b: Player) -> Option<Meeting> {
        let players = (a.min(b), a.max(b));
        let start = self.counts.partition_point(|count| count.players() < players);
        let first = Meetings(Source::Counted { rest: &self.counts[start..], left: 1 }).next()?;
        ((first.low, first.high) == players).then_some(first)
    }

    /// Returns the matches among `members`, renumbered from 0. Members must be in the order of their indices.
    pub(crate) fn among(&self, members: &[Player]) -> Cow<'_, Self> {
        if members.len() == self.players {
            return Cow::Borrowed(self);
        }
        let mut index = vec![None; self.players];
        for (at, member) in members.iter().enumerate() {
            index[member.index()] = Some(Player::from(at));
        }
        let counts = self.counts.iter().filter_map(|count| {
            let (low, high) = count.players();
            Some(Count::new(index[low.index()]?, index[high.index()]?, count.kind(), count.times))
        });
        Cow::Owned(Self::new(counts.collect(), members.len()))
    }

    /// Returns wins, draws and losses of each player against all opponents.
    pub fn scores(&self) -> Vec<Tally> {
        let mut scores = vec![Tally::default(); self.players];
        for meeting in self.meetings() {
            let score = meeting.score();
            let (low, high) = (meeting.low.index(), meeting.high.index());
            scores[low] = scores[low].plus(&score);
            scores[high] = scores[high].plus(&score.reversed());
        }
        scores
    }

    /// Returns `true` if any two matches are a pair.
    pub(crate) fn has_pairs(&self) -> bool {
        self.meetings().any(|meeting| meeting.paired() > 0)
    }

    /// Returns the number of independent units (pairs, and single matches) of each player.
    pub(crate) fn units(&self) -> Vec<u32> {
        let mut units = vec![0; self.players];
        for meeting in self.meetings() {
            units[meeting.low.index()] += meeting.units();
            units[meeting.high.index()] += meeting.units();
        }
        units
    }
}

impl Counter {
    /// Converts the counter into a table for `players` players, in the same memory.
    pub fn into_table(self, players: usize) -> Table {
        Table::new(self.into_merged(), players)
    }
}

/// An iterator over meetings.
#[derive(Clone, Debug)]
pub struct Meetings<'a>(Source<'a>);

#[derive(Clone, Debug)]
enum Source<'a> {
    /// Meetings computed from counts on demand.
    Counted {
        rest: &'a [Count],
        /// Number of remaining meetings.
        left: usize,
    },
    Listed(std::slice::Iter<'a, Meeting>),
}

impl<'a> Meetings<'a> {
    pub(crate) fn listed(meetings: &'a [Meeting]) -> Self {
        Self(Source::Listed(meetings.iter()))
    }
}

impl Iterator for Meetings<'_> {
    type Item = Meeting;

    fn next(&mut self) -> Option<Meeting> {
        match &mut self.0 {
            Source::Listed(meetings) => meetings.next().copied(),
            Source::Counted { rest, left } => {
                let (low, high) = rest.first()?.players();
                let mut meeting = Meeting::empty(low, high);
                while let Some((count, others)) = rest.split_first()
                    && count.players() == (low, high)
                {
                    meeting.add(count.kind(), count.times);
                    *rest = others;
                }
                *left -= 1;
                Some(meeting)
            }
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = match &self.0 {
            Source::Listed(meetings) => meetings.len(),
            Source::Counted { left, .. } => *left,
        };
        (left, Some(left))
    }
}

impl ExactSizeIterator for Meetings<'_> {}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(matches: Vec<MatchResult>) -> Table {
        Table::counted(&Results::new(4, matches).unwrap())
    }

    #[test]
    fn a_pair_counts_in_both_tallies_and_once_as_a_unit() {
        let table = table(vec![
            MatchResult::new(2_usize, 1_usize, Score::Win).in_pair(0),
            MatchResult::new(1_usize, 2_usize, Score::Draw).in_pair(0),
            MatchResult::new(2_usize, 1_usize, Score::Loss),
        ]);
        let [meeting] = table.meetings().collect::<Vec<_>>()[..] else { panic!("one meeting") };
        assert_eq!((meeting.low, meeting.high), (Player(1), Player(2)));
        assert_eq!(meeting.low_first, Tally { wins: 0, draws: 1, losses: 0 });
        assert_eq!(meeting.high_first, Tally { wins: 1, draws: 0, losses: 1 });
        assert_eq!((meeting.games(), meeting.units(), meeting.pairs[1][0]), (3, 2, 1));
        assert_eq!(meeting.single(), [Tally::default(), Tally { wins: 0, draws: 0, losses: 1 }]);
        assert_eq!(meeting.score(), Tally { wins: 1, draws: 1, losses: 1 });
        assert_eq!(table.scores()[2], Tally { wins: 1, draws: 1, losses: 1 });
        assert_eq!(table.units(), [0, 2, 2, 0]);
    }

    #[test]
    fn a_leg_whose_partner_does_not_count_is_a_unit_of_its_own() {
        let mut copy = MatchResult::new(1_usize, 0_usize, Score::Win).in_pair(0);
        copy.copy = true;
        let matches = vec![MatchResult::new(0_usize, 1_usize, Score::Win).in_pair(0), copy];
        let results = Results::new(2, matches).unwrap();
        let counted = Table::counted(&results);
        let first = |table: &Table| table.meetings().next().map(|first| (first.games(), first.paired()));
        assert_eq!(first(&counted), Some((1, 0)));
        assert_eq!(first(&Table::all(&results)), Some((2, 1)));
    }

    #[test]
    fn meetings_are_found_from_both_sides() {
        let table = table(vec![
            MatchResult::new(3_usize, 0_usize, Score::Win),
            MatchResult::new(1_usize, 0_usize, Score::Loss),
        ]);
        assert_eq!(table.meeting(Player(3), Player(0)), table.meeting(Player(0), Player(3)));
        assert!(table.meeting(Player(3), Player(0)).is_some());
        assert!(table.meeting(Player(3), Player(1)).is_none());
    }
}
