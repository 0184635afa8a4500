//! Checks the record of a tournament against its own text.

use std::collections::BTreeMap;

use config::{BotPlan, Plan, SeedPlan};
use ledger::{EntrantRow, RunHeader};

use crate::recorded_entrant::bot_name;

/// Returns the first contradiction between a tournament's record and its own text: in the game, seed, files or
/// entrants.
pub(crate) fn contradiction(
    header: &RunHeader,
    (rows, files): (&[EntrantRow], &BTreeMap<String, String>),
    plan: &Plan,
) -> Option<String> {
    if plan.game.key() != header.game {
        return Some(format!("the run plays {}, but its text says {}", header.game, plan.game.key()));
    }
    if let SeedPlan::Number(seed) = plan.seed
        && seed != header.seed
    {
        return Some(format!("the run's seed is {}, but {seed} in its text", header.seed));
    }
    if plan.files != *files {
        return Some("the files of the run are not those that its text names".to_owned());
    }
    if plan.entrants.len() != rows.len() {
        let (rows, named) = (rows.len(), plan.entrants.len());
        return Some(format!("the run has {rows} entrants, but its text names {named}"));
    }
    (1..).zip(rows.iter().zip(&plan.entrants)).find_map(|(number, (row, entrant))| {
        let is_builtin = matches!(entrant.bot, BotPlan::Builtin(_));
        let what = if row.name != entrant.name {
            "name"
        } else if row.bot != bot_name(&entrant.bot)
            || is_builtin && row.module.is_some()
            || is_builtin != row.module.is_none() && row.refusal.is_empty()
        {
            "bot"
        } else if row.settings != entrant.settings {
            "settings"
        } else if row.guest != entrant.guest || row.size != entrant.size {
            "role or size"
        } else if is_builtin && !row.refusal.is_empty() {
            "refusal"
        } else {
            return None;
        };
        Some(format!("entrant {number} \"{}\" has a different {what} in the run than in its text", row.name))
    })
}
