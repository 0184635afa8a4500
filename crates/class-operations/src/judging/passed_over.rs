//! Work that is skipped because this machine reaches no verdict on a bot.

use std::collections::BTreeSet;

use class_model::{Facts, Hash, Task};
use explain::{Error, Kind};

use super::entries_with;
use crate::warning::listed;

/// Work that was skipped because this machine reaches no verdict on a bot. It keeps waiting.
#[derive(Default)]
pub(super) struct PassedOver {
    pub(super) submissions: BTreeSet<u32>,
    modules: BTreeSet<Hash>,
    pub(super) requests: BTreeSet<u32>,
}

impl PassedOver {
    /// Skips a task; returns the aliases of the bot's owners.
    pub(super) fn add_task(&mut self, facts: &Facts, task: &Task<'_>) -> String {
        let (Task::Try { module } | Task::Judge { module, .. }) = task;
        self.modules.insert(*module);
        listed(entries_with(facts, module).iter().map(String::as_str))
    }

    pub(super) fn has_task(&self, task: &Task<'_>) -> bool {
        let (Task::Try { module } | Task::Judge { module, .. }) = task;
        self.modules.contains(module)
    }

    /// Returns an error if anything was skipped.
    pub(super) fn check(&self) -> Result<(), Error> {
        let count = self.submissions.len() + self.modules.len() + self.requests.len();
        if count == 0 {
            return Ok(());
        }
        let what = format!("{count} hand-ins, bots or requests are waiting: undecided on this machine");
        Err(Error::new(Kind::Undecided, what)
            .hint("run the same command on a faster machine, or when this machine is less busy"))
    }
}
