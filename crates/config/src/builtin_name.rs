//! The names of built-in bots: `builtin:greedy`.

use explain::closest;
use games::SampleBot;
use referee::Builtin;
use thiserror::Error;

use crate::BotPlan;

/// A name that stands for no player.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum UnknownName {
    /// There is no such bot.
    #[error("no built-in bot `{name}`{}", listed(.game.as_deref()))]
    Unknown {
        /// The name as written.
        name: String,
        /// The game to play; `None` if it is unknown.
        game: Option<String>,
    },
    /// The bot plays another game.
    #[error("`{name}` does not play {game}{}", listed(Some(.game)))]
    OtherGame {
        /// The name as written.
        name: String,
        /// The game to play.
        game: String,
    },
    /// The name fits bots of several games.
    #[error("`{name}` does not say which game it plays")]
    WhichGame {
        /// The name as written.
        name: String,
        /// The names with a game for which it may stand.
        meant: Vec<String>,
    },
}

impl UnknownName {
    /// Advice on a name to write instead.
    pub fn hint(&self) -> String {
        let (name, game) = match self {
            UnknownName::WhichGame { meant, .. } => return format!("write {}", meant.join(" or ")),
            UnknownName::Unknown { name, game } => (name, game.as_deref()),
            UnknownName::OtherGame { name, game } => (name, Some(game.as_str())),
        };
        let known = known(game);
        let known: Vec<&str> = known.iter().map(|known| bare(known)).collect();
        match closest(bare(name), &known) {
            Some(near) => format!("did you mean `{}{near}`?", Builtin::PREFIX),
            None => "`muster opponents` lists them with their strength".to_owned(),
        }
    }
}

/// Returns a name without the common prefix.
fn bare(name: &str) -> &str {
    name.strip_prefix(Builtin::PREFIX).unwrap_or(name)
}

/// Resolves a name for matches of this game; `None` if it does not start with `builtin:`, which makes it the name of
/// a file. `game` is the game's key. If the game is unknown, the name of a sample bot starts with its game:
/// `builtin:tank-war/greedy`.
///
/// # Errors
/// If no such player exists, it plays another game, or the game is needed to identify the bot.
pub fn read_named(name: &str, game: Option<&str>) -> Option<Result<BotPlan, UnknownName>> {
    let bare = name.strip_prefix(Builtin::PREFIX)?;
    if let Some(player) = Builtin::ALL.into_iter().find(|player| player.name() == bare) {
        return Some(Ok(BotPlan::Builtin(player)));
    }
    let (written, own) = bare.split_once('/').map_or((None, bare), |(game, own)| (Some(game), own));
    let meant: Vec<&'static SampleBot> = games::sample_bots()
        .filter(|bot| bot.name == own && written.is_none_or(|written| bot.game == written))
        .collect();
    let found = meant.iter().copied().find(|bot| written.or(game) == Some(bot.game));
    let name = name.to_owned();
    let title = |game: &str| game.split('@').next().unwrap_or_default().to_owned();
    Some(match (found, game) {
        (Some(bot), Some(game)) if bot.game != game => {
            Err(UnknownName::OtherGame { name, game: title(game) })
        }
        (Some(bot), _) => Ok(BotPlan::Opponent(bot)),
        (None, game) if meant.is_empty() => Err(UnknownName::Unknown { name, game: game.map(title) }),
        (None, Some(game)) => Err(UnknownName::OtherGame { name, game: title(game) }),
        (None, None) => {
            let meant = meant.iter().map(|bot| bot.full_name()).collect();
            Err(UnknownName::WhichGame { name, meant })
        }
    })
}

/// Returns the known names of a game as the end of a message; empty if the game is unknown, because there are too
/// many.
fn listed(game: Option<&str>) -> String {
    game.map_or_else(String::new, |game| format!("; there are {}", known(Some(game)).join(", ")))
}

/// Returns the known names for matches of this game.
fn known(game: Option<&str>) -> Vec<String> {
    let players = Builtin::ALL.iter().map(ToString::to_string);
    let bots = games::sample_bots().filter(|bot| game.is_none_or(|game| bot.game == game));
    players.chain(bots.map(|bot| if game.is_some() { bot.to_string() } else { bot.full_name() })).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks the player that a name stands for, or the error and its advice.
    fn check(name: &str, game: Option<&str>, stands_for: &str) {
        let found = match read_named(name, game) {
            None => "a file".to_owned(),
            Some(Ok(BotPlan::Builtin(player))) => format!("player {}", player.name()),
            Some(Ok(BotPlan::Opponent(bot))) => bot.full_name(),
            Some(Ok(BotPlan::File(file))) => format!("the file {file}"),
            Some(Err(error)) => format!("{error} ({})", error.hint()),
        };
        assert_eq!(found, stands_for, "{name}");
    }

    #[test]
    fn a_name_stands_for_a_bot_of_the_game() {
        for (name, game, stands_for) in [
            ("greedy.wasm", Some("tank-war"), "a file"),
            ("builtin:random", None, "player random"),
            ("builtin:first", Some("tank-war"), "player first"),
            ("builtin:greedy", Some("tank-war"), "builtin:tank-war/greedy"),
            ("builtin:greedy", Some("tank-chess"), "builtin:tank-chess/greedy"),
            ("builtin:tank-chess/greedy", Some("tank-chess"), "builtin:tank-chess/greedy"),
            ("builtin:tank-battle/trader", None, "builtin:tank-battle/trader"),
        ] {
            check(name, game, stands_for);
        }
    }

    #[test]
    fn a_name_that_stands_for_nothing_is_answered_with_those_that_do() {
        let battle = "builtin:random, builtin:first, builtin:scatter, builtin:greedy, builtin:trader, builtin:searcher";
        let list = "`muster opponents` lists them with their strength";
        for (name, stands_for) in [
            (
                "builtin:gredy",
                format!(
                    "no built-in bot `builtin:gredy`; there are {battle} (did you mean `builtin:greedy`?)"
                ),
            ),
            ("builtin:", format!("no built-in bot `builtin:`; there are {battle} ({list})")),
            (
                "builtin:hunter",
                format!("`builtin:hunter` does not play tank-battle; there are {battle} ({list})"),
            ),
            (
                "builtin:tank-war/greedy",
                format!("`builtin:tank-war/greedy` does not play tank-battle; there are {battle} ({list})"),
            ),
        ] {
            check(name, Some("tank-battle"), &stands_for);
        }
        let named_so = games::sample_bots().filter(|bot| bot.name == "greedy").map(SampleBot::full_name);
        let all = named_so.collect::<Vec<_>>().join(" or ");
        assert!(all.starts_with("builtin:tank-battle/greedy or builtin:tank-war/greedy or "), "{all}");
        let unclear = format!("`builtin:greedy` does not say which game it plays (write {all})");
        check("builtin:greedy", None, &unclear);
        let near = read_named("builtin:tank-wra/greedy", None).unwrap().unwrap_err().hint();
        assert_eq!(near, "did you mean `builtin:tank-war/greedy`?");
    }
}
