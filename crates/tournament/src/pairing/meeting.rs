//! The number of games of a pairing, and its winner.

use std::cmp::Ordering;

use crate::{GameResult, Side};

/// The rule for the number of games and the winner of a pairing. Seats are swapped after every game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MeetingRule {
    /// A fixed number of games, all of which are played.
    Games(u16),
    /// Best of this many games, a draw being half a win: games that cannot change the winner are not played. A pairing
    /// that is still level continues game by game, until a game is won or `replays` more were drawn.
    BestOf {
        /// Maximum number of games before replays.
        games: u16,
        /// Maximum number of replays.
        replays: u16,
    },
}

/// The state of a pairing after its games so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// Undecided; this number of games, from the first, are certain to be played.
    Open(u16),
    /// Over, and a side has won it.
    Won(Side),
    /// Over, and level.
    Level,
}

impl MeetingRule {
    /// Number of games before replays.
    pub const fn games(self) -> u16 {
        match self {
            MeetingRule::Games(games) | MeetingRule::BestOf { games, .. } => games,
        }
    }

    /// Maximum number of games, including replays.
    pub const fn most_games(self) -> u16 {
        match self {
            MeetingRule::Games(games) => games,
            MeetingRule::BestOf { games, replays } => games.saturating_add(replays),
        }
    }

    /// Decides from the winners of the games so far, from the first game on without a gap.
    ///
    /// The result depends only on the games in their order, not on their order of arrival. Games after the deciding one
    /// are ignored.
    pub fn decide(self, winners: &[Option<Side>]) -> Decision {
        match self {
            MeetingRule::Games(games) => decide_fixed(games, winners),
            MeetingRule::BestOf { games, replays } => decide_best_of(games, replays, winners),
        }
    }
}

fn decide_fixed(games: u16, winners: &[Option<Side>]) -> Decision {
    let Some(played) = winners.get(..usize::from(games)) else { return Decision::Open(games) };
    let lead: i32 = played.iter().map(|&winner| swing(winner)).sum();
    leader(lead).map_or(Decision::Level, Decision::Won)
}

fn decide_best_of(games: u16, replays: u16, winners: &[Option<Side>]) -> Decision {
    let games = i32::from(games);
    let mut lead: i32 = 0;
    for played in 0..=games {
        let left = games - played;
        // A win moves the lead by one half-point difference of 2, so by 1 in units of `swing`.
        if lead.abs() > left {
            return leader(lead).map_or(Decision::Level, Decision::Won);
        }
        if left == 0 {
            break;
        }
        let Some(&winner) = winners.get(played as usize) else {
            // The leader needs `wins` more in a row; until then nothing can be decided.
            let wins = ((left - lead.abs()) / 2 + 1).min(left);
            return Decision::Open((played + wins) as u16);
        };
        lead += swing(winner);
    }
    let replayed = winners.iter().skip(games as usize).take(usize::from(replays));
    let mut count = 0;
    for &winner in replayed {
        count += 1;
        if let Some(side) = winner {
            return Decision::Won(side);
        }
    }
    if count == replays { Decision::Level } else { Decision::Open(games as u16 + count + 1) }
}

const fn swing(winner: Option<Side>) -> i32 {
    match winner {
        Some(Side::First) => 1,
        Some(Side::Second) => -1,
        None => 0,
    }
}

fn leader(lead: i32) -> Option<Side> {
    match lead.cmp(&0) {
        Ordering::Greater => Some(Side::First),
        Ordering::Less => Some(Side::Second),
        Ordering::Equal => None,
    }
}

/// The games of a pairing that is being played.
#[derive(Clone, Debug, Default)]
pub(crate) struct Meeting {
    /// The known games, from the first on. Pairings without results store nothing: a million games may be waiting.
    slots: Vec<Slot>,
    /// Number of games that were requested.
    asked: u16,
    /// No games are played: a side is out of the tournament.
    settled: bool,
}

#[derive(Clone, Debug, Default)]
struct Slot {
    attempt: u16,
    result: Option<GameResult>,
    /// It went on record before, and stays there when the pairing is reopened.
    recorded: bool,
}

/// The reason why a result is rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refusal {
    Unasked,
    Repeated,
}

impl Meeting {
    pub(crate) fn new() -> Meeting {
        Meeting::default()
    }

    /// A pairing without games.
    pub(crate) fn settled() -> Meeting {
        Meeting { settled: true, ..Meeting::new() }
    }

    /// A pairing that was over, with attempt and result of each game. Games without a result are to be played again.
    pub(crate) fn reopened(games: impl IntoIterator<Item = (u16, Option<GameResult>)>) -> Meeting {
        let slot = |(attempt, result): (u16, Option<GameResult>)| Slot {
            attempt,
            recorded: result.is_some(),
            result,
        };
        let slots: Vec<Slot> = games.into_iter().map(slot).collect();
        Meeting { asked: slots.len() as u16, slots, settled: false }
    }

    /// Requests the games that have become certain. Returns number and attempt of each.
    pub(crate) fn release(&mut self, rule: MeetingRule) -> Vec<(u16, u16)> {
        let Decision::Open(certain) = self.decision(rule) else { return Vec::new() };
        let new = self.asked..certain.max(self.asked);
        self.asked = new.end;
        new.map(|number| (number, 0)).collect()
    }

