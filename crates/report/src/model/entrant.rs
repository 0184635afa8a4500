//! An entrant with its rating.

use serde::Serialize;

use super::Rating;

/// An entrant.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Entrant {
    /// The display name.
    pub name: String,
    /// The bot: a file's name without its folder, or a built-in player.
    pub bot: String,
    /// The BLAKE3 of the module in hexadecimal, if there is one.
    pub module: Option<String>,
    /// Settings text for the bot; absent if the reader may not know it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub settings: Option<String>,
    /// `true` for a guest, which plays everyone, is not ranked and never advances.
    pub guest: bool,
    /// The reasons for a refusal; empty for entrants who played.
    pub refusal: Vec<String>,
    /// The departure of the entrant, with the reasons; empty if it did not leave.
    pub left: Vec<String>,
    /// The rating over all stages; `None` without a game that counts.
    pub rating: Option<Rating>,
}
