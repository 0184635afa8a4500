//! What a run is about.

use std::collections::BTreeMap;

use job::SizeClass;
use tournament::{EntrantId, Field};

/// What a run is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunKind {
    /// A tournament: stages of entrants.
    Tournament,
    /// A sequential test of two bots: pairs of games until it is decided.
    SequentialTest,
}

impl RunKind {
    /// The name on record: `tournament`, `sequential-test`.
    pub const fn name(self) -> &'static str {
        match self {
            RunKind::Tournament => "tournament",
            RunKind::SequentialTest => "sequential-test",
        }
    }

    /// The kind of a name.
    pub(crate) fn named(name: &str) -> Option<RunKind> {
        [RunKind::Tournament, RunKind::SequentialTest].into_iter().find(|kind| kind.name() == name)
    }
}

/// The facts of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunHeader {
    /// What it is.
    pub kind: RunKind,
    /// The game's name.
    pub game: String,
    /// What is played: the tournament's TOML, or the test's text, byte for byte.
    pub toml: String,
    /// The file's name without its folder.
    pub toml_name: String,
    /// What any difference in could change a result: wasmtime, target, price table, rules.
    pub fingerprint: String,
    /// The run's seed: drawn, or the number in the TOML.
    pub seed: u64,
}

/// An entrant as it was entered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EntrantRow {
    /// The display name.
    pub name: String,
    /// The file's name without its folder, or a built-in player's name.
    pub bot: String,
    /// The module's hash, if it is one that was read.
    pub module: Option<[u8; 32]>,
    /// Settings text for the bot.
    pub settings: String,
    /// The caps for its module; `None` in a run that began before schema 6, which does not have it on record.
    pub size: Option<SizeClass>,
    /// Whether it plays unranked.
    pub guest: bool,
    /// Why it was refused; empty if it plays.
    pub refusal: Vec<String>,
    /// The adopted change with which it joined, from 1; 0 for who was there when the run began.
    pub joined: u32,
    /// The first round of the first stage that it is in, from 0, where that is a Swiss that it joined late.
    pub since: u32,
}

impl EntrantRow {
    /// Whether the same plays for both, under whatever name.
    pub fn plays_as(&self, other: &EntrantRow) -> bool {
        // A built-in player has no module and is known by its name.
        let bot = |row: &EntrantRow| row.module.is_none().then(|| row.bot.clone());
        (self.module, bot(self), &self.settings) == (other.module, bot(other), &other.settings)
    }
}

/// The field of the first stage: who was admitted, in the order of the list.
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
