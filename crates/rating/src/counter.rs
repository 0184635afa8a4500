//! Games counted as they come: memory grows with the different results there are, not with the games.

use crate::results::{MatchResult, Player, Results, Score};

/// How many counts are gathered before they are merged, at least.
const LEAST_FRESH: usize = 1 << 16;

/// Who scored what against whom, by seat and by pair, of games in any order and of any number.
///
/// A count is one word for lower player, higher player and kind, with how often it came: 16 bytes.
#[derive(Clone, Debug, Default)]
pub struct Counter {
    /// Merged counts in order.
    counted: Vec<(u64, u32)>,
    /// Counts since then.
    fresh: Vec<(u64, u32)>,
}

impl Counter {
    /// Counts the matches that `counts` holds for; both legs of a pair as one, if both do.
    pub(crate) fn of(results: &Results, counts: impl Fn(&MatchResult) -> bool) -> Self {
        let mut counter = Self::default();
        let matches = results.matches();
        for (at, played) in matches.iter().enumerate().filter(|(_, played)| counts(played)) {
            let other = results.other_leg(at).filter(|&other| counts(&matches[other]));
            if other.is_none_or(|other| other > at) {
                let second = other.map(|other| matches[other].score);
                counter.push(unit(played.first, played.second, played.score, second), 1);
            }
        }
        counter
    }

    /// Adds `times` games of two different players with one result, `score` being that of the first seat.
    pub fn add(&mut self, first: Player, second: Player, score: Score, times: u32) {
        self.push(unit(first, second, score, None), times);
    }

    /// Adds an opening that was played from both seats: the first seat's score in either game, `first` having that seat
    /// in the first game.
    pub fn add_pair(&mut self, first: Player, second: Player, scores: [Score; 2]) {
        self.push(unit(first, second, scores[0], Some(scores[1])), 1);
    }

    /// Adds what another has counted, whose player `i` is `lines[i]` here; returns how many games are left out, because
    /// both players are one here.
    pub(crate) fn add_all(&mut self, mut other: Self, lines: &[Player]) -> usize {
        let is_as_it_is = lines.iter().zip(0..).all(|(line, at)| line.0 == at);
        if is_as_it_is && self.counted.is_empty() && self.fresh.is_empty() {
            *self = other;
            return 0;
        }
        let mut left_out = 0;
        for &(unit, times) in other.merged() {
            let (low, high, kind) = parts(unit);
            let (one, two) = (lines[low.index()], lines[high.index()]);
            match one.cmp(&two) {
                std::cmp::Ordering::Less => self.push(joined(one, two, kind), times),
                std::cmp::Ordering::Equal => left_out += games_of(kind) * times as usize,
                std::cmp::Ordering::Greater => self.push(joined(two, one, turned(kind)), times),
            }
        }
        left_out
    }

    /// Every count, ordered by lower player, higher player and kind.
    pub(crate) fn merged(&mut self) -> &[(u64, u32)] {
        self.merge();
        &self.counted
    }

    fn push(&mut self, unit: u64, times: u32) {
        self.fresh.push((unit, times));
        // A merge costs as much as there is already; so much must have come since the last one.
        if self.fresh.len() >= LEAST_FRESH.max(self.counted.len() / 2) {
            self.merge();
        }
    }

    fn merge(&mut self) {
        self.fresh.sort_unstable();
        sum_up(&mut self.fresh);
        if self.fresh.is_empty() {
            return;
        }
        let mut all = Vec::with_capacity(self.counted.len() + self.fresh.len());
        let (mut old, mut new) = (self.counted.iter().peekable(), self.fresh.iter().peekable());
        while let Some(next) = match (old.peek(), new.peek()) {
            (Some(one), Some(other)) if one.0 <= other.0 => old.next(),
            (_, Some(_)) => new.next(),
            _ => old.next(),
        } {
            all.push(*next);
        }
        sum_up(&mut all);
        self.counted = all;
        self.fresh.clear();
    }
}

/// Joins neighbours of one unit.
fn sum_up(counts: &mut Vec<(u64, u32)>) {
    counts.dedup_by(|next, kept| {
        let is_same = next.0 == kept.0;
        kept.1 += if is_same { next.1 } else { 0 };
        is_same
    });
}

/// One game, or two legs of an opening, as a word that sorts by lower player, higher player, kind.
///
/// Kinds: 0 to 2 the lower player won, drew, lost in the first seat; 3 to 5 the higher one; then both legs, three times
/// the score of the lower in the first seat and the score of the higher in the first seat.
fn unit(first: Player, second: Player, score: Score, other: Option<Score>) -> u64 {
    let slot = |score: Score| score.slot() as u8;
    let kind = match other {
        None => slot(score),
        Some(other) => 6 + 3 * slot(score) + slot(other),
    };
    if first < second { joined(first, second, kind) } else { joined(second, first, turned(kind)) }
}

/// The kind with the players exchanged.
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

fn joined(low: Player, high: Player, kind: u8) -> u64 {
    u64::from(low.0) << 36 | u64::from(high.0) << 8 | u64::from(kind)
}

/// Lower player, higher player and kind.
pub(crate) fn parts(unit: u64) -> (Player, Player, u8) {
    (Player((unit >> 36) as u32), Player((unit >> 8) as u32 & 0x0fff_ffff), unit as u8)
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
        assert_eq!(counter.merged().iter().map(|(_, times)| times).sum::<u32>(), 750_000);
        assert!(counter.counted.len() <= 63 && fresh <= 2 * LEAST_FRESH, "{}", counter.counted.len());
    }

    #[test]
    fn players_may_be_numbered_anew_and_become_one() {
        let results = results(600);
        let back: Vec<Player> = (0..7).rev().map(Player::from).collect();
        let mut turned = Counter::default();
        assert_eq!(turned.add_all(Counter::of(&results, |_| true), &back), 0);
        let mut again = Counter::default();
        again.add_all(turned, &back);
        assert_eq!(Table::of(&mut again, 7), Table::all(&results));
        let one = vec![Player(0); 7];
        assert_eq!(again.add_all(Counter::of(&results, |_| true), &one), results.matches().len());
    }
}
