//! Describes the games that a bot was made for.

use game::Game;

/// Returns a sentence for users about the games that a bot plays; `None` if there are none.
pub(crate) fn in_words(games: &[&'static dyn Game]) -> Option<String> {
    let names: Vec<&str> = games.iter().map(|game| game.name()).collect();
    (!names.is_empty()).then(|| {
        let names = names.join(" and ");
        format!("the bot plays {names} without a fault; it was probably made for that")
    })
}
