//! What a tournament's text means, checked.

use std::collections::BTreeMap;
use std::sync::Arc;

use game::{Game, Rules};
use job::SizeClass;
use opponents::Opponent;
use referee::{Builtin, Limits};
use tournament::{Edition, Grade};

use crate::{ClassSpec, Seeding, StageSpec};

/// A tournament that can be run.
#[derive(Clone)]
pub struct Plan {
    /// What the text means by what it does not say.
    pub edition: Edition,
    /// The tournament's name, for people.
    pub name: String,
    /// What is played.
    pub game: &'static dyn Game,
    /// The game's options, unless a stage overrides them ([`StageSpec::rules`]).
    pub rules: Rules,
    /// What a match may use, unless a stage overrides it ([`StageSpec::limits`]).
    pub limits: Limits,
    /// Where randomness comes from.
    pub seed: SeedPlan,
    /// The report's date, as given. No clock is read for it.
    pub date: Option<String>,
    /// Who plays, in the order of the text. Their ids are their indices.
    pub entrants: Vec<EntrantPlan>,
    /// Who is seeded before whom in the first stage; by the list of entrants if there is nothing.
    pub seeding: Option<Seeding>,
    /// What to do when a bot is refused.
    pub on_refused: OnRefused,
    /// After how many faults in matches an entrant is withdrawn at the next round; `None` for never.
    pub withdraw_after_faults: Option<u32>,
    /// Whether everybody may know the settings of all entrants. Otherwise each is told its own.
    pub public_settings: bool,
    /// The class that some of them come from.
    pub class: Option<ClassSpec>,
    /// The stages in order, at least one.
    pub stages: Vec<StageSpec>,
    /// The formula of the grades, if there are grades.
    pub grade: Option<Grade>,
    /// The other files that were read, as the text names them, with their contents, and the start positions that were
    /// found ([`Plan::keep_openings`]). A run keeps a copy, from which [`parse_with`](crate::parse_with) and
    /// [`Plan::take_openings`] read the plan again.
    pub files: BTreeMap<String, String>,
}

/// Where a run's randomness comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeedPlan {
    /// A number in the text.
    Number(u64),
    /// Drawn when the run begins, stored, and published after it.
    Draw,
}

/// A bot to be entered under a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EntrantPlan {
    /// The name.
    pub name: String,
    /// The bot.
    pub bot: BotPlan,
    /// Settings text, at most 1 KiB.
    pub settings: String,
    /// Whether it plays unranked.
    pub guest: bool,
    /// The caps for its module.
    pub size: SizeClass,
}

/// What plays for an entrant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BotPlan {
    /// A built-in player.
    Builtin(Builtin),
    /// A sample bot, which is in the program.
    Opponent(&'static Opponent),
    /// A file, relative to the text's folder.
    File(String),
}

impl BotPlan {
    /// The module of a sample bot.
    pub fn built_in_module(&self) -> Option<Arc<[u8]>> {
        match self {
            BotPlan::Opponent(opponent) => Some(Arc::from(opponent.module)),
            BotPlan::Builtin(_) | BotPlan::File(_) => None,
        }
    }
}

/// What to do when a bot is refused.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OnRefused {
    /// Leave it out and list it with its reasons.
    #[default]
    Exclude,
    /// Do not begin the run.
    Stop,
}
