//! An entrant, read from its row.

use config::{BotPlan, EntrantPlan};
use ledger::{EntrantRow, LedgerError};

/// Converts a row to the entrant that was entered. A recorded run stores its entrants only as rows.
///
/// # Errors
/// When the row names a built-in player that does not exist.
pub fn entered(row: &EntrantRow) -> Result<EntrantPlan, LedgerError> {
    let bot = match row.module {
        None if row.refusal.is_empty() => BotPlan::Builtin(row.bot.parse().map_err(|_| {
            LedgerError::Damaged { what: format!("unknown built-in player \"{}\"", row.bot) }
        })?),
        _ => BotPlan::File(row.bot.clone()),
    };
    let (name, settings) = (row.name.clone(), row.settings.clone());
    Ok(EntrantPlan { name, bot, settings, guest: row.guest, size: row.size })
}

/// The bot's name for the record, without its folder, so that no local path gets into a record.
pub fn bot_name(bot: &BotPlan) -> String {
    match bot {
        BotPlan::Builtin(builtin) => builtin.to_string(),
        BotPlan::Opponent(opponent) => opponent.to_string(),
        BotPlan::File(path) => path.rsplit(['/', '\\']).next().unwrap_or(path).to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use config::SizeClass;
    use hash::Hash;
    use referee::Builtin;

    use super::*;

    fn row(bot: &str, module: Option<Hash>, refusal: &[&str]) -> EntrantRow {
        EntrantRow {
            name: "Ada".to_owned(),
            bot: bot.to_owned(),
            module,
            settings: "depth=4".to_owned(),
            size: SizeClass::Script,
            guest: true,
            refusal: refusal.iter().map(|reason| (*reason).to_owned()).collect(),
            joined: 0,
            since: 0,
        }
    }

    #[test]
    fn a_row_says_what_plays() {
        let of = |row: &EntrantRow| entered(row).map(|plan| plan.bot).map_err(|error| error.to_string());
        let file = |name: &str| Ok(BotPlan::File(name.to_owned()));
        assert_eq!(of(&row("ada.wasm", Some(Hash::from([1; 32])), &[])), file("ada.wasm"));
        assert_eq!(of(&row("gone.wasm", None, &["it was not read"])), file("gone.wasm"));
        assert_eq!(of(&row("builtin:greedy", Some(Hash::from([1; 32])), &[])), file("builtin:greedy"));
        assert_eq!(of(&row("builtin:first", None, &[])), Ok(BotPlan::Builtin(Builtin::First)));
        let missing = of(&row("builtin:tea", None, &[])).unwrap_err();
        assert!(missing.ends_with("unknown built-in player \"builtin:tea\""), "{missing}");
    }
}
