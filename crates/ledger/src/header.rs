//! The facts of a run, and its entrants.

use std::collections::BTreeMap;

use hash::Hash;
use job::SizeClass;
use tournament::{EntrantId, Field};

use crate::InputsAt;

/// The kind of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunKind {
    /// A tournament: stages of entrants.
    Tournament,
    /// A sequential test of two bots: pairs of games until the test is decided.
    SequentialTest,
}

impl RunKind {
    /// Returns the name on record: `tournament` or `sequential-test`.
    pub const fn name(self) -> &'static str {
        match self {
            RunKind::Tournament => "tournament",
            RunKind::SequentialTest => "sequential-test",
        }
    }

    /// Returns the kind with the given name; `None` if there is none.
    pub(crate) fn named(name: &str) -> Option<RunKind> {
        [RunKind::Tournament, RunKind::SequentialTest].into_iter().find(|kind| kind.name() == name)
    }
}

/// The facts of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunHeader {
    /// The kind of run.
    pub kind: RunKind,
    /// The game's key ([`game::Game::key`]).
    pub game: String,
    /// The tournament's TOML or the test's text, byte for byte.
    pub toml: String,
    /// The name of that text's file, without its folder.
    pub toml_name: String,
    /// The engine's fingerprint. It covers everything that may change a result: wasmtime, target, price table, rules.
    pub fingerprint: String,
    /// The run's seed: the number in the TOML, or drawn at random.
    pub seed: u64,
    /// The edition of the defaults for the text; 1 in sequential tests.
    pub defaults: u32,
}

impl RunHeader {
    /// Returns the facts of the run as of these inputs: a game from a file may have had other rules then.
    #[must_use]
    pub fn at(&self, inputs: &InputsAt) -> RunHeader {
        let game = job::recorded_game(&inputs.files).unwrap_or(&self.game);
        RunHeader {
            game: game.to_owned(),
            toml: inputs.toml.clone(),
            fingerprint: self.engine_for(game),
            ..self.clone()
        }
    }

    /// Returns the fingerprint of the run's engine with the rules of this game, which the run plays or has played.
    pub fn engine_for(&self, game: &str) -> String {
        self.fingerprint.replace(&self.game, game)
    }
}

/// An entrant as it was entered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EntrantRow {
    /// The display name.
    pub name: String,
    /// The name of the bot's file without its folder, or of a built-in player.
    pub bot: String,
    /// The module's hash; `None` for a built-in player or a file that was not read.
    pub module: Option<Hash>,
    /// The settings text for the bot.
    pub settings: String,
    /// The size class of its module.
    pub size: SizeClass,
    /// `true` if it plays unranked.
    pub guest: bool,
    /// The reasons why it was refused; empty if it plays.
    pub refusal: Vec<String>,
    /// The number of the adopted change with which it joined, from 1; 0 if it was there from the beginning.
    pub joined: u32,
    /// Its first round in the first stage, from 0; greater than 0 only in a Swiss that it joined late.
    pub since: u32,
}

impl EntrantRow {
    /// Returns `true` if both have the same bot and settings, even under different names.
    pub fn plays_as(&self, other: &EntrantRow) -> bool {
        // A built-in player has no module and is identified by its name.
        let bot = |row: &EntrantRow| row.module.is_none().then(|| row.bot.clone());
        (self.module, bot(self), &self.settings) == (other.module, bot(other), &other.settings)
    }
}

/// Returns the field of the first stage: the admitted entrants, in the order of the list.
pub fn field(rows: &[EntrantRow]) -> Field {
    let admitted = || (0..).map(EntrantId).zip(rows).filter(|(_, row)| row.refusal.is_empty());
    let mut late: BTreeMap<u32, Vec<EntrantId>> = BTreeMap::new();
    for (id, row) in admitted().filter(|(_, row)| row.joined > 0) {
        late.entry(row.joined).or_default().push(id);
    }
    Field {
        ranked: admitted().filter(|(_, row)| !row.guest).map(|(id, _)| id).collect(),
        guests: admitted().filter(|(_, row)| row.guest).map(|(id, _)| id).collect(),
        late: late.into_values().collect(),
        since: admitted().filter(|(_, row)| row.since > 0).map(|(id, row)| (id, row.since)).collect(),
        ..Field::default()
    }
}
