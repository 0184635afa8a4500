//! The checked meaning of a tournament's text.

use std::collections::BTreeMap;
use std::sync::Arc;

use game::{Game, Rules};
use games::SampleBot;
use job::SizeClass;
use referee::{Builtin, Limits};
use tournament::{Edition, Grade};

use crate::{ClassSpec, Seeding, StageSpec};

/// A tournament that can be run.
#[derive(Clone)]
pub struct Plan {
    /// The edition of the defaults for keys that the text does not have.
    pub edition: Edition,
    /// The tournament's name, for people.
    pub name: String,
    /// The game.
    pub game: &'static dyn Game,
    /// The game's options, unless a stage overrides them ([`StageSpec::rules`]).
    pub rules: Rules,
    /// The resources of a match, unless a stage overrides them ([`StageSpec::limits`]).
    pub limits: Limits,
    /// The source of randomness.
    pub seed: SeedPlan,
    /// The report's date, as given. It does not come from a clock.
    pub date: Option<String>,
    /// The entrants, in the order of the text. Their ids are their indices.
    pub entrants: Vec<EntrantPlan>,
    /// The seeding of the first stage; `None` to seed by the list of entrants.
    pub seeding: Option<Seeding>,
    /// The reaction to a refused bot.
    pub on_refused: OnRefused,
    /// Number of faults in matches after which an entrant is withdrawn at the next round; `None` for never.
    pub withdraw_after_faults: Option<u32>,
    /// `true` if all entrants' settings are public. Otherwise, each entrant sees only its own.
    pub public_settings: bool,
    /// The class that some of the entrants come from.
    pub class: Option<ClassSpec>,
    /// The stages in order, at least one.
    pub stages: Vec<StageSpec>,
    /// The formula of the grades; `None` without grades.
    pub grade: Option<Grade>,
    /// The contents of the other files that were read, by the names in the text; the start positions that were found
    /// ([`Plan::keep_openings`]); the key of a game from a file ([`job::RULES_FILE`]). A run keeps a copy, from which [`parse_with`](crate::parse_with) and
    /// [`Plan::take_openings`] read the plan again.
    pub files: BTreeMap<String, String>,
}

/// The source of a run's randomness.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeedPlan {
    /// A number in the text.
    Number(u64),
    /// A seed that is drawn when the run begins, stored, and published after the run.
    Draw,
}

/// A bot to enter under a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EntrantPlan {
    /// The name.
    pub name: String,
    /// The bot.
    pub bot: BotPlan,
    /// Settings text, at most 1 KiB.
    pub settings: String,
    /// `true` if it plays unranked.
    pub guest: bool,
    /// The caps for its module.
    pub size: SizeClass,
}

/// The player of an entrant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BotPlan {
    /// A built-in player.
    Builtin(Builtin),
    /// A sample bot that ships with the program.
    Opponent(&'static SampleBot),
    /// A file, relative to the text's folder.
    File(String),
}

impl BotPlan {
    /// Returns the module of a sample bot; `None` for any other bot.
    pub fn built_in_module(&self) -> Option<Arc<[u8]>> {
        match self {
            BotPlan::Opponent(opponent) => Some(Arc::from(opponent.module)),
            BotPlan::Builtin(_) | BotPlan::File(_) => None,
        }
    }
}

/// The reaction to a refused bot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OnRefused {
    /// Exclude it and list it with the reasons.
    #[default]
    Exclude,
    /// Do not begin the run.
    Stop,
}
