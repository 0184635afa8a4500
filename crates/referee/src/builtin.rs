//! Players without wasm. Their names are accepted wherever a bot's path is: `builtin:random`.

use std::fmt;
use std::str::FromStr;

use game::{Action, Dice, Seat};
use thiserror::Error;

use crate::{Answer, Ask, HostFailure, MatchSeed, Player, Ticks};

/// A built-in player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Builtin {
    /// Plays a legal action chosen uniformly at random from its seat's stream.
    Random,
    /// Plays the first legal action in the game's listing.
    First,
}

impl Builtin {
    /// All built-in players.
    pub const ALL: [Builtin; 2] = [Builtin::Random, Builtin::First];
    /// The prefix of every name.
    pub const PREFIX: &'static str = "builtin:";

    /// The name without the prefix.
    pub const fn name(self) -> &'static str {
        match self {
            Builtin::Random => "random",
            Builtin::First => "first",
        }
    }

    /// Returns a player for one match.
    pub fn player(self, seed: &MatchSeed, seat: Seat) -> BuiltinPlayer {
        BuiltinPlayer { kind: self, dice: seed.dice(seat), legal: Vec::new() }
    }
}

impl fmt::Display for Builtin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", Self::PREFIX, self.name())
    }
}

/// A name that is not a built-in player's.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("no built-in player `{0}`; there are builtin:random and builtin:first")]
pub struct UnknownBuiltin(String);

impl FromStr for Builtin {
    type Err = UnknownBuiltin;

    fn from_str(text: &str) -> Result<Builtin, UnknownBuiltin> {
        Builtin::ALL
            .into_iter()
            .find(|builtin| text.strip_prefix(Self::PREFIX) == Some(builtin.name()))
            .ok_or_else(|| UnknownBuiltin(text.to_owned()))
    }
}

/// A built-in player at a seat. Its answers cost no time on any clock.
pub struct BuiltinPlayer {
    kind: Builtin,
    dice: Dice,
    legal: Vec<Action>,
}

impl Player for BuiltinPlayer {
    fn choose(&mut self, ask: Ask<'_>) -> Result<Answer, HostFailure> {
        self.legal.clear();
        ask.scene.position.legal_actions(ask.seat, &mut self.legal);
        let choice = match self.kind {
            Builtin::Random => self.dice.pick(&self.legal),
            Builtin::First => self.legal.first(),
        };
        let action =
            choice.ok_or_else(|| HostFailure::new("a seat without a legal action was asked", None))?;
        Ok(Answer { result: Ok(action.code() as i64), offer: None, spent: Ticks::ZERO })
    }
}
