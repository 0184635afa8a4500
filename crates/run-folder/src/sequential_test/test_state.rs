//! A sequential test as a fold over pairs in schedule order.

use rating::sprt::{Hypotheses, Sprt, Verdict};

use super::game_copies::{GameCopies, Leg};

/// Maximum number of pairs that a schedule can number, far beyond any test.
pub const MOST_PAIRS: u64 = 1 << 40;
/// Number of copies in a row after which nothing new is expected, if every pair has its own opening.
const BARREN: u64 = 256;

/// The result of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SequentialTestVerdict {
    /// Accepts `elo0` rather than `elo1`.
    AcceptElo0,
    /// Accepts `elo1` rather than `elo0`.
    AcceptElo1,
    /// Undecided after the maximum number of games.
    MaxGames,
    /// Only copies of earlier games are left: deterministic bots have played all openings.
    NothingNew,
}

/// The state of a test after a pair.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SequentialTestState {
    /// The statistical test over the pairs that count.
    pub sprt: Sprt,
    /// Number of pairs played, including copies.
    pub pairs: u64,
    /// Number of pairs that do not count because one of their games is a copy of an earlier one.
    pub copies: u64,
    /// The result; `None` while the test continues.
    pub verdict: Option<SequentialTestVerdict>,
}

/// A test that is being folded, pair by pair.
pub struct TestFold {
    state: SequentialTestState,
    most_pairs: u64,
    /// Number of copies in a row that end the test.
    patience: u64,
    in_a_row: u64,
    copies: GameCopies,
}

impl TestFold {
    /// A test without any pairs that ends after at most the given number of pairs.
    pub fn new(hypotheses: Hypotheses, most_pairs: u64, openings: Option<u32>) -> TestFold {
        let verdict = (most_pairs == 0).then_some(SequentialTestVerdict::MaxGames);
        let sprt = Sprt::new(hypotheses, None);
        TestFold {
            state: SequentialTestState { sprt, pairs: 0, copies: 0, verdict },
            most_pairs,
            patience: BARREN.max(openings.map_or(0, u64::from)),
            in_a_row: 0,
            copies: GameCopies::default(),
        }
    }

    /// The current state of the test.
    pub fn state(&self) -> SequentialTestState {
        self.state
    }

    /// Adds the next pair: first the game in which the new bot sat first, then the other. A decided test ignores
    /// further pairs.
    pub fn push(&mut self, legs: [Leg; 2]) -> SequentialTestState {
        if self.state.verdict.is_some() {
            return self.state;
        }
        self.state.pairs += 1;
        if self.copies.is_new(legs) {
            self.in_a_row = 0;
            self.state.sprt.push(Leg::scores(legs));
        } else {
            self.in_a_row += 1;
            self.state.copies += 1;
        }
        self.state.verdict = match self.state.sprt.verdict() {
            Verdict::AcceptElo0 => Some(SequentialTestVerdict::AcceptElo0),
            Verdict::AcceptElo1 => Some(SequentialTestVerdict::AcceptElo1),
            _ if self.in_a_row >= self.patience => Some(SequentialTestVerdict::NothingNew),
            _ if self.state.pairs >= self.most_pairs => Some(SequentialTestVerdict::MaxGames),
            _ => None,
        };
        self.state
    }
}

#[cfg(test)]
mod tests {
    use game::{Outcome, Seat};

    use super::*;

    fn course(most_pairs: u64, openings: Option<u32>) -> TestFold {
        TestFold::new(Hypotheses::new(0.0, 10.0, 0.05, 0.05).unwrap(), most_pairs, openings)
    }

    fn won_by_new(number: u64) -> [Leg; 2] {
        let leg = |seat, content| Leg { outcome: Outcome::Win(seat), content };
        [leg(Seat::First, 2 * number + 1), leg(Seat::Second, 2 * number + 2)]
    }

    #[test]
    fn wins_from_both_seats_decide_for_the_new_bot() {
        let mut course = course(1_000, None);
        let states: Vec<SequentialTestState> =
            (0..1_000).map(|number| course.push(won_by_new(number))).collect();
        let end = states.last().unwrap();
        assert_eq!((end.verdict, end.copies), (Some(SequentialTestVerdict::AcceptElo1), 0));
        // Pairs played after the decision are not counted.
        assert_eq!(states.iter().filter(|state| state.verdict.is_none()).count() as u64 + 1, end.pairs);
        assert_eq!(end.sprt.pairs().pairs(), end.pairs);
    }

    #[test]
    fn copies_do_not_count_and_end_the_test_when_there_is_nothing_else() {
        let mut course = course(10_000, Some(2));
        for _ in 0..2_000 {
            course.push(won_by_new(0));
        }
        let end = course.state();
        assert_eq!(end.verdict, Some(SequentialTestVerdict::NothingNew));
        assert_eq!((end.sprt.pairs().pairs(), end.copies, end.pairs), (1, BARREN, BARREN + 1));
    }

    #[test]
    fn a_game_seen_from_the_other_seat_is_no_copy() {
        let mut course = course(10, None);
        let leg = |seat| Leg { outcome: Outcome::Win(seat), content: 7 };
        assert_eq!(course.push([leg(Seat::First), leg(Seat::Second)]).copies, 0);
        let unknown = Leg { outcome: Outcome::Draw, content: 0 };
        assert_eq!(course.push([unknown, unknown]).copies, 0);
        assert_eq!(course.push([unknown, unknown]).copies, 0);
        assert_eq!(course.push([leg(Seat::First), unknown]).copies, 1);
    }

    #[test]
    fn games_that_are_used_up_end_undecided() {
        assert_eq!(course(0, None).state().verdict, Some(SequentialTestVerdict::MaxGames));
        let mut course = course(3, None);
        assert_eq!(course.push(won_by_new(0)).verdict, None);
        assert_eq!(course.push(won_by_new(1)).verdict, None);
        assert_eq!(course.push(won_by_new(2)).verdict, Some(SequentialTestVerdict::MaxGames));
    }
}
