//! Games counted as they arrive: memory grows with the number of different results, not with the number of games.

use crate::results::{MatchResult, Player, Results, Score};

/// Minimum number of counts collected before they are merged.
const LEAST_FRESH: usize = 1 << 16;

/// Counts of results between players, by seat and by pair, for any number of games in any order.
///
/// It takes 12 bytes for each different result of two players.
#[derive(Clone, Debug, Default)]
pub struct Counter {
    /// Merged counts in order.
    counted: Vec<Count>,
    /// Counts added since the last merge.
    fresh: Vec<Count>,
}

/// The number of times that two players had a result. The result is a word that sorts by lower player, higher player
/// and kind, stored in halves so that a count takes 12 bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Count {
    unit: [u32; 2],
    pub(crate) times: u32,
}

impl Count {
    pub(crate) fn new(low: Player, high: Player, kind: u8, times: u32) -> Self {
        let unit = u64::from(low.0) << 36 | u64::from(high.0) << 8 | u64::from(kind);
        Self { unit: [(unit >> 32) as u32, unit as u32], times }
    }

    fn unit(self) -> u64 {
        u64::from(self.unit[0]) << 32 | u64::from(self.unit[1])
    }

    /// Returns the player of the lower index and that of the higher one.
    pub(crate) fn players(self) -> (Player, Player) {
        let unit = self.unit();
        (Player((unit >> 36) as u32), Player((unit >> 8) as u32 & 0x0fff_ffff))
    }

    /// Returns the kind of result.
    ///
    /// For 0 to 2 the lower player won, drew, lost in the first seat; for 3 to 5 the higher one. Kinds from 6 on are
    /// both legs of an opening: three times the score of the lower in the first seat plus the score of the higher in
    /// the first seat.
    pub(crate) fn kind(self) -> u8 {
        self.unit[1] as u8
    }
}

impl Counter {
    /// Counts the matches for which `counts` is `true`. Both legs of a pair are counted as one unit if both match.
    pub(crate) fn from_results(results: &Results, counts: impl Fn(&MatchResult) -> bool) -> Self {
        let mut counter = Self::default();
        let matches = results.matches();
        for (at, played) in matches.iter().enumerate().filter(|(_, played)| counts(played)) {
            let other = results.other_leg(at).filter(|&other| counts(&matches[other]));
            if other.is_none_or(|other| other > at) {
                let second = other.map(|other| matches[other].score);
                counter.push(count(played.first, played.second, (played.score, second), 1));
            }
        }
        counter
    }

    /// Adds `times` games of two different players with one result; `score` is that of the first seat.
    pub fn add(&mut self, first: Player, second: Player, score: Score, times: u32) {
        self.push(count(first, second, (score, None), times));
    }

    /// Adds an opening that was played from both seats: the first seat's score in either game. `first` has that seat in
    /// the first game.
    pub fn add_pair(&mut self, first: Player, second: Player, scores: [Score; 2]) {
        self.push(count(first, second, (scores[0], Some(scores[1])), 1));
    }

    /// Adds the counts of another counter, whose player `i` is `lines[i]` here. Returns the number of games that are
    /// left out because both players are the same here.
    pub(crate) fn add_all(&mut self, mut other: Self, lines: &[Player]) -> usize {
        let is_as_it_is = lines.iter().zip(0..).all(|(line, at)| line.0 == at);
        if is_as_it_is && self.counted.is_empty() && self.fresh.is_empty() {
            *self = other;
            return 0;
        }
        let mut left_out = 0;
        for &count in other.merged() {
            let ((low, high), kind, times) = (count.players(), count.kind(), count.times);
            let (one, two) = (lines[low.index()], lines[high.index()]);
            match one.cmp(&two) {
                std::cmp::Ordering::Less => self.push(Count::new(one, two, kind, times)),
                std::cmp::Ordering::Equal => left_out += games_of(kind) * times as usize,
                std::cmp::Ordering::Greater => self.push(Count::new(two, one, turned(kind), times)),
            }
        }
        left_out
    }

