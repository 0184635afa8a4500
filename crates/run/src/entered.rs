//! An entrant as its row has it.

use config::{BotPlan, EntrantPlan, SizeClass};
use ledger::{EntrantRow, LedgerError};

/// What is entered by a row: rows are all that a run on record has of its entrants, however they were made.
///
/// Where a row has no size class, because its run began before they were on record, it has the larger caps: whoever was
/// admitted then keeps those, too.
///
/// # Errors
/// When the row names a built-in player that does not exist.
pub fn entered(row: &EntrantRow) -> Result<EntrantPlan, LedgerError> {
    let bot = match row.module {
        None if row.refusal.is_empty() => BotPlan::Builtin(row.bot.parse().map_err(|_| {
            LedgerError::Damaged { what: format!("there is no built-in player \"{}\"", row.bot) }
        })?),
        _ => BotPlan::File(row.bot.clone()),
    };
    let (name, settings) = (row.name.clone(), row.settings.clone());
    let size = row.size.unwrap_or(SizeClass::Script);
    Ok(EntrantPlan { name, bot, settings, guest: row.guest, size })
}
