//! The games that a version played in the class, with all that is needed to play them again.

use class::{Hash, called};
use config::BotPlan;
use explain::{Error, Kind, quoted};
use game::{Game, Rules, Seat};
use json::Shape;
use referee::{Clock, Limits};
use runner::ComparedGame;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tournament::EntrantId;

use crate::open_class::OpenClass;

/// Bytes of a list of games.
const LARGEST: u64 = 1 << 30;

/// The games of a requirement or of a request, with all that is needed to play them again.
///
/// A list is kept with the class and named by the hash of its bytes: its members stay in alphabetical order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct GamesList {
    /// The opponent: the hash of its module, or a built-in player.
    pub against: String,
    /// The fingerprint of the engine that played.
    pub engine: String,
    /// The game.
    pub game: String,
    /// The games, in the order of their numbers.
    pub games: Vec<ListedGame>,
    /// The limits of each match.
    pub limits: String,
    /// The hash of the version's module.
    #[schemars(with = "String")]
    pub module: Hash,
    /// The number of the request, if they were friendly games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u32")]
    pub request: Option<u32>,
    /// The requirement's name, if they were played for one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub requirement: Option<String>,
    /// The rule options; absent where they are the game's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub rules: Option<String>,
    /// The settings text of the version.
    #[serde(default)]
    pub settings: String,
}

/// A game of a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ListedGame {
    /// Whether it counts: no game of its pair repeats an earlier one.
    pub counts: bool,
    /// How the version failed; null if it did not.
    pub fault: Option<String>,
    /// Whether the version sat first.
    pub first: bool,
    /// Its number, from 1.
    pub game: u64,
    /// How many plies it had.
    pub plies: u32,
    /// The start position.
    pub position: String,
    /// Why it ended.
    pub reason: String,
    /// Its record without what was logged and seen, for the first games that were lost; absent for others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "serde_json::Map<String, serde_json::Value>")]
    pub record: Option<job::Record>,
    /// How it ended for the version: `won`, `lost` or `drawn`.
    pub result: String,
    /// The version's seat, in the game's word.
    pub seat: String,
    /// The seed of the match.
    pub seed: u64,
}

impl Shape for GamesList {
    const NAME: &'static str = "class-games";
    const VERSION: u32 = 1;
}

impl GamesList {
    /// Reads the list of a hash.
    ///
    /// # Errors
    /// If it is not there, or is not a list of games.
    pub fn read(class: &OpenClass, list: &Hash) -> Result<GamesList, Error> {
        let bytes = class.folder.read(list, LARGEST)?;
        serde_json::from_slice(&bytes)
            .map_err(|error| Error::new(Kind::Damaged, format!("the list of games cannot be read: {error}")))
    }

    /// The command that plays a game of the list again; `file` is where the module of a hash is.
    pub fn play_again(&self, class: &OpenClass, game: &ListedGame, file: &dyn Fn(&Hash) -> String) -> String {
        let own = file(&self.module);
        let other = match self.against.parse::<Hash>() {
            Ok(hash) => file(&hash),
            Err(_) => self.against.clone(),
        };
        let seats = if game.first { [own, other] } else { [other, own] };
        let mut words = vec!["muster".to_owned(), "play".to_owned(), class.plan.game.name().to_owned()];
        words.extend(seats);
        words.extend(["--seed".to_owned(), game.seed.to_string()]);
        words.extend(["--position".to_owned(), game.position.clone()]);
        if !self.settings.is_empty() {
            let option = if game.first { "--first-settings" } else { "--second-settings" };
            words.extend([option.to_owned(), self.settings.clone()]);
        }
        words.extend(self.words_of_rules(class));
        words.extend(self.words_of_limits());
        let words: Vec<String> = words.iter().map(|word| quoted(word)).collect();
        words.join(" ")
    }

    /// The options for the rules, where they are not the usual ones.
    fn words_of_rules(&self, class: &OpenClass) -> Vec<String> {
        let usual = Rules::defaults(class.plan.game.options()).to_string();
        let usual: Vec<&str> = usual.split_whitespace().collect();
        let rules = self.rules.as_deref().unwrap_or_default().split_whitespace();
        let others = rules.filter(|rule| !usual.contains(rule));
        others.flat_map(|rule| ["--rule".to_owned(), rule.to_owned()]).collect()
    }

    /// The options for positions and times, where they are not the usual ones.
    fn words_of_limits(&self) -> Vec<String> {
        let Ok(limits) = self.limits.parse::<Limits>() else { return Vec::new() };
        let mut words = Vec::new();
        if !limits.positions {
            words.push("--no-positions".to_owned());
        }
        let Some(clock) = limits.common_clock().filter(|clock| **clock != Clock::default()) else {
            return words;
        };
        if let Some(per_move) = clock.per_move {
            words.extend(["--per-move".to_owned(), per_move.to_string()]);
        }
        words.extend(["--per-game".to_owned(), clock.per_game.to_string()]);
        words
    }

    /// Keeps it, and returns its hash.
    pub(super) fn keep(&self, class: &OpenClass) -> Result<Hash, Error> {
        let bytes = serde_json::to_vec(self).map_err(|error| Error::of(Kind::Host, &error))?;
        class.folder.keep(&bytes).map_err(Error::from)
    }
}

impl ListedGame {
    pub(super) fn of(rules: &dyn Game, game: &ComparedGame, counts: bool) -> ListedGame {
        let seat = game.seat_of(EntrantId(0));
        let record = &game.record;
        let result = match record.verdict.outcome.winner() {
            Some(winner) if winner == seat => "won",
            Some(_) => "lost",
            None => "drawn",
        };
        ListedGame {
            counts,
            fault: record.losses[seat].as_deref().map(|loss| loss.failure.fault.to_string()),
            first: seat == Seat::First,
            game: game.number(),
            plies: record.plies,
            position: game.start.to_string(),
            reason: job::ending_of(record),
            record: None,
            result: result.to_owned(),
            seat: rules.seats()[seat].word.to_owned(),
            seed: game.seed,
        }
    }
}

/// The opponent as a list of games names it: a file of the class by its hash, or a built-in player.
pub(super) fn opponent(bot: &BotPlan, module: Option<&Hash>) -> String {
    module.map_or_else(|| called(bot), Hash::to_string)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Earlier versions of this program have written such lists. Who has their hashes finds them by it.
    #[test]
    fn the_bytes_of_a_list_stay() {
        let module = "0".repeat(64);
        let game = r#"{"counts":true,"fault":null,"first":true,"game":1,"plies":9,"position":"p","reason":"r","result":"won","seat":"s","seed":7}"#;
        for text in [
            format!(
                r#"{{"against":"builtin:random","engine":"e","game":"tank-war","games":[{game}],"limits":"l","module":"{module}","requirement":"r","rules":"","settings":"x"}}"#
            ),
            format!(
                r#"{{"against":"builtin:random","engine":"e","game":"tank-war","games":[],"limits":"l","module":"{module}","request":3,"settings":""}}"#
            ),
        ] {
            let list: GamesList = serde_json::from_str(&text).unwrap();
            assert_eq!(serde_json::to_string(&list).unwrap(), text);
        }
    }
}
