//! Strengths of the bots, measured in tournaments of all bots of a game.

use hash::Hash;
use referee::Builtin;

use crate::opponents_of;

/// The results of the tournaments of `tournaments/opponents`, as committed next to them.
const MEASURED: &[(&str, &str)] = &[
    ("tank-battle", include_str!("../../../tournaments/opponents/tank-battle.csv")),
    ("tank-war", include_str!("../../../tournaments/opponents/tank-war.csv")),
    ("tank-chess", include_str!("../../../tournaments/opponents/tank-chess.csv")),
];

/// The strength of a bot in a tournament of all built-in bots of its game.
#[derive(Clone, Debug, PartialEq)]
pub struct Strength {
    /// The bot's name, without the prefix.
    pub name: &'static str,
    /// The hash of the module that played; `None` for a player that needs no module.
    pub module: Option<Hash>,
    /// Its rating in Elo; the average of the tournament is 1500.
    pub rating: f64,
    /// Half the width of the rating's 95 % interval.
    pub plus_minus: f64,
    /// Number of its games.
    pub games: u32,
}

impl Strength {
    /// Its name with the prefix.
    pub fn full_name(&self) -> String {
        format!("{}{}", Builtin::PREFIX, self.name)
    }

    /// Its strategy in a few words.
    pub fn about(&self, game: &str) -> &'static str {
        let opponent = opponents_of(game).find(|opponent| opponent.name == self.name);
        match (opponent, self.name) {
            (Some(opponent), _) => opponent.about,
            (None, "first") => "the first legal action of the list",
            (None, _) => "any legal action; needs no module",
        }
    }
}

/// Returns all built-in bots of a game with their strength, strongest first.
pub fn strengths_of(game: &str) -> Vec<Strength> {
    let text = MEASURED.iter().find(|(name, _)| *name == game).map_or("", |(_, text)| text);
    let mut strengths: Vec<Strength> = text.lines().skip(1).filter_map(strength).collect();
    strengths.sort_by(|one, other| other.rating.total_cmp(&one.rating));
    strengths
}

/// Parses a line of the table: `name,module,rating,plus_minus,games`.
fn strength(line: &'static str) -> Option<Strength> {
    let fields: Vec<&'static str> = line.split(',').collect();
    let [name, module, rating, plus_minus, games] = fields[..] else { return None };
    Some(Strength {
        name,
        module: if module.is_empty() { None } else { Some(module.parse().ok()?) },
        rating: rating.parse().ok()?,
        plus_minus: plus_minus.parse().ok()?,
        games: games.parse().ok()?,
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::OPPONENTS;

    /// A bot that is added or built anew must be measured again; the README has the command.
    #[test]
    fn what_is_built_in_is_what_was_measured() {
        for (game, text) in MEASURED {
            let strengths = strengths_of(game);
            let measured: BTreeMap<&str, Option<Hash>> =
                strengths.iter().map(|strength| (strength.name, strength.module)).collect();
            let players = Builtin::ALL.iter().map(|player| (player.name(), None));
            let opponents = opponents_of(game).map(|opponent| (opponent.name, Some(opponent.hash())));
            assert_eq!(measured, players.chain(opponents).collect(), "{game}: measure again");
            assert_eq!(text.lines().count(), 1 + strengths.len(), "{game}: a line a bot");
            assert!(strengths.iter().all(|one| one.rating.is_finite() && one.plus_minus > 0.0), "{game}");
        }
        assert!(OPPONENTS.iter().all(|opponent| MEASURED.iter().any(|(game, _)| *game == opponent.game)));
    }
}
