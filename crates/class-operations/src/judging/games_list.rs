//! The games that a version played in the class, with everything needed to replay them.

use class_model::{Hash, called};
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

/// Maximum size of a list of games in bytes.
const LARGEST: u64 = 1 << 30;

/// The games of a requirement or of a request, with everything needed to replay them.
///
/// A list is stored with the class under the hash of its bytes, so its members stay in alphabetical order.
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
    /// Number of the request; absent unless they are friendly games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u32")]
    pub request: Option<u32>,
    /// Name of the requirement; absent unless they were played for one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub requirement: Option<String>,
    /// The rule options; absent for the game's defaults.
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
    /// `true` if it counts: no game of its pair repeats an earlier one.
    pub counts: bool,
    /// Fault of the version; null if it did not fail.
    pub fault: Option<String>,
    /// `true` if the version had the first seat.
    pub first: bool,
    /// Its number, from 1.
    pub game: u64,
    /// The seed of chance; absent if it is the seed of the match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u64")]
    pub luck: Option<u64>,
    /// Number of plies.
    pub plies: u32,
    /// The start position.
    pub position: String,
    /// The reason why it ended.
    pub reason: String,
    /// Its record without logs and views, for the first lost games; absent for others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "serde_json::Map<String, serde_json::Value>")]
    pub record: Option<job::Record>,
    /// Result for the version: `won`, `lost` or `drawn`.
    pub result: String,
    /// The game's name for the version's seat.
    pub seat: String,
    /// The seed of the match.
    pub seed: u64,
}

impl Shape for GamesList {
    const NAME: &'static str = "class-games";
    const VERSION: u32 = 1;
}

impl GamesList {
    /// Reads the list with a given hash.
    ///
    /// # Errors
    /// If it does not exist, or is not a list of games.
    pub fn read(class: &OpenClass, list: &Hash) -> Result<GamesList, Error> {
        let bytes = class.folder.read(list, LARGEST)?;
        serde_json::from_slice(&bytes)
            .map_err(|error| Error::new(Kind::Damaged, format!("cannot read the list of games: {error}")))
    }

    /// Returns the game with the rules that played the list. The rules of a game from a file may have changed since.
    pub fn game_of(&self, class: &OpenClass) -> &'static dyn Game {
        let played = self.engine.split_once("; ").and_then(|(_, key)| games::find(key));
        played.unwrap_or(class.plan.game)
    }

    /// Returns the command that replays a game of the list. `rules` is the path of the module of a game from a file;
    /// `None` stands for the module in a project. `file` returns the path of the bot's module with a given hash.
    pub fn play_again(
        &self,
        class: &OpenClass,
        game: &ListedGame,
        rules: Option<&str>,
        file: &dyn Fn(&Hash) -> String,
    ) -> String {
        let own = file(&self.module);
        let other = match self.against.parse::<Hash>() {
            Ok(hash) => file(&hash),
            Err(_) => self.against.clone(),
        };
        let seats = if game.first { [own, other] } else { [other, own] };
        let played = self.game_of(class);
        let rules = played.module().map_or(played.name(), |_| rules.unwrap_or(kit::MODULE));
        let mut words = ["muster", "play", rules].map(str::to_owned).to_vec();
        words.extend(seats);
        words.extend(["--seed".to_owned(), game.seed.to_string()]);
        words.extend(game.luck.into_iter().flat_map(|luck| ["--luck".to_owned(), luck.to_string()]));
        words.extend(["--position".to_owned(), game.position.clone()]);
        if !self.settings.is_empty() {
            let option = if game.first { "--first-settings" } else { "--second-settings" };
            words.extend([option.to_owned(), self.settings.clone()]);
        }
        words.extend(self.words_of_rules(played));
        words.extend(self.words_of_limits());
        let words: Vec<String> = words.iter().map(|word| quoted(word)).collect();
        words.join(" ")
    }

    /// Returns the command-line options for the rules that differ from the defaults.
    fn words_of_rules(&self, played: &dyn Game) -> Vec<String> {
        let usual = Rules::defaults(played.options()).to_string();
        let usual: Vec<&str> = usual.split_whitespace().collect();
        let rules = self.rules.as_deref().unwrap_or_default().split_whitespace();
        let others = rules.filter(|rule| !usual.contains(rule));
        others.flat_map(|rule| ["--rule".to_owned(), rule.to_owned()]).collect()
    }

    /// Returns the command-line options for positions and times that differ from the defaults.
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

    /// Stores the list with the class, and returns its hash.
    pub(super) fn keep(&self, class: &OpenClass) -> Result<Hash, Error> {
        let bytes = serde_json::to_vec(self).map_err(|error| Error::wrap(Kind::Host, &error))?;
        class.folder.keep(&bytes).map_err(Error::from)
    }
}

impl ListedGame {
    pub(super) fn new(rules: &dyn Game, game: &ComparedGame, counts: bool) -> ListedGame {
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
            luck: game.luck,
            plies: record.plies,
            position: game.start.to_string(),
            reason: record.ending(),
            record: None,
            result: result.to_owned(),
            seat: rules.seats()[seat].word.to_owned(),
            seed: game.seed,
        }
    }
}

/// Returns the opponent's name in a list of games: the hash of its module, or the name of a built-in player.
pub(super) fn opponent(bot: &BotPlan, module: Option<&Hash>) -> String {
    module.map_or_else(|| called(bot), Hash::to_string)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Earlier versions of this program wrote such lists, which are found by their hashes.
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