    /// The games that were requested and have no result.
    pub(crate) fn missing(&self) -> Vec<(u16, u16)> {
        let open = Slot::default();
        let slots = self.slots.iter().chain(std::iter::repeat(&open));
        let numbered = (0..self.asked).zip(slots);
        numbered
            .filter(|(_, slot)| slot.result.is_none())
            .map(|(number, slot)| (number, slot.attempt))
            .collect()
    }

    pub(crate) fn take(&mut self, number: u16, attempt: u16, result: GameResult) -> Result<(), Refusal> {
        if number >= self.asked {
            return Err(Refusal::Unasked);
        }
        if usize::from(number) >= self.slots.len() {
            self.slots.reserve_exact(usize::from(self.asked) - self.slots.len());
            self.slots.resize_with(usize::from(self.asked), Slot::default);
        }
        let slot = &mut self.slots[usize::from(number)];
        if slot.attempt != attempt {
            return Err(Refusal::Unasked);
        }
        if slot.result.is_some() {
            return Err(Refusal::Repeated);
        }
        slot.result = Some(result);
        Ok(())
    }

    fn decision(&self, rule: MeetingRule) -> Decision {
        if self.settled {
            return Decision::Level;
        }
        let played = self.slots.iter().map_while(|slot| slot.result.as_ref());
        let winners: Vec<_> =
            (0..).zip(played).map(|(number, result)| Side::of_winner(result.outcome, number)).collect();
        rule.decide(&winners)
    }

    /// Returns `true` if every requested game has a result and no more games are needed.
    pub(crate) fn is_over(&self, rule: MeetingRule) -> bool {
        self.slots.len() == usize::from(self.asked)
            && self.slots.iter().all(|slot| slot.result.is_some())
            && !matches!(self.decision(rule), Decision::Open(_))
    }

    /// Number, attempt and result of each game that is not on record, in order of their keys.
    pub(crate) fn into_new_games(self) -> Vec<(u16, u16, GameResult)> {
        let numbered = (0..).zip(self.slots).filter(|(_, slot)| !slot.recorded);
        let mut games: Vec<_> =
            numbered.filter_map(|(number, slot)| Some((number, slot.attempt, slot.result?))).collect();
        games.sort_by_key(|&(number, attempt, _)| (attempt, number));
        games
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const A: Option<Side> = Some(Side::First);
    const B: Option<Side> = Some(Side::Second);
    const D: Option<Side> = None;

    #[test]
    fn fixed_games_are_all_played() {
        let rule = MeetingRule::Games(2);
        assert_eq!(rule.decide(&[]), Decision::Open(2));
        assert_eq!(rule.decide(&[A]), Decision::Open(2));
        assert_eq!(rule.decide(&[A, B]), Decision::Level);
        assert_eq!(rule.decide(&[A, D]), Decision::Won(Side::First));
    }

    #[test]
    fn one_game_and_three_replays() {
        let rule = MeetingRule::BestOf { games: 1, replays: 3 };
        assert_eq!(rule.decide(&[]), Decision::Open(1));
        assert_eq!(rule.decide(&[B]), Decision::Won(Side::Second));
        assert_eq!(rule.decide(&[D]), Decision::Open(2));
        assert_eq!(rule.decide(&[D, D, A]), Decision::Won(Side::First));
        assert_eq!(rule.decide(&[D, D, D]), Decision::Open(4));
        assert_eq!(rule.decide(&[D, D, D, D]), Decision::Level);
    }

    #[test]
    fn best_of_five_stops_when_it_is_decided() {
        let rule = MeetingRule::BestOf { games: 5, replays: 1 };
        // Three wins decide, so three games are certain from the start and can be played side by side.
        assert_eq!(rule.decide(&[]), Decision::Open(3));
        assert_eq!(rule.decide(&[A]), Decision::Open(3));
        assert_eq!(rule.decide(&[A, A, A]), Decision::Won(Side::First));
        assert_eq!(rule.decide(&[A, A, B]), Decision::Open(4));
        assert_eq!(rule.decide(&[A, B, D]), Decision::Open(5));
        assert_eq!(rule.decide(&[A, B, D, A]), Decision::Open(5));
        assert_eq!(rule.decide(&[A, A, D, D]), Decision::Won(Side::First));
        assert_eq!(rule.decide(&[A, B, D, D, D]), Decision::Open(6));
        assert_eq!(rule.decide(&[A, B, D, D, D, B]), Decision::Won(Side::Second));
        assert_eq!(rule.decide(&[A, B, D, D, D, D]), Decision::Level);
    }

    proptest! {
        // "Certain" must be true: no shorter continuation of the games so far can decide the pairing.
        #[test]
        fn certain_games_are_needed_whatever_happens(
            games in 1u16..9,
            replays in 0u16..3,
            winners in prop::collection::vec(prop_oneof![Just(A), Just(B), Just(D)], 0..12),
            rest in prop::collection::vec(prop_oneof![Just(A), Just(B), Just(D)], 12),
        ) {
            let rule = MeetingRule::BestOf { games, replays };
            if let Decision::Open(certain) = rule.decide(&winners) {
                prop_assert!(usize::from(certain) > winners.len());
                prop_assert!(certain <= rule.most_games());
                let mut longer = winners;
                longer.extend(rest);
                for length in 0..usize::from(certain) {
                    prop_assert!(matches!(rule.decide(&longer[..length]), Decision::Open(_)));
                }
            }
        }
    }
}
