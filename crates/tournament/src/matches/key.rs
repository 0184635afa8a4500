//! The name of a match in a run.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

const ROUND_BITS: u32 = 20;
const PAIRING_BITS: u32 = 20;
const GAME_BITS: u32 = 16;
const NUMBER_BITS: u32 = 12;

/// The key of a match in a run: stage, round, pairing and game, all from 0. The order of keys is the order of the
/// schedule.
///
/// A key *is* a positive `i64` ([`MatchKey::packed`]), fit for a primary key: from the high end, 7 bits of stage + 1,
/// 20 of round, 20 of pairing, 16 of game. The low 12 bits of the game are its number within the pairing. The high 4
/// bits count the replays ordered by rulings, so a replay sorts behind the other games of its pairing.
///
/// As text it is four numbers from 1 separated by dots, `1.3.2.1`; a replay has its attempt after a plus sign,
/// `1.3.2.1+1`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MatchKey(i64);

/// A key that is not valid.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum KeyError {
    /// A part exceeds its limit.
    #[error("{part} {number} is past the limit of {limit}")]
    TooLarge {
        /// The name of the part.
        part: &'static str,
        /// Its value, from 0.
        number: u32,
        /// The number of possible values.
        limit: u32,
    },
    /// The text is not a key.
    #[error("`{0}` does not name a match: write stage.round.pairing.game, each from 1, as in 1.3.2.1")]
    Text(String),
}

impl MatchKey {
    /// The first match of all.
    pub(crate) const FIRST: MatchKey = MatchKey(1 << (ROUND_BITS + PAIRING_BITS + GAME_BITS));

    /// Number of stages a run can have.
    pub const STAGES: u32 = 127;
    /// Number of rounds a stage can have.
    pub const ROUNDS: u32 = 1 << ROUND_BITS;
    /// Number of pairings a round can have.
    pub const PAIRINGS: u32 = 1 << PAIRING_BITS;
    /// Number of games a pairing can have.
    pub const GAMES: u32 = 1 << NUMBER_BITS;
    /// Maximum number of times that one game can be played: once, and then by rulings.
    pub const ATTEMPTS: u32 = 1 << (GAME_BITS - NUMBER_BITS);

    /// The key of a game of the schedule.
    ///
    /// # Errors
    /// When a part exceeds its limit.
    pub fn new(stage: u16, round: u32, pairing: u32, number: u16) -> Result<MatchKey, KeyError> {
        let parts = [
            ("stage", u32::from(stage), Self::STAGES),
            ("round", round, Self::ROUNDS),
            ("pairing", pairing, Self::PAIRINGS),
            ("game", u32::from(number), Self::GAMES),
        ];
        for (part, number, limit) in parts {
            if number >= limit {
                return Err(KeyError::TooLarge { part, number, limit });
            }
        }
        Ok(MatchKey::assemble(stage, round, pairing, number))
    }

    /// The key of a game with its attempt: all 16 bits of [`MatchKey::game`].
    ///
    /// # Errors
    /// When a part exceeds its limit.
    pub fn with_attempt(stage: u16, round: u32, pairing: u32, game: u16) -> Result<MatchKey, KeyError> {
        let (number, attempt) = (game & (Self::GAMES - 1) as u16, game >> NUMBER_BITS);
        Ok(MatchKey::new(stage, round, pairing, number)?.with_game(number, attempt))
    }

    /// The key of parts that are known to be within their limits.
    pub(crate) fn assemble(stage: u16, round: u32, pairing: u32, game: u16) -> MatchKey {
        let high = (i64::from(stage) + 1) << ROUND_BITS | i64::from(round);
        MatchKey((high << PAIRING_BITS | i64::from(pairing)) << GAME_BITS | i64::from(game))
    }

    /// The key as a positive number; a greater number is a later match.
    pub const fn packed(self) -> i64 {
        self.0
    }

    /// The key of a packed number, if it is one.
    pub fn from_packed(packed: i64) -> Option<MatchKey> {
        let stage = packed >> (ROUND_BITS + PAIRING_BITS + GAME_BITS);
        (1..=i64::from(Self::STAGES)).contains(&stage).then_some(MatchKey(packed))
    }

    /// The stage, from 0.
    pub const fn stage(self) -> u16 {
        ((self.0 >> (ROUND_BITS + PAIRING_BITS + GAME_BITS)) - 1) as u16
    }

    /// The round of the stage, from 0.
    pub const fn round(self) -> u32 {
        (self.0 >> (PAIRING_BITS + GAME_BITS)) as u32 & (Self::ROUNDS - 1)
    }

    /// The pairing of the round, from 0.
    pub const fn pairing(self) -> u32 {
        (self.0 >> GAME_BITS) as u32 & (Self::PAIRINGS - 1)
    }

    /// The game of the pairing with its attempt: all 16 bits.
    pub const fn game(self) -> u16 {
        self.0 as u16
    }

    /// The number of the game within its pairing, from 0.
    pub const fn number(self) -> u16 {
        self.game() & (Self::GAMES - 1) as u16
    }

    /// Number of earlier attempts of this game: 0 for a game of the schedule.
    pub const fn attempt(self) -> u16 {
        self.game() >> NUMBER_BITS
    }

