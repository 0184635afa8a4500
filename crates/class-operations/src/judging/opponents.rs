//! The opponents of requirements.

use std::collections::BTreeMap;
use std::sync::Arc;

use class_model::{ClassPlan, Hash, Requirement};
use config::{BotPlan, SizeClass};
use explain::Error;
use job::Caps;
use runner::Candidate;

use super::candidate;
use crate::bots::{read_bot, unread_bot};
use crate::open_class::OpenClass;

/// The opponents of all requirements of a class, by the names of the requirements.
pub struct Opponents(BTreeMap<String, Opponent>);

#[derive(Clone)]
pub(super) struct Opponent {
    bot: BotPlan,
    module: Option<(Hash, Arc<[u8]>)>,
}

impl Opponents {
    /// Reads the files of the opponents.
    ///
    /// # Errors
    /// If one of them cannot be read.
    pub fn read(class: &OpenClass) -> Result<Opponents, Error> {
        let opponent = |requirement: &Requirement| {
            let module = match &requirement.against {
                BotPlan::Builtin(_) => None,
                BotPlan::Opponent(opponent) => {
                    Some((Hash::digest(opponent.module), Arc::from(opponent.module)))
                }
                BotPlan::File(file) => {
                    let path = class.folder.root().join(file);
                    let bytes = read_bot(&path, &Caps::script()).map_err(|error| {
                        let failed = unread_bot(&path, &error);
                        failed.hint(format!("it is the opponent of the requirement \"{}\"", requirement.name))
                    })?;
                    Some((Hash::digest(&bytes), bytes))
                }
            };
            let opponent = Opponent { bot: requirement.against.clone(), module };
            Ok((requirement.name.clone(), opponent))
        };
        class.plan.requirements.iter().map(opponent).collect::<Result<_, _>>().map(Opponents)
    }

    /// Returns the hash of everything that the games of a requirement depend on, except the version and the engine.
    pub fn key(&self, plan: &ClassPlan, requirement: &Requirement) -> Hash {
        let module = self.0.get(&requirement.name).and_then(Opponent::hash);
        requirement.key(plan.game, module.as_ref())
    }

    /// Returns the opponent of a requirement; `None` if the requirement is unknown.
    pub(super) fn for_requirement(&self, requirement: &Requirement) -> Option<Opponent> {
        self.0.get(&requirement.name).cloned()
    }

    /// Returns the modules of the opponents that are not built-in players.
    pub(super) fn modules(&self) -> impl Iterator<Item = &[u8]> {
        self.0.values().filter_map(|opponent| opponent.module.as_ref()).map(|(_, bytes)| &**bytes)
    }
}

impl Opponent {
    /// Returns the hash of its module; `None` for a built-in player without one.
    pub(super) fn hash(&self) -> Option<Hash> {
        self.module.as_ref().map(|(hash, _)| *hash)
    }

    pub(super) fn candidate(self) -> Candidate {
        let module = self.module.map(|(_, bytes)| bytes);
        candidate("opponent", self.bot, "", SizeClass::Script, module)
    }
}