    /// Returns every count, ordered by lower player, higher player and kind.
    pub(crate) fn merged(&mut self) -> &[Count] {
        self.merge();
        &self.counted
    }

    /// Converts the counter into its ordered counts.
    pub(crate) fn into_merged(mut self) -> Vec<Count> {
        self.merge();
        self.counted
    }

    fn push(&mut self, count: Count) {
        self.fresh.push(count);
        // The cost of a merge is proportional to the existing counts, so it waits for a proportional number of new
        // ones.
        if self.fresh.len() >= LEAST_FRESH.max(self.counted.len() / 2) {
            self.merge();
        }
    }

    /// Merges the fresh counts into the sorted ones from the end, without a second list of all.
    fn merge(&mut self) {
        self.fresh.sort_unstable();
        sum_up(&mut self.fresh);
        if self.fresh.is_empty() {
            return;
        }
        let mut rest = self.counted.len();
        let mut end = rest + self.fresh.len();
        self.counted.reserve_exact(self.fresh.len());
        self.counted.resize(end, Count::default());
        while let Some(count) = self.fresh.pop() {
            while rest > 0 && self.counted[rest - 1].unit > count.unit {
                (rest, end) = (rest - 1, end - 1);
                self.counted[end] = self.counted[rest];
            }
            end -= 1;
            self.counted[end] = count;
        }
        sum_up(&mut self.counted);
    }
}

/// Combines adjacent counts of the same result.
fn sum_up(counts: &mut Vec<Count>) {
    counts.dedup_by(|next, kept| {
        let is_same = next.unit == kept.unit;
        kept.times += if is_same { next.times } else { 0 };
        is_same
    });
}

/// Returns the count of one game, or of two legs of an opening, from the first seat's score, and that of the other
/// player in the first seat.
fn count(first: Player, second: Player, (score, other): (Score, Option<Score>), times: u32) -> Count {
    let slot = |score: Score| score.slot() as u8;
    let kind = match other {
        None => slot(score),
        Some(other) => 6 + 3 * slot(score) + slot(other),
    };
    if first < second {
        Count::new(first, second, kind, times)
    } else {
        Count::new(second, first, turned(kind), times)
    }
}

/// Returns the kind with the players exchanged.
fn turned(kind: u8) -> u8 {
    match kind {
        0..3 => kind + 3,
        3..6 => kind - 3,
        _ => 6 + 3 * ((kind - 6) % 3) + (kind - 6) / 3,
    }
}

fn games_of(kind: u8) -> usize {
    if kind < 6 { 1 } else { 2 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::Table;

    fn results(games: usize) -> Results {
        let matches = (0..games).map(|game| {
            let first = game % 7;
            MatchResult::new(first, (first + 1 + game % 5) % 7, Score::ALL[game * game % 3])
        });
        Results::new(7, matches.collect()).unwrap()
    }

    #[test]
    fn many_games_take_the_memory_of_few() {
        let mut counter = Counter::default();
        for game in 0..500_000_usize {
            let (first, second) = (Player::from(game % 7), Player::from(7 + game % 3));
            counter.add(first, second, Score::ALL[game % 3], 1 + (game % 2) as u32);
        }
        let fresh = counter.fresh.capacity();
        assert_eq!(counter.merged().iter().map(|count| count.times).sum::<u32>(), 750_000);
        assert!(counter.counted.len() <= 63 && fresh <= 2 * LEAST_FRESH, "{}", counter.counted.len());
    }

    #[test]
    fn players_may_be_numbered_anew_and_become_one() {
        let results = results(600);
        let back: Vec<Player> = (0..7).rev().map(Player::from).collect();
        let mut turned = Counter::default();
        assert_eq!(turned.add_all(Counter::from_results(&results, |_| true), &back), 0);
        let mut again = Counter::default();
        again.add_all(turned, &back);
        assert_eq!(Table::from_counter(&mut again, 7), Table::all(&results));
        let one = vec![Player(0); 7];
        assert_eq!(again.add_all(Counter::from_results(&results, |_| true), &one), results.matches().len());
    }
}