    /// The key of the next attempt of the same game; `None` after the last attempt.
    pub fn again(self) -> Option<MatchKey> {
        (u32::from(self.attempt()) + 1 < Self::ATTEMPTS).then(|| MatchKey(self.0 + (1 << NUMBER_BITS)))
    }

    /// The key of a game's return game, which has the same opening with the seats swapped: games 1 and 2 of a pairing, 3
    /// and 4, and so on. It need not have been played.
    #[must_use]
    pub fn return_game(self) -> MatchKey {
        self.with_game(self.number() ^ 1, 0)
    }

    /// The most likely next keys: those of the next game of the pairing, the first game of the next pairing, and the
    /// first game of the next round.
    pub(crate) const fn next_ones(self) -> [MatchKey; 3] {
        let pairing = (1 << GAME_BITS) - 1;
        let round = (1 << (PAIRING_BITS + GAME_BITS)) - 1;
        [self.ahead(1), MatchKey(self.0 | pairing).ahead(1), MatchKey(self.0 | round).ahead(1)]
    }

    /// The distance from this key to another, for [`MatchKey::ahead`].
    pub(crate) const fn distance(self, other: MatchKey) -> i64 {
        other.0.wrapping_sub(self.0)
    }

    /// The key at a distance. It is valid only if the distance came from [`MatchKey::distance`].
    pub(crate) const fn ahead(self, distance: i64) -> MatchKey {
        MatchKey(self.0.wrapping_add(distance))
    }

    /// The same key with another number and attempt.
    pub(crate) fn with_game(self, number: u16, attempt: u16) -> MatchKey {
        MatchKey((self.0 & !0xffff) | i64::from(attempt << NUMBER_BITS | number))
    }
}

impl fmt::Display for MatchKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (stage, round) = (u32::from(self.stage()) + 1, self.round() + 1);
        write!(f, "{stage}.{round}.{}.{}", self.pairing() + 1, self.number() + 1)?;
        if self.attempt() > 0 {
            write!(f, "+{}", self.attempt())?;
        }
        Ok(())
    }
}

impl fmt::Debug for MatchKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "MatchKey({self})")
    }
}

impl FromStr for MatchKey {
    type Err = KeyError;

    fn from_str(text: &str) -> Result<MatchKey, KeyError> {
        let wrong = || KeyError::Text(text.to_owned());
        let (place, attempt) = text.split_once('+').unwrap_or((text, "0"));
        let attempt: u16 = attempt.parse().map_err(|_| wrong())?;
        if u32::from(attempt) >= Self::ATTEMPTS {
            return Err(wrong());
        }
        let numbers: Vec<u32> =
            place.split('.').map(str::parse).collect::<Result<_, _>>().map_err(|_| wrong())?;
        let &[stage, round, pairing, number] = &numbers[..] else { return Err(wrong()) };
        let from_zero = |number: u32| number.checked_sub(1).ok_or_else(wrong);
        let small = |number: u32| u16::try_from(number).map_err(|_| wrong());
        let number = small(from_zero(number)?)?;
        let key = MatchKey::new(small(from_zero(stage)?)?, from_zero(round)?, from_zero(pairing)?, number)?;
        Ok(key.with_game(number, attempt))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn keys() -> impl Strategy<Value = (u16, u32, u32, u16)> {
        (0..MatchKey::STAGES as u16, 0..MatchKey::ROUNDS, 0..MatchKey::PAIRINGS, 0..MatchKey::GAMES as u16)
    }

    proptest! {
        #[test]
        fn packing_is_lossless_and_keeps_the_order(one in keys(), other in keys()) {
            let key = |(stage, round, pairing, game)| MatchKey::new(stage, round, pairing, game).unwrap();
            let (a, b) = (key(one), key(other));
            prop_assert_eq!((a.stage(), a.round(), a.pairing(), a.number()), one);
            prop_assert!(a.packed() > 0);
            prop_assert_eq!(MatchKey::from_packed(a.packed()), Some(a));
            prop_assert_eq!(a.cmp(&b), one.cmp(&other));
            prop_assert_eq!(a.packed().cmp(&b.packed()), one.cmp(&other));
            let again = a.again().unwrap();
            prop_assert_eq!((again.number(), again.attempt()), (one.3, 1));
            prop_assert_eq!(again.to_string().parse(), Ok(again));
            prop_assert_eq!(MatchKey::with_attempt(one.0, one.1, one.2, again.game()), Ok(again));
            prop_assert_eq!(a.to_string().parse(), Ok(a));
        }
    }

    #[test]
    fn numbers_outside_and_nonsense_are_refused() {
        assert_eq!(MatchKey::from_packed(0), None);
        assert_eq!(MatchKey::from_packed(-1), None);
        assert_eq!(MatchKey::from_packed(5), None);
        assert!(MatchKey::from_packed(i64::MAX).is_some());
        assert_eq!(
            MatchKey::new(0, 1 << 20, 0, 0).unwrap_err().to_string(),
            "round 1048576 is past the limit of 1048576"
        );
        for text in ["", "1.1.1", "0.1.1.1", "1.1.1.1.1", "1.1.1.x", "1.1.1.1+16", "1.1.1.9999", "900.1.1.1"]
        {
            assert!(text.parse::<MatchKey>().is_err(), "{text}");
        }
    }
}
